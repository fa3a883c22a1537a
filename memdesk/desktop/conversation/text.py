"""A block of text in a transcript: as tall as it needs to be, selectable, with marked words."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QTextEdit, QWidget

from memdesk.desktop.conversation.marked_words import places
from memdesk.desktop.theme import theme

_SCROLLING = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Space,
    }
)


class Text(QTextBrowser):
    """What rich text and code have in common; ``across`` lets long lines scroll sideways.

    The wheel and the keys that scroll, and copying while nothing is selected, are left to the
    transcript.
    """

    def __init__(self, parent: QWidget | None, *, across: bool) -> None:
        super().__init__(parent)
        self._across = across
        self._pattern: re.Pattern[str] | None = None
        self._places: list[tuple[int, int]] = []
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not across:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Where nothing is selected the menu is that of the message.
        if self.textCursor().hasSelection():
            super().contextMenuEvent(event)
        else:
            event.ignore()

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches."""
        if pattern != self._pattern:
            self._pattern = pattern
            self.mark()

    def mark(self) -> None:
        """Mark the words anew, in the theme's colour."""
        if self._pattern is None and not self._places:
            return
        self._places = places(self.toPlainText(), self._pattern)
        background = QTextCharFormat()
        background.setBackground(QColor(theme.current().palette.marked))
        selections = []
        for start, end in self._places:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = QTextCursor(self.document())
            selection.cursor.setPosition(start)
            selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection.format = background
            selections.append(selection)
        self.setExtraSelections(selections)

    def markedWords(self) -> list[str]:
        """The words that are marked, as they stand in the text."""
        return [selection.cursor.selectedText() for selection in self.extraSelections()]

    def hasHeightForWidth(self) -> bool:
        return True

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        across = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if self._across and (across or event.modifiers() & Qt.KeyboardModifier.ShiftModifier):
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            for_transcript = not self.textCursor().hasSelection()
        else:
            for_transcript = event.key() in _SCROLLING and not event.modifiers()
        if for_transcript:
            event.ignore()
        else:
            super().keyPressEvent(event)
