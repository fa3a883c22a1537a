"""Each way in which Claude's exports broke other importers, one test or more a trap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import Attachment
from tests.importers.builders import (
    claude_message,
    claude_messages,
    claude_talk,
    conversations,
    issues,
    notes,
    read_claude,
    write,
    zip_bytes,
)


def blocks(*content: Any, sender: str = "assistant", **fields: Any) -> dict[str, Any]:
    return claude_message("b", sender, content=list(content), **fields)


def test_a_conversation_is_read_with_roles_times_and_summary() -> None:
    talk = claude_talk(
        [claude_message("a"), claude_message("b", "assistant", "Knead it.")],
        summary="About bread",
        model="claude-3",
    )
    (read,) = conversations(read_claude([talk]))
    assert (read.external_id, read.title, read.model) == ("k1", "Bread", "claude-3")
    assert dict(read.extra) == {"summary": "About bread"}
    assert (read.started_at, read.updated_at) == (1_714_557_540_000, 1_714_561_200_000)
    (answer,) = read.messages
    assert (answer.role, answer.content) == ("assistant", "Knead it.")
    assert answer.created_at == 1_714_557_600_000


@pytest.mark.parametrize("words_in", ["text", "content", "both"])
def test_words_are_found_in_text_or_in_content(words_in: str) -> None:
    entry = claude_message("a", "human", "How long?")
    if words_in == "text":
        entry["content"] = [{"type": "text", "text": ""}]
    elif words_in == "content":
        entry["text"] = ""
    (only,) = claude_messages(entry)
    assert (only.role, only.content) == ("user", "How long?")


def test_content_may_be_missing_or_a_string() -> None:
    first, second = claude_message("a", text="One"), claude_message("b", text="")
    del first["content"]
    second["content"] = "Two"
    assert [item.content for item in claude_messages(first, second)] == ["One", "Two"]


def test_the_placeholder_of_old_clients_is_not_the_answer() -> None:
    text = "```\nThis block is not supported on your current device yet.\n```"
    content = [{"type": "tool_use", "name": "repl", "input": {"code": "1+1"}}]
    (step,) = claude_messages(claude_message("a", "assistant", text, content=content))
    assert (step.role, step.author, step.content) == ("tool", "repl", "```\n1+1\n```")


def test_long_pasted_text_is_kept_with_its_message() -> None:
    pasted = {
        "file_name": "paste.txt",
        "file_size": 12,
        "file_type": "txt",
        "extracted_content": "A long story",
    }
    (only,) = claude_messages(claude_message("a", attachments=[pasted]))
    assert only.attachments == (Attachment("paste.txt", "txt", 12, "A long story"),)
    assert only.content == "paste.txt"


def test_pasted_text_without_name_is_kept() -> None:
    pasted = {"file_name": "", "extracted_content": "A long story"}
    (only,) = claude_messages(claude_message("a", text="Read this", attachments=[pasted]))
    assert only.content == "Read this"
    assert only.attachments == (Attachment("pasted text", text="A long story"),)


def test_files_are_named_once() -> None:
    entry = claude_message(
        "a",
        files=[{"file_name": "loaf.jpg", "file_uuid": "f1"}, {"file_uuid": "f2"}],
        files_v2=[{"file_name": "loaf.jpg", "file_uuid": "f1", "file_kind": "image"}],
    )
    (only,) = claude_messages(entry)
    assert only.attachments == (Attachment("loaf.jpg", "image"), Attachment("f2"))


def test_thinking_stays_beside_the_answer() -> None:
    (only,) = claude_messages(
        blocks({"type": "thinking", "thinking": "Yeast first."}, {"type": "text", "text": "Mix."})
    )
    assert (only.content, only.thinking) == ("Mix.", "Yeast first.")


def test_null_or_equal_times_keep_the_lists_order() -> None:
    entries = [claude_message(str(n), text=f"Turn {n}", created_at=None) for n in range(5)]
    read = claude_messages(*entries)
    assert [item.content for item in read] == [f"Turn {n}" for n in range(5)]
    assert {item.created_at for item in read} == {1_714_557_540_000}
    assert {item.extra["time_from"] for item in read} == {"conversation"}
    assert [item.parent_external_id for item in read] == [None, "0", "1", "2", "3"]


@pytest.mark.parametrize("name", ["", None, "  "])
def test_an_unnamed_conversation_is_called_by_its_first_words(name: str | None) -> None:
    talk = claude_talk([claude_message("a", text="Rye or wheat?")], name=name)
    assert conversations(read_claude([talk]))[0].title == "Rye or wheat?"


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        ("Plain words", "Plain words"),
        ({"type": "text", "text": "From a dict"}, "From a dict"),
        ([{"type": "text", "text": "One"}, "Two"], "One\n\nTwo"),
        ([{"rows": 3}], '```json\n{"rows": 3}\n```'),
        (
            [{"type": "knowledge", "title": "Rye", "url": "https://example.org/rye", "text": "x"}],
            "[Rye](https://example.org/rye)\n\nx",
        ),
        (7, "7"),
    ],
)
def test_tool_results_of_every_shape_are_the_tools_text(result: object, shown: str) -> None:
    read = claude_messages(
        blocks(
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "name": "search", "input": {"query": "rye"}},
            {"type": "tool_result", "name": "search", "content": result},
            {"type": "text", "text": "Rye it is."},
        )
    )
    assert [(item.role, item.content) for item in read] == [
        ("tool", '```json\n{"query": "rye"}\n```'),
        ("tool", shown),
        ("assistant", "Let me look.\n\nRye it is."),
    ]
    assert [item.external_id for item in read] == ["b:step-0", "b:step-1", "b"]
    assert [item.parent_external_id for item in read] == [None, "b:step-0", "b:step-1"]


@pytest.mark.parametrize("result", [None, [], "", [{"type": "image", "file_uuid": "f"}]])
def test_tool_results_without_words_are_left_out(result: object) -> None:
    read = claude_messages(
        blocks({"type": "tool_result", "content": result}, {"type": "text", "text": "Done."})
    )
    assert [item.content for item in read] == ["Done."]


def test_an_artifact_is_claudes_own_writing() -> None:
    given = {"command": "create", "type": "text/markdown", "title": "Recipe", "content": "Mix."}
    (only,) = claude_messages(blocks({"type": "tool_use", "name": "artifacts", "input": given}))
    assert (only.role, only.author) == ("assistant", "artifacts")
    assert only.content == "**Recipe**\n\nMix."


def test_citations_become_links() -> None:
    citation = {"title": "Rye", "url": "https://example.org/rye", "start_index": 0}
    (only,) = claude_messages(blocks({"type": "text", "text": "Rye.", "citations": [citation]}))
    assert only.links == (("Rye", "https://example.org/rye"),)


def test_an_unknown_block_keeps_its_words_and_says_its_type() -> None:
    (only,) = claude_messages(blocks({"type": "hologram", "text": "Seen from behind"}))
    assert only.content == "Seen from behind"
    assert dict(only.extra) == {"content_type": "hologram"}


def test_parents_make_branches_and_the_last_message_ends_the_current_one() -> None:
    top = "00000000-0000-4000-8000-000000000000"
    read = claude_messages(
        claude_message("q", text="Question", parent_message_uuid=top),
        claude_message("a1", "assistant", "Old", parent_message_uuid="q"),
        claude_message("a2", "assistant", "New", parent_message_uuid="q"),
        claude_message("r", text="Reply", parent_message_uuid="a2"),
    )
    assert [(item.external_id, item.branch, item.parent_external_id) for item in read] == [
        ("q", 0, None),
        ("a2", 0, "q"),
        ("r", 0, "a2"),
        ("a1", 1, "q"),
    ]


def test_the_leaf_the_export_names_ends_the_current_branch() -> None:
    talk = claude_talk(
        [
            claude_message("q", text="Question"),
            claude_message("a1", "assistant", "Chosen", parent_message_uuid="q"),
            claude_message("a2", "assistant", "Other", parent_message_uuid="q"),
        ],
        current_leaf_message_uuid="a1",
    )
    (read,) = conversations(read_claude([talk]))
    assert [(item.external_id, item.branch) for item in read.messages] == [
        ("q", 0),
        ("a1", 0),
        ("a2", 1),
    ]


def test_messages_without_ids_get_the_same_ones_each_time() -> None:
    entries = [claude_message("", text="Same"), claude_message("", text="Same")]
    first, second = claude_messages(*entries), claude_messages(*entries)
    assert [item.external_id for item in first] == [item.external_id for item in second]
    assert len({item.external_id for item in first}) == 2


def test_repeated_ids_lose_no_message() -> None:
    read = claude_messages(claude_message("a", text="One"), claude_message("a", text="Two"))
    assert [item.content for item in read] == ["One", "Two"]
    assert len({item.external_id for item in read}) == 2


def test_a_message_that_is_no_object_is_an_issue() -> None:
    items = read_claude([claude_talk([claude_message("a", text="One"), "words"])])
    assert len(conversations(items)[0].messages) == 1
    assert issues(items)[0].conversation == "Bread"


def test_one_file_a_conversation_in_a_folder_is_one_input(tmp_path: Path) -> None:
    for number in range(12):
        talk = claude_talk([claude_message("a", text="Hi")], uuid=f"k{number}")
        write(tmp_path / "chats" / f"Chat {number}.json", talk)
    with open_inputs([tmp_path / "chats"]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
    assert [item.external_id for item in conversations(items)] == [f"k{n}" for n in range(12)]
    assert detected.issues == issues(items) == []


PROJECT = {
    "uuid": "p1",
    "name": "Bakery",
    "description": "All about the shop",
    "prompt_template": "Answer in Danish",
    "created_at": "2024-05-01T10:00:00Z",
    "docs": [
        {"uuid": "d1", "filename": "prices.md", "content": "Rye: 4"},
        {"filename": "hours.md", "content": "8-16"},
        {"filename": "empty.md", "content": ""},
    ],
}
MEMORY = {
    "conversations_memory": "Bakes at night",
    "project_memories": {"p1": "Prices are fixed"},
    "account_uuid": "a1",
}


def test_projects_documents_and_memories_are_notes_of_the_same_input(tmp_path: Path) -> None:
    export = zip_bytes(
        {
            "conversations.json": [claude_talk([claude_message("a", text="Hi")])],
            "projects.json": [PROJECT],
            "memories.json": [MEMORY],
            "users.json": [{"uuid": "a1", "full_name": "Ida", "email_address": "i@example.org"}],
        }
    )
    with open_inputs([write(tmp_path / "data.zip", export)]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
    assert detected.issues == issues(items) == []
    assert len(conversations(items)) == 1
    found = {(note.type, note.title, note.content, note.project) for note in notes(items)}
    assert found == {
        ("note", "Bakery", "All about the shop", "Bakery"),
        ("instruction", "Bakery: instructions", "Answer in Danish", "Bakery"),
        ("document", "prices.md", "Rye: 4", "Bakery"),
        ("document", "hours.md", "8-16", "Bakery"),
        ("memory", "Claude's memory", "Bakes at night", None),
        ("memory", "Claude's memory of a project", "Prices are fixed", None),
    }
    assert len({note.external_id for note in notes(items)}) == 6


def test_a_strange_entry_costs_only_itself() -> None:
    items = read_claude([{"uuid": "x", "name": "Odd"}, claude_talk([])])
    assert len(conversations(items)) == 1
    assert issues(items)[0].conversation == "Odd"
