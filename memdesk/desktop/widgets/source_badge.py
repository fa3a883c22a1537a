"""The letter tile that stands for where a memory came from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import RADIUS_TAG
from memdesk.desktop.theme.palette import OTHER_SOURCE_COLOUR, SOURCE_COLOURS
from memdesk.desktop.widgets.names import source_name

BADGE_SIZE = 18
_LETTERS = {"chatgpt": "G", "claude": "C", "note": "N", "clipboard": "N"}


def letter(source: str) -> str:
    """The letter of a source's tile."""
    return _LETTERS.get(source) or source_name(source)[:1].upper() or "?"


def paint_source_badge(painter: QPainter, rect: QRectF, source: str) -> None:
    """Draw the tile of ``source`` into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(SOURCE_COLOURS.get(source, OTHER_SOURCE_COLOUR)))
    painter.drawRoundedRect(rect, RADIUS_TAG, RADIUS_TAG)
    font = QFont(theme.current().font("tag", semibold=True))
    font.setPixelSize(max(1, round(rect.height() * 0.56)))
    painter.setFont(font)
    painter.setPen(QColor("#FFFFFF"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter(source))
    painter.restore()


class SourceBadge(QWidget):
    """The tile as a widget, named for screen readers."""

    def __init__(self, source: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setSource(source)

    def setSource(self, source: str) -> None:
        """Show the tile of another source."""
        self._source = source
        self.setAccessibleName(source_name(source))
        self.setToolTip(source_name(source))
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.current().px(BADGE_SIZE)
        return QSize(side, side)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_source_badge(QPainter(self), QRectF(self.rect()), self._source)
