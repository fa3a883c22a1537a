"""What is read at the right: which memory's conversation is loaded, and how far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.conversation_part import WINDOW_TURNS, ConversationPart
from memdesk.retrieval.results import SearchResult

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.desktop.session import Session


class Reading(QObject):
    """Has the session load what the view shows, and drops what comes too late."""

    def __init__(self, view: ConversationView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._session: Session | None = None
        self._shown: SearchResult | None = None
        self._branch = 0
        view.moreWanted.connect(self._load_more)
        view.copyConversationWanted.connect(self._load_whole)

    def use(self, session: Session) -> None:
        """Read from another vault."""
        self._session = session
        session.conversationLoaded.connect(self._conversation_loaded)
        session.partLoaded.connect(self._part_loaded)
        session.wholeLoaded.connect(self._whole_loaded)

    def show_(self, result: SearchResult | None, *, count: bool) -> None:
        """Show the conversation around a result; ``count`` notes that somebody looked at it."""
        if result is None:
            self._shown = None
            self._view.showNothing()
            return
        known = self._shown is not None and self._shown.id == result.id
        self._shown = result
        if self._session is not None and (count or not known):
            self._view.showLoading()
            self._session.load_conversation(result.id, count=count)

    def _conversation_loaded(self, part: ConversationPart | None) -> None:
        shown = self._shown
        if part is None or shown is None or part.focus != shown.id:
            return
        marks = {shown.id: shown.marks}
        if part.conversation is None:
            self._view.showNote(part.memories[0], shown.marks)
            return
        self._branch = part.branch
        self._view.showConversation(
            part.conversation,
            part.memories,
            first=part.first,
            total=part.total,
            focus=part.focus,
            marks=marks,
        )

    def _load_more(self, conversation_id: int, before: bool) -> None:
        if self._session is None:
            return
        first, end = self._view.loadedRange()
        if before:
            start = max(first - WINDOW_TURNS, 0)
            self._session.load_part(conversation_id, start, self._branch, first - start)
        else:
            self._session.load_part(conversation_id, end, self._branch)

    def _part_loaded(self, part: ConversationPart) -> None:
        if part.conversation is None or part.conversation.id != self._view.conversationId():
            return
        self._view.extend(part.memories, part.first)

    def _load_whole(self, conversation_id: int) -> None:
        if self._session is not None:
            self._session.load_whole(conversation_id, self._branch)

    def _whole_loaded(self, part: ConversationPart) -> None:
        if part.conversation is not None:
            self._view.copyConversation(part.conversation, part.memories)
