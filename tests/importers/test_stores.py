"""MemX's and memesh's databases: read from a copy, damaged ones up to the damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import NoteLink, ParsedItem
from memdesk.vault.store import Vault
from tests.importers.breaking import SAMPLES
from tests.importers.builders import issues, notes, write, zip_bytes


def _read(*paths: Path) -> list[ParsedItem]:
    with open_inputs(paths) as detected:
        return [*detected.issues, *(item for parser in detected.parsers for item in parser)]


def test_memx_keeps_types_tags_importance_times_and_links() -> None:
    items = _read(SAMPLES / "memx.db")
    assert issues(items) == []
    bees, hives, sold = notes(items)
    assert (bees.external_id, bees.type, bees.tags) == ("m-1", "semantic", ("hobby", "bees"))
    assert (bees.importance, bees.created_at, bees.updated_at) == (
        0.8,
        1_717_252_200_000,
        1_717_252_300_000,
    )
    assert bees.links == (NoteLink("m-2", "related", both_ways=True, strength=0.6),)
    assert hives.created_at == 1_717_252_300_000
    # What is out of range or no JSON is left out.
    assert (sold.importance, sold.tags, sold.extra) == (None, ("hobby", "sold"), {})


def test_memesh_is_a_graph_of_notes() -> None:
    items = _read(SAMPLES / "memesh.db")
    assert issues(items) == []
    glaze, kiln = notes(items)
    assert glaze.content.splitlines()[-1] == "- fired in: kiln 2"
    assert (glaze.tags, glaze.links) == (("decision", "pottery"), (NoteLink("kiln 2"),))
    assert kiln.title == "kiln 2"


def test_a_database_in_use_is_read_with_its_journal_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "memx.db"
    shutil.copy(SAMPLES / "memx.db", path)
    program = apsw.Connection(str(path))
    program.pragma("journal_mode", "wal")
    program.execute("UPDATE memories SET content='Changed' WHERE id='m-1'")
    before = sorted((file.name, file.stat().st_size) for file in tmp_path.iterdir())
    assert notes(_read(path))[0].content == "Changed"
    assert sorted((file.name, file.stat().st_size) for file in tmp_path.iterdir()) == before
    program.close()


def test_links_are_made_between_the_memories(tmp_path: Path) -> None:
    with (
        Vault(tmp_path / "my.memdesk") as vault,
        open_inputs([SAMPLES / "memx.db"]) as detected,
    ):
        (parser,) = detected.parsers
        assert parser.source == "memx"
        ingest(parser, vault)
        found = vault.read(
            lambda db: db.execute("SELECT type, strength FROM link ORDER BY type").fetchall()
        )
    assert found == [("related", 0.6), ("supersedes", 0.9)]


@pytest.mark.parametrize("kind", ["other", "vault"])
def test_another_database_is_named_for_what_it_is(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    if kind == "vault":
        Vault(path).close()
        said = "open it instead of importing it"
    else:
        apsw.Connection(str(path)).execute("CREATE TABLE memories (x)")
        said = "neither MemX's nor memesh's"
    (issue,) = issues(_read(path))
    assert said in issue.reason


def test_a_database_in_a_zip_is_read_and_a_cut_one_named(tmp_path: Path) -> None:
    data = (SAMPLES / "memesh.db").read_bytes()
    path = write(tmp_path / "e.zip", zip_bytes({"knowledge-graph.db": data}))
    assert len(notes(_read(path))) == 2
    cut = write(tmp_path / "cut.db", data[:3000])
    (issue,) = issues(_read(cut))
    assert issue.lost


def test_text_that_is_damaged_costs_only_what_comes_after(tmp_path: Path) -> None:
    data = (SAMPLES / "memx.db").read_bytes()
    path = write(
        tmp_path / "memx.db", data.replace(b"Sold the second", b"Sold \xff\xfe\xfd second")
    )
    items = _read(path)
    assert [note.external_id for note in notes(items)] == ["m-1", "m-2"]
    (issue,) = issues(items)
    assert "damaged" in issue.reason
