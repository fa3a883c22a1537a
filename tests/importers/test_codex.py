"""Codex's sessions: what was said once, what the program added apart, tools kept short."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memdesk.importers.codex import CodexParser
from memdesk.importers.parsed import ParsedConversation, ParsedItem
from tests.importers.builders import conversations, issues, source_file


def _read(*lines: Any) -> list[ParsedItem]:
    data = "\n".join(map(json.dumps, lines)).encode()
    return list(CodexParser("sessions", [source_file(data, "sessions/rollout-1.jsonl")]))


def _only(*lines: Any) -> ParsedConversation:
    items = _read(*lines)
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def _item(**payload: Any) -> dict[str, Any]:
    return {"timestamp": "2025-11-04T10:00:00.000Z", "type": "response_item", "payload": payload}


def _message(role: str, *texts: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return _item(type="message", role=role, content=[{"type": kind, "text": t} for t in texts])


META = {
    "timestamp": "2025-11-04T10:00:00.000Z",
    "type": "session_meta",
    "payload": {"id": "0199", "cwd": "/home/me/oven", "cli_version": "0.5", "git": {"branch": "b"}},
}
MODEL = {"timestamp": "", "type": "turn_context", "payload": {"model": "gpt-5-codex"}}


def test_a_session_keeps_project_model_and_times_and_says_nothing_twice() -> None:
    twice = {"type": "event_msg", "payload": {"type": "user_message", "message": "It drifts."}}
    found = _only(
        META, MODEL, _message("user", "It drifts."), twice, _message("assistant", "Set 1000.")
    )
    assert (found.external_id, found.title, found.project) == ("0199", "It drifts.", "oven")
    assert found.extra == {"cwd": "/home/me/oven", "gitBranch": "b", "version": "0.5"}
    asked, answered = found.messages
    assert (asked.role, asked.created_at) == ("user", 1_762_250_400_000)
    assert (answered.role, answered.model, found.model) == ("assistant", *("gpt-5-codex",) * 2)


def test_what_the_program_adds_is_not_what_the_person_said() -> None:
    added = "<environment_context>here</environment_context>"
    found = _only(
        META,
        _message("developer", "Be brief"),
        _message("user", added),
        _message("user", "# AGENTS.md instructions for /x", "Really mine"),
    )
    assert [(m.role, m.content) for m in found.messages] == [
        ("system", "Be brief"),
        ("system", added),
        ("system", "# AGENTS.md instructions for /x"),
        ("user", "Really mine"),
    ]


def test_what_the_editor_puts_around_the_persons_words_stands_apart() -> None:
    context = "# Context from my IDE setup:\n\n## Active file: a.c\n\n## Open tabs:\n- a.c: src/a.c"
    asked = "Why does it drift?\n\n## My request for Codex: is a heading"
    found = _only(META, _message("user", f"{context}\n\n## My request for Codex:\n{asked}\n"))
    assert [(m.role, m.content) for m in found.messages] == [("system", context), ("user", asked)]
    assert found.title == "Why does it drift? ## My request for Codex: is a heading"
    files = "# Files mentioned by the user:\n\n## a.png: /tmp/a.png"
    found = _only(META, _message("user", f"{files}\n\n## My request for Codex:\nLook"))
    assert [m.content for m in found.messages] == [files, "Look"]


@pytest.mark.parametrize(
    "text",
    [
        "# Context from my IDE setup:\n\nWhat is that?",
        "See:\n## My request for Codex:\nLook",
        "# Context from my IDE setup:\n\n## My request for Codex:\n",
    ],
)
def test_words_that_are_not_surely_the_editors_stay_the_persons(text: str) -> None:
    assert [(m.role, m.content) for m in _only(META, _message("user", text)).messages] == [
        ("user", text)
    ]


def test_calls_results_and_reasoning() -> None:
    found = _only(
        META,
        _message("user", "Look"),
        _item(type="reasoning", summary=[{"type": "summary_text", "text": "Hm."}]),
        _item(
            type="function_call",
            name="shell",
            arguments='{"command": ["cat", "a.c"]}',
            call_id="1",
        ),
        _item(type="function_call_output", call_id="1", output='{"output": "int a;", "x": 1}'),
        _item(type="custom_tool_call", name="apply_patch", input="*** Begin", call_id="2"),
        _item(type="custom_tool_call_output", call_id="2", output="Done"),
        _item(type="function_call_output", call_id="9", output="of nothing"),
        _message("assistant", "There."),
    )
    _, cat, patch, orphan, answer = found.messages
    assert (cat.author, cat.content) == ("shell", "```\ncat a.c\n```\n\n```\nint a;\n```")
    assert patch.content == "```\n*** Begin\n```\n\n```\nDone\n```"
    assert (orphan.role, orphan.content) == ("tool", "```\nof nothing\n```")
    assert (answer.content, answer.thinking) == ("There.", "Hm.")


def test_the_first_versions_lines_are_read() -> None:
    found = _only(
        {"id": "old", "timestamp": "2025-06-01T09:00:00Z", "instructions": None, "git": {}},
        {"record_type": "state"},
        _message("user", "Rename it")["payload"],
        _message("assistant", "Done.")["payload"],
    )
    assert found.external_id == "old"
    assert [(m.role, m.content) for m in found.messages] == [
        ("user", "Rename it"),
        ("assistant", "Done."),
    ]


def test_pictures_are_named_and_a_session_without_words_is_none() -> None:
    picture = _item(
        type="message", role="user", content=[{"type": "input_image", "image_url": "data:"}]
    )
    (sent,) = _only(META, picture).messages
    assert [one.name for one in sent.attachments] == ["image"]
    assert _read(META, _message("user", "<environment_context>x</environment_context>")) == []
