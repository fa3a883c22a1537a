"""The search field: text, what was understood of it, and a button to clear it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import FIELD_HEIGHT, GAP_S, RADIUS_FIELD
from memdesk.desktop.widgets.buttons import IconButton
from memdesk.desktop.widgets.labels import label


class SearchField(QWidget):
    """A line to type in. Keys that mean something to a list are passed on as ``navigated``."""

    edited = Signal(str)
    submitted = Signal()
    """Enter."""
    submittedDeep = Signal()
    """Ctrl+Enter."""
    navigated = Signal(int)
    """Key_Up, Key_Down, Key_PageUp or Key_PageDown."""
    escaped = Signal()
    overflowed = Signal(str)
    """What was understood, where it has no room beside the text; empty as soon as it has."""
    tabbed = Signal()
    """Tab, only while :attr:`takesTab` is set; else Tab moves the focus as everywhere."""

    def __init__(self, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.takesTab = False
        self.line = QLineEdit()
        self.line.setProperty("bare", True)
        self.line.setProperty("textRole", "title")
        self.line.setPlaceholderText(placeholder)
        self.line.setAccessibleName(placeholder)
        self.line.textEdited.connect(self.edited)
        self.line.textChanged.connect(self._show_clear)
        self.line.installEventFilter(self)
        self._overflow = ""
        self._understood = label(role="meta", tone="faint")
        self._understood.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._understood.hide()
        self._clear = IconButton("x", self.tr("Clear the search"))
        self._clear.clicked.connect(self.clear)
        self._clear.hide()
        self.setFocusProxy(self.line)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(GAP_S)
        self._row.addWidget(self.line, 1)
        self._row.addWidget(self._understood, 0)
        self._row.addWidget(self._clear)
        self._fit()

    def text(self) -> str:
        """The text as typed."""
        return self.line.text()

    def setText(self, text: str) -> None:
        """Put another text in, as if it had been typed."""
        if text != self.line.text():
            self.line.setText(text)
            self.edited.emit(text)

    def clear(self) -> None:
        """Empty the field and keep the caret in it."""
        self.setText("")
        self.line.setFocus()

    def setUnderstood(self, text: str) -> None:
        """Say at the right how the text was read."""
        self._understood.setText(text)
        self.line.setAccessibleDescription(text)
        self._fit()

    def understood(self) -> str:
        """What is said at the right."""
        return self._understood.text()

    def sizeHint(self) -> QSize:
        return QSize(320, theme.current().px(FIELD_HEIGHT))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take(event)
        return False

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self._fit()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.line.hasFocus()
        width = 1.5 if focused else 1
        painter.setPen(QPen(look.colour("accent" if focused else "control"), width))
        painter.setBrush(look.colour("surface"))
        frame = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(frame, look.px(RADIUS_FIELD), look.px(RADIUS_FIELD))
        side = look.px(18)
        drawn = icons.pixmap("search", look.palette.text, side, self.devicePixelRatioF())
        inset = look.px(14)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            inset = self.width() - inset - side
        painter.drawPixmap(inset, (self.height() - side) // 2, drawn)

    def _take(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            deep = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            (self.submittedDeep if deep else self.submitted).emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.navigated.emit(int(key))
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key == Qt.Key.Key_Tab and self.takesTab:
            self.tabbed.emit()
        else:
            return False
        return True

    def _show_clear(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._fit()

    def _fit(self) -> None:
        look = theme.current()
        at_end = 14 if self._clear.isHidden() else 6
        self._row.setContentsMargins(look.px(14 + 18 + 11), 0, look.px(at_end), 0)
        # The question has the first claim on the room, and a remark is never cut off.
        text = self._understood.text()
        typed = self.line.fontMetrics().horizontalAdvance(self.line.text()) + look.px(24)
        room = min(self.width() - look.px(90) - typed, self.width() * 3 // 5)
        fits = self._understood.sizeHint().width() <= room
        self._understood.setVisible(bool(text) and fits)
        overflow = "" if fits else text
        if overflow != self._overflow:
            self._overflow = overflow
            self.overflowed.emit(overflow)
