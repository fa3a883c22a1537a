"""MemX's and memesh's databases: read from a copy, damaged ones up to the damage."""

from __future__ import annotations

import gc
import shutil
import tempfile
from pathlib import Path

import apsw
import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import NoteLink, ParsedItem
from memdesk.importers.stores import copying
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


def _database(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


def test_memx_databases_of_other_versions_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    path = _database(
        tmp_path / "old.db",
        "CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT, type TEXT, importance REAL)",
        "INSERT INTO memories VALUES ('a', 'Tea', NULL, 0.5), ('b', '', 'x', 1)",
        "INSERT INTO memories VALUES ('c', 'Milk', '', 2)",
    )
    items = _read(path)
    assert [(note.external_id, note.type, note.importance) for note in notes(items)] == [
        ("a", "note", 0.5),
        ("c", "note", None),
    ]
    lacks, empty = issues(items)
    assert lacks.reason == (
        "it has no table “memory_links” and no “tags”, “metadata”, “created_at”, “updated_at” in "
        "table “memories”; what is there was read"
    )
    assert (lacks.lost, empty.lost, empty.message) == (False, True, "b")


def test_memx_links_of_other_versions_lead_on(tmp_path: Path) -> None:
    path = tmp_path / "memx.db"
    shutil.copy(SAMPLES / "memx.db", path)
    _database(
        path,
        "ALTER TABLE memory_links DROP COLUMN strength",
        "ALTER TABLE memory_links ADD COLUMN mood TEXT",
        "ALTER TABLE memories ADD COLUMN future BLOB",
        "UPDATE memory_links SET bidirectional=NULL, link_type='caused_by'",
    )
    items = _read(path)
    assert notes(items)[0].links == (NoteLink("m-2", "caused_by", both_ways=True),)
    assert "“strength” in table “memory_links”" in issues(items)[0].reason


def test_memesh_without_relations_or_tags_is_read(tmp_path: Path) -> None:
    path = tmp_path / "memesh.db"
    shutil.copy(SAMPLES / "memesh.db", path)
    _database(
        path, "DROP TABLE relations", "DROP TABLE tags", "ALTER TABLE entities DROP COLUMN type"
    )
    items = _read(path)
    assert [note.links for note in notes(items)] == [(), ()]
    (issue,) = issues(items)
    assert "no table “relations” and no table “tags” and no “type”" in issue.reason


def test_memesh_exports_are_its_own_and_the_same_as_its_database(tmp_path: Path) -> None:
    entity = {
        "name": "glaze", "type": "decision", "namespace": "personal", "tags": ["pottery"],
        "observations": ["Celadon", {"content": "At cone 6"}],
        "relations": [{"to": "kiln 2", "type": "fired_in"}],
    }  # fmt: skip
    whole = {
        "version": "3.0.0",
        "exported_at": "2026-01-01",
        "entity_count": 1,
        "entities": [entity],
    }
    for number, data in enumerate(
        (whole, {"entities": [entity]}, {"data": {"entities": [entity]}})
    ):
        path = write(tmp_path / str(number) / "export.json", data)
        with open_inputs([path]) as detected:
            (parser,) = detected.parsers
            assert (parser.source, parser.format_name) == ("memesh", "memesh export")
            glaze, kiln = notes(list(parser))
        assert glaze.content == "glaze (decision)\n\n- Celadon\n- At cone 6\n- fired in: kiln 2"
        assert (glaze.tags, glaze.links) == (("decision", "pottery"), (NoteLink("kiln 2"),))
        assert kiln.external_id == "kiln 2"
    items = _read(write(tmp_path / "odd.json", {**whole, "entities": [{"type": "x"}, 1, entity]}))
    assert [issue.lost for issue in issues(items)] == [True, True]
    assert len(notes(items)) == 2


def test_memx_answers_are_read(tmp_path: Path) -> None:
    memory = {
        "id": "m-9", "content": "Bees", "type": "semantic", "tags": ["a"], "metadata": {"x": 1},
        "importance": 0.8, "access_count": 3, "last_accessed_at": None, "retrieval_count": 1,
        "last_retrieved_at": None, "created_at": 1717252200000, "updated_at": 1717252300000,
    }  # fmt: skip
    for number, data in enumerate(([memory], {"memories": [memory]}, {"results": [memory]})):
        path = write(tmp_path / str(number) / "memories.json", data)
        with open_inputs([path]) as detected:
            (parser,) = detected.parsers
            assert parser.source == "memx"
            (note,) = notes(list(parser))
        assert (note.external_id, note.type, note.tags) == ("m-9", "semantic", ("a",))
        assert (note.importance, note.created_at) == (0.8, 1_717_252_200_000)
    (issue,) = issues(_read(write(tmp_path / "odd.json", [{**memory, "content": ""}])))
    assert issue.lost


def _in_use(folder: Path, mode: str) -> tuple[Path, apsw.Connection]:
    path = folder / "memx.db"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(SAMPLES / "memx.db", path)
    program = apsw.Connection(str(path))
    program.pragma("journal_mode", mode)
    return path, program


def test_a_journal_in_a_zip_or_folder_belongs_to_its_database(tmp_path: Path) -> None:
    path, program = _in_use(tmp_path / "in use", "wal")
    program.execute("UPDATE memories SET content='Changed' WHERE id='m-1'")
    files = {name: (path.parent / name).read_bytes() for name in ("memx.db", "memx.db-wal")}
    for one in (path.parent, write(tmp_path / "e.zip", zip_bytes(files))):
        items = _read(one)
        assert issues(items) == []
        assert notes(items)[0].content == "Changed"
    program.close()
    alone = write(tmp_path / "alone" / "memx.db-wal", files["memx.db-wal"])
    (issue,) = issues(_read(alone))
    assert issue.lost
    assert "journal" in issue.reason


def test_what_a_program_has_not_finished_is_left_out(tmp_path: Path) -> None:
    path, program = _in_use(tmp_path, "delete")
    program.pragma("cache_size", 1)
    program.execute("BEGIN EXCLUSIVE; UPDATE memories SET content='Half'")
    for _ in range(200):
        program.execute(
            "INSERT INTO memories (id, content, type, created_at, updated_at)"
            " VALUES (hex(randomblob(8)), hex(randomblob(2000)), 'x', 0, 0)"
        )
    assert [note.external_id for note in notes(_read(path))] == ["m-1", "m-2", "m-3"]
    assert notes(_read(path))[0].content != "Half"
    program.execute("ROLLBACK")
    program.close()


def test_a_folder_that_may_not_be_written_to_is_read(tmp_path: Path) -> None:
    path, program = _in_use(tmp_path / "fixed", "wal")
    program.close()
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert len(notes(_read(path))) == 3
    finally:
        path.parent.chmod(0o700)


def test_a_database_is_copied_once_and_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "aside"))
    (tmp_path / "aside").mkdir()
    opened: list[object] = []
    real = copying._copy
    monkeypatch.setattr(
        copying, "_copy", lambda file, path: (opened.append(path), real(file, path))
    )
    assert len(notes(_read(SAMPLES / "memx.db"))) == 3
    assert len(opened) == 1
    with open_inputs([SAMPLES / "memx.db"]):
        pass
    gc.collect()
    assert list((tmp_path / "aside").iterdir()) == []


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
