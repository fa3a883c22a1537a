"""The messages around a hit, made outwards from it, and what keys do among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

import shiboken6
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QWidget

from memdesk.desktop.conversation.days import day_name, day_of
from memdesk.desktop.conversation.message import Message
from memdesk.desktop.conversation.message_column import LINE, MessageColumn
from memdesk.desktop.conversation.turn import Turn
from memdesk.desktop.theme.metrics import GAP_L
from memdesk.desktop.widgets.focus_ring import FocusRing
from memdesk.vault.records import Memory

MOST_MESSAGES = 180
"""Messages kept; those farthest from view go first."""

_COMING_BACK = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)

_AWAY = -1_000_000
"""Where messages stand that are still being made or are to be deleted, in pixels."""


class Transcript(MessageColumn):
    """Messages in reading order."""

    messageSelected = Signal(int)
    copyWanted = Signal()
    menuWanted = Signal(QPoint)
    """What can be done with the current message is wanted, at a place of the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._current: Turn | None = None
        self._dead: list[Message] = []
        self._ringed = False
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
        self.slices.clear()
        self._fitting = False
        self._take_away(self._turns)
        self._turns = self._new(memories, patterns, shown)
        self._hit = self._current = None
        self._held = None
        self._top_at = 0
        self._following = True
        self._name_days()
        self._find(hit)
        centre = self._turns.index(self._hit) if self._hit is not None else 0
        order = sorted(range(len(self._turns)), key=lambda at: (abs(at - centre), at < centre))
        first, *others = (self._make(self._turns[at]) for at in order) if order else (iter(()),)
        for job in (first, self._bury(), *others):
            self.slices.add(job, self)
        # The hit is there at once; the rest follows between frames.
        self.slices.run()

    def extend(self, memories: Sequence[Memory], *, before: bool) -> int:
        """Add messages at an end, without moving what is in view.

        Returns how many were taken away at the other end.
        """
        self._stop_following()
        made = self._new(memories, {}, {})
        at = 0 if before else len(self._turns)
        self._turns[at:at] = made
        if before and self._hit is not None and self._top_at:
            self._top_at += len(made)
        self._name_days()
        for turn in reversed(made) if before else made:
            self.slices.add(self._make(turn), self)
        return self._prune(at_end=before)

    def moveHit(self, hit: int | None, patterns: dict[int, re.Pattern[str]]) -> None:
        """Make another of the messages the hit, and scroll to it."""
        for turn in self._turns:
            turn.setPattern(patterns.get(turn.memory.id))
        self._find(hit)
        self._following = True
        self._held = None
        self._arrange()

    def memories(self) -> list[Memory]:
        """What the column holds, in order."""
        return [turn.memory for turn in self._turns]

    def messages(self) -> list[Message]:
        """The messages' widgets in order, as far as they are made."""
        return [turn.message for turn in self._turns if turn.message is not None]

    def current(self) -> Memory | None:
        """The message that was chosen, else the hit, else the first."""
        turn = self._current or self._hit or next(iter(self._turns), None)
        return turn.memory if turn is not None else None

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

    def _new(
        self,
        memories: Sequence[Memory],
        patterns: dict[int, re.Pattern[str]],
        shown: dict[int, int],
    ) -> list[Turn]:
        return [
            Turn(memory, patterns.get(memory.id), shown.get(memory.id, 0)) for memory in memories
        ]

    def _make(self, turn: Turn) -> Iterator[None]:
        """Make a message's widgets bit by bit."""
        if turn.gone:
            return
        message = Message(turn.memory, self.slices, self._column, shown=turn.needed)
        turn.message = message
        message.setPattern(turn.pattern)
        message.setDay(turn.day)
        message.setHit(turn is self._hit)
        message.setCurrent(turn is self._current)
        message.selected.connect(self._select)
        # With its final width no text is laid out twice; out of sight until it has a place.
        self._fit(turn)
        turn.place(0, _AWAY)
        message.show()
        turn.placed = not self._is_before_view(turn)
        for _ in chain((None,), message.build()):
            turn.growing = True
            yield
            if turn.gone:
                return
        turn.whole = turn.growing = True

    def _is_before_view(self, turn: Turn) -> bool:
        """Whether all that is in view would move each time the message grows."""
        first = self._hit if self._following or self._held is None else self._held.turn
        if first is None or first.gone:
            return False
        return self._turns.index(turn) < self._turns.index(first)

    def _name_days(self) -> None:
        previous = None
        for turn in self._turns:
            day = day_of(turn.memory)
            begins = day is not None and previous is not None and day != previous
            turn.setDay(day_name(day) if day is not None and begins else "")
            previous = day or previous

    def _find(self, hit: int | None) -> None:
        self._hit = next((turn for turn in self._turns if turn.memory.id == hit), None)
        for turn in self._turns:
            if turn.message is not None:
                turn.message.setHit(turn is self._hit)

    # Taking messages away.

    def _prune(self, *, at_end: bool) -> int:
        surplus = len(self._turns) - MOST_MESSAGES
        if surplus <= 0:
            return 0
        far = self._turns[-surplus:] if at_end else self._turns[:surplus]
        start, end = self._view_top(), self._view_top() + self.viewport().height()
        gone = [turn for turn in far if not turn.placed or turn.bottom < start or turn.y > end]
        if self._hit in gone:
            self._hit = None
        if self._current in gone:
            self._current = None
        self._top_at = max(0, self._top_at - (0 if at_end else len(gone)))
        self._turns = [turn for turn in self._turns if turn not in gone]
        self._take_away(gone)
        self.slices.add(self._bury(), self)
        return len(gone)

    def _take_away(self, turns: Sequence[Turn]) -> None:
        """Put messages out of sight; hiding or deleting many at once would take too long."""
        focused = self.window().focusWidget()
        for turn in turns:
            turn.gone = True
            if turn.message is not None:
                turn.message.move(0, _AWAY)
                self._dead.append(turn.message)
                if focused is not None and turn.message.isAncestorOf(focused):
                    self.setFocus()

    def _bury(self) -> Iterator[None]:
        while self._dead:
            shiboken6.delete(self._dead.pop())
            yield

    # Focus.

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A click must not leave a ring behind; a menu or another window changes nothing.
        if event.reason() not in _COMING_BACK:
            self._ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        self.ring.setVisible(self._ringed)

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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # With the mouse it is about the message under it, with the key about the current one.
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            at = self._column.mapFromGlobal(event.globalPos()).y()
            under = next((t for t in self._turns if t.placed and t.y <= at < t.bottom), None)
            if under is None:
                return
            self._select(under.memory.id)
        if self.current() is not None:
            self.menuWanted.emit(event.globalPos())

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
        at = self._turns.index(current) + by if current in self._turns else 0
        message = self._turns[at].message if 0 <= at < len(self._turns) else None
        if message is not None:
            self._select(message.memory.id)
            self._reveal(message)

    def _select(self, memory_id: int) -> None:
        self._current = next((t for t in self._turns if t.memory.id == memory_id), None)
        for turn in self._turns:
            if turn.message is not None:
                turn.message.setCurrent(turn is self._current)
        self.messageSelected.emit(memory_id)
