"""The theme changes live, scales text, and finds its fonts and icons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

import memdesk.desktop
from memdesk import paths
from memdesk.desktop.theme import fonts, icons, theme
from memdesk.desktop.theme.palette import DARK, LIGHT
from memdesk.desktop.theme.stylesheet import stylesheet
from memdesk.desktop.theme.theme import Theme


def test_light_and_dark_are_applied_live(look: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    with qtbot.waitSignal(look.changed):
        look.choose("dark")
    assert look.palette is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert DARK.surface in qapp.styleSheet()
    look.choose("light")
    assert look.palette is LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(LIGHT.window)


def test_system_choice_follows_the_system(look: Theme, qapp: QApplication) -> None:
    look.choose("system")
    expected = qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert look.dark == expected


def test_a_forced_choice_is_told_to_the_platform(look: Theme, qapp: QApplication) -> None:
    look.choose("dark")
    assert qapp.styleHints().colorScheme() in (Qt.ColorScheme.Dark, Qt.ColorScheme.Unknown)


def test_widgets_hear_of_a_change(look: Theme, qtbot: QtBot) -> None:
    heard: list[QEvent.Type] = []

    class Widget(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            if theme.restyles(event):
                heard.append(event.type())

    widget = Widget()
    qtbot.addWidget(widget)
    widget.show()
    heard.clear()
    look.choose("dark")
    assert heard


def test_text_scale_changes_every_size(look: Theme, qtbot: QtBot) -> None:
    label = QLabel("x")
    label.setProperty("textRole", "title")
    qtbot.addWidget(label)
    label.show()
    assert label.font().pixelSize() == 15
    look.setTextScale(2.0)
    assert label.font().pixelSize() == 30
    assert look.font("body").pixelSize() == 26
    assert look.px(28) == 56


@pytest.mark.parametrize(("wanted", "given"), [(0.1, 0.8), (1.3, 1.3), (9.0, 2.0)])
def test_text_scale_stays_within_bounds(look: Theme, wanted: float, given: float) -> None:
    look.setTextScale(wanted)
    assert look.textScale == given


def test_installing_twice_keeps_one_theme(look: Theme, qapp: QApplication) -> None:
    assert theme.install(qapp, "dark", 1.5) is look
    assert (look.dark, look.textScale) == (True, 1.5)
    assert theme.current() is look


def test_bundled_fonts_are_used(look: Theme) -> None:
    assert QFontInfo(look.font("body")).family() == "Inter"
    assert QFontInfo(look.font("mono")).family() == "JetBrains Mono"
    assert QFontInfo(look.font("title")).weight() == 600


def test_figures_have_one_width(look: Theme) -> None:
    metrics = QFontMetricsF(look.font("body"))
    widths = {metrics.horizontalAdvance(figure * 10) for figure in "0123456789"}
    assert len(widths) == 1


def test_fonts_come_with_their_licences() -> None:
    folder = paths.resources() / "fonts"
    for name in ("LICENSE-Inter.txt", "LICENSE-JetBrainsMono.txt"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / name).read_text("utf-8")


def test_an_icon_is_drawn_in_the_colour_and_resolution_asked_for(look: Theme) -> None:
    drawn = icons.pixmap("search", "#FF0000", 20, 2.0)
    assert (drawn.width(), drawn.devicePixelRatio()) == (40, 2.0)
    image = drawn.toImage()
    inked = [
        image.pixelColor(x, y)
        for x in range(40)
        for y in range(40)
        if image.pixelColor(x, y).alpha() == 255
    ]
    assert inked
    assert all(colour.red() > 250 and colour.green() < 5 for colour in inked)


def test_a_missing_icon_is_named(look: Theme) -> None:
    with pytest.raises(icons.IconError, match=r"no-such-icon\.svg"):
        icons.pixmap("no-such-icon", "#000000", 16)


def test_the_icons_that_come_with_the_program_are_those_it_names() -> None:
    package = Path(memdesk.desktop.__file__).parent
    sources = "\n".join(file.read_text("utf-8") for file in package.rglob("*.py"))
    unused = [
        file.stem
        for file in (paths.resources() / "icons").glob("*.svg")
        if not re.search(rf'"{re.escape(file.stem)}"', sources)
    ]
    assert unused == []


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
def test_the_style_sheet_has_balanced_braces_and_no_holes(scale: float) -> None:
    for palette in (LIGHT, DARK):
        sheet = stylesheet(palette, scale)
        assert sheet.count("{") == sheet.count("}")
        assert "None" not in sheet


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("en_GB", "Noto Sans CJK SC"),
        ("zh_CN", "Noto Sans CJK SC"),
        ("zh_TW", "Noto Sans CJK TC"),
        ("ja_JP", "Noto Sans CJK JP"),
        ("ko_KR", "Noto Sans CJK KR"),
    ],
)
def test_han_characters_are_drawn_as_where_the_person_lives(name: str, family: str) -> None:
    assert family in fonts.cjk_families(QLocale(name))
