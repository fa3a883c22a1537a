"""Rich text of a transcript, with links."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QPaintEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from memdesk.desktop.conversation.document_style import INDENT, style
from memdesk.desktop.conversation.inline import is_web_address
from memdesk.desktop.conversation.text import Text
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import TextRole
from memdesk.desktop.widgets.direction import without_overrides

_FONT_CHANGES = (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange)


class RichText(Text):
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
        super().__init__(parent, across=wide)
        self._html = without_overrides(html)
        self._role: TextRole = role
        self._tone = tone
        self._heights: dict[int, int] = {}
        self._look = _look()
        if "<a " in html:
            # Only text with links is a stop for the Tab key.
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Qt would lay the text out again after each change of size, at whatever width.
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self._lay_out(self.width() if parent is None else parent.width())
        wrapping = QTextOption.WrapMode
        self.setWordWrapMode(wrapping.WordWrap if wide else wrapping.WrapAtWordBoundaryOrAnywhere)
        self.anchorClicked.connect(_open)
        self.highlighted.connect(self._show_address)
        self._fill()

    def markTop(self) -> int | None:
        """Where the first marked word stands, in pixels from the top; None without one."""
        if not self._places:
            return None
        self._lay_out(self.viewport().width())
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._places[0][0])
        return self.cursorRect(cursor).top()

    def heightForWidth(self, width: int) -> int:
        # Layouts ask often and at several widths; each answer costs laying the text out.
        known = self._heights.get(width)
        if known is not None:
            return known
        self._lay_out(width)
        size = self.document().size()
        height = math.ceil(size.height())
        if self._across and size.width() > width + 1:
            height += self.horizontalScrollBar().sizeHint().height()
        self._heights[width] = height
        return height

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "_look"):
            return
        if theme.restyles(event) and self._look != _look():
            self._fill()
            self.updateGeometry()
        elif event.type() in _FONT_CHANGES:
            # Qt has just given the document the widget's own font.
            self.document().setDefaultFont(self._font())

    def paintEvent(self, event: QPaintEvent) -> None:
        # The last question for a height may have been about another width.
        self._lay_out(self.viewport().width())
        super().paintEvent(event)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched for a message."""
        return None

    def _fill(self) -> None:
        look = theme.current()
        self._look = _look()
        self._heights = {}
        document = self.document()
        document.setDefaultFont(self._font())
        document.setIndentWidth(look.px(INDENT))
        document.setDefaultStyleSheet(style(look, tone=self._tone))
        self.setHtml(self._html)
        self.mark()

    def _font(self) -> QFont:
        font = QFont(theme.current().font(self._role))
        if not self._across:
            # Figures of one width are for tables; in prose they tear hyphens and numbers apart.
            font.unsetFeature(QFont.Tag("tnum"))
        return font

    def _lay_out(self, width: int) -> None:
        width = max(width, 1)
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)

    def _show_address(self, address: QUrl) -> None:
        if address.isEmpty():
            QToolTip.hideText()
        else:
            QToolTip.showText(self.cursor().pos(), address.toDisplayString(), self)


def _look() -> tuple[bool, float]:
    """What a document's colours and sizes depend on."""
    return theme.current().dark, theme.current().textScale


def _open(address: QUrl) -> None:
    if is_web_address(address.toString()):
        QDesktopServices.openUrl(address)
