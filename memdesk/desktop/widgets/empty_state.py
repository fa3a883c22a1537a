"""What a view says when it has nothing to show."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_S
from memdesk.desktop.widgets.buttons import PlainButton, PrimaryButton
from memdesk.desktop.widgets.labels import label

_TEXT_WIDTH = 420


class EmptyState(QWidget):
    """Icon, title, a sentence or two, and up to three buttons, in the middle of the view."""

    def __init__(
        self, icon: str, title: str, text: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = _Icon(icon, self)
        self._title = label(title, "title", wrap=True)
        self._text = label(text, "body", "secondary", wrap=True)
        self._added: list[QPushButton] = []
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(GAP_S)
        self._buttons.addStretch(1)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(GAP_L, GAP_L, GAP_L, GAP_L)
        self._column.setSpacing(GAP_S)
        self._column.addStretch(2)
        self._column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        for text_label in (self._title, self._text):
            text_label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            text_label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(text_label, 100)
            row.addStretch(1)
            self._column.addLayout(row)
        self._text.setVisible(bool(text))
        self._column.addSpacing(GAP_S)
        self._column.addLayout(self._buttons)
        self._column.addStretch(3)
        self._fit()

    def setTexts(self, title: str, text: str = "") -> None:
        """Say something else."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))

    def addButton(self, text: str, *, primary: bool = False) -> QPushButton:
        """Add a button and return it."""
        button = PrimaryButton(text) if primary else PlainButton(text)
        self._added.append(button)
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        return button

    def clearButtons(self) -> None:
        """Take all buttons away."""
        for button in self._added:
            self._buttons.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._added.clear()

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self._fit()
        super().changeEvent(event)

    def _fit(self) -> None:
        width = theme.current().px(_TEXT_WIDTH)
        self._title.setMaximumWidth(width)
        self._text.setMaximumWidth(width)


class _Icon(QWidget):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self.setFixedSize(48, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("soft_accent"))
        painter.drawRoundedRect(self.rect(), 14, 14)
        drawn = icons.pixmap(self._name, look.palette.accent, 24, self.devicePixelRatioF())
        painter.drawPixmap(12, 12, drawn)
