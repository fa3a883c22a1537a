"""Grok's export: one object with everything in it, read entry by entry."""

from __future__ import annotations

from typing import Any

from memdesk.importers.grok import GrokParser
from memdesk.importers.parsed import ParsedConversation, ParsedItem
from tests.importers.builders import conversations, encoded, issues, source_file

NAME = "prod-grok-backend.json"


def _read(data: Any) -> list[ParsedItem]:
    return list(GrokParser("export", [source_file(encoded(data), NAME)]))


def _response(name: str, sender: str, text: str, **fields: Any) -> dict[str, Any]:
    time = {"$date": {"$numberLong": "1751360400000"}}
    return {
        "response": {
            "_id": name,
            "sender": sender,
            "message": text,
            "create_time": time,
            "model": "grok-4",
            **fields,
        }
    }


def _talk(*responses: Any, **fields: Any) -> dict[str, Any]:
    about = {
        "id": "g1",
        "title": "Trains",
        "create_time": "2025-07-01T09:00:00Z",
        "modify_time": "2025-07-01T10:00:00Z",
        **fields,
    }
    return {"conversation": about, "responses": list(responses)}


def _only(data: Any) -> ParsedConversation:
    items = _read(data)
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def test_a_conversation_keeps_times_models_and_roles() -> None:
    talk = _talk(
        _response("r1", "human", "Which train?"),
        _response("r2", "ASSISTANT", "The 22:14.", thinking_trace="Hm."),
        starred=True,
    )
    found = _only({"conversations": [talk], "tasks": []})
    assert (found.external_id, found.title, found.starred) == ("g1", "Trains", True)
    assert (found.started_at, found.model) == (1_751_360_400_000, "grok-4")
    asked, answered = found.messages
    assert (asked.role, asked.model, asked.created_at) == ("user", None, 1_751_360_400_000)
    assert (answered.role, answered.model, answered.thinking) == ("assistant", "grok-4", "Hm.")
    # Nothing says what it answers: the one before it.
    assert answered.parent_external_id == "r1"


def test_answers_given_again_are_branches() -> None:
    found = _only(
        [
            _talk(
                _response("r1", "human", "Which?", parent_response_id=None),
                _response("r2", "assistant", "None.", parent_response_id="r1"),
                _response("r3", "assistant", "The 22:14.", parent_response_id="r1"),
            )
        ]
    )
    assert [(m.external_id, m.branch) for m in found.messages] == [("r1", 0), ("r3", 0), ("r2", 1)]


def test_attachments_and_sources_are_kept_by_name() -> None:
    sources = [{"url": "https://example.org", "title": "Timetable"}, {"title": "nowhere"}, None]
    talk = _talk(
        _response("r1", "human", "", file_attachments=["a.png", {"file_name": "b.pdf"}, {}]),
        _response("r2", "assistant", "Yes.", web_search_results=sources),
    )
    sent, answered = _only({"conversations": [talk]}).messages
    assert [one.name for one in sent.attachments] == ["a.png", "b.pdf"]
    assert sent.content == "a.png\nb.pdf"
    assert answered.links == (("Timetable", "https://example.org"),)


def test_an_export_that_breaks_off_keeps_the_conversations_before() -> None:
    data = encoded({"conversations": [_talk(_response("r1", "human", "Hello")), _talk()]})
    items = _read(data[: data.index(b'"responses": []')])
    assert [one.external_id for one in conversations(items)] == ["g1"]
    (issue,) = issues(items)
    assert issue.file == NAME
    assert "ends at byte" in issue.reason


def test_what_is_no_conversation_is_named() -> None:
    items = _read({"conversations": [{"conversation": {"title": "Odd"}}, 3, _talk(None, "x")]})
    assert [one.conversation for one in issues(items)] == ["Odd", None, "Trains", "Trains"]
    assert len(conversations(items)) == 1
