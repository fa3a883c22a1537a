"""That links suggest themselves, said where an import ends or begins."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S
from memdesk.desktop.widgets.buttons import QuietButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.source_badge import Square


class LinksNotice(QFrame):
    """Hidden while no suggestion waits."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self.setProperty("surface", "card")
        self.text = label("", wrap=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.button = QuietButton(self.tr("Look through them…"))
        self.button.clicked.connect(self.clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP_L, GAP_S, GAP_S, GAP_S)
        row.setSpacing(GAP_M)
        row.addWidget(_Sign())
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    def setCount(self, count: int) -> None:
        """Say how many links wait for an answer."""
        self.count = count
        one = count == 1
        text = self.tr("1 link between memories is suggested")
        if not one:
            text = self.tr("{count} links between memories are suggested").format(
                count=number(count)
            )
        self.text.setText(text)
        self.button.setText(self.tr("Look at it…") if one else self.tr("Look through them…"))


class _Sign(Square):
    def __init__(self) -> None:
        super().__init__(18)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        drawn = icons.pixmap("link", look.palette.accent, self.width(), self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, 0, drawn)
