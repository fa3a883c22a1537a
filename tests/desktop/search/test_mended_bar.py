"""The line that says what a mistyped query was read as."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.search.mended_bar import MendedBar
from memdesk.retrieval.results import Mended

_ONE = (Mended("pasport", "passport"),)
_MANY = tuple(Mended(f"thiamzaloe{n}", f"thiamazole{n}") for n in range(8))


class _Window(QWidget):
    """The line in a window with a field, as it is in the pane."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.bar = MendedBar()
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.bar)
        self.resize(width, 120)


def _shown(qtbot: QtBot, width: int) -> _Window:
    window = _Window(width)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def test_it_names_what_was_read_and_what_was_typed(qtbot: QtBot) -> None:
    window = _shown(qtbot, 700)
    bar = window.bar
    assert not bar.isVisible()
    bar.setMended(_ONE)
    qtbot.waitUntil(lambda: bar.as_typed.text() == "Search for “pasport” instead")
    assert bar.words() == "Showing results for “passport”"
    bar.setMended(())
    assert not bar.isVisible()


def test_a_beginning_of_words_is_shown_as_one(qtbot: QtBot) -> None:
    window = _shown(qtbot, 700)
    bar = window.bar
    bar.setMended((Mended("thiamzal", "thiamaz", unfinished=True),))
    assert bar.words() == "Showing results for “thiamaz…”"


def test_many_words_leave_the_window_as_narrow_as_it_is(qtbot: QtBot) -> None:
    window = _shown(qtbot, 360)
    bar = window.bar
    bar.setMended(_MANY)
    qtbot.waitUntil(lambda: bar.as_typed.text() == "Search as typed")
    assert window.width() == 360
    assert bar.as_typed.geometry().right() <= bar.width()
    # Whoever listens to it is told everything.
    assert "“thiamzaloe7”" in bar.as_typed.accessibleName()
    window.resize(2400, 120)
    qtbot.waitUntil(lambda: "“thiamzaloe7”" in bar.as_typed.text())


def test_the_link_is_reached_and_followed_by_keyboard(qtbot: QtBot) -> None:
    window = _shown(qtbot, 700)
    bar = window.bar
    bar.setMended(_ONE)
    window.activateWindow()
    window.field.setFocus()
    qtbot.waitUntil(window.field.hasFocus)
    qtbot.keyClick(window.field, Qt.Key.Key_Tab)
    assert bar.as_typed.hasFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        with qtbot.waitSignal(bar.asTypedWanted):
            qtbot.keyClick(bar.as_typed, key)


def test_an_ampersand_is_no_key_of_the_link(qtbot: QtBot) -> None:
    window = _shown(qtbot, 700)
    bar = window.bar
    bar.setMended((Mended("R&Dd", "R&D"),))
    qtbot.waitUntil(lambda: bar.as_typed.text() == "Search for “R&&Dd” instead")
    assert bar.as_typed.accessibleName() == "Search for “R&Dd” instead"
