"""Draws the cards of the result list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memdesk.desktop.search.card_layout import (
    GAP,
    MARGIN,
    PADDING,
    CardLayout,
    card_height,
    lay_out,
)
from memdesk.desktop.search.result_model import RESULT_ROLE
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import RADIUS_CARD, RADIUS_MARK, RADIUS_TAG
from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.score_bar import paint_score_bar
from memdesk.desktop.widgets.source_badge import BADGE_SIZE, paint_source_badge

_Index = QModelIndex | QPersistentModelIndex


class CardDelegate(QStyledItemDelegate):
    """Knows every card's height, and keeps the layouts of those that were shown.

    Both go when width, text size or results change.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._width = 0
        self._full_score = 1.0
        self._layouts: dict[int, CardLayout] = {}
        self._heights: dict[int, int] = {}

    def forget(self, full_score: float | None = None) -> None:
        """Drop the layouts; ``full_score`` is the score that fills a bar from now on."""
        self._layouts.clear()
        self._heights.clear()
        if full_score is not None:
            self._full_score = full_score

    def setWidth(self, width: int) -> bool:
        """Lay out for a list of this width, scroll bar included; whether it is another one."""
        changed = width != self._width
        if changed:
            self._width = width
            self.forget()
        return changed

    def barRect(self, index: _Index) -> QRectF:
        """The score bar, from the row's upper left corner, with room for an easy click.

        Empty where there is none.
        """
        bar = self._layout(index).bar
        return bar.translated(MARGIN, 0).adjusted(-4, -8, 4, 8) if bar is not None else QRectF()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        height = self._heights.get(index.row())
        if height is None:
            height = card_height(index.data(RESULT_ROLE), self._card_width(), theme.current())
            self._heights[index.row()] = height
        # The list gives every row its full width.
        return QSize(1, height + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        look = theme.current()
        layout = self._layout(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.left() + MARGIN, option.rect.top())
        card = QRectF(0, 0, self._card_width(), layout.height)
        self._paint_frame(painter, card, option.state, look)
        self._paint_head(painter, layout, index, look)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("marked"))
        for rect in layout.marked:
            painter.drawRoundedRect(rect, RADIUS_MARK, RADIUS_MARK)
        painter.setPen(look.colour("text"))
        layout.passage.draw(painter, layout.passage_at)
        if layout.bar is not None:
            paint_score_bar(painter, layout.bar, layout.pieces, look.palette)
        self._paint_foot(painter, layout, look)
        painter.restore()

    def _layout(self, index: _Index) -> CardLayout:
        layout = self._layouts.get(index.row())
        if layout is None:
            layout = lay_out(
                index.data(RESULT_ROLE), self._card_width(), theme.current(), self._full_score
            )
            self._layouts[index.row()] = layout
        return layout

    def _card_width(self) -> int:
        # The scroll bar comes and goes in the margin, so that cards keep their width.
        return max(self._width - 2 * MARGIN, 120)

    def _paint_frame(
        self, painter: QPainter, card: QRectF, state: QStyle.StateFlag, look: Theme
    ) -> None:
        radius = look.px(RADIUS_CARD)
        frame = card.adjusted(0.5, 0.5, -0.5, -0.5)
        if state & QStyle.StateFlag.State_Selected:
            if not look.dark:
                shadow = QColor(look.palette.shadow)
                shadow.setAlphaF(0.05)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(shadow)
                painter.drawRoundedRect(frame.translated(0, 1.5), radius, radius)
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            edge = look.colour("accent" if focused else "control")
            painter.setPen(QPen(edge, 1.5 if focused else 1))
            painter.setBrush(look.colour("surface"))
            painter.drawRoundedRect(frame, radius, radius)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("hover"))
            painter.drawRoundedRect(frame, radius, radius)

    def _paint_head(
        self, painter: QPainter, layout: CardLayout, index: _Index, look: Theme
    ) -> None:
        padding = look.px(PADDING)
        result = index.data(RESULT_ROLE)
        side = look.px(BADGE_SIZE)
        row = QRectF(padding, padding - 1, self._card_width() - 2 * padding, look.px(20))
        badge_top = row.top() + (row.height() - side) / 2
        paint_source_badge(painter, QRectF(padding, badge_top, side, side), result.source)
        painter.setFont(look.font("body", semibold=True))
        painter.setPen(look.colour("text"))
        left = layout.title_left
        middle = Qt.AlignmentFlag.AlignVCenter
        title = QRectF(left, row.top(), row.right() - layout.meta_width - left, row.height())
        painter.drawText(title, middle | Qt.AlignmentFlag.AlignLeft, layout.title)
        painter.setFont(look.font("meta"))
        painter.setPen(look.colour("secondary"))
        painter.drawText(row, middle | Qt.AlignmentFlag.AlignRight, layout.meta)

    def _paint_foot(self, painter: QPainter, layout: CardLayout, look: Theme) -> None:
        painter.setFont(look.font("tag"))
        radius = look.px(RADIUS_TAG)
        for name, rect in layout.tags:
            painter.setPen(QPen(look.colour("control"), 1))
            painter.setBrush(look.colour("raised"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            painter.setPen(look.colour("secondary"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, name)
        if layout.remarks:
            painter.setFont(look.font("meta"))
            painter.setPen(look.colour("faint"))
            painter.drawText(layout.remarks_at, Qt.AlignmentFlag.AlignVCenter, layout.remarks)
