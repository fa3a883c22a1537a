"""The messages around a hit, made outwards from it, and what keys do among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QWidget

from memdesk.desktop.conversation.days import day_name, day_of
from memdesk.desktop.conversation.message import Message
from memdesk.desktop.conversation.message_column import LINE, MessageColumn
from memdesk.desktop.theme.metrics import GAP_L
from memdesk.desktop.widgets.focus_ring import FocusRing
from memdesk.vault.records import Memory

MOST_MESSAGES = 180
"""Messages kept; those farthest from view go first."""


class Transcript(MessageColumn):
    """Messages in reading order."""

    messageSelected = Signal(int)
    copyWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._current: Message | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self.ring = FocusRing(self)

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
            # It would be shown with the column, before it has a place.
            message.hide()
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

    # Focus.

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A click must not leave a ring behind.
        self.ring.setVisible(event.reason() != Qt.FocusReason.MouseFocusReason)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.ring.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.ring.setGeometry(self.rect())

    # Keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        page = self.viewport().height() - LINE
        steps = {
            Qt.Key.Key_Up: -LINE,
            Qt.Key.Key_Down: LINE,
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
