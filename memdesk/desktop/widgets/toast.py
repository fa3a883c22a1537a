"""A short remark over the lower edge of a window, with one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from memdesk.desktop.theme.metrics import GAP_L, GAP_S
from memdesk.desktop.widgets.buttons import IconButton, QuietButton
from memdesk.desktop.widgets.labels import label

_SHOWN_MS = 6000


class Toast(QFrame):
    """Goes by itself after six seconds, not while the pointer or the focus is on it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._action: Callable[[], object] | None = None
        self._text = label()
        self._button = QuietButton("")
        self._button.clicked.connect(self._act)
        close = IconButton("x", self.tr("Close"))
        close.clicked.connect(self.hide)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._expire)
        self.setProperty("surface", "raised")
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP_L, GAP_S, GAP_S, GAP_S)
        row.setSpacing(GAP_S)
        row.addWidget(self._text)
        row.addWidget(self._button)
        row.addWidget(close)
        parent.installEventFilter(self)
        self.hide()

    def say(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        """Show ``text`` and, where ``action`` names one, a button that calls ``run``."""
        self._text.setText(text)
        self._action = run
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()
        self.raise_()
        self._place()
        self._timer.start(_SHOWN_MS)

    def text(self) -> str:
        """The remark shown last."""
        return self._text.text()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start(_SHOWN_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False

    def _act(self) -> None:
        self.hide()
        if self._action is not None:
            self._action()

    def _expire(self) -> None:
        if self._button.hasFocus():
            self._timer.start(_SHOWN_MS)
        else:
            self.hide()

    def _place(self) -> None:
        parent = self._over
        self._text.setWordWrap(False)
        room = parent.width() - 2 * GAP_L
        if self.sizeHint().width() > room:
            self._text.setWordWrap(True)
            self.setFixedWidth(room)
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(room)
        self.adjustSize()
        self.move((parent.width() - self.width()) // 2, parent.height() - self.height() - GAP_L)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
