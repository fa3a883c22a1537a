"""Portable records as lines of JSON: memdesk's own format, as ``docs/jsonl-format.md`` tells it.

One object a line, in UTF-8. What is null, false, 0 or empty is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from memdesk.vault.portable.reading import Contents
from memdesk.vault.portable.records import (
    Portable,
    PortableConversation,
    PortableLink,
    PortableMemory,
    PortableRun,
)

FORMAT = "memdesk-jsonl"
VERSION = 1
HEADER_START = b'{"kind":"header","format":"memdesk-jsonl"'
"""How every file begins that memdesk wrote."""

COUNTS = ("conversations", "messages", "added", "updated", "unchanged", "skipped")
"""The counts of an import, in the order of :attr:`PortableRun.counts`."""


def header(made_at: int, made_by: str, holds: str, contents: Contents) -> bytes:
    """Return the first line. ``holds`` is ``everything``, ``everything, with trash`` or
    ``selection``."""
    return _line(
        {
            "kind": "header",
            "format": FORMAT,
            "version": VERSION,
            "made_at": made_at,
            "made_by": made_by,
            "holds": holds,
            "lines": {
                "import": contents.runs,
                "conversation": contents.conversations,
                "memory": contents.memories,
                "link": contents.links,
                "search": contents.searches,
            },
        }
    )


def line(record: Portable) -> bytes:
    """Return a record's line, with its line break."""
    if isinstance(record, PortableMemory):
        return _line(_memory(record))
    if isinstance(record, PortableConversation):
        return _line(_conversation(record))
    if isinstance(record, PortableRun):
        return _line(_run(record))
    if isinstance(record, PortableLink):
        return _line(
            {
                "kind": "link",
                "source": record.source_uid,
                "target": record.target_uid,
                "type": record.type,
                "strength": record.strength,
                "bidirectional": record.bidirectional,
                "origin": record.origin,
                "created_at": record.created_at,
            }
        )
    return _line(
        {
            "kind": "search",
            "name": record.name,
            "query": record.query,
            "created_at": record.created_at,
        }
    )


def _memory(record: PortableMemory) -> Mapping[str, Any]:
    new = record.new
    return _said(
        {
            "kind": "memory",
            "uid": record.uid,
            "conversation": record.conversation,
            "source": new.source,
            "external_id": new.external_id,
            "role": new.role,
            "author": new.author,
            "type": new.type,
            "format": new.format,
            "position": new.position,
            "branch": new.branch,
            "parent": new.parent_external_id,
            "model": new.model,
            "created_at": new.created_at,
            "updated_at": new.updated_at,
            "edited_at": record.edited_at,
            "valid_until": record.valid_until,
            "deleted_at": record.deleted_at,
            "pinned": record.pinned,
            "tags": new.tags,
            "access_count": record.access_count,
            "last_accessed_at": record.last_accessed_at,
            "retrieval_count": record.retrieval_count,
            "last_retrieved_at": record.last_retrieved_at,
            "source_hash": record.source_hash.hex() if record.source_hash else None,
            "import": record.run,
            "extra": new.extra,
            "revisions": [
                {"content": one.content, "origin": one.origin, "created_at": one.created_at}
                for one in record.revisions
            ],
        },
        # 0 and "" are values of their own here.
        {"importance": new.importance, "content": new.content},
    )


def _conversation(record: PortableConversation) -> Mapping[str, Any]:
    new = record.new
    return _said(
        {
            "kind": "conversation",
            "started_at": new.started_at,
            "updated_at": new.updated_at,
            "model": new.model,
            "project": new.project,
            "archived": new.archived,
            "starred": new.starred,
            "extra": new.extra,
        },
        {"source": new.source, "external_id": new.external_id, "title": new.title},
    )


def _run(record: PortableRun) -> Mapping[str, Any]:
    return {
        "kind": "import",
        "number": record.number,
        "path": record.path,
        "format": record.format,
        "source": record.source,
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "removed_at": record.removed_at,
        "outcome": record.outcome,
        **dict(zip(COUNTS, record.counts, strict=True)),
    }


def _said(values: Mapping[str, Any], always: Mapping[str, Any]) -> Mapping[str, Any]:
    # An empty text is not the same as none, and 1970 is a time.
    kept = {
        key: value
        for key, value in values.items()
        if value is not None and value is not False and value != () and value != [] and value != {}
        if not (value == 0 and key in _ZERO)
    }
    return {**kept, **always}


_ZERO = frozenset(("position", "branch", "access_count", "retrieval_count"))


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
