"""The fonts that come with the program."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase

from memdesk import paths
from memdesk.desktop.theme.metrics import SEMIBOLD_ROLES, TEXT_SIZES, TextRole
from memdesk.errors import MemdeskError

TEXT_FAMILY = "Inter"
CODE_FAMILY = "JetBrains Mono"

# The same Han character is drawn differently in China, Taiwan, Japan and Korea. Left to itself a
# system takes whichever font comes first.
#
# Noto Sans SC has TrueType outlines and stands before Noto Sans CJK SC, which is the same drawing
# with PostScript outlines: on Linux, Qt thickens the strokes of the latter and blends them so that
# light text on a dark ground comes out about a third heavier than dark text on a light one. That
# can't be turned off from outside Qt.
_CJK_FAMILIES = {
    "SC": ("PingFang SC", "Microsoft YaHei UI", "Noto Sans SC", "Noto Sans CJK SC"),
    "TC": ("PingFang TC", "Microsoft JhengHei UI", "Noto Sans TC", "Noto Sans CJK TC"),
    "JP": ("Hiragino Sans", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP"),
    "KR": ("Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR"),
}


class FontError(MemdeskError):
    """A font of the program's own is missing or unreadable."""


@cache
def load() -> None:
    """Hand the bundled fonts to Qt; needs a running application.

    Scripts they lack (Chinese, Arabic, emoji, …) fall back to the system's fonts.

    :raises FontError: the folder holds no font, or Qt does not accept one of them.
    """
    folder = paths.resources() / "fonts"
    files = sorted(folder.glob("*.ttf"))
    if not files:
        raise FontError(f"There are no fonts in {folder}. Install memdesk again.")
    for file in files:
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise FontError(f"The font {file} cannot be read. Install memdesk again.")


def cjk_families(locale: QLocale) -> tuple[str, ...]:
    """Fonts for Chinese, Japanese and Korean as drawn where the person lives, else in China."""
    match locale.language():
        case QLocale.Language.Japanese:
            return _CJK_FAMILIES["JP"]
        case QLocale.Language.Korean:
            return _CJK_FAMILIES["KR"]
        case QLocale.Language.Chinese if locale.script() == QLocale.Script.TraditionalChineseScript:
            return _CJK_FAMILIES["TC"]
        case _:
            return _CJK_FAMILIES["SC"]


def font(role: TextRole, scale: float, *, semibold: bool | None = None) -> QFont:
    """The font of a role; ``semibold`` overrides the role's own weight."""
    chosen = QFont()
    if role == "mono":
        chosen.setFamilies([CODE_FAMILY, "monospace", *cjk_families(QLocale.system())])
        chosen.setStyleHint(QFont.StyleHint.Monospace)
    else:
        chosen.setFamilies([TEXT_FAMILY, *cjk_families(QLocale.system()), "sans-serif"])
        # Figures of one width keep columns and counting numbers still.
        chosen.setFeature(QFont.Tag("tnum"), 1)
    chosen.setPixelSize(max(1, round(TEXT_SIZES[role] * scale)))
    strong = role in SEMIBOLD_ROLES if semibold is None else semibold
    chosen.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    # Hinting to the pixel grid makes small Inter uneven.
    chosen.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return chosen
