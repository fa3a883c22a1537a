"""Links between notes: made once all notes are there, once, and never over a person's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memdesk.importers import note_linking
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import NoteLink, ParsedItem, ParsedNote
from memdesk.importers.report import ImportReport
from memdesk.vault import check, links
from memdesk.vault.store import Vault
from tests.importers.stub_parser import StubParser


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault
        assert vault.read(check.problems) == []


def _note(name: str, *found: NoteLink) -> ParsedNote:
    return ParsedNote(external_id=name, content=f"About {name}", links=found)


def _import(vault: Vault, *items: ParsedItem) -> ImportReport:
    return ingest(StubParser(items), vault)


def _links(vault: Vault) -> list[tuple[str, str, str, float, bool, str]]:
    def read(db: apsw.Connection) -> list[tuple[str, str, str, float, bool, str]]:
        return db.execute(
            "SELECT a.external_id, l.type, b.external_id, l.strength, l.bidirectional, l.origin"
            " FROM link l JOIN memory a ON a.id=l.source_id JOIN memory b ON b.id=l.target_id"
            " ORDER BY 1, 3"
        ).fetchall()

    return vault.read(read)


def test_a_link_leads_to_a_note_that_comes_later(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(note_linking, "_AT_ONCE", 1)
    report = _import(
        vault,
        _note("a", NoteLink("b", "extends", both_ways=True, strength=0.4), NoteLink("a")),
        _note("b", NoteLink("c"), NoteLink("c", "of a kind nobody knows")),
        _note("c"),
    )
    assert report.complete
    assert _links(vault) == [
        ("a", "extends", "b", 0.4, 1, "import"),
        ("b", "related", "c", 0.7, 0, "import"),
    ]


def test_a_link_that_leads_nowhere_is_named_and_loses_nothing(vault: Vault) -> None:
    report = _import(vault, _note("a", NoteLink("gone")))
    (issue,) = report.issues
    assert (issue.message, issue.lost) == ("a", False)
    assert "“gone” leads to no note" in issue.reason
    assert report.complete


def test_the_same_again_changes_nothing_not_even_what_a_person_made_of_it(vault: Vault) -> None:
    items = (_note("a", NoteLink("b")), _note("b"))
    _import(vault, *items)
    ((source, target),) = vault.read(
        lambda db: db.execute("SELECT source_id, target_id FROM link").fetchall()
    )
    vault.write(lambda db: links.add(db, source, target, "related", strength=1.0))
    report = _import(vault, *items)
    assert (report.counts.added, report.counts.unchanged) == (0, 2)
    assert _links(vault) == [("a", "related", "b", 1.0, 0, "user")]


def test_a_newer_export_links_to_notes_that_were_there_before(vault: Vault) -> None:
    _import(vault, _note("b"))
    _import(vault, _note("a", NoteLink("b")))
    assert [(one[0], one[2]) for one in _links(vault)] == [("a", "b")]
