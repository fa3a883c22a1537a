"""A column of messages that scrolls and lays itself out.

What is in view must stay where it is while messages before and after it are still being made,
unfold or arrive later, which Qt's own layouts and scroll areas do not know how to do.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from memdesk.desktop.conversation.message import Message
from memdesk.desktop.conversation.slices import Slices
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL

NEAR_EDGE = 600
"""Pixels from an end of the column at which more messages are asked for."""

LINE = 40
"""Pixels that an arrow key scrolls."""

_TEXT_WIDTH = 800
_SHOWN_OR_HIDDEN = (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)


@dataclass(slots=True)
class _Held:
    """What stays where it is: a widget, ``offset`` pixels above the top of the view."""

    widget: QWidget
    offset: int


class MessageColumn(QScrollArea):
    """Follows the hit until the reader scrolls; from then on holds what is in view."""

    edgeNear = Signal(bool)
    """The view came near the start (True) or the end (False) of the column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: list[Message] = []
        self._ready: set[int] = set()
        self._top: QWidget | None = None
        self._top_at = 0
        self._hit: Message | None = None
        self._held: _Held | None = None
        # Until the reader scrolls, the view follows the hit.
        self._following = False
        self._moving = False
        self.slices = Slices(self)
        self.slices.stepped.connect(self._arrange)
        self.slices.finished.connect(self._look_at_edges)
        self._column = QWidget()
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
        look = theme.current()
        extent = self.verticalScrollBar().sizeHint().width()
        width = max(self.width() - extent, 1)
        right = max(GAP_XL - extent, GAP_S)
        text = min(width - GAP_XL - right, look.px(_TEXT_WIDTH))
        if self._following and self._hit is not None:
            self._place_top(width, text)
        top = self._top if self._top is not None and not self._top.isHidden() else None
        y = GAP_M
        for at, message in enumerate(self._messages):
            if top is not None and at == self._top_at:
                y = self._set(top, GAP_XL, y, text) + GAP_M
            if id(message) not in self._ready:
                continue
            message.setMargins(GAP_XL, width - GAP_XL - text)
            y = self._set(message, 0, y, width)
        if top is not None and self._top_at >= len(self._messages):
            y = self._set(top, GAP_XL, y, text) + GAP_M
        self._column.resize(width, max(y + GAP_L, self.viewport().height()))
        if self._following:
            self._follow()
        elif self._held is not None:
            self._set_scroll(self._held.widget.y() + self._held.offset)
        self._moving = False

    def _set(self, widget: QWidget, x: int, y: int, width: int) -> int:
        height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
        if height < 0:
            height = max(widget.sizeHint().height(), widget.minimumHeight())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            x = self._column.width() - x - width
        widget.setGeometry(x, y, width, height)
        return y + height

    def _place_top(self, width: int, text_width: int) -> None:
        """Put the top widget above everything if the hit is in view then, else above the hit."""
        if self._hit is None or self._top is None:
            return
        hit_at = self._messages.index(self._hit)
        self._top_at = hit_at
        if hit_at > 6:
            return
        heights = [m.heightForWidth(width) for m in self._messages[: hit_at + 1]]
        card = max(self._top.heightForWidth(text_width), self._top.sizeHint().height())
        if card + sum(heights) + GAP_XL <= self.viewport().height():
            self._top_at = 0

    def _follow(self) -> None:
        """Scroll so that the hit is read first."""
        if self._hit is None or id(self._hit) not in self._ready:
            self._set_scroll(0)
            return
        view = self.viewport().height()
        top, bottom = self._hit.y(), self._hit.y() + self._hit.height()
        if bottom + GAP_M <= view:
            self._set_scroll(0)
            return
        mark = self._hit.markTop()
        marked = top + (mark if mark is not None else self._hit.textTop())
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
        self._look_at_edges()

    def _stop_following(self) -> None:
        if self._following:
            self._following = False
            self._hold()

    def _hold(self) -> None:
        """Keep the first message in view where it is from now on."""
        top = self._view_top()
        for message in self._messages:
            if id(message) in self._ready and message.y() + message.height() > top:
                self._held = _Held(message, top - message.y())
                return
        self._held = None

    def _look_at_edges(self) -> None:
        if not self._messages or self.slices.busy() or not self.isVisible():
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
            self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        laid_out = watched is self._column and event.type() == QEvent.Type.LayoutRequest
        if laid_out or (watched is self._top and event.type() in _SHOWN_OR_HIDDEN):
            self._arrange()
        return super().eventFilter(watched, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._following = False
        super().wheelEvent(event)
