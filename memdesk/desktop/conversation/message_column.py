"""A column of messages that scrolls and lays itself out.

What is in view must stay where it is while messages before and after it are still being made,
unfold or arrive later, which Qt's own layouts and scroll areas do not know how to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from memdesk.desktop.conversation.turn import Turn
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL
from memdesk.desktop.widgets.column import height_at
from memdesk.desktop.widgets.slices import Slices

NEAR_EDGE = 600
"""Pixels from an end of the column at which more messages are asked for."""

LINE = 40
"""Pixels that an arrow key scrolls."""

_TEXT_WIDTH = 800
_SHOWN_OR_HIDDEN = (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)


@dataclass(slots=True)
class _Held:
    """What stays where it is: a message, ``offset`` pixels above the top of the view."""

    turn: Turn
    offset: int


class MessageColumn(QScrollArea):
    """Follows the hit until the reader scrolls; from then on holds what is in view."""

    edgeNear = Signal(bool)
    """The view came near the start (True) or the end (False) of the column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turns: list[Turn] = []
        self._top: QWidget | None = None
        self._top_at = 0
        self._hit: Turn | None = None
        self._held: _Held | None = None
        # Until the reader scrolls, the view follows the hit.
        self._following = False
        self._moving = False
        self._fitting = False
        self.slices = Slices(self)
        self.slices.stepped.connect(self._arrange)
        self.slices.finished.connect(self._look_at_edges)
        self._column = QWidget()
        # It paints nothing itself, so nothing has to be drawn again where it grows.
        self._column.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.setWidget(self._column)
        self._column.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def _arrange(self) -> None:
        if self._moving:
            return
        self._moving = True
        width, text = self._widths()
        self._place_above()
        self._fit_near_view(width, text)
        if self._following and self._hit is not None:
            self._place_top(text)
        top = self._top if self._top is not None and not self._top.isHidden() else None
        mirrored = self._mirrored()
        y = GAP_M
        for at, turn in enumerate(self._turns):
            if top is not None and at == self._top_at:
                y = self._set_top(top, y, text) + GAP_M
            if turn.placed:
                if turn.y != y or turn.resized:
                    turn.place(width - turn.width if mirrored else 0, y)
                y += turn.height
        if top is not None and self._top_at >= len(self._turns):
            y = self._set_top(top, y, text) + GAP_M
        self._column.resize(width, max(y + GAP_L, self.viewport().height()))
        if self._following:
            self._follow()
        elif self._held is not None:
            self._set_scroll(self._held.turn.y + self._held.offset)
        self._moving = False

    def _widths(self) -> tuple[int, int]:
        """Width of the column, and of the text in it."""
        extent = self.verticalScrollBar().sizeHint().width()
        width = max(self.width() - extent, 1)
        right = max(GAP_XL - extent, GAP_S)
        return width, min(width - GAP_XL - right, theme.current().px(_TEXT_WIDTH))

    def _place_above(self) -> None:
        """Place what was made above the view, once for all: each time everything in view moves."""
        if self._view_top() < self.viewport().height() or not self.slices.busy():
            for turn in self._turns:
                turn.placed = turn.placed or turn.whole

    def _fit(self, turn: Turn) -> None:
        width, text = self._widths()
        turn.fit(GAP_XL, width, width - GAP_XL - text)

    def _fit_near_view(self, width: int, text: int) -> None:
        """Give the messages that may be seen their heights; the others follow between frames."""
        view = self.viewport().height()
        start, end = self._view_top() - view, self._view_top() + 2 * view
        margin = width - GAP_XL - text
        for turn in self._turns:
            if not turn.placed:
                continue
            if turn.growing or (start < turn.y + turn.height and turn.y < end):
                turn.fit(GAP_XL, width, margin)
            elif not self._fitting and (turn.width != width or turn.margin != margin):
                self._fitting = True
                self.slices.add(self._fit_others(), self._column)

    def _fit_others(self) -> Iterator[None]:
        """Lay the messages out that another width has left behind, those near view first."""
        top = self._view_top()
        for turn in sorted(self._turns, key=lambda turn: abs(turn.y - top)):
            if turn.placed and not turn.gone:
                self._fit(turn)
                turn.place(0, turn.y)
                yield
        self._fitting = False

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _set_top(self, top: QWidget, y: int, width: int) -> int:
        height = height_at(top, width)
        x = self._widths()[0] - GAP_XL - width if self._mirrored() else GAP_XL
        top.setGeometry(x, y, width, height)
        return y + height

    def _place_top(self, text_width: int) -> None:
        """Put the top widget above everything if the hit is in view then, else above the hit."""
        if self._hit is None or self._top is None:
            return
        hit_at = self._turns.index(self._hit)
        self._top_at = hit_at
        if hit_at > 6:
            return
        heights = (turn.height for turn in self._turns[: hit_at + 1])
        if height_at(self._top, text_width) + sum(heights) + GAP_XL <= self.viewport().height():
            self._top_at = 0

    def _follow(self) -> None:
        """Scroll so that the hit is read first."""
        message = self._hit.message if self._hit is not None else None
        if self._hit is None or message is None or not self._hit.placed:
            self._set_scroll(0)
            return
        view = self.viewport().height()
        top, bottom = self._hit.y, self._hit.bottom
        if bottom + GAP_M <= view:
            self._set_scroll(0)
            return
        mark = message.markTop()
        marked = top + (mark if mark is not None else message.textTop())
        if self._top is not None and not self._top.isHidden() and self._top.y() < top:
            target = self._top.y() - GAP_M
        else:
            target = top - view // 5
        if marked + LINE * 2 > target + view:
            target = marked - view // 3
        if self.slices.busy():
            # What comes below is still being made; without room for it the hit would wander.
            column = self._column
            column.resize(column.width(), max(column.height(), target + view))
        self._set_scroll(target)

    # Scrolling.

    def _set_scroll(self, value: int) -> None:
        was, self._moving = self._moving, True
        self.verticalScrollBar().setValue(value)
        self._moving = was

    def _scroll_to(self, value: int) -> None:
        self._set_scroll(value)
        self._hold()

    def _view_top(self) -> int:
        return self.verticalScrollBar().value()

    def _scrolled(self) -> None:
        if self._moving:
            return
        self._following = False
        self._hold()
        if self.slices.busy():
            # What comes into view may have to be placed, or be laid out for another width.
            self._arrange()
        self._look_at_edges()

    def _stop_following(self) -> None:
        if self._following:
            self._following = False
            self._hold()

    def _hold(self) -> None:
        """Keep the first message in view where it is from now on."""
        top = self._view_top()
        for turn in self._turns:
            if turn.placed and turn.bottom > top:
                self._held = _Held(turn, top - turn.y)
                return
        self._held = None

    def _look_at_edges(self) -> None:
        if not self._turns or self.slices.busy() or not self.isVisible():
            return
        if self._view_top() < NEAR_EDGE:
            self.edgeNear.emit(True)
        if self._view_top() > self.verticalScrollBar().maximum() - NEAR_EDGE:
            self.edgeNear.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        was, self._moving = self._moving, True
        super().resizeEvent(event)
        self._moving = was
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._look_at_edges)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_held"):
            for turn in self._turns:
                turn.growing = True
            self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        laid_out = watched is self._column and event.type() == QEvent.Type.LayoutRequest
        if laid_out or (watched is self._top and event.type() in _SHOWN_OR_HIDDEN):
            self._arrange()
        return super().eventFilter(watched, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._following = False
        super().wheelEvent(event)
