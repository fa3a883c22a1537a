"""DeepSeek's export: branches, fragments, the older shape."""

from __future__ import annotations

from typing import Any

from memdesk.importers.deepseek import DeepSeekParser
from memdesk.importers.parsed import ParsedConversation, ParsedItem
from tests.importers.builders import conversations, encoded, issues, source_file


def _read(*items: Any) -> list[ParsedItem]:
    return list(DeepSeekParser("export", [source_file(encoded(list(items)))]))


def _message(kind: str, text: str, minute: int = 0, **fields: Any) -> dict[str, Any]:
    return {
        "model": "deepseek-chat",
        "inserted_at": f"2025-02-03T20:{minute:02}:00.000000+08:00",
        "files": [],
        "fragments": [{"type": kind, "content": text}],
        **fields,
    }


def _talk(*nodes: tuple[str, str | None, Any], **fields: Any) -> dict[str, Any]:
    mapping = {
        name: {"id": name, "parent": parent, "children": [], "message": message}
        for name, parent, message in (("root", None, None), *nodes)
    }
    return {
        "id": "d1",
        "title": "Pears",
        "inserted_at": "2025-02-03T20:00:00+08:00",
        "updated_at": "2025-02-03T21:00:00+08:00",
        "mapping": mapping,
        **fields,
    }


def _only(*nodes: tuple[str, str | None, Any], **fields: Any) -> ParsedConversation:
    items = _read(_talk(*nodes, **fields))
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def test_a_conversation_keeps_its_times_and_who_said_what() -> None:
    found = _only(
        ("1", "root", _message("REQUEST", "How thin?", 1)),
        ("2", "1", _message("RESPONSE", "Six millimetres.", 2)),
    )
    assert (found.external_id, found.title, found.model) == ("d1", "Pears", "deepseek-chat")
    assert (found.started_at, found.updated_at) == (1_738_584_000_000, 1_738_587_600_000)
    asked, answered = found.messages
    assert (asked.role, asked.content, asked.model) == ("user", "How thin?", None)
    assert (answered.role, answered.parent_external_id) == ("assistant", "1")
    assert answered.created_at == 1_738_584_120_000


def test_reasoning_stands_beside_the_answer_and_what_was_searched_becomes_links() -> None:
    fragments = [
        {"type": "SEARCH", "results": [{"url": "https://example.org/a", "title": "A"}, {}, 3]},
        {"type": "THINK", "content": "Hm."},
        {"type": "RESPONSE", "content": "Six."},
        {"type": "RESPONSE", "content": "Or seven."},
    ]
    (answer,) = _only(("1", "root", _message("", "", fragments=fragments))).messages
    assert (answer.role, answer.content, answer.thinking) == (
        "assistant",
        "Six.\n\nOr seven.",
        "Hm.",
    )
    assert answer.links == (("A", "https://example.org/a"),)


def test_the_newest_branch_is_the_conversation_and_the_others_are_kept() -> None:
    found = _only(
        ("1", "root", _message("REQUEST", "How thin?", 1)),
        ("2", "1", _message("RESPONSE", "Newer", 9)),
        ("3", "1", _message("RESPONSE", "Older", 5)),
    )
    assert [(m.external_id, m.branch) for m in found.messages] == [("1", 0), ("2", 0), ("3", 1)]


def test_the_older_shape_and_files_are_read() -> None:
    old = {"role": "ASSISTANT", "content": "Six.", "reasoning_content": "Hm.", "files": ["a.pdf"]}
    (answer,) = _only(("1", "root", old)).messages
    assert (answer.role, answer.content, answer.thinking) == ("assistant", "Six.", "Hm.")
    assert [one.name for one in answer.attachments] == ["a.pdf"]
    file = {"file_name": "b.pdf", "file_size": 12, "mime_type": "application/pdf"}
    (sent,) = _only(("1", "root", _message("REQUEST", "", files=[file]))).messages
    assert (sent.role, sent.content) == ("user", "b.pdf")
    assert (sent.attachments[0].size, sent.attachments[0].media_type) == (12, "application/pdf")


def test_what_is_no_conversation_or_no_message_is_named() -> None:
    items = _read({"title": "Empty"}, _talk(("1", "root", "hello"), ("2", "root", None)))
    first, second = issues(items)
    assert (first.conversation, first.message) == ("Empty", None)
    assert "no messages" in first.reason
    assert (second.conversation, second.message) == ("Pears", "1")
