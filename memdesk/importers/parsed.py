"""What every format module yields, whatever the export looked like.

A parser produces a stream of conversations, notes and issues; it never touches the vault.
Times are UTC milliseconds, ``None`` where the export does not tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from memdesk.vault.portable.records import Portable

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Role = Literal["user", "assistant", "tool", "system"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that a message refers to; ``text`` is its extracted text, if the export has it."""

    name: str
    media_type: str | None = None
    size: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """One turn.

    ``branch`` is 0 on the branch the person last saw, 1, 2, … on answers or edits that were
    replaced. ``position`` orders the messages of a conversation: unique, ascending along each
    branch. ``links`` are (title, address) of the sources it names, titles may be empty.
    ``thinking`` is the model's reasoning, kept beside the answer and never part of it; where no
    answer followed, ``content`` is empty.
    """

    external_id: str | None
    role: Role
    content: str
    position: int
    author: str | None = None
    format: Literal["markdown", "text"] = "markdown"
    created_at: int | None = None
    updated_at: int | None = None
    parent_external_id: str | None = None
    branch: int = 0
    model: str | None = None
    thinking: str | None = None
    attachments: tuple[Attachment, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParsedConversation:
    """One conversation with its messages in reading order (branch 0 first at each fork)."""

    external_id: str
    title: str
    messages: tuple[ParsedMessage, ...]
    started_at: int | None = None
    updated_at: int | None = None
    model: str | None = None
    project: str | None = None
    archived: bool = False
    starred: bool = False
    temporary: bool = False
    """Whether the source was told to keep it out of its history or its memory of the person."""
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link from a note to the note with the external id ``target``; ``type`` as in the vault."""

    target: str
    type: str = "related"
    both_ways: bool = False
    strength: float | None = None


@dataclass(frozen=True, slots=True)
class ParsedNote:
    """A text that belongs to no conversation: a project's document, a saved memory.

    ``links`` lead to notes of the same source, wherever in the export they come; ``importance`` is
    0 to 1, None where the source tells none. ``file`` is set where an export may hold many files
    of notes: notes without a project are offered by it.
    """

    external_id: str
    content: str
    title: str | None = None
    type: str = "note"
    created_at: int | None = None
    updated_at: int | None = None
    tags: tuple[str, ...] = ()
    project: str | None = None
    importance: float | None = None
    links: tuple[NoteLink, ...] = ()
    file: str | None = None
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParseIssue:
    """Something that could not be read, or was changed while reading, and why.

    ``file`` is the path as the person knows it (``export.zip/conversations.json``);
    ``lost`` tells whether content is missing from the vault because of it.
    """

    file: str
    reason: str
    conversation: str | None = None
    message: str | None = None
    lost: bool = True


ParsedItem: TypeAlias = ParsedConversation | ParsedNote | Portable | ParseIssue


class Input(Protocol):
    """What is known of one input while it is read.

    ``source`` is the vault's name for where the items come from (``chatgpt``, ``claude``);
    ``total_bytes`` and ``bytes_read`` let an import show how far it is.
    """

    source: str
    format_name: str
    path: str

    @property
    def total_bytes(self) -> int: ...

    @property
    def bytes_read(self) -> int: ...


class Parser(Input, Protocol):
    """A format module's parser, bound to one input."""

    def __iter__(self) -> Iterator[ParsedItem]: ...
