"""MemX's database: a row a memory, links between them.

Shape learned from the project's source: ``memories`` (id, content, type, tags and metadata as
JSON, importance, counts, times) and ``memory_links`` (source_id, target_id, link_type, strength,
bidirectional). Not covered: its vectors, which come from another model, and its counts of use.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import apsw

from memdesk.importers.parsed import Json, NoteLink, ParsedNote, ParseIssue
from memdesk.importers.stores.program import Program
from memdesk.importers.values import as_list, as_object, as_text, milliseconds


def _read(connection: apsw.Connection, name: str, latest: int) -> Iterator[ParsedNote | ParseIssue]:
    """Yield a note for each memory."""
    links: dict[str, list[NoteLink]] = defaultdict(list)
    for source, target, kind, strength, both_ways in connection.execute(
        "SELECT source_id, target_id, link_type, strength, bidirectional FROM memory_links"
    ):
        share = strength if isinstance(strength, int | float) and 0.0 <= strength <= 1.0 else None
        links[str(source)].append(NoteLink(str(target), str(kind), bool(both_ways), share))
    for identity, content, kind, tags, metadata, importance, created, updated in connection.execute(
        "SELECT id, content, type, tags, metadata, importance, created_at, updated_at"
        " FROM memories ORDER BY rowid"
    ):
        if not isinstance(content, str) or not content.strip():
            yield ParseIssue(name, "a memory without a text", message=str(identity))
            continue
        extra: dict[str, Json] = {}
        if found := as_object(_json(metadata)):
            extra["metadata"] = found
        valid = isinstance(importance, int | float) and 0.0 <= importance <= 1.0
        yield ParsedNote(
            external_id=str(identity),
            content=content,
            type=str(kind) or "note",
            created_at=milliseconds(created, latest),
            updated_at=milliseconds(updated, latest),
            tags=tuple(dict.fromkeys(_tags(tags))),
            importance=float(importance) if valid else None,
            links=tuple(links.get(str(identity), ())),
            extra=extra,
        )


def _json(value: Any) -> Json:
    try:
        read: Json = json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        return None
    return read


def _tags(value: Any) -> list[str]:
    """Return tags that are a JSON list, or a text with commas between."""
    listed = _json(value)
    if isinstance(listed, list):
        return [tag for tag in map(as_text, as_list(listed)) if tag.strip()]
    return [tag.strip() for tag in str(value or "").split(",") if tag.strip()]


MEMX = Program("memx", frozenset({"memories", "memory_links"}), _read)
