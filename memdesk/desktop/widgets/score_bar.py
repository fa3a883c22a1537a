"""The stacked bar of a score: one segment for each group of contributions."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import SCORE_BAR_HEIGHT, SCORE_BAR_WIDTH
from memdesk.desktop.theme.palette import Palette
from memdesk.desktop.widgets.names import group_name
from memdesk.retrieval.contributions import by_group, total
from memdesk.retrieval.explanation import Explanation, Group

GROUP_ORDER: tuple[Group, ...] = (
    "keyword",
    "meaning",
    "conversation",
    "author",
    "time",
    "personal",
    "normalisation",
    "penalty",
)
"""Order of the segments, the same in every bar."""

_SMALLEST = 0.005


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the bar, from ``start`` to ``end`` as shares of the bar's length.

    Gains stand one after another from the left. A loss is the hatched end of what was gained:
    the score is where the solid part stops.
    """

    group: Group
    start: float
    end: float
    loss: bool


def segments(explanation: Explanation, full: float = 1.0) -> tuple[Segment, ...]:
    """The segments of a score in the bar's order; ``full`` is the score of a filled bar.

    Where the gains together exceed ``full`` all lengths shrink alike. Groups that together give
    less than nothing are hatched, whatever their name.
    """
    sums = by_group(explanation.contributions)
    gains = [(group, sums[group]) for group in GROUP_ORDER if sums.get(group, 0.0) > 0]
    losses = [(group, -sums[group]) for group in GROUP_ORDER if sums.get(group, 0.0) < 0]
    gained = sum(value for _, value in gains)
    if gained <= 0:
        return ()
    scale = 1 / max(full, gained)
    pieces: list[Segment] = []
    lost = min(sum(value for _, value in losses), gained)
    kept = gained - lost
    at = 0.0
    for group, value in gains:
        end = min(at + value, kept)
        if (end - at) * scale >= _SMALLEST:
            pieces.append(Segment(group, at * scale, end * scale, loss=False))
        at = min(at + value, kept)
    for group, value in losses:
        end = min(at + value, gained)
        if (end - at) * scale >= _SMALLEST:
            pieces.append(Segment(group, at * scale, end * scale, loss=True))
        at = end
    return tuple(pieces)


def describe(explanation: Explanation) -> str:
    """The bar in words, for screen readers and the tooltip."""
    parts = [
        f"{group_name(group)} {value:+.2f}"
        for group, value in sorted(
            by_group(explanation.contributions).items(), key=lambda item: GROUP_ORDER.index(item[0])
        )
        if abs(value) >= _SMALLEST
    ]
    head = QCoreApplication.translate("ScoreBar", "Score {score}").format(
        score=f"{total(explanation.contributions):.2f}"
    )
    return f"{head}: {', '.join(parts)}" if parts else head


def paint_score_bar(
    painter: QPainter, rect: QRectF, pieces: tuple[Segment, ...], palette: Palette
) -> None:
    """Draw track and segments into ``rect``, with rounded ends and gaps of one pixel."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    outline.addRoundedRect(rect, rect.height() / 2, rect.height() / 2)
    painter.setClipPath(outline)
    painter.fillRect(rect, QColor(palette.track))
    for position, piece in enumerate(pieces):
        left = round(rect.left() + piece.start * rect.width())
        right = round(rect.left() + piece.end * rect.width())
        gap = 1 if position + 1 < len(pieces) and right - left > 2 else 0
        area = QRectF(left, rect.top(), max(1, right - left - gap), rect.height())
        if piece.loss:
            _hatch(painter, area, QColor(palette.penalty))
        else:
            painter.fillRect(area, QColor(palette.group(piece.group)))
    painter.restore()


def _hatch(painter: QPainter, area: QRectF, colour: QColor) -> None:
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(colour, 1.4))
    at = area.left() - area.height()
    while at < area.right():
        painter.drawLine(QPointF(at, area.bottom()), QPointF(at + area.height(), area.top()))
        at += 3.5
    painter.restore()


class ScoreBar(QWidget):
    """A score bar that opens the breakdown on a click or Space."""

    activated = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: tuple[Segment, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Score"))

    def setExplanation(self, explanation: Explanation, full: float = 1.0) -> None:
        """Show a score; ``full`` is the score of a filled bar."""
        self._pieces = segments(explanation, full)
        words = describe(explanation)
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        look = theme.current()
        # Room above and below for the focus ring and an easier target.
        return QSize(look.px(SCORE_BAR_WIDTH) + 8, look.px(SCORE_BAR_HEIGHT) + 8)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.activated.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        paint_score_bar(painter, area, self._pieces, look.palette)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
