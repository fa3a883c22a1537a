"""The MCP memory server's graph as notes and links."""

from __future__ import annotations

import json
from typing import Any

from memdesk.importers.mcp_memory import McpMemoryParser
from memdesk.importers.parsed import NoteLink, ParsedItem
from tests.importers.builders import issues, notes, source_file

ILSE = {
    "type": "entity",
    "name": "Ilse",
    "entityType": "person",
    "observations": ["Repairs clocks", "Prefers\nletters"],
}
GUILD = {"type": "entity", "name": "Guild", "entityType": "", "observations": []}
MEMBER = {"type": "relation", "from": "Ilse", "to": "Guild", "relationType": "is a member of"}


def _read(data: Any) -> list[ParsedItem]:
    encoded = data if isinstance(data, bytes) else json.dumps(data).encode()
    return list(McpMemoryParser("memory.json", [source_file(encoded, "memory.json")]))


def _lines(*records: Any) -> bytes:
    return "\n".join(map(json.dumps, records)).encode()


def test_an_entity_is_a_note_with_its_observations_and_relations() -> None:
    items = _read(_lines(ILSE, GUILD, MEMBER))
    assert issues(items) == []
    ilse, guild = notes(items)
    assert (ilse.external_id, ilse.title, ilse.tags) == ("Ilse", "Ilse", ("person",))
    assert ilse.content == (
        "Ilse (person)\n\n- Repairs clocks\n- Prefers letters\n- is a member of: Guild"
    )
    assert ilse.links == (NoteLink("Guild"),)
    assert (guild.content, guild.links, guild.tags) == ("Guild", (), ())


def test_a_graph_in_one_object_says_the_same() -> None:
    graph = {"entities": [ILSE, GUILD], "relations": [MEMBER]}
    assert _read(graph) == _read(_lines(ILSE, GUILD, MEMBER))


def test_lines_about_one_name_are_one_note_and_names_only_in_relations_are_kept() -> None:
    more = {**ILSE, "observations": ["Repairs clocks", "Lives in Graz"]}
    found = notes(_read(_lines(ILSE, more, {**MEMBER, "to": "Graz"}, {**MEMBER, "to": "Graz"})))
    assert [note.external_id for note in found] == ["Ilse", "Graz"]
    assert found[0].content.count("- ") == 4
    assert found[0].links == (NoteLink("Graz"),)


def test_what_is_neither_is_named_and_the_rest_is_read() -> None:
    data = _lines(ILSE, {"type": "entity", "name": ""}, 7, {}) + b'\n{"type": "ent'
    items = _read(data)
    assert [note.external_id for note in notes(items)] == ["Ilse"]
    assert len(issues(items)) == 4
    assert all(issue.lost and issue.file == "memory.json" for issue in issues(items))
