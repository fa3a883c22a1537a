"""Claude Code's sessions: lines made into turns, tools kept short, repeats left out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from memdesk.importers.claude_code import ClaudeCodeParser
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import ParsedConversation, ParsedItem
from memdesk.vault.store import Vault
from tests.importers.builders import conversations, issues, source_file

SESSION = "5f0a1c2e-0000-4000-8000-000000000001"


def _line(name: str, parent: str | None, kind: str, content: Any, **fields: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": kind, "content": content}
    if kind == "assistant":
        message |= {"id": fields.pop("answer", f"msg-{name}"), "model": "claude-sonnet-4-5"}
    return {
        "uuid": name,
        "parentUuid": parent,
        "sessionId": SESSION,
        "type": kind,
        "message": message,
        "timestamp": "2025-10-02T08:00:00.000Z",
        "cwd": "/home/me/boat",
        "gitBranch": "main",
        "isSidechain": False,
        **fields,
    }


def _file(*lines: Any, name: str = SESSION) -> Any:
    return source_file("\n".join(map(json.dumps, lines)).encode(), f"p/{name}.jsonl")


def _read(*files: Any) -> list[ParsedItem]:
    return list(ClaudeCodeParser("projects", files))


def _only(*lines: Any) -> ParsedConversation:
    items = _read(_file(*lines))
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def _text(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}]


def test_a_session_keeps_its_project_and_its_title() -> None:
    named = [{"type": "summary", "summary": "Of the whole", "leafUuid": "1"}]
    lines = [_line("1", None, "user", "Why?"), _line("2", "1", "assistant", _text("So."))]
    found = _only(*lines, *named)
    assert (found.external_id, found.title, found.project) == (SESSION, "Of the whole", "boat")
    assert found.extra == {"cwd": "/home/me/boat", "gitBranch": "main"}
    named.append({"type": "ai-title", "aiTitle": "By machine", "sessionId": SESSION})
    assert _only(*lines, *named).title == "By machine"
    named.insert(0, {"type": "custom-title", "customTitle": "Mine", "sessionId": SESSION})
    assert _only(*lines, *named).title == "Mine"
    assert _only(*lines).title == "Why?"


def test_the_lines_of_one_answer_are_one_turn_and_each_tool_has_its_own() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
    result = {
        "type": "tool_result",
        "tool_use_id": "t1",
        "content": [{"type": "text", "text": "a.c"}],
    }
    found = _only(
        _line("1", None, "user", "Look"),
        _line("2", "1", "assistant", [{"type": "thinking", "thinking": "Hm."}], answer="m"),
        _line("3", "2", "assistant", _text("Looking."), answer="m"),
        _line("4", "3", "assistant", [call], answer="m"),
        _line("5", "4", "user", [result]),
        _line("6", "5", "assistant", _text("One file.")),
    )
    _, answer, tool, last = found.messages
    assert (answer.content, answer.thinking) == ("Looking.", "Hm.")
    assert (tool.role, tool.author, tool.content) == (
        "tool",
        "Bash",
        "```\nls\n```\n\n```\na.c\n```",
    )
    assert [m.parent_external_id for m in found.messages] == [None, "1", "2", tool.external_id]
    assert {m.branch for m in found.messages} == {0}
    assert last.content == "One file."


def test_long_results_are_shortened_and_say_so() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "/a"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "x" * 9_000}
    found = _only(_line("1", None, "assistant", [call]), _line("2", "1", "user", [result]))
    (tool,) = found.messages
    assert "… 5,000 more characters" in tool.content
    assert tool.extra["shortened_from"] == 9_000


def test_what_the_program_wrote_is_not_what_the_person_said() -> None:
    found = _only(
        _line("1", None, "user", "<command-name>/clear</command-name>"),
        _line("2", "1", "user", "A hint", isMeta=True),
        _line("3", "2", "user", "What came before", isCompactSummary=True),
        _line("4", "3", "user", "Go on"),
    )
    assert [m.role for m in found.messages] == ["system", "system", "system", "user"]


def test_the_programs_words_beside_the_persons_have_a_turn_of_their_own() -> None:
    reminder = "<system-reminder>The file has changed.</system-reminder>"
    found = _only(
        _line("1", None, "user", "Go"),
        _line("2", "1", "user", [*_text(reminder), *_text("And then?")]),
        _line("3", "2", "assistant", _text("Gone.")),
    )
    assert [(m.external_id, m.role, m.content) for m in found.messages] == [
        ("1", "user", "Go"),
        ("2/added", "system", reminder),
        ("2", "user", "And then?"),
        ("3", "assistant", "Gone."),
    ]


def _queued(name: str, prompt: Any, **fields: Any) -> dict[str, Any]:
    attachment = {"type": "queued_command", "prompt": prompt, **fields}
    return {**_line(name, "1", "attachment", ""), "message": None, "attachment": attachment}


def test_what_was_typed_while_the_assistant_worked_is_kept() -> None:
    found = _only(
        _line("1", None, "user", "Go"),
        _queued("2", "Stop at the pier", commandMode="prompt", origin={"kind": "human"}),
        _queued("3", _text("Or before")),
        _queued("4", "A task has ended", commandMode="task-notification"),
        _queued("5", "From another", commandMode="prompt", origin={"kind": "peer"}),
        _queued("6", "A hint", commandMode="prompt", isMeta=True),
    )
    said = {m.external_id: (m.role, m.content) for m in found.messages}
    assert said == {
        "1": ("user", "Go"),
        "2": ("user", "Stop at the pier"),
        "3": ("user", "Or before"),
    }


def test_a_sidechain_is_a_branch_and_an_agents_file_a_conversation() -> None:
    found = _only(
        _line("1", None, "user", "Go"),
        _line("s", None, "user", "Find it", isSidechain=True),
        _line("2", "1", "assistant", _text("Gone.")),
    )
    assert [(m.external_id, m.role, m.branch) for m in found.messages] == [
        ("1", "user", 0),
        ("2", "assistant", 0),
        ("s", "system", 1),
    ]
    side = {"isSidechain": True, "agentId": "ab12"}
    lines = (
        _line("1", None, "user", "Find it", **side),
        _line("2", "1", "assistant", "Here", **side),
    )
    (agent,) = conversations(_read(_file(*lines, name="agent-ab12")))
    assert agent.external_id == f"{SESSION}/ab12"


def test_a_resumed_session_brings_only_what_is_new() -> None:
    first = [_line("1", None, "user", "Go"), _line("2", "1", "assistant", _text("Gone."))]
    other = {"sessionId": "other"}
    again = [{**line, **other} for line in first] + [_line("3", "2", "user", "And?", **other)]
    items = _read(_file(*first), _file(*again, name="other"))
    assert [[m.external_id for m in one.messages] for one in conversations(items)] == [
        ["1", "2"],
        ["3"],
    ]


def test_a_line_stays_in_the_session_that_brought_it_first(tmp_path: Path) -> None:
    one, two = f"f{SESSION[1:]}", f"0{SESSION[1:]}"
    mine, other = {"sessionId": one}, {"sessionId": two}
    first = [_line("1", None, "user", "Go", **mine), _line("2", "1", "assistant", "So", **mine)]
    again = [{**line, **other} for line in first] + [_line("3", "2", "user", "And?", **other)]
    old = [{**line, **mine} for line in again[:2]] + [_line("3", "2", "user", "And?", **other)]
    for lines in (again, old):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        with Vault(folder / "my.memdesk") as vault:
            for names in ((one,), (two, one), (two, one)):
                files = {one: _file(*first, name=one), two: _file(*lines, name=two)}
                parser = ClaudeCodeParser("projects", [files[name] for name in names])
                last = ingest(parser, vault)
            assert (last.counts.added, last.counts.updated) == (0, 0)
            kept = vault.read(
                lambda db: db.execute(
                    "SELECT c.external_id, m.external_id FROM memory m"
                    " JOIN conversation c ON c.id=m.conversation_id ORDER BY 2"
                ).fetchall()
            )
            assert kept == [(one, "1"), (one, "2"), (two, "3")]


def test_of_two_files_in_one_import_the_older_is_the_one_that_was_resumed() -> None:
    first = [_line("1", None, "user", "Go")]
    again = [*first, _line("2", "1", "user", "And?")]
    older = replace(_file(*first, name="z"), modified_at=1)
    newer = replace(_file(*[{**line, "sessionId": "a"} for line in again], name="a"), modified_at=2)
    found = conversations(_read(newer, older))
    assert [[m.external_id for m in one.messages] for one in found] == [["1"], ["2"]]


def test_a_summary_of_another_session_is_no_title() -> None:
    line = _line("1", None, "user", "Why?")
    for leaf, title in (("elsewhere", "Why?"), ("1", "Of the whole")):
        summary = {"type": "summary", "summary": "Of the whole", "leafUuid": leaf}
        assert _only(summary, line).title == title
        assert _only(line, summary).title == title


def test_a_sub_agent_is_called_by_its_task() -> None:
    side = {"isSidechain": True, "agentId": "ab12"}
    lines = (
        _line("1", None, "user", "Find every use of the table", **side),
        _line("2", "1", "assistant", "Here", **side),
    )
    (agent,) = conversations(_read(_file(*lines, name="agent-ab12")))
    assert agent.title == "Sub-agent: Find every use of the table"


def test_what_hangs_on_a_torn_line_follows_what_stands_before_it() -> None:
    lines = [
        _line("1", None, "user", "Go"),
        _line("s1", None, "user", "Find it", isSidechain=True),
        _line("3", "2", "assistant", _text("Gone.")),
        _line("s3", "s2", "assistant", _text("Found."), isSidechain=True),
        _line("4", "3", "user", "And?"),
    ]
    found = _only(*lines)
    assert [(m.external_id, m.parent_external_id, m.branch) for m in found.messages] == [
        ("1", None, 0),
        ("3", "1", 0),
        ("4", "3", 0),
        ("s1", None, 1),
        ("s3", "s1", 1),
    ]


def test_a_torn_line_costs_only_itself() -> None:
    first, last = (json.dumps(_line(name, None, "user", "Go")) for name in "13")
    torn = '{"uuid": "2", "par'
    for text in (f"{first}\n{torn}", f"{first}\n{torn}\n{last}", f"{first}\n{torn}{last}"):
        items = _read(source_file(text.encode(), f"p/{SESSION}.jsonl"))
        (found,) = conversations(items)
        assert len(found.messages) == text.count("Go")
        (issue,) = issues(items)
        assert "line 2: this line breaks off" in issue.reason


def test_a_file_in_which_nothing_was_said_is_no_conversation() -> None:
    assert (
        _read(_file({"type": "summary", "summary": "x", "leafUuid": "y"}, {"type": "mode"})) == []
    )
