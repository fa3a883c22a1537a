"""Conversations that were shared by a public link say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedItem
from tests.importers.builders import conversations, issues, talk, write, zip_bytes

SHARE = {"id": "5e-1", "conversation_id": "c1", "title": "Talk 1", "is_anonymous": True}


def _read(box: Path, **members: Any) -> list[ParsedItem]:
    data = zip_bytes({f"{name}.json": value for name, value in members.items()})
    with open_inputs([write(box / "e.zip", data)]) as detected:
        (parser,) = detected.parsers
        return [*detected.issues, *parser]


def test_a_shared_conversation_keeps_its_links(tmp_path: Path) -> None:
    again = SHARE | {"id": "5e-2"}
    items = _read(tmp_path, conversations=[talk(1), talk(2)], shared_conversations=[SHARE, again])
    assert issues(items) == []
    shared, other = conversations(items)
    assert shared.extra["shared"] == [
        "https://chatgpt.com/share/5e-1",
        "https://chatgpt.com/share/5e-2",
    ]
    assert "shared" not in other.extra


def test_the_page_is_read_beside_the_list_of_what_was_shared(tmp_path: Path) -> None:
    page = b'<html><script>var jsonData = [{"title": "P", "mapping": {}, "id": "c1"}];</script>'
    archive = zip_bytes({"chat.html": page, "shared_conversations.json": [SHARE]})
    with open_inputs([write(tmp_path / "e.zip", archive)]) as detected:
        (parser,) = detected.parsers
        (found,) = conversations(parser)
    assert found.extra["shared"] == ["https://chatgpt.com/share/5e-1"]


def test_the_list_alone_says_that_nothing_was_read(tmp_path: Path) -> None:
    (issue,) = _read(tmp_path, shared_conversations=[SHARE])
    assert "the conversations are not beside it" in getattr(issue, "reason", "")


@pytest.mark.parametrize(
    "broken",
    [
        b'[{"id": "x", "conversation_id": "c1", "is_anonymous": true}, {"id": ',
        b'[{"id": 3, "conversation_id": ["c1"], "is_anonymous": 1}, null, 7]',
        b'[{"id": "../x?y", "conversation_id": "c1", "is_anonymous": true}]',
    ],
)
def test_a_broken_list_loses_no_conversation(broken: bytes, tmp_path: Path) -> None:
    items = _read(tmp_path, conversations=[talk(1)], shared_conversations=broken)
    assert [len(one.messages) for one in conversations(items)] == [2]
    assert not any(issue.lost for issue in issues(items))
