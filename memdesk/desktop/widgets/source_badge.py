"""Squares with a letter or two: the tile that stands for where a memory came from, and their
drawing."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import RADIUS_TAG
from memdesk.desktop.theme.palette import OTHER_SOURCE_COLOUR, SOURCE_COLOURS
from memdesk.desktop.widgets.names import source_name

BADGE_SIZE = 18
# Those that most people have need one letter; names that begin alike are told apart by two.
_LETTERS = {
    "chatgpt": "G",
    "claude": "C",
    "claude-code": "CC",
    "codex": "Cx",
    "gemini": "Ge",
    "grok": "Gk",
    "mcp-memory": "MC",
    "mem0": "M0",
    "memdesk": "Md",
    "memesh": "Ms",
    "memx": "Mx",
    "note": "N",
    "clipboard": "N",
}


def letter(source: str) -> str:
    """The letter of a source's tile, or two; what a person wrote down has one and the same."""
    return _LETTERS.get(source) or source_name(source)[:1].upper() or "?"


def source_colour(source: str) -> QColor:
    """The colour of a source's tile."""
    return QColor(SOURCE_COLOURS.get(source, OTHER_SOURCE_COLOUR))


def paint_letter(
    painter: QPainter, rect: QRectF, text: str, ink: QColor, ground: QColor, radius: float
) -> None:
    """Draw a letter or two on a ground with round corners into a square."""
    ratio = painter.device().devicePixelRatioF()
    side = rect.height()
    # Drawing round shapes and text costs more than anything else on a row of a list.
    drawn = _letter(text, ink.rgba(), ground.rgba(), side, radius, ratio)
    painter.drawPixmap(rect.topLeft(), drawn)


@lru_cache(maxsize=256)
def _letter(text: str, ink: int, ground: int, side: float, radius: float, ratio: float) -> QPixmap:
    """The square with ``side`` logical pixels, for a device pixel ratio; colours as ARGB."""
    drawn = QPixmap(round(side * ratio), round(side * ratio))
    drawn.setDevicePixelRatio(ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor.fromRgba(ground))
    square = QRectF(0, 0, side, side)
    painter.drawRoundedRect(square, radius, radius)
    font = QFont(theme.current().font("tag", semibold=True))
    # Round grounds leave less room in the corners, two letters less in breadth.
    share = (0.42 if radius * 2 >= side else 0.56) * (1.0 if len(text) == 1 else 0.86)
    font.setPixelSize(max(1, round(side * share)))
    painter.setFont(font)
    painter.setPen(QColor.fromRgba(ink))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return drawn


def paint_source_badge(painter: QPainter, rect: QRectF, source: str) -> None:
    """Draw the tile of ``source`` into a square."""
    paint_letter(
        painter, rect, letter(source), QColor("#FFFFFF"), source_colour(source), RADIUS_TAG
    )


class Square(QWidget):
    """A widget of one size, that grows with the text."""

    def __init__(self, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = theme.current().px(self._side)
        return QSize(side, side)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)


class SourceBadge(Square):
    """The tile as a widget, named for screen readers."""

    def __init__(self, source: str = "", parent: QWidget | None = None) -> None:
        super().__init__(BADGE_SIZE, parent)
        self._source = source
        self.setSource(source)

    def setSource(self, source: str) -> None:
        """Show the tile of another source."""
        self._source = source
        self.setAccessibleName(source_name(source))
        self.setToolTip(source_name(source))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_source_badge(QPainter(self), QRectF(self.rect()), self._source)
