"""Records that travel from vault to vault. Times are UTC milliseconds.

A memory is known by its uid, a conversation by its source and its id there. Everything derived
from the texts (search arrays, passages, vectors) stays behind: it is made anew where they arrive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from memdesk.vault.records import NewConversation, NewMemory

Identity: TypeAlias = tuple[str, str]
"""A conversation's source and its id there."""


@dataclass(frozen=True, slots=True)
class PortableRun:
    """An import that was taken back; ``number`` is what memories of the same stream name it by."""

    number: int
    path: str
    format: str
    source: str
    started_at: int
    finished_at: int | None
    removed_at: int
    outcome: str
    counts: tuple[int, int, int, int, int, int]
    """Conversations, messages, added, updated, unchanged, skipped."""


@dataclass(frozen=True, slots=True)
class PortableConversation:
    """A conversation without its memories."""

    new: NewConversation

    @property
    def identity(self) -> Identity:
        """What it is known by."""
        return self.new.source, self.new.external_id


@dataclass(frozen=True, slots=True)
class PortableRevision:
    """A former text of a memory."""

    content: str
    origin: str
    created_at: int


# Without slots, with which sending one from process to process takes half as long again.
@dataclass(frozen=True)
class PortableMemory:
    """A memory with its tags and former texts.

    ``new`` has what it was stored with, ``conversation_id`` left out. ``source_hash`` is the
    hash of what its source says where a person wrote something else. ``run`` is the number of the
    import that was taken back and had brought it.
    """

    uid: str
    new: NewMemory
    conversation: Identity | None = None
    pinned: bool = False
    edited_at: int | None = None
    valid_until: int | None = None
    deleted_at: int | None = None
    access_count: int = 0
    last_accessed_at: int | None = None
    retrieval_count: int = 0
    last_retrieved_at: int | None = None
    source_hash: bytes | None = None
    run: int | None = None
    revisions: tuple[PortableRevision, ...] = ()


@dataclass(frozen=True, slots=True)
class PortableLink:
    """A typed link between two memories, by their uids."""

    source_uid: str
    target_uid: str
    type: str
    strength: float
    bidirectional: bool
    origin: str
    created_at: int


@dataclass(frozen=True, slots=True)
class PortableSearch:
    """A saved search."""

    name: str
    query: str
    created_at: int


Portable: TypeAlias = (
    PortableRun | PortableConversation | PortableMemory | PortableLink | PortableSearch
)
