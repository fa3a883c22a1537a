"""What comes from another vault: prepared where it is read, taken over where it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from memdesk.importers.report import Counts
from memdesk.vault import memories
from memdesk.vault.portable.records import (
    Identity,
    PortableConversation,
    PortableLink,
    PortableMemory,
    PortableRun,
    PortableSearch,
    PortableSuggestion,
)
from memdesk.vault.portable.restoring import Carried, Restoring, Taken
from memdesk.vault.records import ATTACHMENT, NewConversation

Companion: TypeAlias = (
    PortableRun | PortableConversation | PortableLink | PortableSuggestion | PortableSearch
)
"""What travels beside the memories."""


class Carrying:
    """Derives from the texts of conversations that the vault did not have; see ``ParserFeed``."""

    def __init__(self, is_new: Callable[[NewConversation], bool]) -> None:
        self._is_new = is_new
        self._new: set[Identity] = set()

    def conversation(self, conversation: PortableConversation) -> None:
        """Note, before it is stored, whether it is new."""
        if self._is_new(conversation.new):
            self._new.add(conversation.identity)

    def memory(self, memory: PortableMemory) -> Carried:
        """Do what can be done without the vault."""
        derive = memory.conversation in self._new and memory.deleted_at is None
        return Carried(memory, memories.prepare(memory.new, derive=derive))


def take(restoring: Restoring, piece: Carried | Companion) -> Counts:
    """Take a piece over into the vault and count it."""
    if isinstance(piece, Carried):
        taken = restoring.memory(piece)
        # A message and the texts attached to it count as one.
        if piece.prepared.new.type == ATTACHMENT:
            return Counts()
        return Counts(
            messages=1,
            added=taken is Taken.ADDED,
            updated=taken is Taken.UPDATED,
            unchanged=taken is Taken.UNCHANGED,
        )
    if isinstance(piece, PortableConversation):
        restoring.conversation(piece)
        return Counts(conversations=1)
    if isinstance(piece, PortableRun):
        restoring.run(piece)
    elif isinstance(piece, PortableSearch):
        restoring.search(piece)
    elif isinstance(piece, PortableSuggestion):
        restoring.suggestion(piece)
    elif restoring.link(piece) is Taken.MISSING_END:
        return Counts(skipped=1)
    return Counts()
