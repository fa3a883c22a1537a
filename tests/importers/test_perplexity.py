"""Perplexity's threads: the account export, single threads as JSON, and as Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import Attachment, ParsedConversation, ParsedItem
from memdesk.importers.perplexity import PerplexityMarkdownParser, PerplexityParser
from memdesk.vault.store import Vault
from tests.importers.builders import conversations, encoded, issues, source_file, write

SAMPLES = Path(__file__).resolve().parents[1] / "data" / "exports"
ACCOUNT = "conversations-20250311_081500-5ad0c3e1.json"
LOGO = '<img src="https://r2cdn.perplexity.ai/logo.png" class="logo" width="120"/>\n\n'
RING = "https://knots.example/ring"


def _read(data: Any) -> list[ParsedItem]:
    return list(PerplexityParser("export", [source_file(encoded(data), ACCOUNT)]))


def _sample(name: str) -> list[ParsedConversation]:
    items = _read((SAMPLES / "perplexity" / name).read_bytes())
    assert issues(items) == []
    return conversations(items)


def _markdown(text: str) -> list[ParsedItem]:
    return list(PerplexityMarkdownParser("t.md", [source_file(text.encode(), "t.md")]))


def _only_markdown(text: str) -> ParsedConversation:
    items = _markdown(text)
    assert issues(items) == []
    (found,) = conversations(items)
    return found


def _thread(*entries: Any, **fields: Any) -> dict[str, Any]:
    return {"context_uuid": "c1", "context_title": "Owls", "entries": list(entries), **fields}


def _entry(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "entry_uuid": f"e{number}",
        "query": f"Question {number}?",
        "answer": f"Answer {number}.",
        "created_at": f"2025-03-09T17:{number:02}:00Z",
        "query_status": "COMPLETED",
        **fields,
    }


def test_the_account_export_keeps_questions_answers_and_times() -> None:
    tyres, bread = _sample(ACCOUNT)
    assert tyres.title == "Bike tyres for gravel"
    assert (tyres.started_at, tyres.updated_at) == (1_741_540_800_000, 1_741_541_190_250)
    assert tyres.extra == {
        "mode": "COPILOT",
        "collection_uuid": "6f1c2a90-0000-4000-8000-00000000d001",
    }
    assert [(m.role, m.content[:12]) for m in tyres.messages] == [
        ("user", "Which tyre w"),
        ("assistant", "For packed g"),
        ("user", "And which pr"),
        ("user", "Which pressu"),
        ("assistant", "About 2.2 ba"),
    ]
    assert {m.branch for m in tyres.messages} == {0}
    assert tyres.messages[2].extra == {"status": "FAILED"}
    assert tyres.messages[4].created_at == 1_741_541_190_250
    assert bread.title == "How long does rye sourdough keep?"


def test_a_thread_as_the_site_loads_it_keeps_model_sources_and_files() -> None:
    (found,) = _sample("thread-knots.json")
    assert (found.external_id, found.title, found.project) == (
        "6f1c2a90-0000-4000-8000-00000000c011",
        "A knot for a dinghy",
        "Sailing",
    )
    asked, answered, _, older = found.messages
    assert asked.external_id == "6f1c2a90-0000-4000-8000-00000000e011:query"
    assert asked.created_at == 1_746_177_300_123
    assert asked.attachments == (Attachment("ring.jpg"),)
    assert (answered.content, answered.model) == (
        "A round turn and two half hitches [1].",
        "pplx_pro",
    )
    assert answered.links == (("Knots at rings", RING),)
    assert (older.content, older.model) == ("A slipped hitch.", "sonar")
    assert older.links == (("Hitches", "https://knots.example/slip"),)


def test_a_thread_as_an_extension_writes_it_is_read() -> None:
    (found,) = _sample("thread-lamps.json")
    assert (found.external_id, found.title) == (
        "6f1c2a90-0000-4000-8000-00000000c021",
        "Reading lamps",
    )
    assert (found.started_at, found.updated_at) == (1_748_631_600_000, 1_748_631_620_000)
    assert [m.content for m in found.messages] == [
        "Warm or neutral light for reading in bed?",
        "Warm light, about 2700 K.",
    ]
    assert found.messages[1].links == (("Light at night", "https://lamps.example/night"),)


def test_entries_stand_in_the_order_of_their_times() -> None:
    (found,) = conversations(_read({"conversations": [_thread(_entry(2), _entry(1))]}))
    assert [m.external_id for m in found.messages] == [
        "e1:query",
        "e1:answer",
        "e2:query",
        "e2:answer",
    ]
    (found,) = conversations(
        _read({"conversations": [_thread(_entry(2, created_at=None), _entry(1))]})
    )
    assert [m.external_id for m in found.messages][:1] == ["e2:query"]


def test_pieces_of_an_answer_are_put_together() -> None:
    blocks = [{"markdown_block": {"chunks": ["It ", None, "hunts."]}}, {"markdown_block": None}]
    entry = {"uuid": "u1", "query_str": "And owls?", "blocks": blocks}
    (found,) = conversations(_read({"entries": [entry]}))
    assert [m.content for m in found.messages] == ["And owls?", "It hunts."]


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"answer": 1e', "[[]]", '[{"step_type": "FINAL"}]', "Plain words"],
    ids=["deep", "cut", "lists", "empty", "words"],
)
def test_steps_that_cannot_be_read_leave_the_question_and_are_named(text: str) -> None:
    items = _read({"entries": [{"uuid": "u1", "query_str": "And owls?", "text": text}]})
    (found,) = conversations(items)
    assert [m.content for m in found.messages] == ["And owls?"]
    (issue,) = issues(items)
    assert (issue.message, issue.lost) == ("u1", True)
    assert "no answer that can be read" in issue.reason


def test_what_is_no_thread_and_what_is_no_entry_is_named_and_the_rest_goes_in() -> None:
    odd = {"context_uuid": "x", "context_title": "Without entries"}
    items = _read({"conversations": [odd, _thread(7, _entry(1)), 3]})
    (found,) = conversations(items)
    assert len(found.messages) == 2
    # A number among the objects of a list is named by the reader of the list.
    assert [issue.conversation for issue in issues(items)] == ["Without entries", "Owls", None]


def test_an_account_export_that_breaks_off_keeps_the_threads_before() -> None:
    data = json.dumps({"conversations": [_thread(_entry(1)), _thread(_entry(2))]}).encode()
    items = _read(data[:-40])
    assert [one.external_id for one in conversations(items)] == ["c1"]
    (issue,) = issues(items)
    assert "the file ends" in issue.reason


def test_markdown_is_parted_into_questions_answers_and_sources() -> None:
    found = _only_markdown((SAMPLES / "perplexity-thread.md").read_text("utf-8"))
    assert found.title == "How do bees find & mark water?"
    asked, answered, further, last = found.messages
    assert (asked.role, asked.content) == ("user", "How do bees find & mark water?")
    assert answered.content == (
        "They follow smell and moisture [1], and scouts come back to the same place [2][3].\n\n"
        "---\n\n## In short\n\nDamp moss beats a clean bowl."
    )
    assert answered.links == (
        ("", "https://bees.example/water?a=1&b=2"),
        ("", "https://bees.example/scouts"),
        ("", "https://bees.example/moss"),
    )
    assert answered.attachments == (Attachment("apiary-notes.pdf"),)
    assert further.content == "How far do they fly for it?"
    assert (last.content, last.links) == (
        "Mostly under a kilometre [1].",
        (("", "https://bees.example/range"),),
    )
    assert last.parent_external_id == further.external_id


def test_a_heading_after_a_rule_within_an_answer_is_no_question() -> None:
    found = _only_markdown(f"{LOGO}# Why?\n\n---\nBecause.\n\n---\n\n# Summary\n\nSo it is.\n")
    assert [m.content for m in found.messages] == [
        "Why?",
        "Because.\n\n---\n\n# Summary\n\nSo it is.",
    ]


def test_a_thread_that_has_grown_is_known_again() -> None:
    end = '<div style="text-align: center">⁂</div>'
    short = f"{LOGO}# Why?\n\nBecause[^1].\n\n{end}\n\n[^1]: https://a.example\n"
    grown = short.replace("[^1]", "[^1_1]") + (
        f"\n\n---\n\n# How?\n\nThus[^2_1].\n\n{end}\n\n[^2_1]: https://b.example\n"
    )
    before, after = _only_markdown(short), _only_markdown(grown)
    assert after.external_id == before.external_id
    assert after.messages[:2] == before.messages
    assert [m.content for m in after.messages[2:]] == ["How?", "Thus[1]."]


def test_an_empty_thread_is_named() -> None:
    items = _markdown(LOGO)
    assert conversations(items) == []
    assert [issue.reason for issue in issues(items)] == ["the thread is empty"]


def test_markdown_of_many_blank_lines_and_rules_takes_no_long_time() -> None:
    found = _only_markdown(f"{LOGO}# Why?\n" + "\n" * 300_000 + "---\n" * 300_000 + "Because.")
    assert found.messages[1].content.endswith("Because.")


def test_all_kinds_are_recognised_and_imported_once(tmp_path: Path) -> None:
    with Vault(tmp_path / "my.memdesk") as vault:
        for path, total in ((SAMPLES / "perplexity", 13), (SAMPLES / "perplexity-thread.md", 4)):
            for added in (total, 0):
                with open_inputs([path]) as detected:
                    assert detected.issues == []
                    (parser,) = detected.parsers
                    assert parser.source == "perplexity"
                    report = ingest(parser, vault)
                assert report.complete
                assert (report.counts.added, report.counts.unchanged) == (added, total - added)


def test_a_broken_account_export_is_read_beside_a_whole_one(tmp_path: Path) -> None:
    write(tmp_path / "px" / ACCOUNT, {"conversations": [_thread(_entry(1))]})
    write(tmp_path / "px" / "conversations-20250312_081500-0a.json", b'{"conversations": [{"con')
    with open_inputs([tmp_path / "px"]) as detected:
        (parser,) = detected.parsers
        items = list(parser)
    assert len(conversations(items)) == 1
    assert [issue.file.rpartition("/")[2] for issue in issues(items)] == [
        "conversations-20250312_081500-0a.json"
    ]
