"""What a person does to the window and sees in it, through real events and widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.app import Application
from memdesk.desktop.conversation.message import Message
from memdesk.retrieval.results import SearchResult

PATIENCE_MS = 30_000


class Person:
    """Sits in front of one window. Every wait ends with an error after half a minute."""

    def __init__(self, qtbot: QtBot, application: Application) -> None:
        self._qtbot = qtbot
        self.application = application
        self.window = application.window

    def waits_for(self, true: Callable[[], object], milliseconds: int = PATIENCE_MS) -> None:
        """Let the window live until something is so."""
        self._qtbot.waitUntil(lambda: bool(true()), timeout=milliseconds)

    def waits_until_open(self) -> None:
        """Until the vault is open and counted."""
        self.waits_for(lambda: self.window.session is not None and self.window.session.is_open)

    # Hands.

    def drops(self, *files: Path) -> None:
        """Drag files from outside over the window and let go."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        none = Qt.KeyboardModifier.NoModifier
        middle = self.window.rect().center()
        enter = QDragEnterEvent(middle, copy, data, button, none)
        QApplication.sendEvent(self.window, enter)
        assert enter.isAccepted()
        # The veil that came over the window lies under the pointer now.
        under = self.window.childAt(middle) or self.window
        place = QPointF(under.mapFrom(self.window, middle))
        QApplication.sendEvent(under, QDropEvent(place, copy, data, button, none))

    def clicks(self, target: QWidget | str) -> None:
        """Click a widget, or the visible button with this text, in its middle."""
        widget = self.button(target) if isinstance(target, str) else target
        assert widget.isVisible() and widget.isEnabled()
        self._qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())

    def clicks_at(self, widget: QWidget, place: QPoint) -> None:
        """Click a place in a widget."""
        self._qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

    def types(self, text: str) -> None:
        """Type key by key into what has the focus; what has no key comes from an input method."""
        if text.isascii():
            self._qtbot.keyClicks(self.focus(), text)
            return
        composed = QInputMethodEvent()
        composed.setCommitString(text)
        QApplication.sendEvent(self.focus(), composed)

    def presses(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        """Press a key on what has the focus."""
        self._qtbot.keyClick(self.focus(), key, modifier or Qt.KeyboardModifier.NoModifier)

    def chooses(self, *names: str) -> None:
        """Choose from the menu bar: the menu's name, then the entry's."""
        menu, entry = names
        for action in self.window.menuBar().actions():
            if _plain(action) == menu:
                _entry(action.menu(), entry).trigger()
                return
        raise AssertionError(f"no menu {menu}")

    def ticks(self, menu: QMenu, entry: str) -> None:
        """Click an entry of an open menu."""
        self.waits_for(menu.isVisible)
        place = menu.actionGeometry(_entry(menu, entry)).center()
        self._qtbot.mouseMove(menu, place)
        self._qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
        self._qtbot.keyClick(menu, Qt.Key.Key_Escape)

    def searches(self, text: str) -> tuple[SearchResult, ...]:
        """Ask a question with Ctrl+F, the keyboard and Enter; returns what is listed."""
        self.presses(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        with self._qtbot.waitSignal(self.session.answered, timeout=PATIENCE_MS):
            field = self.window.search.field
            field.line.selectAll()
            self.types(text)
        with self._qtbot.waitSignal(self.session.answered, timeout=PATIENCE_MS):
            self.presses(Qt.Key.Key_Return)
        return self.results()

    # Eyes.

    @property
    def session(self):  # type: ignore[no-untyped-def]
        """The session whose vault is shown."""
        assert self.window.session is not None
        return self.window.session

    def focus(self) -> QWidget:
        """The widget that gets the keys."""
        self.waits_for(lambda: QApplication.focusWidget() is not None)
        widget = QApplication.focusWidget()
        assert widget is not None
        return widget

    def results(self) -> tuple[SearchResult, ...]:
        """The results listed."""
        return self.window.search.answer.results.results()

    def sees(self, text: str, within: QWidget | None = None) -> bool:
        """Whether a visible label or button holds this text."""
        return any(text in shown for shown in self.reads(within))

    def reads(self, within: QWidget | None = None) -> list[str]:
        """The texts of the visible labels and buttons."""
        place = within or self.window
        widgets: Sequence[QLabel | QPushButton] = [
            *place.findChildren(QLabel),
            *place.findChildren(QPushButton),
        ]
        return [widget.text() for widget in widgets if widget.isVisible()]

    def button(self, text: str) -> QPushButton:
        """The visible button with this text, as soon as it is there."""
        found: list[QPushButton] = []

        def look() -> bool:
            buttons = self.window.findChildren(QPushButton)
            found[:] = [b for b in buttons if b.text() == text and b.isVisible()]
            return bool(found)

        self.waits_for(look)
        (button,) = found
        return button

    def hit(self) -> Message | None:
        """The message that is marked as found in the conversation shown."""
        messages = self.window.conversation.transcript.findChildren(Message)
        return next((m for m in messages if m.isVisible() and m.isHit()), None)

    def sees_the_hit(self) -> bool:
        """Whether the marked message stands within the visible part of the transcript."""
        hit = self.hit()
        view = self.window.conversation.transcript.viewport()
        if hit is None:
            return False
        top = hit.mapTo(view, QPoint(0, hit.markTop() or hit.textTop())).y()
        return 0 <= top < view.height()


def _plain(action: QAction) -> str:
    return action.text().replace("&", "").partition("\t")[0]


def _entry(menu: QMenu, text: str) -> QAction:
    for action in menu.actions():
        if _plain(action) == text:
            return action
    raise AssertionError(f"no entry {text} among {[_plain(a) for a in menu.actions()]}")
