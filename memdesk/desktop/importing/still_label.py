"""Labels for what changes many times a second.

A label of Qt's has everything around it laid out anew at each change, which is work that the
window has better uses for while an import runs.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import TextRole
from memdesk.desktop.widgets.labels import label


class StillLine(QWidget):
    """One line over the whole width, that ends in … where it does not fit."""

    def __init__(self, role: TextRole, tone: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._shown = label("", role, tone, parent=self)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """The whole line."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another line; nothing happens if it is the same."""
        if text != self._text:
            self._text = text
            self._show()

    def sizeHint(self) -> QSize:
        return QSize(0, self._shown.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shown.resize(self.size())
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event):
            self.updateGeometry()

    def _show(self) -> None:
        metrics = self._shown.fontMetrics()
        fitting = metrics.elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        self._shown.setText(fitting)
        tip = self._text if fitting != self._text else ""
        if tip != self.toolTip():
            self.setToolTip(tip)


class StillNumber(QLabel):
    """A number, which asks for more room only when it gets another digit."""

    def __init__(self, role: TextRole, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role: TextRole = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("textRole", role)

    def setNumber(self, text: str) -> None:
        """Show another number; nothing happens if it is the same."""
        before = self.text()
        if text == before:
            return
        self.setText(text)
        if len(text) != len(before):
            self._fix()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_role"):
            self._fix()

    def _fix(self) -> None:
        # Qt leaves labels of a fixed size out of it; figures are all of one width.
        metrics = QFontMetrics(theme.current().font(self._role))
        self.setFixedSize(metrics.horizontalAdvance(self.text()), metrics.height())
