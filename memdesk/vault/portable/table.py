"""A memory as a row of text cells: what a spreadsheet shows, and enough to know it again.

Spreadsheets take a cell that begins like a formula for one, and would run what somebody wrote in a
chat. A text that begins with one of :data:`GUARDED` therefore gets an apostrophe before it. So
does one that begins with an apostrophe, which makes it reversible: :func:`unguarded` takes one
leading apostrophe off a cell and has the text as it was.

Not carried: former texts, counters, and what only JSONL has (``extra``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from memdesk.vault.portable.records import PortableConversation, PortableMemory
from memdesk.vault.records import (
    DEFAULT_IMPORTANCE,
    ROLES,
    Conversation,
    Memory,
    NewConversation,
    NewMemory,
)

COLUMNS = (
    "uid",
    "created_at",
    "role",
    "author",
    "content",
    "conversation",
    "source",
    "type",
    "model",
    "tags",
    "importance",
    "pinned",
    "updated_at",
    "edited_at",
    "valid_until",
    "deleted_at",
    "format",
    "position",
    "branch",
    "parent",
    "external_id",
    "conversation_source",
    "conversation_id",
)
GUARDED = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_SPECIAL = re.compile(r"[;\\]")
_ESCAPED = re.compile(r"\\([;\\])")
_TAG = re.compile(r"(?:\\[;\\]|[^;])+")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith((*GUARDED, "'")) else text


def unguarded(cell: str) -> str:
    """Return the text of a cell: the inverse of :func:`guarded`."""
    return cell[1:] if cell.startswith("'") else cell


def row(memory: Memory, conversation: Conversation | None) -> list[str]:
    """Return a memory's cells, one for each of :data:`COLUMNS`."""
    texts = {
        "uid": memory.uid,
        "created_at": _said(memory.created_at),
        "role": memory.role,
        "author": memory.author,
        "content": memory.content,
        "source": memory.source,
        "type": memory.type,
        "model": memory.model,
        # A tag may hold a semicolon itself.
        "tags": ";".join(_SPECIAL.sub(r"\\\g<0>", tag) for tag in memory.tags),
        "importance": repr(memory.importance),
        "pinned": str(int(memory.pinned)),
        "updated_at": _said(memory.updated_at),
        "edited_at": _said(memory.edited_at),
        "valid_until": _said(memory.valid_until),
        "deleted_at": _said(memory.deleted_at),
        "format": memory.format,
        "position": str(memory.position),
        "branch": str(memory.branch),
        "parent": memory.parent_external_id,
        "external_id": memory.external_id,
    }
    if conversation is not None:
        texts["conversation"] = conversation.title
        texts["conversation_source"] = conversation.source
        texts["conversation_id"] = conversation.external_id
    return [guarded(texts.get(name) or "") for name in COLUMNS]


class NoMemoryError(ValueError):
    """A row is no memory; the message says why."""


def record(
    names: Sequence[str], cells: Sequence[str]
) -> tuple[PortableMemory, PortableConversation | None]:
    """Return a row's memory, and its conversation as far as a table tells of it.

    ``names`` are those of the columns, in whatever order. Raises :class:`NoMemoryError`.
    """
    texts = {name: unguarded(cell) for name, cell in zip(names, cells, strict=False)}
    if not texts.get("uid"):
        raise NoMemoryError("it has no uid")
    source = texts.get("source") or "table"
    conversation = None
    if texts.get("conversation_id"):
        conversation = PortableConversation(
            NewConversation(
                texts.get("conversation_source") or source,
                texts["conversation_id"],
                texts.get("conversation", ""),
            )
        )
    role, format_ = texts.get("role"), texts.get("format")
    new = NewMemory(
        content=texts.get("content", ""),
        source=source,
        role=role if role in ROLES else "user",
        type=texts.get("type") or "episodic",
        author=texts.get("author") or None,
        format="text" if format_ == "text" else "markdown",
        position=_integer(texts, "position") or 0,
        branch=_integer(texts, "branch") or 0,
        parent_external_id=texts.get("parent") or None,
        external_id=texts.get("external_id") or None,
        model=texts.get("model") or None,
        importance=_importance(texts.get("importance", "")),
        created_at=_moment(texts, "created_at"),
        updated_at=_moment(texts, "updated_at"),
        tags=tuple(_split(texts.get("tags", ""))),
    )
    memory = PortableMemory(
        uid=texts["uid"],
        new=new,
        conversation=None if conversation is None else conversation.identity,
        pinned=texts.get("pinned") == "1",
        edited_at=_moment(texts, "edited_at"),
        valid_until=_moment(texts, "valid_until"),
        deleted_at=_moment(texts, "deleted_at"),
    )
    return memory, conversation


def _split(tags: str) -> list[str]:
    return [_ESCAPED.sub(r"\1", part) for part in _TAG.findall(tags)]


def _said(moment: int | None) -> str:
    """Return a time as ISO 8601 in UTC; beyond the calendar its number says what is there."""
    if moment is None:
        return ""
    try:
        said = _EPOCH + timedelta(milliseconds=moment)
    except (ValueError, OverflowError):
        return str(moment)
    # %Y has no zeros before the year everywhere.
    return f"{said.year:04}-{said:%m-%dT%H:%M:%S}.{moment % 1000:03}Z"


def _moment(texts: Mapping[str, str], name: str) -> int | None:
    text = texts.get(name, "")
    try:
        return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, TypeError):
        return _integer(texts, name)


def _integer(texts: Mapping[str, str], name: str) -> int | None:
    try:
        value = int(texts.get(name, ""))
    except ValueError:
        return None
    return value if abs(value) < 2**63 else None


def _importance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return DEFAULT_IMPORTANCE
    return value if 0 <= value <= 1 else DEFAULT_IMPORTANCE
