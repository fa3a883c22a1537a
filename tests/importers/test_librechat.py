"""LibreChat's conversations: lists and trees, parts, files."""

from __future__ import annotations

from typing import Any

import pytest

from memdesk.importers.librechat import LibreChatParser
from memdesk.importers.parsed import ParsedConversation, ParsedItem
from tests.importers.builders import conversations, encoded, issues, source_file

ROOT = "00000000-0000-0000-0000-000000000000"


def _read(*talks: Any) -> list[ParsedItem]:
    files = [source_file(encoded(talk), f"{n}.json") for n, talk in enumerate(talks)]
    return list(LibreChatParser("export", files))


def _message(name: str, parent: str | None, text: str = "", **fields: Any) -> dict[str, Any]:
    asked = fields.pop("asked", False)
    return {
        "messageId": name,
        "parentMessageId": parent,
        "sender": "User" if asked else "Claude",
        "isCreatedByUser": asked,
        "text": text,
        "createdAt": "2025-04-02T14:00:00.000Z",
        "model": "claude-sonnet-4",
        **fields,
    }


def _talk(*messages: Any, **fields: Any) -> dict[str, Any]:
    return {
        "conversationId": "l1",
        "title": "Canoe",
        "endpoint": "anthropic",
        "options": {"model": "claude-sonnet-4"},
        "messages": list(messages),
        **fields,
    }


def _only(talk: dict[str, Any]) -> ParsedConversation:
    items = _read(talk)
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def test_a_conversation_keeps_roles_times_and_models() -> None:
    found = _only(
        _talk(_message("1", ROOT, "What mends it?", asked=True), _message("2", "1", "Epoxy."))
    )
    assert (found.external_id, found.title, found.model) == ("l1", "Canoe", "claude-sonnet-4")
    assert found.extra == {"endpoint": "anthropic"}
    asked, answered = found.messages
    assert (asked.role, asked.model, asked.created_at) == ("user", None, 1_743_602_400_000)
    assert (answered.role, answered.model, answered.author) == (
        "assistant",
        "claude-sonnet-4",
        None,
    )
    assert answered.parent_external_id == "1"


def test_a_tree_says_the_same_as_a_list_and_the_newest_branch_is_the_conversation() -> None:
    late = {"createdAt": "2025-04-02T15:00:00.000Z"}
    flat = [
        _message("1", ROOT, "First", asked=True),
        _message("2", "1", "Second"),
        _message("3", "2", "Third", asked=True, **late),
        _message("4", "1", "Second again"),
    ]
    first, second, third, again = (dict(one) for one in flat)
    second["children"] = [third]
    first["children"] = [second, again]
    found = _only(_talk(*flat))
    assert [(m.external_id, m.branch) for m in found.messages] == [
        ("1", 0),
        ("2", 0),
        ("3", 0),
        ("4", 1),
    ]
    assert _only(_talk(first, recursive=True)) == found


def test_a_list_without_parents_is_one_branch() -> None:
    found = _only(_talk(*(_message(str(n), None, f"Turn {n}") for n in range(3))))
    assert [(m.parent_external_id, m.branch) for m in found.messages] == [
        (None, 0),
        ("0", 0),
        ("1", 0),
    ]


def test_parts_are_told_apart() -> None:
    call = {"name": "search", "args": '{"q":"epoxy"}', "output": "three pages"}
    function = {"function": {"name": "draw", "arguments": {"w": 3}}}
    content = [
        {"type": "think", "think": "Cedar takes epoxy."},
        {"type": "tool_call", "tool_call": call},
        {"type": "tool_call", "tool_call": function},
        {"type": "text", "text": {"value": "Use epoxy."}},
        {"type": "error", "error": "cut off"},
        {"type": "image_file", "image_file": {"filename": "boat.png"}},
        None,
    ]
    (answer,) = _only(_talk(_message("1", ROOT, "", content=content))).messages
    assert answer.thinking == "Cedar takes epoxy."
    assert answer.content == (
        '```\nsearch {"q":"epoxy"}\nthree pages\n```\n\n```\ndraw {"w": 3}\n```\n\n'
        "Use epoxy.\n\nError: cut off"
    )
    assert [one.name for one in answer.attachments] == ["boat.png"]


def test_files_and_what_was_found_on_the_web_are_kept() -> None:
    file = {"filename": "crack.jpg", "type": "image/jpeg", "bytes": 20}
    found = {"web_search": {"organic": [{"title": "Canoes", "link": "https://example.org"}, {}]}}
    message = _message("1", ROOT, "Look", files=[file, file, {}], attachments=[found])
    (read,) = _only(_talk(message)).messages
    assert [(f.name, f.media_type, f.size) for f in read.attachments] == [
        ("crack.jpg", "image/jpeg", 20)
    ]
    assert read.links == (("Canoes", "https://example.org"),)


def test_each_file_is_a_conversation_and_what_is_none_is_named() -> None:
    items = _read(
        _talk(_message("1", ROOT, "Hi")), {"conversationId": "x", "title": "Odd"}, _talk(3)
    )
    assert len(conversations(items)) == 2
    assert [(one.file, one.conversation) for one in issues(items)] == [
        ("1.json", "Odd"),
        ("2.json", "Canoe"),
    ]


def _nested(length: int, inner: str = "") -> bytes:
    """A recursive export of one branch, each message within the one before it."""
    opened = "".join(
        f'{{"messageId": "{number}", "isCreatedByUser": {"false" if number % 2 else "true"},'
        f' "text": "Turn {number}", {inner} "children": ['
        for number in range(length)
    )
    start = '{"conversationId": "l1", "title": "Canoe", "recursive": true, "messages": ['
    return (start + opened + "]}" * length + "]}").encode()


def test_a_recursive_export_may_nest_as_deep_as_a_conversation_is_long() -> None:
    items = _read(_nested(5_000, '"content": [{"type": "text", "text": "x"}],'))
    assert issues(items) == []
    (found,) = conversations(items)
    assert [m.external_id for m in found.messages] == [str(number) for number in range(5_000)]
    assert {m.branch for m in found.messages} == {0}
    assert [m.parent_external_id for m in found.messages[:3]] == [None, "0", "1"]


def test_a_deep_export_keeps_its_branches() -> None:
    other = '{"messageId": "edit", "isCreatedByUser": true, "text": "Or so?"}, {"messageId": "1",'
    items = _read(_nested(300).replace(b'{"messageId": "1",', other.encode()))
    assert issues(items) == []
    (found,) = conversations(items)
    (branch,) = (m for m in found.messages if m.branch)
    assert (branch.external_id, branch.parent_external_id) == ("edit", "0")


def test_a_deep_export_has_no_nuls() -> None:
    (found,) = conversations(_read(_nested(300).replace(b"Turn 7", b"Turn\\u00007")))
    assert found.messages[7].content == "Turn\ufffd7"


@pytest.mark.parametrize(
    "data",
    [
        _nested(300)[:-3],
        _nested(300, '"content": ' + "[" * 300 + "]" * 300 + ","),
        b"[" + _nested(300) + b"]",
        _nested(300, '"x": NaN,'),
        b'{"children": [' * 300 + b"]}" * 300,
    ],
    ids=["cut", "deep in another way", "in a list", "not JSON", "no conversation"],
)
def test_what_is_deep_and_cannot_be_read_is_named(data: bytes) -> None:
    items = _read(data)
    assert conversations(items) == []
    assert any("200 levels" in issue.reason or "ends" in issue.reason for issue in issues(items))
