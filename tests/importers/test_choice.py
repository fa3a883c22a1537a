"""What is not wanted stays out, is counted as left out, and never as lost."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk import cli
from memdesk.importers.choice import Choice, LeftOut, key_of
from memdesk.importers.choosing import chosen
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import (
    NoteLink,
    ParsedConversation,
    ParsedItem,
    ParsedNote,
    ParseIssue,
)
from memdesk.importers.preview import preview
from memdesk.importers.report import Counts, ImportReport, PreviewItem, from_run
from memdesk.vault import imports
from memdesk.vault.store import Vault
from tests.importers import builders
from tests.importers.stub_parser import StubParser, talk, turn


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


def titled(number: int, title: str, **fields: object) -> ParsedConversation:
    made = talk(number, 2, **fields)
    return ParsedConversation(made.external_id, title, made.messages, archived=made.archived)


def kept(items: list[ParsedItem], choice: Choice) -> list[str]:
    return [
        item.title or ""
        for item in chosen(StubParser(items), choice)
        if isinstance(item, ParsedConversation | ParsedNote)
    ]


def test_single_items_are_left_out_by_source_kind_and_id(vault: Vault) -> None:
    items: list[ParsedItem] = [talk(1), ParsedNote("c1", "text", "A note"), talk(2)]
    choice = Choice(frozenset({("chatgpt", "conversation", "c1")}))
    assert kept(items, choice) == ["A note", "Talk 2"]
    other_source = Choice(frozenset({("claude", "conversation", "c1")}))
    assert kept(items, other_source) == ["Talk 1", "A note", "Talk 2"]


@pytest.mark.parametrize(
    ("pattern", "fitting"),
    [
        ("bread", ["Rye Bread", "Breadcrumbs", "A note on bread"]),
        ("bread*", ["Breadcrumbs"]),
        ("RYE ?read", ["Rye Bread"]),
        ("straße", ["STRASSE"]),
        ("[draft]", ["[Draft] Rye"]),
        ("[draft]*", ["[Draft] Rye"]),
    ],
)
def test_titles_fit_by_part_or_by_pattern(pattern: str, fitting: list[str]) -> None:
    items: list[ParsedItem] = [
        titled(1, "Rye Bread"),
        titled(2, "Breadcrumbs"),
        titled(3, "STRASSE"),
        titled(4, "[Draft] Rye"),
        ParsedNote("n", "text", "A note on bread"),
        ParsedNote("o", "bread without a title"),
    ]
    assert kept(items, Choice(titles=(pattern,))) == fitting


def test_archived_and_temporary_conversations_can_be_left_out() -> None:
    items: list[ParsedItem] = [
        talk(1, archived=True),
        talk(2, temporary=True),
        talk(3, archived=True, temporary=True),
        talk(4),
    ]
    assert kept(items, Choice(archived=False)) == ["Talk 2", "Talk 4"]
    assert kept(items, Choice(temporary=False)) == ["Talk 1", "Talk 4"]
    assert kept(items, Choice()) == ["Talk 1", "Talk 2", "Talk 3", "Talk 4"]


def test_issues_go_with_the_conversation_they_are_about() -> None:
    about_one = [
        ParseIssue("f", "was cleaned", "Talk 1", lost=False),
        talk(1),
        ParseIssue("f", "no text", "Talk 1", "m7"),
    ]
    about_two = [ParseIssue("f", "cleaned", "Talk 2"), talk(2), ParseIssue("f", "x", "Talk 2", "m")]
    file = ParseIssue("f", "the JSON ends early")
    choice = Choice(frozenset({key_of(talk(1), "chatgpt")}))
    items = [*about_one, *about_two, file]
    assert list(chosen(StubParser(items), choice)) == [LeftOut("c1"), *about_two, file]


def test_an_issue_stays_where_the_next_conversation_has_the_same_title() -> None:
    cleaned = ParseIssue("f", "was cleaned", "New chat", lost=False)
    items = [titled(1, "New chat"), cleaned, titled(2, "New chat")]
    choice = Choice(frozenset({key_of(talk(1), "chatgpt")}))
    assert list(chosen(StubParser(items), choice)) == [LeftOut("c1"), *items[1:]]


def imported(vault: Vault, choice: Choice, *items: ParsedItem) -> ImportReport:
    return ingest(StubParser(items), vault, choice=choice)


def test_an_import_says_what_was_left_out_and_misses_nothing(vault: Vault) -> None:
    choice = Choice(archived=False)
    report = imported(vault, choice, talk(1, 3), talk(2, 5, archived=True), ParsedNote("n", "x"))
    assert report.counts == Counts(conversations=1, messages=4, added=4, left_out=1)
    assert report.complete
    again = imported(vault, Choice(), talk(1, 3), talk(2, 5, archived=True), ParsedNote("n", "x"))
    assert again.counts == Counts(conversations=2, messages=9, added=5, unchanged=4)


def test_a_link_to_a_note_left_out_by_choice_is_no_problem(vault: Vault) -> None:
    links = (NoteLink("b"), NoteLink("nowhere"))
    notes = [ParsedNote("a", "x", links=links), ParsedNote("b", "y"), ParsedNote("c", "z")]
    report = imported(vault, Choice(frozenset({("chatgpt", "note", "b")})), *notes)
    assert report.counts == Counts(messages=2, added=2, left_out=1)
    assert [issue.reason for issue in report.issues] == [
        "its link to “nowhere” leads to no note of this import"
    ]


def test_a_former_report_has_everything_that_the_first_one_said(vault: Vault) -> None:
    report = imported(vault, Choice(titles=("Talk",)), talk(1, 3), talk(2), ParsedNote("n", "x"))
    run = vault.read(imports.runs)[0]
    former = from_run(
        run,
        vault.read(lambda db: imports.issues(db, run.id)),
        vault.read(lambda db: imports.conversations(db, run.id)),
    )
    assert former == report
    assert [each.counts.added for each in former.conversations] == [3, 2]
    assert former.counts.left_out == 1


def test_a_preview_counts_only_what_is_chosen(vault: Vault) -> None:
    found = preview(
        StubParser([talk(1, 3), talk(2, 2, archived=True)]), vault, choice=Choice(archived=False)
    )
    assert (found.conversations, found.messages, found.new, found.left_out) == (1, 3, 3, 1)


@pytest.mark.parametrize("name", ["is_temporary_chat", "is_temporary", "is_do_not_remember"])
def test_chatgpt_says_which_chats_are_temporary(tmp_path: Path, name: str) -> None:
    chats = [
        {**builders.talk(1), name: True},
        {**builders.talk(2), name: False},
    ]
    file = builders.write(tmp_path / "conversations.json", chats)
    with open_inputs([file]) as found:
        items = [item for item in found.parsers[0] if isinstance(item, ParsedConversation)]
    assert [item.temporary for item in items] == [True, False]


def export(tmp_path: Path) -> Path:
    chats = [
        {**builders.talk(1), "title": "Rye bread"},
        {**builders.talk(2), "title": "Taxes", "is_archived": True},
        {**builders.talk(3), "title": "Bread rolls", "is_temporary": True},
    ]
    return builders.write(tmp_path / "conversations.json", chats)


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (["--only", "bread"], 1),
        (["--only", "bread*", "--only", "tax"], 1),
        (["--no-archived"], 1),
        (["--no-archived", "--skip-temporary"], 2),
    ],
)
def test_the_command_line_takes_a_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], left: int
) -> None:
    vault = tmp_path / "v.memdesk"
    words = ["import", str(export(tmp_path)), "--vault", str(vault), "--no-embed", *options]
    assert cli.main([*words, "--dry-run"]) == 0
    said = f"{left} conversations and notes left out by choice"
    assert said in capsys.readouterr().out
    assert cli.main(words) == 0
    assert said in capsys.readouterr().out
    with Vault(vault) as opened:
        run = opened.read(imports.runs)[0]
    assert (run.conversations, run.left_out) == (3 - left, left)


def test_a_choice_that_fits_nothing_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["import", str(export(tmp_path)), "--vault", str(tmp_path / "v"), "--no-embed"]
    assert cli.main([*words, "--only", "zeppelin"]) == 1
    assert "3 conversations and notes left out by choice" in capsys.readouterr().out


def test_changed_texts_are_counted_before_and_after_alike(vault: Vault) -> None:
    first = [talk(1, messages=(turn(0), turn(1), turn(2))), ParsedNote("n", "one")]
    ingest(StubParser(first), vault)
    second = [
        talk(1, messages=(turn(0), turn(1, "Something else"), turn(2), turn(3))),
        talk(2, 2),
        ParsedNote("n", "two"),
    ]
    found = preview(StubParser(second), vault)
    assert (found.new, found.changed, found.known) == (3, 2, 2)
    rows = [(row.title, row.messages, row.new, row.changed) for row in found.items]
    assert rows == [("Talk 1", 4, 1, 1), ("Talk 2", 2, 2, 0), ("two", 1, 0, 1)]
    counts = ingest(StubParser(second), vault).counts
    assert (counts.added, counts.updated, counts.unchanged) == (3, 2, 2)


def test_rows_of_a_preview_come_whole_out_of_their_process() -> None:
    row = PreviewItem(("claude", "note", "n"), "Title", 7, 6, 5, 4, archived=True, temporary=True)
    assert pickle.loads(pickle.dumps(row)) == row
