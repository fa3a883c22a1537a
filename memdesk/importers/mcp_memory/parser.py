"""Entities with their observations become notes, relations become links between them.

Shapes learned from the reference server's source: JSON Lines of ``{"type": "entity", name,
entityType, observations}`` and ``{"type": "relation", from, to, relationType}``; and one object
``{entities, relations}``, which its ``read_graph`` tool answers with.

Not covered: graphs that do not fit into memory (they do not fit into the server's either).
"""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.importers.graph_notes import Graph
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.values import as_list, as_object, as_text


class McpMemoryParser(JsonFiles):
    """Yields a note for each entity, and for each name that only relations know."""

    source = "mcp-memory"
    format_name = "MCP memory"

    def __iter__(self) -> Iterator[ParsedItem]:
        graph = Graph()
        for found in self._objects():
            if isinstance(found, ParseIssue):
                yield found
                continue
            file, entry = found
            read = False
            for record in _records(entry.value):
                read = True
                if not _take(record, graph):
                    reason = f"{described(entry)} is neither an entity nor a relation with names"
                    yield ParseIssue(file, reason, as_text(as_object(record).get("name")) or None)
            if not read:
                yield ParseIssue(file, f"{described(entry)} is neither an entity nor a relation")
        yield from graph.notes()


def _records(value: Json) -> Iterator[Json]:
    """Yield the records of a line, or of a whole graph in one object."""
    item = as_object(value)
    if "entities" in item or "relations" in item:
        yield from as_list(item.get("entities"))
        yield from as_list(item.get("relations"))
    elif item:
        yield item


def _take(record: Json, graph: Graph) -> bool:
    """Add a record to what is known; returns whether it could be read."""
    item = as_object(record)
    name, start, end = (as_text(item.get(key)).strip() for key in ("name", "from", "to"))
    if name:
        entity = graph.entity(name)
        entity.kind = entity.kind or as_text(item.get("entityType")).strip()
        for one in as_list(item.get("observations")):
            graph.observe(name, as_text(one) or as_text(as_object(one).get("content")))
        return True
    if start and end:
        graph.relate(start, as_text(item.get("relationType")).strip() or "related to", end)
        return True
    return False
