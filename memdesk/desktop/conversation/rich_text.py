"""Rich text of a transcript: as tall as it needs to be, selectable, with marked words."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QEvent, QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QTextEdit, QToolTip, QWidget

from memdesk.desktop.conversation.document_style import INDENT, style
from memdesk.desktop.conversation.inline import is_web_address
from memdesk.desktop.conversation.marked_words import places
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import TextRole
from memdesk.desktop.widgets.direction import without_overrides


class RichText(QTextBrowser):
    """A block of rich text. ``wide`` text (a table) keeps its words whole and scrolls across."""

    def __init__(
        self,
        html: str,
        parent: QWidget | None = None,
        *,
        role: TextRole = "body",
        tone: str = "text",
        wide: bool = False,
    ) -> None:
        super().__init__(parent)
        self._html = without_overrides(html)
        self._role: TextRole = role
        self._tone = tone
        self._wide = wide
        self._pattern: re.Pattern[str] | None = None
        self._heights: dict[int, int] = {}
        self._look = _look()
        self._places: list[tuple[int, int]] = []
        self.setProperty("bare", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        # Only text with links is a stop for the Tab key.
        has_links = "<a " in html
        focus = Qt.FocusPolicy.StrongFocus if has_links else Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(focus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if wide:
            self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        else:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.anchorClicked.connect(_open)
        self.highlighted.connect(self._show_address)
        self._fill()

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches."""
        self._pattern = pattern
        self._mark()

    def markTop(self) -> int | None:
        """Where the first marked word stands, in pixels from the top; None without one."""
        if not self._places:
            return None
        self._lay_out()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._places[0][0])
        return self.cursorRect(cursor).top()

    def markedWords(self) -> list[str]:
        """The words that are marked, as they stand in the text."""
        return [selection.cursor.selectedText() for selection in self.extraSelections()]

    def heightForWidth(self, width: int) -> int:
        # Layouts ask often and at several widths; each answer costs laying the text out.
        known = self._heights.get(width)
        if known is not None:
            return known
        document = self.document()
        document.setTextWidth(max(width, 1))
        size = document.size()
        height = math.ceil(size.height())
        if self._wide and size.width() > width + 1:
            height += self.horizontalScrollBar().sizeHint().height()
        self._heights[width] = height
        return height

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "_places"):
            return
        if theme.restyles(event) and self._look != _look():
            self._fill()
            self.updateGeometry()
        elif event.type() in _FONT_CHANGES:
            # Qt has just given the document the widget's own font.
            self.document().setDefaultFont(theme.current().font(self._role))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._lay_out()
        super().paintEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        across = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if self._wide and (across or event.modifiers() & Qt.KeyboardModifier.ShiftModifier):
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_for_transcript(self, event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched for a message."""
        return None

    def _fill(self) -> None:
        look = theme.current()
        self._look = _look()
        self._heights = {}
        document: QTextDocument = self.document()
        document.setDefaultFont(look.font(self._role))
        document.setIndentWidth(look.px(INDENT))
        document.setDefaultStyleSheet(style(look, tone=self._tone))
        self.setHtml(self._html)
        self._mark()

    def _lay_out(self) -> None:
        """Undo what the last question for a height at another width has left behind."""
        width = self.viewport().width()
        if self.document().textWidth() != width:
            self.document().setTextWidth(width)

    def _mark(self) -> None:
        self._places = places(self.toPlainText(), self._pattern)
        self.setExtraSelections(marked(self, self._places))

    def _show_address(self, address: QUrl) -> None:
        if address.isEmpty():
            QToolTip.hideText()
        else:
            QToolTip.showText(self.cursor().pos(), address.toDisplayString(), self)


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


_FONT_CHANGES = (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange)


def is_for_transcript(editor: QTextEdit, event: QKeyEvent) -> bool:
    """Whether a key in a block of text scrolls, or copies the message as a whole."""
    if event.matches(QKeySequence.StandardKey.Copy):
        return not editor.textCursor().hasSelection()
    return event.key() in _SCROLLING and not event.modifiers()


def marked(editor: QTextEdit, found: list[tuple[int, int]]) -> list[QTextEdit.ExtraSelection]:
    """Selections in the colour of marked words."""
    background = QTextCharFormat()
    background.setBackground(QColor(theme.current().palette.marked))
    selections = []
    for start, end in found:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = QTextCursor(editor.document())
        selection.cursor.setPosition(start)
        selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection.format = background
        selections.append(selection)
    return selections


def _look() -> tuple[bool, float]:
    """What a document's colours and sizes depend on."""
    return theme.current().dark, theme.current().textScale


def _open(address: QUrl) -> None:
    if is_web_address(address.toString()):
        QDesktopServices.openUrl(address)
