"""The conversation around a hit, as it is read at the right of the results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from memdesk.desktop.conversation.copying import (
    conversation_markdown,
    message_markdown,
    message_text,
)
from memdesk.desktop.conversation.heading import Heading
from memdesk.desktop.conversation.marked_words import word_pattern, words_at
from memdesk.desktop.conversation.transcript import Transcript
from memdesk.desktop.theme.metrics import GAP_M, GAP_XL
from memdesk.desktop.widgets.dates import number, said
from memdesk.desktop.widgets.empty_state import EmptyState
from memdesk.desktop.widgets.labels import hairline, label
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.names import source_name, type_name
from memdesk.vault.records import Conversation, Memory

LOADING_MS = 300
"""What takes less is not announced."""

_BEYOND_MARK = 2000

Marks = Sequence[tuple[int, int]]


class ConversationView(QWidget):
    """Shows what it is given and asks for more when the reader comes near an end."""

    whyToggled = Signal(bool)
    moreWanted = Signal(int, bool)
    """Conversation, and whether the messages before those loaded are wanted."""
    messageSelected = Signal(int)
    copyConversationWanted = Signal(int)
    """A conversation is to be copied that is not loaded as a whole."""
    expected = Signal(object, str)
    """A message, and its conversation's title, was expected for another search."""
    exportWanted = Signal(object, object)
    """A message, and its conversation (None for a note), is to be exported."""
    copied = Signal(str)
    """Says what is on the clipboard now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conversation: Conversation | None = None
        self._first = 0
        self._total = 0
        self._asked: set[bool] = set()
        self._top: QWidget | None = None
        self.heading = Heading()
        self.transcript = Transcript()
        self.message = MessageBar()
        self.empty = EmptyState(
            "message-square",
            self.tr("Nothing selected"),
            self.tr("Choose a result to read the conversation around it."),
        )
        self._pages = QStackedWidget()
        self._loading_text = label(self.tr("Loading the conversation"), "body", "secondary")
        self._loading_text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._loading = QTimer(self, singleShot=True, interval=LOADING_MS)
        self._loading.timeout.connect(lambda: self._pages.setCurrentWidget(self._loading_text))
        self._reading = QWidget()
        reading = QVBoxLayout(self._reading)
        reading.setContentsMargins(0, 0, 0, 0)
        reading.setSpacing(0)
        reading.addWidget(self.heading)
        reading.addWidget(hairline())
        reading.addWidget(self.transcript, 1)
        for page in (self.empty, self._reading, self._loading_text):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bar = QVBoxLayout()
        bar.setContentsMargins(GAP_XL, 0, GAP_XL, 0)
        bar.addWidget(self.message)
        column.addLayout(bar)
        column.addWidget(self._pages, 1)
        self._bar = bar
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        QWidget.setTabOrder(self.heading.why, self.heading.copy)
        QWidget.setTabOrder(self.heading.copy, self.transcript)
        self._connect()
        self.showNothing()

    def setTopWidget(self, widget: QWidget) -> None:
        """Let the account of the score flow with the messages, above the hit."""
        self._top = widget
        widget.installEventFilter(self)
        self.transcript.setTopWidget(widget)
        self.heading.why.setChecked(not widget.isHidden())

    def setWhyEnabled(self, enabled: bool) -> None:
        """Offer “Why here”, or not where nothing was searched for."""
        self.heading.why.setEnabled(enabled)

    def conversationId(self) -> int | None:
        """The conversation shown; None for a note or nothing."""
        return self._conversation.id if self._conversation is not None else None

    def loadedRange(self) -> tuple[int, int]:
        """Number of the first message loaded, and of the one after the last.

        Messages far from view are dropped when others come, so the range does not only grow.
        """
        return self._first, self._first + len(self.transcript.memories())

    def showConversation(
        self,
        conversation: Conversation | None,
        memories: Sequence[Memory],
        *,
        first: int,
        total: int,
        focus: int | None,
        marks: Mapping[int, Marks],
    ) -> None:
        """Show ``memories``, numbers ``first`` and following of ``total``, at ``focus``.

        ``marks`` are spans of characters in the contents, by memory.
        """
        if conversation is None:
            if memories:
                shown = next((m for m in memories if m.id == focus), memories[0])
                self.showNote(shown, marks.get(shown.id, ()))
            else:
                self.showNothing()
            return
        patterns = _patterns(memories, marks)
        same = conversation == self._conversation
        self._conversation = conversation
        self._total = total
        self._asked.clear()
        self._read(
            conversation.source,
            conversation.title or self.tr("Conversation without a title"),
            self._meta(conversation),
        )
        if same and self._holds(memories):
            self.transcript.moveHit(focus, patterns)
            return
        self._first = first
        self.transcript.showMessages(memories, focus, patterns, _needed(marks))

    def extend(self, memories: Sequence[Memory], first: int) -> None:
        """Add messages that were asked for; those already here are left out."""
        held = self.transcript.memories()
        end = self._first + len(held)
        before = first < self._first
        new = slice(max(self._first - first, 0)) if before else slice(max(end - first, 0), None)
        added = memories[new]
        self._asked.discard(before)
        if not added:
            # Nothing came: asking again would only go round in circles.
            self._asked.add(before)
            return
        if (before and first + len(added) != self._first) or (not before and first > end):
            # A gap would put messages side by side that do not follow each other.
            self._asked.add(before)
            return
        gone = self.transcript.extend(added, before=before)
        if before:
            self._first = first
            self._asked.discard(False)
        else:
            self._first += gone
            self._asked.discard(True)

    def showNote(self, memory: Memory, marks: Marks = ()) -> None:
        """Show a memory that belongs to no conversation."""
        self._conversation = None
        self._first, self._total = 0, 1
        title = str(memory.extra.get("title") or "") or type_name(memory.type)
        parts = [source_name(memory.source), said(memory.created_at)]
        self._read(memory.source, title, " · ".join(parts))
        self.heading.set(memory.source, title, " · ".join(parts), conversation=False)
        by_id = {memory.id: marks}
        self.transcript.showMessages((memory,), None, _patterns((memory,), by_id), _needed(by_id))

    def showNothing(self) -> None:
        """Say that nothing is selected."""
        self._forget()
        self._pages.setCurrentWidget(self.empty)

    def showLoading(self) -> None:
        """Say that the conversation is being fetched, if that takes a while."""
        self._loading.start()

    def showError(self, text: str, details: str = "") -> None:
        """Say why a conversation cannot be shown."""
        self.showNothing()
        self._bar.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_M)
        self.message.say("danger", text, details)

    def copyConversation(self, conversation: Conversation, memories: Sequence[Memory]) -> None:
        """Put a whole conversation on the clipboard as Markdown."""
        self._copy(conversation_markdown(conversation, memories), self.tr("Conversation copied"))

    # Showing.

    def _read(self, source: str, title: str, meta: str) -> None:
        self._loading.stop()
        self.message.clear()
        self.heading.set(source, title, meta, conversation=True)
        self._pages.setCurrentWidget(self._reading)

    def _forget(self) -> None:
        self._loading.stop()
        self.message.clear()
        self._conversation = None
        self._first = self._total = 0
        self._asked.clear()
        self.transcript.clear()

    def _meta(self, conversation: Conversation) -> str:
        parts = []
        if conversation.started_at is not None:
            parts.append(said(conversation.started_at))
        count = conversation.message_count
        if count == 1:
            parts.append(self.tr("1 message"))
        else:
            parts.append(self.tr("{count} messages").format(count=number(count)))
        if conversation.model:
            parts.append(conversation.model)
        if conversation.project:
            parts.append(conversation.project)
        return " · ".join(parts)

    def _holds(self, memories: Sequence[Memory]) -> bool:
        """Whether all of ``memories`` are shown already, as they are."""
        held = {memory.id: memory for memory in self.transcript.memories()}
        return bool(memories) and all(held.get(memory.id) == memory for memory in memories)

    # Reacting.

    def _connect(self) -> None:
        self.transcript.edgeNear.connect(self._ask_for_more)
        self.transcript.messageSelected.connect(self.messageSelected)
        self.transcript.copyWanted.connect(self._copy_message)
        self.heading.whyToggled.connect(self._toggle_why)
        self.heading.copyMessage.connect(self._copy_message)
        self.heading.copyMessageMarkdown.connect(self._copy_message_markdown)
        self.heading.copyConversation.connect(self._copy_conversation)
        self.heading.expected.connect(self._expect_message)
        self.heading.exportWanted.connect(self._export)
        self.transcript.menuWanted.connect(self.heading.menu.popup)
        self.message.closed.connect(lambda: self._bar.setContentsMargins(GAP_XL, 0, GAP_XL, 0))

    def _ask_for_more(self, before: bool) -> None:
        if self._conversation is None or before in self._asked:
            return
        end = self._first + len(self.transcript.memories())
        if self._first > 0 if before else end < self._total:
            self._asked.add(before)
            self.moreWanted.emit(self._conversation.id, before)

    def _toggle_why(self, shown: bool) -> None:
        self.whyToggled.emit(shown)
        if shown:
            self.transcript.showTop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._top and event.type() in (
            QEvent.Type.ShowToParent,
            QEvent.Type.HideToParent,
        ):
            self.heading.why.setChecked(event.type() == QEvent.Type.ShowToParent)
        return super().eventFilter(watched, event)

    # Copying.

    def _copy_message(self) -> None:
        memory = self.transcript.current()
        if memory is not None:
            self._copy(message_text(memory), self.tr("Message copied"))

    def _copy_message_markdown(self) -> None:
        memory = self.transcript.current()
        if memory is not None:
            self._copy(message_markdown(memory), self.tr("Message copied as Markdown"))

    def _expect_message(self) -> None:
        memory = self.transcript.current()
        if memory is not None:
            title = self._conversation.title if self._conversation is not None else ""
            self.expected.emit(memory, title or "")

    def _export(self) -> None:
        memory = self.transcript.current()
        if memory is not None:
            self.exportWanted.emit(memory, self._conversation)

    def _copy_conversation(self) -> None:
        if self._conversation is None:
            return
        memories = self.transcript.memories()
        if len(memories) < self._total:
            self.copyConversationWanted.emit(self._conversation.id)
        else:
            self.copyConversation(self._conversation, memories)

    def _copy(self, text: str, what: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit(what)


def _patterns(memories: Sequence[Memory], marks: Mapping[int, Marks]) -> dict[int, re.Pattern[str]]:
    """What to mark in each message that has marks."""
    found = {}
    for memory in memories:
        pattern = word_pattern(words_at(memory.content, marks.get(memory.id, ())))
        if pattern is not None:
            found[memory.id] = pattern
    return found


def _needed(marks: Mapping[int, Marks]) -> dict[int, int]:
    """Characters of each message up to a little after its first mark."""
    return {
        memory_id: min(start for start, _ in spans) + _BEYOND_MARK
        for memory_id, spans in marks.items()
        if spans
    }
