"""Each of mem0's memories becomes a note.

Shapes learned from the project's documentation of its interface: a list of ``{id, memory, user_id,
agent_id, app_id, run_id, metadata, categories, created_at, updated_at}``, or pages of it with the
list under ``results`` (older: ``memories``). Not covered: its graph of relations, its history.
"""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, described
from memdesk.importers.parsed import Json, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.values import as_list, as_object, as_text, milliseconds

_OWNERS = ("user_id", "agent_id", "app_id", "run_id", "actor_id")


class Mem0Parser(ObjectFiles):
    """Yields a note for each memory."""

    source = "mem0"
    format_name = "mem0 export"

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        pages = [item[key] for key in ("results", "memories") if isinstance(item.get(key), list)]
        records = as_list(pages[0]) if pages else [entry.value]
        for number, record in enumerate(records, start=1):
            note = _note(as_object(record), file, latest)
            if note is None:
                place = f", number {number:,} in it," if pages else ""
                reason = f"{described(entry)}{place} is no memory with a text and an id"
                yield ParseIssue(file, reason, message=_id(as_object(record)) or None)
            else:
                yield note


def _id(record: dict[str, Json]) -> str:
    value = record.get("id")
    return str(value) if isinstance(value, int) else as_text(value)


def _note(record: dict[str, Json], file: str, latest: int) -> ParsedNote | None:
    text = as_text(record.get("memory")).strip() or as_text(record.get("text")).strip()
    identifier = _id(record)
    if not text or not identifier:
        return None
    extra: dict[str, Json] = {
        key: record[key] for key in _OWNERS if isinstance(record.get(key), str) and record[key]
    }
    if metadata := as_object(record.get("metadata")):
        extra["metadata"] = metadata
    return ParsedNote(
        external_id=identifier,
        content=text,
        type="memory",
        created_at=milliseconds(record.get("created_at"), latest),
        updated_at=milliseconds(record.get("updated_at"), latest),
        tags=tuple(dict.fromkeys(as_text(tag) for tag in as_list(record.get("categories")) if tag)),
        file=file,
        extra=extra,
    )
