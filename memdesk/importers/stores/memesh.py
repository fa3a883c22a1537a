"""memesh's memories: a graph of entities, observations and relations, as database or export.

Shapes learned from the project's source: the tables ``entities`` (name, type, created_at),
``observations`` (entity_id, content), ``relations`` (from_entity_id, to_entity_id, relation_type),
``tags`` (entity_id, tag); and its export, one object ``{version, exported_at, entity_count,
entities: [{name, type, namespace, observations, tags, relations: [{to, type}]}]}``. Both make the
same notes. Not covered: metadata, namespaces, when each observation was made (a note has one date).
"""

from __future__ import annotations

from collections.abc import Iterator

import apsw

from memdesk.importers.graph_notes import Graph
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import Json, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.stores.columns import Tables, missing, rows
from memdesk.importers.stores.program import Program
from memdesk.importers.values import as_list, as_object, as_text, milliseconds

_ENTITY = ("name", "id", "type", "created_at")
_OBSERVATION = ("content", "entity_id")
_RELATION = ("from_entity_id", "relation_type", "to_entity_id")
_TAG = ("tag", "entity_id")


class MemeshParser(JsonFiles):
    """Yields a note for each entity of an export."""

    source = "memesh"
    format_name = "memesh export"

    def __iter__(self) -> Iterator[ParsedItem]:
        graph = Graph()
        for found in self._objects():
            if isinstance(found, ParseIssue):
                yield found
                continue
            file, entry = found
            value = as_object(entry.value)
            # Its service wraps what it answers.
            listed = value.get("entities", as_object(value.get("data")).get("entities"))
            if not isinstance(listed, list):
                yield ParseIssue(file, f"{described(entry)} has no list of entities")
                continue
            for number, entity in enumerate(listed, start=1):
                if not _take(as_object(entity), graph):
                    reason = f"{described(entry)}, entity {number:,}: it has no name"
                    yield ParseIssue(file, reason)
        yield from graph.notes()


def _take(entity: dict[str, Json], graph: Graph) -> bool:
    """Add an entity of an export to what is known; returns whether it could be read."""
    name = as_text(entity.get("name"))
    if not name.strip():
        return False
    found = graph.entity(name)
    found.kind = found.kind or as_text(entity.get("type"))
    for one in as_list(entity.get("observations")):
        graph.observe(name, as_text(one) or as_text(as_object(one).get("content")))
    for relation in map(as_object, as_list(entity.get("relations"))):
        if target := as_text(relation.get("to")):
            graph.relate(name, _in_words(as_text(relation.get("type"))), target)
    tags = (as_text(tag).strip() for tag in as_list(entity.get("tags")))
    found.tags += filter(None, tags)
    return True


def _read(
    connection: apsw.Connection, there: Tables, name: str, latest: int
) -> Iterator[ParsedNote | ParseIssue]:
    """Yield a note for each entity, those read before a damage too."""
    wanted = {
        "entities": _ENTITY,
        "observations": _OBSERVATION,
        "relations": _RELATION,
        "tags": _TAG,
    }
    if lacks := missing(there, wanted):
        yield ParseIssue(name, lacks, lost=False)
    graph = Graph()
    problem: Exception | None = None
    try:
        yield from _fill(graph, connection, there, name, latest)
    except (apsw.Error, UnicodeDecodeError) as error:
        problem = error
    yield from graph.notes()
    if problem is not None:
        raise problem


def _fill(
    graph: Graph, connection: apsw.Connection, there: Tables, name: str, latest: int
) -> Iterator[ParseIssue]:
    names: dict[int, str] = {}
    for entity, identity, kind, created in rows(connection, there, "entities", _ENTITY):
        if not isinstance(entity, str) or not entity.strip():
            yield ParseIssue(name, "an entity without a name", message=str(identity))
            continue
        names[identity] = entity
        found = graph.entity(entity)
        found.kind = str(kind or "")
        found.created_at = milliseconds(created, latest)
    for content, identity in rows(connection, there, "observations", _OBSERVATION):
        if identity in names and isinstance(content, str):
            graph.observe(names[identity], content)
        else:
            yield ParseIssue(name, "an observation of nothing, or without a text")
    for start, kind, end in rows(connection, there, "relations", _RELATION):
        if start in names and end in names:
            graph.relate(names[start], _in_words(kind), names[end])
    for tag, identity in rows(connection, there, "tags", _TAG):
        if identity in names and isinstance(tag, str) and tag.strip():
            graph.entity(names[identity]).tags.append(tag.strip())


def _in_words(kind: object) -> str:
    words = kind.replace("_", " ").strip() if isinstance(kind, str) else ""
    return words or "related to"


MEMESH = Program(
    "memesh",
    {"entities": frozenset({"id", "name"}), "observations": frozenset({"entity_id", "content"})},
    _read,
)
