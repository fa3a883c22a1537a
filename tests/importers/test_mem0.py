"""mem0's memories as notes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from memdesk.importers.mem0 import Mem0Parser
from memdesk.importers.parsed import ParsedItem
from tests.importers.builders import encoded, issues, notes, source_file

HIVES = {
    "id": "9c-1",
    "memory": " Keeps two hives. ",
    "user_id": "u-1",
    "agent_id": None,
    "metadata": {"mood": "calm"},
    "categories": ["hobbies", "animals", "hobbies", None],
    "created_at": "2024-06-01T07:30:00-07:00",
    "updated_at": None,
}


def _read(data: Any) -> list[ParsedItem]:
    return list(Mem0Parser("mem0.json", [source_file(encoded(data), "mem0.json")]))


def test_a_memory_keeps_text_time_categories_and_owner() -> None:
    (note,) = notes(_read([HIVES]))
    assert (note.external_id, note.content, note.type) == ("9c-1", "Keeps two hives.", "memory")
    assert note.created_at == datetime(2024, 6, 1, 14, 30, tzinfo=UTC).timestamp() * 1000
    assert note.updated_at is None
    assert note.tags == ("hobbies", "animals")
    assert note.extra == {"user_id": "u-1", "metadata": {"mood": "calm"}}


def test_lists_pages_and_older_pages_are_read_alike() -> None:
    expected = _read([HIVES])
    assert _read({"count": 1, "results": [HIVES]}) == expected
    assert _read({"memories": [HIVES], "relations": []}) == expected


def test_what_has_no_text_or_no_id_is_named() -> None:
    items = _read({"results": [{**HIVES, "memory": ""}, {**HIVES, "id": None}, 3, HIVES]})
    assert len(notes(items)) == 1
    first, second, third = issues(items)
    assert (first.message, second.message, third.message) == ("9c-1", None, None)
    assert "number 2 in it" in second.reason
