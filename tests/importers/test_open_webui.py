"""Open WebUI's chats: the tree, side-by-side answers, blocks in the text, older lists."""

from __future__ import annotations

from typing import Any

import pytest

from memdesk.importers.open_webui import OpenWebUIParser, details
from memdesk.importers.parsed import ParsedConversation, ParsedItem
from tests.importers.builders import conversations, encoded, issues, source_file


def _read(*items: Any) -> list[ParsedItem]:
    return list(OpenWebUIParser("export", [source_file(encoded(list(items)))]))


def _message(role: str, content: Any, parent: str | None = None, **fields: Any) -> dict[str, Any]:
    return {
        "parentId": parent,
        "childrenIds": [],
        "role": role,
        "content": content,
        "timestamp": 1_738_000_000,
        **fields,
    }


def _chat(messages: dict[str, Any], current: str | None = None, **fields: Any) -> dict[str, Any]:
    history = {"messages": messages, "currentId": current}
    return {
        "id": "w1",
        "title": "Chillies",
        "chat": {"models": ["qwen2.5:14b"], "history": history, "messages": []},
        "created_at": 1_738_000_000,
        "updated_at": 1_738_000_900,
        "archived": False,
        "pinned": False,
        **fields,
    }


def _only(chat: dict[str, Any]) -> ParsedConversation:
    items = _read(chat)
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def test_a_chat_keeps_times_tags_marks_and_models() -> None:
    found = _only(
        _chat(
            {"a": _message("user", "When?"), "b": _message("assistant", "Soon.", "a", model="m1")},
            "b",
            archived=True,
            pinned=True,
            folder_id="f1",
            meta={"tags": ["garden", {"name": "spring"}]},
        )
    )
    assert (found.external_id, found.title, found.model) == ("w1", "Chillies", "qwen2.5:14b")
    assert (found.started_at, found.updated_at) == (1_738_000_000_000, 1_738_000_900_000)
    assert (found.archived, found.starred) == (True, True)
    assert found.extra == {"tags": ["garden", "spring"], "folder_id": "f1"}
    assert [(m.role, m.model, m.created_at) for m in found.messages] == [
        ("user", None, 1_738_000_000_000),
        ("assistant", "m1", 1_738_000_000_000),
    ]


def test_answers_of_several_models_are_branches_beside_the_one_that_went_on() -> None:
    found = _only(
        _chat(
            {
                "a": _message("user", "When?"),
                "b": _message("assistant", "Now.", "a", modelIdx=0),
                "c": _message("assistant", "Soon.", "a", modelIdx=1),
                "d": _message("user", "Why?", "b"),
            },
            "d",
        )
    )
    assert [(m.external_id, m.branch) for m in found.messages] == [
        ("a", 0),
        ("b", 0),
        ("d", 0),
        ("c", 1),
    ]


def test_files_and_sources_are_kept_by_name_and_address() -> None:
    pdf = {
        "type": "file",
        "file": {"filename": "b.pdf", "meta": {"content_type": "x/pdf", "size": 9}},
    }
    sources = [
        {"source": {"name": "web"}, "metadata": [{"source": "https://example.org/1"}, {}]},
        {"source": {"url": "https://example.org/1"}, "metadata": [{"source": "local.pdf"}]},
    ]
    found = _only(
        _chat(
            {
                "a": _message("user", "", files=[{"type": "image", "url": "data:"}, pdf]),
                "b": _message("assistant", "Yes.", "a", sources=sources),
            }
        )
    )
    sent, answered = found.messages
    assert [(f.name, f.media_type, f.size) for f in sent.attachments] == [
        ("image", "image", None),
        ("b.pdf", "x/pdf", 9),
    ]
    assert answered.links == (("web", "https://example.org/1"),)


def test_parts_and_errors_and_older_lists_are_read() -> None:
    parts = [{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {"url": "data:"}}]
    failed = {"content": "The model is not loaded"}
    old = {
        "id": "w2",
        "chat": {
            "title": "Old",
            "messages": [
                {"role": "user", "content": parts},
                {"role": "assistant", "content": "", "error": failed},
            ],
        },
    }
    found = _only(old)
    assert (found.title, found.external_id) == ("Old", "w2")
    asked, answered = found.messages
    assert (asked.content, [f.name for f in asked.attachments]) == ("Look", ["image"])
    assert answered.content == "Error: The model is not loaded"
    assert answered.parent_external_id == asked.external_id


def test_what_is_no_chat_or_no_message_is_named() -> None:
    items = _read({"id": "x", "title": "Odd"}, _chat({"a": "text", "b": _message("user", "Hi")}))
    assert [(i.conversation, i.message) for i in issues(items)] == [
        ("Odd", None),
        ("Chillies", "a"),
    ]
    assert len(conversations(items)) == 1


@pytest.mark.parametrize(
    ("content", "text", "thinking"),
    [
        ("Plain.", "Plain.", ""),
        (
            '<details type="reasoning" done="true" duration="2">\n<summary>Thought</summary>\n'
            "&gt; Warm &amp; light.\n&gt; Eight weeks.\n</details>\nMid February.",
            "Mid February.",
            "Warm & light.\nEight weeks.",
        ),
        (
            '<details type="tool_calls" done="true" name="search" arguments="&quot;q&quot;" '
            'result="three pages">\n<summary>Done</summary>\n</details>\nFound.',
            '```\nsearch "q"\nthree pages\n```\n\nFound.',
            "",
        ),
        (
            "<details><summary>More</summary>x</details> y",
            "<details><summary>More</summary>x</details> y",
            "",
        ),
    ],
)
def test_blocks_in_an_answer_are_told_from_its_text(content: str, text: str, thinking: str) -> None:
    assert details.read(content) == details.Answer(text, thinking)


def test_an_answer_that_was_made_of_several_is_a_branch_of_its_own() -> None:
    merged = {"status": True, "content": "Both say June."}
    found = _only(
        _chat(
            {
                "q": _message("user", "When?"),
                "a": _message("assistant", "Early June.", "q", model="m1", merged=merged),
                "b": _message("assistant", "June.", "q", model="m2", merged={"content": ""}),
                "n": _message("user", "Thanks.", "a"),
            },
            "n",
        )
    )
    assert [(m.external_id, m.content, m.branch) for m in found.messages] == [
        ("q", "When?", 0),
        ("a", "Early June.", 0),
        ("n", "Thanks.", 0),
        ("a/merged", "Both say June.", 1),
        ("b", "June.", 2),
    ]
    assert found.messages[3].extra == {"merged": True}


def test_blocks_that_never_end_stay_in_the_text_and_take_no_long_time() -> None:
    for part in ('<details type="reasoning">x', "<details ", "<details><summary>"):
        assert details.read(part * 100_000) == details.Answer(part * 100_000, "")
    long = f"<details {'a' * 300_000}>{' ' * 300_000}x</details>"
    assert details.read(long) == details.Answer(long, "")
