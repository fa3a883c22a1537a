"""memesh's database: a graph of entities, observations and relations.

Shape learned from the project's source: ``entities`` (name, type, created_at), ``observations``
(entity_id, content), ``relations`` (from_entity_id, to_entity_id, relation_type), ``tags``
(entity_id, tag). Not covered: metadata, when each observation was made (a note has one date).
"""

from __future__ import annotations

from collections.abc import Iterator

import apsw

from memdesk.importers.graph_notes import Graph
from memdesk.importers.parsed import ParsedNote, ParseIssue
from memdesk.importers.stores.program import Program
from memdesk.importers.values import milliseconds


def _read(connection: apsw.Connection, name: str, latest: int) -> Iterator[ParsedNote | ParseIssue]:
    """Yield a note for each entity, those read before a damage too."""
    graph = Graph()
    problem: Exception | None = None
    try:
        yield from _fill(graph, connection, name, latest)
    except (apsw.Error, UnicodeDecodeError) as error:
        problem = error
    yield from graph.notes()
    if problem is not None:
        raise problem


def _fill(
    graph: Graph, connection: apsw.Connection, name: str, latest: int
) -> Iterator[ParseIssue]:
    names: dict[int, str] = {}
    for identity, entity, kind, created in connection.execute(
        "SELECT id, name, type, created_at FROM entities ORDER BY id"
    ):
        if not isinstance(entity, str) or not entity.strip():
            yield ParseIssue(name, "an entity without a name", message=str(identity))
            continue
        names[identity] = entity
        found = graph.entity(entity)
        found.kind = str(kind or "")
        found.created_at = milliseconds(created, latest)
    for identity, content in connection.execute(
        "SELECT entity_id, content FROM observations ORDER BY id"
    ):
        if identity in names and isinstance(content, str):
            graph.observe(names[identity], content)
        else:
            yield ParseIssue(name, "an observation of nothing, or without a text")
    for start, kind, end in connection.execute(
        "SELECT from_entity_id, relation_type, to_entity_id FROM relations ORDER BY id"
    ):
        if start in names and end in names:
            graph.relate(names[start], str(kind).replace("_", " "), names[end])
    for identity, tag in connection.execute("SELECT entity_id, tag FROM tags ORDER BY id"):
        if identity in names and isinstance(tag, str) and tag.strip():
            graph.entity(names[identity]).tags.append(tag.strip())


MEMESH = Program("memesh", frozenset({"entities", "observations"}), _read)
