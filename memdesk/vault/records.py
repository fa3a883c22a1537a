"""The vault's data as it travels: frozen records. Times are UTC milliseconds."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["user", "assistant", "tool", "system"]
ROLES: tuple[Role, ...] = ("user", "assistant", "tool", "system")
MEMORY_TYPES = ("episodic", "semantic", "procedural", "emotional", "reflective")
LINK_TYPES = (
    "similar",
    "related",
    "contradicts",
    "extends",
    "supersedes",
    "caused_by",
    "temporal",
)

ATTACHMENT = "attachment"
"""The type of memories that came as a file beside a message."""

DEFAULT_IMPORTANCE = 0.5
DEFAULT_LINK_STRENGTH = 0.7

Extra = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewConversation:
    """A conversation to be stored. Its identity is (source, external_id)."""

    source: str
    external_id: str
    title: str
    started_at: int | None = None
    updated_at: int | None = None
    model: str | None = None
    project: str | None = None
    archived: bool = False
    starred: bool = False
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conversation:
    """A stored conversation."""

    id: int
    source: str
    external_id: str
    title: str
    started_at: int | None
    updated_at: int | None
    model: str | None
    project: str | None
    archived: bool
    starred: bool
    message_count: int
    extra: Extra


# Without slots, with which sending one from process to process takes half as long again.
@dataclass(frozen=True)
class NewMemory:
    """A memory to be stored.

    Its identity is (conversation, external_id), or (source, external_id) outside conversations.
    """

    content: str
    source: str
    role: Role = "user"
    type: str = "episodic"
    author: str | None = None
    format: Literal["markdown", "text"] = "markdown"
    conversation_id: int | None = None
    position: int = 0
    branch: int = 0
    parent_external_id: str | None = None
    external_id: str | None = None
    model: str | None = None
    importance: float = DEFAULT_IMPORTANCE
    created_at: int | None = None
    updated_at: int | None = None
    tags: tuple[str, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Memory:
    """A stored memory."""

    id: int
    uid: str
    type: str
    role: str
    author: str | None
    content: str
    format: str
    conversation_id: int | None
    position: int
    branch: int
    parent_external_id: str | None
    source: str
    external_id: str | None
    model: str | None
    importance: float
    pinned: bool
    created_at: int | None
    updated_at: int | None
    edited_at: int | None
    valid_until: int | None
    deleted_at: int | None
    access_count: int
    last_accessed_at: int | None
    retrieval_count: int
    last_retrieved_at: int | None
    tags: tuple[str, ...]
    extra: Extra


@dataclass(frozen=True, slots=True)
class Revision:
    """A former text of a memory, or a newer source text that an edit keeps from being shown."""

    id: int
    memory_id: int
    content: str
    origin: Literal["edit", "import", "restore"]
    created_at: int


@dataclass(frozen=True, slots=True)
class Link:
    """A typed link between two memories."""

    id: int
    source_id: int
    target_id: int
    type: str
    strength: float
    bidirectional: bool
    origin: Literal["user", "import", "suggestion"]


@dataclass(frozen=True, slots=True)
class ImportRun:
    """One import of one input, with its counts. ``finished_at`` is None if it was cut short."""

    id: int
    path: str
    format: str
    source: str
    started_at: int
    finished_at: int | None
    outcome: Literal["running", "done", "cancelled", "failed", "removed"]
    conversations: int
    messages: int
    added: int
    updated: int
    unchanged: int
    skipped: int
    left_out: int = 0
    """Conversations and notes that were not wanted."""


@dataclass(frozen=True, slots=True)
class ImportConversation:
    """What an import did to the messages of one conversation."""

    title: str
    added: int
    updated: int
    unchanged: int
    skipped: int


@dataclass(frozen=True, slots=True)
class ImportIssue:
    """Something an import could not keep as it was, and why."""

    file: str
    reason: str
    conversation: str | None = None
    message: str | None = None
    lost: bool = True


@dataclass(frozen=True, slots=True)
class VaultStats:
    """Counts over the whole vault."""

    memories: int
    conversations: int
    passages: int
    embedded: int
    trashed: int
    tags: int
    links: int
    sources: Mapping[str, int]
    first_at: int | None
    last_at: int | None
    bytes: int


def check_importance(importance: float) -> None:
    """Raise ValueError for an importance that is not between 0 and 1."""
    if not 0.0 <= importance <= 1.0:
        raise ValueError(f"importance {importance} is not between 0 and 1")


_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str | None) -> bool:
    """Tell whether the vault can hold a text as it is."""
    if text is None or (text.isascii() and "\0" not in text):
        return True
    return _UNSTORABLE.search(text) is None


def storable(text: str) -> str:
    """Return the text as the vault can hold it, of the same length.

    Halves of surrogate pairs are no characters, and SQLite's functions end a text at a NUL:
    each becomes U+FFFD.
    """
    return text if is_storable(text) else _UNSTORABLE.sub("\ufffd", text)


def storable_or_none(text: str | None) -> str | None:
    """Return an optional text as the vault can hold it."""
    return None if text is None else storable(text)


def to_json(extra: Extra) -> str | None:
    """Return the JSON text stored for an ``extra`` mapping, None for an empty one."""
    if not extra:
        return None
    text = json.dumps(dict(extra), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return storable(text)


def from_json(text: str | None) -> Extra:
    """Return the mapping stored by :func:`to_json`."""
    return json.loads(text) if text else {}
