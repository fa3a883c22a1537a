"""A drop-down list whose arrow takes the palette's colour."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox

from memdesk.desktop.theme import icons, theme


class Choice(QComboBox):
    """A style sheet can only colour an arrow that is a file, so it is drawn here."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        look = theme.current()
        side, inset = look.px(14), look.px(8)
        left = self.width() - side - inset
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = inset
        drawn = icons.pixmap("chevron-down", look.palette.secondary, side, self.devicePixelRatioF())
        QPainter(self).drawPixmap(left, (self.height() - side) // 2, drawn)
