"""What stands around a message's text: the circle in front, files, sources, a new day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.conversation.inline import is_web_address
from memdesk.desktop.conversation.rich_text import RichText
from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.flow import FlowLayout
from memdesk.desktop.widgets.fold import Fold
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.source_badge import Square, paint_letter, source_colour

AVATAR = 26
_FEW_SOURCES = 4


class Avatar(Square):
    """A circle with the speaker's letter, in the accent for the person, else in the source's."""

    def __init__(self, letter: str, source: str | None, parent: QWidget | None = None) -> None:
        super().__init__(AVATAR, parent)
        self._letter = letter
        self._source = source

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        ink = look.colour("accent") if self._source is None else source_colour(self._source)
        # Lets what lies beneath through, so that the circle is seen on the ground of a hit too.
        ground = QColor(ink)
        ground.setAlphaF(0.22 if look.dark else 0.13)
        if look.dark and self._source is not None:
            ink = ink.lighter(165)
        square = QRectF(self.rect())
        paint_letter(QPainter(self), square, self._letter, ink, ground, square.width() / 2)


class DaySeparator(QWidget):
    """A line across with the day that begins."""

    def __init__(self, day: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.day = day
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GAP_S, 0, GAP_S)
        row.setSpacing(GAP_M)
        row.addWidget(hairline(), 1)
        row.addWidget(label(day, "meta", "secondary"))
        row.addWidget(hairline(), 1)


class FileChip(QFrame):
    """The name and size of a file that came with a message; the file itself is not kept."""

    def __init__(self, name: str, size: int | None, media_type: str) -> None:
        super().__init__()
        self.setProperty("surface", "raised")
        self._picture = media_type.startswith("image")
        row = QHBoxLayout(self)
        row.setSpacing(GAP_S)
        shown = ElidedLabel(name, "meta")
        row.addWidget(shown, 1)
        traditional = QLocale.DataSizeFormat.DataSizeTraditionalFormat
        if size is not None:
            row.addWidget(
                label(QLocale().formattedDataSize(size, 1, traditional), "meta", "secondary")
            )
        self.setAccessibleName(self.tr("Attached file {name}").format(name=name))
        self.setToolTip(" · ".join(part for part in (name, media_type) if part))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._fit()

    def sizeHint(self) -> QSize:
        wanted = super().sizeHint()
        return QSize(min(wanted.width(), theme.current().px(260)), wanted.height())

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self._fit()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = theme.current()
        side = look.px(14)
        name = "image" if self._picture else "paperclip"
        drawn = icons.pixmap(name, look.palette.secondary, side, self.devicePixelRatioF())
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        at = self.width() - GAP_S - side if mirrored else GAP_S
        QPainter(self).drawPixmap(at, (self.height() - side) // 2, drawn)

    def _fit(self) -> None:
        left = GAP_S + theme.current().px(14) + GAP_S
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(left, GAP_XS, GAP_M, GAP_XS)


def files(attachments: Sequence[Mapping[str, Any]]) -> QWidget:
    """Chips for the files attached to a message."""
    holder = QWidget()
    flow = FlowLayout(holder)
    for attachment in attachments:
        size = attachment.get("size")
        chip = FileChip(
            str(attachment.get("name") or holder.tr("file without a name")),
            size if isinstance(size, int) else None,
            str(attachment.get("type") or ""),
        )
        flow.addWidget(chip)
        chip.show()
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    holder.setSizePolicy(policy)
    return holder


def sources(links: Sequence[Sequence[str]]) -> QWidget:
    """The pages a message names: in full if they are few, folded otherwise."""
    lines = []
    for title, address in links:
        host = urlsplit(address).netloc if is_web_address(address) else ""
        name = title.strip() or host or address
        shown = escape(name)
        if host:
            shown = f'<a href="{escape(address)}">{shown}</a>'
        lines.append(shown if host in ("", name) else f"{shown} · {escape(host)}")
    gaps = ["first"] + ["item"] * (len(lines) - 1)
    html = "".join(f'<p class="{gap}">{line}</p>' for gap, line in zip(gaps, lines, strict=True))

    def make() -> QWidget:
        return RichText(html, role="meta", tone="secondary")

    title = QCoreApplication.translate("Sources", "1 source")
    if len(lines) != 1:
        title = QCoreApplication.translate("Sources", "{count} sources").format(count=len(lines))
    fold = Fold(title, make, icon="link")
    if len(lines) <= _FEW_SOURCES:
        fold.open()
    return fold
