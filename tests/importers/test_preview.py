"""A preview tells what an import would bring, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.preview import preview
from memdesk.importers.report import ImportPreview
from memdesk.vault import trash
from memdesk.vault.store import Vault
from tests.importers.stub_parser import StubParser, dump, talk, turn


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


def _preview(vault: Vault, *items: ParsedItem) -> ImportPreview:
    return preview(StubParser(items), vault)


def test_everything_is_new_to_an_empty_vault(vault: Vault) -> None:
    found = _preview(vault, talk(1, 3), talk(2, 2), ParsedNote("n", "note"))
    assert (found.conversations, found.messages, found.notes) == (2, 5, 1)
    assert (found.new, found.known) == (6, 0)
    assert (found.first_at, found.last_at) == (1_700_000_000_000, 1_700_000_120_000)
    assert [item.title for item in found.items] == ["Talk 1", "Talk 2", "note"]
    assert (found.path, found.format, found.source) == ("made-up.zip", "made-up export", "chatgpt")
    assert dump(vault) == []


def test_what_the_vault_has_is_known(vault: Vault) -> None:
    ingest(StubParser([talk(1, 3), ParsedNote("n", "note")]), vault)
    found = _preview(vault, talk(1, 5), talk(2, 1), ParsedNote("n", "note"), ParsedNote("o", "x"))
    assert (found.new, found.known) == (4, 4)


def test_new_turns_are_counted_where_others_were_deleted_at_the_source(vault: Vault) -> None:
    ingest(StubParser([talk(1, messages=(turn(0), turn(1), turn(2)))]), vault)
    found = _preview(vault, talk(1, messages=(turn(0), turn(7), turn(8))))
    assert (found.new, found.known) == (2, 1)


def test_items_are_told_with_their_project_folder_or_file(vault: Vault) -> None:
    found = _preview(
        vault,
        talk(1, project="Bakery"),
        talk(2),
        ParsedNote("n", "x", project="Journal", file="a.csv"),
        ParsedNote("o", "x", file="a.csv"),
    )
    assert [item.group for item in found.items] == ["Bakery", "", "Journal", "a.csv"]


def test_a_preview_agrees_with_the_import_that_follows(vault: Vault) -> None:
    inputs = [paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]
    with open_inputs(inputs) as detected:
        previews = [preview(parser, vault) for parser in detected.parsers]
    with open_inputs(inputs) as detected:
        reports = [ingest(parser, vault) for parser in detected.parsers]
    for before, after in zip(previews, reports, strict=True):
        assert before.conversations == after.counts.conversations
        assert before.messages + before.notes == after.counts.messages
        assert before.new == after.counts.messages
    with open_inputs(inputs) as detected:
        again = [preview(parser, vault) for parser in detected.parsers]
    assert [one.new for one in again] == [0, 0]
    assert [one.known for one in again] == [one.messages + one.notes for one in again]


def test_trashed_messages_are_known(vault: Vault) -> None:
    ingest(StubParser([talk(1, 1)]), vault)
    vault.write(lambda db: trash.put(db, [1]))
    assert _preview(vault, talk(1, 1)).new == 0


def test_issues_are_passed_on(vault: Vault) -> None:
    issue = ParseIssue("f", "no text")
    assert _preview(vault, issue, talk(1, 1)).issues == (issue,)


def test_a_cancelled_preview_returns_what_it_had_counted(vault: Vault) -> None:
    asked = iter(range(100))
    items = [talk(n, 2) for n in range(10)]
    found = preview(StubParser(items), vault, cancelled=lambda: next(asked) >= 4)
    assert (found.conversations, found.messages) == (4, 8)
