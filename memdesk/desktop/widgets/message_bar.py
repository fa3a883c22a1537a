"""A message inside a view, with what can be done about it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, RADIUS_CARD
from memdesk.desktop.widgets.buttons import IconButton, QuietButton
from memdesk.desktop.widgets.labels import label

Kind = Literal["information", "warning", "danger", "success"]

_ICONS: dict[Kind, str] = {
    "information": "info",
    "warning": "triangle-alert",
    "danger": "circle-alert",
    "success": "circle-check",
}


class MessageBar(QFrame):
    """Says what happened, what was kept and what to do. Hidden until it has something to say."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: Kind = "information"
        self._details = ""
        self._text = label(wrap=True, selectable=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._copy = QuietButton(self.tr("Copy details"))
        self._copy.clicked.connect(self._copy_details)
        self._close = IconButton("x", self.tr("Close message"))
        self._close.clicked.connect(self.clear)
        self._actions: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setSpacing(GAP_S)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._fit()
        self.hide()

    def say(self, kind: Kind, text: str, details: str = "") -> None:
        """Show a message; ``details`` (a traceback, a list of problems) can be copied."""
        self._kind, self._details = kind, details
        self._drop_actions()
        self._text.setText(text)
        self._copy.setVisible(bool(details))
        self.setAccessibleName(text)
        self.show()
        self.update()

    def addButton(self, text: str) -> QPushButton:
        """Add a button for what can be done and return it; gone with the next message."""
        button = QuietButton(text)
        self._row.insertWidget(1 + len(self._actions), button, 0, Qt.AlignmentFlag.AlignTop)
        self._actions.append(button)
        return button

    def text(self) -> str:
        """The message shown."""
        return self._text.text()

    def clear(self) -> None:
        """Take the message away."""
        self._drop_actions()
        self.hide()
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self._fit()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = QColor(getattr(look.palette, self._kind))
        fill = QColor(edge)
        fill.setAlphaF(0.07)
        edge.setAlphaF(0.4)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = look.px(RADIUS_CARD)
        painter.setPen(Qt.PenStyle.NoPen)
        # The tint lies on the surface, where it stays clean in both themes.
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(frame, radius, radius)
        painter.setPen(QPen(edge, 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(frame, radius, radius)
        side = look.px(18)
        colour = getattr(look.palette, self._kind)
        drawn = icons.pixmap(_ICONS[self._kind], colour, side, self.devicePixelRatioF())
        painter.drawPixmap(GAP_M, GAP_S + (look.px(28) - side) // 2, drawn)

    def _fit(self) -> None:
        look = theme.current()
        self._row.setContentsMargins(GAP_M + look.px(18) + GAP_S, GAP_S, GAP_S, GAP_S)
        self._text.setMinimumHeight(look.px(28))

    def _drop_actions(self) -> None:
        for button in self._actions:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._actions.clear()

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(f"{self._text.text()}\n\n{self._details}")
