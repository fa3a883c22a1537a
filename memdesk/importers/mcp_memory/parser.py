"""Entities with their observations become notes, relations become links between them.

Shapes learned from the reference server's source: JSON Lines of ``{"type": "entity", name,
entityType, observations}`` and ``{"type": "relation", from, to, relationType}``; and one object
``{entities, relations}``, which its ``read_graph`` tool answers with.

A relation's type is free text there and one of a few kinds here, so it stands in the note's text
as well. Not covered: graphs that do not fit into memory (they do not fit into the server's either).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import Json, NoteLink, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.values import as_list, as_object, as_text


@dataclass(slots=True)
class _Entity:
    """What all lines about one name say together."""

    kind: str = ""
    observations: list[str] = field(default_factory=list)
    relations: list[tuple[str, str]] = field(default_factory=list)


class McpMemoryParser(JsonFiles):
    """Yields a note for each entity, and for each name that only relations know."""

    source = "mcp-memory"
    format_name = "MCP memory"

    def __iter__(self) -> Iterator[ParsedItem]:
        entities: dict[str, _Entity] = {}
        entries: Iterator[tuple[str, JsonObject[Json] | JsonFault]] = self._entries()
        for file, entry in entries:
            if isinstance(entry, JsonFault):
                yield ParseIssue(file, entry.reason)
                continue
            if entry.cleaned:
                reason = f"{described(entry)} was cleaned: {entry.cleaned}"
                yield ParseIssue(file, reason, lost=False)
            read = False
            for record in _records(entry.value):
                read = True
                if not _take(record, entities):
                    reason = f"{described(entry)} is neither an entity nor a relation with names"
                    yield ParseIssue(file, reason, as_text(as_object(record).get("name")) or None)
            if not read:
                yield ParseIssue(file, f"{described(entry)} is neither an entity nor a relation")
        for name, entity in entities.items():
            yield _note(name, entity)


def _records(value: Json) -> Iterator[Json]:
    """Yield the records of a line, or of a whole graph in one object."""
    item = as_object(value)
    if "entities" in item or "relations" in item:
        yield from as_list(item.get("entities"))
        yield from as_list(item.get("relations"))
    elif item:
        yield item


def _take(record: Json, entities: dict[str, _Entity]) -> bool:
    """Add a record to what is known; returns whether it could be read."""
    item = as_object(record)
    name, start, end = (as_text(item.get(key)).strip() for key in ("name", "from", "to"))
    if name:
        entity = entities.setdefault(name, _Entity())
        entity.kind = entity.kind or as_text(item.get("entityType")).strip()
        for one in as_list(item.get("observations")):
            text = as_text(one) or as_text(as_object(one).get("content"))
            if text.strip() and text not in entity.observations:
                entity.observations.append(text)
        return True
    if start and end:
        relation = (as_text(item.get("relationType")).strip() or "related to", end)
        entities.setdefault(end, _Entity())
        known = entities.setdefault(start, _Entity()).relations
        if relation not in known:
            known.append(relation)
        return True
    return False


def _note(name: str, entity: _Entity) -> ParsedNote:
    lines = [f"{name} ({entity.kind})" if entity.kind else name, ""]
    lines += [f"- {' '.join(text.split())}" for text in entity.observations]
    lines += [f"- {kind}: {target}" for kind, target in entity.relations]
    targets = dict.fromkeys(target for _, target in entity.relations if target != name)
    return ParsedNote(
        external_id=name,
        content="\n".join(lines).strip(),
        title=name,
        type="memory",
        tags=(entity.kind,) if entity.kind else (),
        links=tuple(NoteLink(target) for target in targets),
    )
