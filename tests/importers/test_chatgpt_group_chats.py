"""Chats of several people: as a tree, as a list, and in shapes that are not known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedItem
from tests.importers.builders import conversations, issues, talk, write, zip_bytes

ABOUT = {"id": "g1", "title": "Trip", "participants": ["u1", "u2"], "create_time": 1_765_000_000}


def _read(box: Path, **members: Any) -> list[ParsedItem]:
    data = zip_bytes({f"{name}.json": value for name, value in members.items()})
    with open_inputs([write(box / "e.zip", data)]) as detected:
        (parser,) = detected.parsers
        return [*detected.issues, *parser]


def _group(box: Path, chat: Any) -> list[ParsedItem]:
    return _read(box, conversations=[talk(1)], group_chats={"chats": [chat]})


def test_an_empty_list_of_group_chats_says_nothing(tmp_path: Path) -> None:
    items = _read(tmp_path, conversations=[talk(1)], group_chats={"chats": []})
    assert issues(items) == []
    assert len(conversations(items)) == 1


def test_a_group_chat_that_is_a_tree_is_read_as_every_conversation(tmp_path: Path) -> None:
    items = _group(tmp_path, talk(2))
    assert [found.title for found in conversations(items)] == ["Talk 1", "Talk 2"]
    assert issues(items) == []


@pytest.mark.parametrize(
    "messages",
    [
        [
            {"id": "a", "author": {"role": "user", "name": "Ann"}, "text": "Where to?"},
            {"id": "b", "author": {"role": "assistant"}, "text": "To the lake."},
        ],
        [
            {"id": "a", "sender": "Ann", "content": "Where to?"},
            {"id": "b", "sender": "ChatGPT", "content": "To the lake."},
        ],
        {
            "a": {"user": {"display_name": "Ann"}, "content": {"parts": ["Where to?"]}},
            "b": {"role": "assistant", "content": {"parts": ["To the lake."]}},
        },
        [
            {"message": {"author": {"role": "user", "name": "Ann"}, "content": "Where to?"}},
            {"message": {"author": {"role": "assistant"}, "content": "To the lake."}},
        ],
    ],
    ids=["authors", "senders", "by id", "wrapped"],
)
def test_listed_messages_keep_order_and_authors(messages: Any, tmp_path: Path) -> None:
    items = _group(tmp_path, {**ABOUT, "messages": messages})
    assert issues(items) == []
    found = conversations(items)[1]
    assert (found.external_id, found.title) == ("g1", "Trip")
    assert [(m.role, m.author, m.content) for m in found.messages] == [
        ("user", "Ann", "Where to?"),
        ("assistant", None, "To the lake."),
    ]


def test_times_of_listed_messages_are_kept(tmp_path: Path) -> None:
    said = {"id": "a", "sender": "Ann", "text": "Hi", "created_at": "2025-12-01T10:00:00Z"}
    found = conversations(_group(tmp_path, {**ABOUT, "messages": [said]}))[1]
    assert found.messages[0].created_at == 1_764_583_200_000


def test_a_group_chat_without_messages_says_what_the_export_tells(tmp_path: Path) -> None:
    (issue,) = issues(_group(tmp_path, ABOUT))
    assert (issue.conversation, issue.lost) == ("Trip", False)
    assert "name and members only" in issue.reason


@pytest.mark.parametrize("more", [{"log": [{"t": "Hi"}]}, {"messages": ["Hi"]}])
def test_a_shape_that_is_not_known_is_named(more: Any, tmp_path: Path) -> None:
    (issue,) = issues(_group(tmp_path, ABOUT | more))
    assert (issue.conversation, issue.lost) == ("Trip", True)
    assert "not known" in issue.reason


def test_messages_that_cannot_be_read_cost_only_themselves(tmp_path: Path) -> None:
    messages = [{"id": "a", "text": "Hi"}, 3, {"id": "a", "text": "Ho"}, {"id": "c", "text": 4}]
    items = _group(tmp_path, {**ABOUT, "messages": messages})
    assert [m.content for m in conversations(items)[1].messages] == ["Hi", "Ho"]
    assert [issue.message for issue in issues(items)] == ["message-1", "c"]


def test_group_chats_alone_are_known_and_do_not_stand_in_for_the_page(tmp_path: Path) -> None:
    (alone,) = conversations(
        _read(tmp_path, group_chats={"chats": [ABOUT | {"messages": [{"id": "a", "text": "Hi"}]}]})
    )
    assert alone.external_id == "g1"
    page = b'<html><script>var jsonData = [{"title": "P", "mapping": {}, "id": "c1"}];</script>'
    data = zip_bytes({"chat.html": page, "group_chats.json": {"chats": [talk(2)]}})
    with open_inputs([write(tmp_path / "p.zip", data)]) as detected:
        (parser,) = detected.parsers
        assert {found.external_id for found in conversations(parser)} == {"c1", "c2"}


def test_a_list_of_conversations_within_an_object_is_read(tmp_path: Path) -> None:
    items = _read(tmp_path, export={"conversations": [talk(1), talk(2)]})
    assert issues(items) == []
    assert [found.external_id for found in conversations(items)] == ["c1", "c2"]
