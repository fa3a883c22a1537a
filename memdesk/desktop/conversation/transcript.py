"""The scrolling column of messages around a hit.

It lays its messages out itself, because what is in view must stay where it is while messages
before and after it are still being made, unfold or arrive later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from memdesk.desktop.conversation.days import day_name, day_of
from memdesk.desktop.conversation.message import Message
from memdesk.desktop.conversation.slices import Slices
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL
from memdesk.vault.records import Memory

NEAR_EDGE = 600
"""Pixels from an end of the column at which more messages are asked for."""
MOST_MESSAGES = 180
"""Messages kept; those farthest from view go first."""

_TEXT_WIDTH = 800
_LINE = 40
_SHOWN_OR_HIDDEN = (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)


@dataclass(slots=True)
class _Held:
    """What stays where it is: a widget, ``offset`` pixels above the top of the view."""

    widget: QWidget
    offset: int


class Transcript(QScrollArea):
    """Messages in reading order, made outwards from the hit."""

    edgeNear = Signal(bool)
    """The view came near the start (True) or the end (False) of the column."""
    messageSelected = Signal(int)
    copyWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: list[Message] = []
        self._ready: set[int] = set()
        self._top: QWidget | None = None
        self._top_at = 0
        self._hit: Message | None = None
        self._current: Message | None = None
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
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    # Content.

    def setTopWidget(self, widget: QWidget) -> None:
        """Let a widget flow with the messages, above the hit."""
        self._top = widget
        widget.setParent(self._column)
        widget.installEventFilter(self)
        self._arrange()

    def showMessages(
        self,
        memories: Sequence[Memory],
        hit: int | None,
        patterns: dict[int, re.Pattern[str]],
        shown: dict[int, int],
    ) -> None:
        """Show other messages; ``shown`` gives the characters needed of long ones, by id."""
        self._drop(self._messages)
        self._messages = []
        self._hit = self._current = None
        self._held = None
        self._top_at = 0
        self._following = True
        self._insert(0, memories, patterns, shown)
        self._find(hit)
        centre = self._messages.index(self._hit) if self._hit is not None else 0
        order = sorted(range(len(self._messages)), key=lambda at: (abs(at - centre), at < centre))
        for at in order:
            self._build(self._messages[at])
        self._arrange()
        # The hit is there at once; the rest follows between frames.
        self.slices.run()

    def extend(self, memories: Sequence[Memory], *, before: bool) -> int:
        """Add messages at an end, without moving what is in view.

        Returns how many were taken away at the other end.
        """
        self._stop_following()
        at = 0 if before else len(self._messages)
        made = self._insert(at, memories, {}, {})
        for message in reversed(made) if before else made:
            self._build(message)
        return self._prune(at_end=before)

    def moveHit(self, hit: int | None, patterns: dict[int, re.Pattern[str]]) -> None:
        """Make another of the messages the hit, and scroll to it."""
        for message in self._messages:
            message.setPattern(patterns.get(message.memory.id))
        self._find(hit)
        self._following = True
        self._held = None
        self._arrange()

    def memories(self) -> list[Memory]:
        """What the column holds, in order."""
        return [message.memory for message in self._messages]

    def messages(self) -> list[Message]:
        """The messages' widgets, in order."""
        return list(self._messages)

    def current(self) -> Memory | None:
        """The message that was chosen, else the hit, else the first."""
        message = self._current or self._hit or next(iter(self._messages), None)
        return message.memory if message is not None else None

    def clear(self) -> None:
        """Show nothing."""
        self.showMessages((), None, {}, {})

    def showTop(self) -> None:
        """Bring the widget above the hit into view."""
        if self._top is not None and not self._top.isHidden():
            self._stop_following()
            self._arrange()
            self._scroll_to(self._top.y() - GAP_L)

    # Making messages.

    def _insert(
        self,
        at: int,
        memories: Sequence[Memory],
        patterns: dict[int, re.Pattern[str]],
        shown: dict[int, int],
    ) -> list[Message]:
        made = []
        for memory in memories:
            message = Message(memory, self.slices, self._column, shown=shown.get(memory.id, 0))
            message.setPattern(patterns.get(memory.id))
            message.selected.connect(self._select)
            made.append(message)
        self._messages[at:at] = made
        if at <= self._top_at and self._hit is not None and self._top_at:
            self._top_at += len(made)
        self._name_days()
        return made

    def _build(self, message: Message) -> None:
        def job() -> Iterator[None]:
            self._ready.add(id(message))
            message.show()
            yield from message.build()

        self.slices.add(job(), message)

    def _name_days(self) -> None:
        previous = None
        for message in self._messages:
            day = day_of(message.memory)
            begins = day is not None and previous is not None and day != previous
            message.setDay(day_name(day) if day is not None and begins else "")
            previous = day or previous

    def _find(self, hit: int | None) -> None:
        self._hit = None
        for message in self._messages:
            is_hit = message.memory.id == hit
            message.setHit(is_hit)
            if is_hit:
                self._hit = message

    def _prune(self, *, at_end: bool) -> int:
        surplus = len(self._messages) - MOST_MESSAGES
        if surplus <= 0:
            return 0
        gone = self._messages[-surplus:] if at_end else self._messages[:surplus]
        view = self._view_top(), self._view_top() + self.viewport().height()
        gone = [m for m in gone if m.y() + m.height() < view[0] or m.y() > view[1]]
        if self._hit in gone:
            self._hit = None
        if self._current in gone:
            self._current = None
        kept = [m for m in self._messages if m not in gone]
        self._top_at = max(0, self._top_at - (0 if at_end else len(gone)))
        self._messages = kept
        self._drop(gone, stop=False)
        return len(gone)

    def _drop(self, messages: Sequence[Message], *, stop: bool = True) -> None:
        if stop:
            self.slices.clear()
        for message in messages:
            self._ready.discard(id(message))
            message.hide()
            message.deleteLater()

    # Laying out.

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
        if marked + _LINE * 2 > target + view:
            target = marked - view // 3
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

    def showEvent(self, event: QEvent) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
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

    # Keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        page = self.viewport().height() - _LINE
        steps = {
            Qt.Key.Key_Up: -_LINE,
            Qt.Key.Key_Down: _LINE,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Space: page,
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyWanted.emit()
        elif control and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() in steps:
            bar.setValue(bar.value() + steps[Qt.Key(event.key())])
        else:
            event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._following = False
        super().wheelEvent(event)

    def focusNextPrevChild(self, next_: bool) -> bool:
        found = super().focusNextPrevChild(next_)
        focused = self.focusWidget()
        if found and focused is not None and self._column.isAncestorOf(focused):
            self._reveal(focused)
        return found

    def _reveal(self, widget: QWidget) -> None:
        top = widget.mapTo(self._column, QPoint(0, 0)).y()
        height = min(widget.height(), self.viewport().height() // 2)
        self._following = False
        if top < self._view_top() or top + height > self._view_top() + self.viewport().height():
            self._scroll_to(top - self.viewport().height() // 3)

    def _step(self, by: int) -> None:
        """Go to the message before or after the current one."""
        current = self._current or self._hit
        at = self._messages.index(current) + by if current in self._messages else 0
        if 0 <= at < len(self._messages):
            self._select(self._messages[at].memory.id)
            self._reveal(self._messages[at])

    def _select(self, memory_id: int) -> None:
        for message in self._messages:
            chosen = message.memory.id == memory_id
            message.setCurrent(chosen)
            if chosen:
                self._current = message
        self.messageSelected.emit(memory_id)
