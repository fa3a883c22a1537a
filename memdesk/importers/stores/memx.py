"""MemX's memories: a row each in its database, with links between them, or as its service answers.

Shape learned from the project's source: ``memories`` (id, content, type, tags and metadata as
JSON, importance, counts, times) and ``memory_links`` (source_id, target_id, link_type, strength,
bidirectional). Its service answers with the same as JSON objects, without links. Not covered: its
vectors, which come from another model, and its counts of use.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import apsw

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, described
from memdesk.importers.parsed import Json, NoteLink, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.stores.columns import Tables, missing, rows
from memdesk.importers.stores.program import Program
from memdesk.importers.values import as_list, as_object, as_text, milliseconds, share

_MEMORY = (
    "content", "id", "type", "tags", "metadata", "importance", "created_at", "updated_at",
)  # fmt: skip
_LINK = ("source_id", "target_id", "link_type", "strength", "bidirectional")
_LISTS = ("memories", "results", "data")


class MemxParser(ObjectFiles):
    """Yields a note for each memory of what MemX's service answered with."""

    source = "memx"
    format_name = "MemX memories"

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        pages = [item[key] for key in _LISTS if isinstance(item.get(key), list)]
        for number, record in enumerate(as_list(pages[0]) if pages else [entry.value], start=1):
            note = _note(as_object(record), (), latest)
            if note is None:
                place = f", number {number:,} in it," if pages else ""
                yield ParseIssue(file, f"{described(entry)}{place} is no memory with a text and id")
            else:
                yield note


def _read(
    connection: apsw.Connection, there: Tables, name: str, latest: int
) -> Iterator[ParsedNote | ParseIssue]:
    """Yield a note for each memory."""
    if lacks := missing(there, {"memories": _MEMORY, "memory_links": _LINK}):
        yield ParseIssue(name, lacks, lost=False)
    links: dict[str, list[NoteLink]] = defaultdict(list)
    for source, target, kind, strength, both_ways in rows(connection, there, "memory_links", _LINK):
        both = True if both_ways is None else bool(both_ways)
        links[str(source)].append(NoteLink(str(target), str(kind), both, share(strength)))
    for row in rows(connection, there, "memories", _MEMORY):
        record = dict(zip(_MEMORY, row, strict=True))
        note = _note(record, links.get(str(record["id"]), ()), latest)
        if note is None:
            reason = "a memory without a text or without an id"
            yield ParseIssue(name, reason, message=str(record["id"]))
        else:
            yield note


def _note(record: Mapping[str, Any], links: Sequence[NoteLink], latest: int) -> ParsedNote | None:
    content, identifier = record.get("content"), record.get("id")
    if not isinstance(content, str) or not content.strip() or identifier in (None, ""):
        return None
    extra: dict[str, Json] = {}
    if found := as_object(_json(record.get("metadata"))):
        extra["metadata"] = found
    kind = record.get("type")
    return ParsedNote(
        external_id=str(identifier),
        content=content,
        type=kind if isinstance(kind, str) and kind.strip() else "note",
        created_at=milliseconds(record.get("created_at"), latest),
        updated_at=milliseconds(record.get("updated_at"), latest),
        tags=tuple(dict.fromkeys(_tags(record.get("tags")))),
        importance=share(record.get("importance")),
        links=tuple(links),
        extra=extra,
    )


def _json(value: Any) -> Json:
    """Return a value that may be written out as JSON."""
    if isinstance(value, dict | list):
        return value
    try:
        read: Json = json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        return None
    return read


def _tags(value: Any) -> list[str]:
    """Return tags that are a list, one in JSON, or a text with commas between."""
    listed = _json(value)
    if isinstance(listed, list):
        return [tag for tag in map(as_text, listed) if tag.strip()]
    return [tag.strip() for tag in str(value or "").split(",") if tag.strip()]


MEMX = Program("memx", {"memories": frozenset({"content", "id", "type", "importance"})}, _read)
