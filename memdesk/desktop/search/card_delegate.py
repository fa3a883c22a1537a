"""Draws the cards of the result list."""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

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
    layout_key,
)
from memdesk.desktop.search.result_model import ResultModel
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import RADIUS_CARD, RADIUS_TAG
from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.score_bar import paint_score_bar, segments
from memdesk.desktop.widgets.source_badge import BADGE_SIZE, paint_source_badge
from memdesk.retrieval.results import SearchResult

_Index = QModelIndex | QPersistentModelIndex


class CardDelegate(QStyledItemDelegate):
    """Knows every card's height, and keeps the layouts of those that were shown.

    Both go when width or text size change. When the results change, the layouts of cards that
    look the same stay.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._width = 0
        self._full_score = 1.0
        self._layouts: dict[int, CardLayout] = {}
        self._by_key: dict[Hashable, CardLayout] = {}
        self._former: dict[Hashable, CardLayout] = {}
        self._heights: dict[int, int] = {}

    def forget(self) -> None:
        """Drop all layouts: cards of another size are wanted."""
        self.renew(self._full_score)
        self._former = {}

    def renew(self, full_score: float) -> None:
        """Expect other results; ``full_score`` is the score that fills a bar from now on."""
        self._full_score = full_score
        self._heights = {}
        self._layouts = {}
        self._former, self._by_key = self._by_key, {}

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
        # The list gives every row its full width.
        return QSize(1, self._height(index) + GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        look = theme.current()
        layout = self._layout(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.left() + MARGIN, option.rect.top())
        card = QRectF(0, 0, self._card_width(), layout.height)
        self._paint_frame(painter, card, option.state, look)
        self._paint_head(painter, layout, index, look)
        painter.fillPath(layout.marked, look.colour("marked"))
        painter.setPen(look.colour("text"))
        layout.passage.draw(painter, layout.passage_at)
        if layout.bar is not None:
            pieces = segments(_result(index).explanation, self._full_score)
            paint_score_bar(painter, layout.bar, pieces, look.palette)
        self._paint_foot(painter, layout, look)
        painter.restore()

    def _layout(self, index: _Index) -> CardLayout:
        layout = self._layouts.get(index.row())
        if layout is None:
            result = _result(index)
            height = self._height(index)
            key = (height, layout_key(result))
            layout = self._former.get(key) or lay_out(
                result, self._card_width(), height, theme.current()
            )
            self._layouts[index.row()] = self._by_key[key] = layout
        return layout

    def _height(self, index: _Index) -> int:
        height = self._heights.get(index.row())
        if height is None:
            height = card_height(_result(index), self._card_width(), theme.current())
            self._heights[index.row()] = height
        return height

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
        result = _result(index)
        side = look.px(BADGE_SIZE)
        badge_top = padding - 1 + (look.px(20) - side) / 2
        paint_source_badge(painter, QRectF(padding, badge_top, side, side), result.source)
        painter.setFont(look.font("body", semibold=True))
        painter.setPen(look.colour("text"))
        painter.drawStaticText(layout.title.at, layout.title.text)
        painter.setFont(look.font("meta"))
        painter.setPen(look.colour("secondary"))
        painter.drawStaticText(layout.meta.at, layout.meta.text)

    def _paint_foot(self, painter: QPainter, layout: CardLayout, look: Theme) -> None:
        radius = look.px(RADIUS_TAG)
        painter.setPen(QPen(look.colour("control"), 1))
        painter.setBrush(look.colour("raised"))
        for _, frame in layout.tags:
            painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setFont(look.font("tag"))
        painter.setPen(look.colour("secondary"))
        for text, _ in layout.tags:
            painter.drawStaticText(text.at, text.text)
        if layout.remarks is not None:
            painter.setFont(look.font("meta"))
            painter.setPen(look.colour("faint"))
            painter.drawStaticText(layout.remarks.at, layout.remarks.text)


def _result(index: _Index) -> SearchResult:
    # A list of some hundred cards asks so often that the way by Qt's variants can be felt.
    return cast(ResultModel, index.model()).results()[index.row()]
