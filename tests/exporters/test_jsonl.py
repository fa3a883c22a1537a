"""An export in memdesk's own format, and a vault made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.exporters import jsonl
from memdesk.exporters.errors import ExportCancelledError, ExportError
from memdesk.exporters.watching import Watch
from memdesk.vault import check, conversations, editing, imports, links, memories, revisions, trash
from memdesk.vault.connection import connect
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import LINK_TYPES, ROLES, NewConversation, NewMemory
from memdesk.vault.store import Vault
from tests.exporters.vaults import ALL, bring, content, export, fill


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "other.memdesk") as vault:
        yield vault
        assert vault.read(check.problems) == []


def _lines(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


def test_the_first_line_says_what_is_in_the_file(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    header = _lines(export(vault, tmp_path / "all.jsonl"))[0]
    assert (header["kind"], header["format"], header["version"]) == ("header", "memdesk-jsonl", 1)
    assert header["holds"] == "everything, with trash"
    assert header["lines"] == {
        "import": 0,
        "conversation": 1,
        "memory": 4,
        "link": 1,
        "search": 1,
    }


def test_a_vault_comes_back_equal_and_a_second_time_changes_nothing(
    vault: Vault, other: Vault, tmp_path: Path
) -> None:
    fill(vault)
    path = tmp_path / "all.jsonl"
    export(vault, path)
    report = bring(other, path)
    assert report.complete
    assert (report.counts.conversations, report.counts.added) == (1, 4)
    assert content(other) == content(vault)
    again = bring(other, path)
    assert (again.counts.added, again.counts.updated, again.counts.unchanged) == (0, 0, 4)
    assert content(other) == content(vault)


def test_the_trash_goes_only_when_asked_for(vault: Vault, other: Vault, tmp_path: Path) -> None:
    fill(vault)
    data = export(vault, tmp_path / "alive.jsonl", Choice())
    assert b"Turn 2" not in data
    assert bring(other, tmp_path / "alive.jsonl").counts.added == 3


def test_a_selection_takes_its_own_links_and_conversations_only(
    vault: Vault, tmp_path: Path
) -> None:
    ids = fill(vault)
    both = _lines(export(vault, tmp_path / "both.jsonl", Choice((ids[1], ids[3]))))
    assert [line["kind"] for line in both] == ["header", "conversation", "memory", "memory", "link"]
    note = _lines(export(vault, tmp_path / "note.jsonl", Choice((ids[3],))))
    assert [line["kind"] for line in note] == ["header", "memory"]


def test_what_was_taken_back_with_its_import_can_come_again(
    vault: Vault, other: Vault, tmp_path: Path
) -> None:
    def work(db: apsw.Connection) -> None:
        run = imports.start(db, "old.zip", "made up", "claude")
        memories.add(db, NewMemory("gone", "claude", external_id="x"), import_id=run)
        imports.finish(db, run, "done")
        imports.remove_added(db, run)

    vault.write(work)
    export(vault, tmp_path / "all.jsonl")
    bring(other, tmp_path / "all.jsonl")
    assert content(other) == content(vault)
    run = other.read(lambda db: next(r for r in imports.runs(db) if r.outcome == "removed"))
    assert other.write(lambda db: imports.bring_back(db, run.id)) == 1


def test_taking_the_import_back_and_importing_again_brings_it_back(
    vault: Vault, other: Vault, tmp_path: Path
) -> None:
    fill(vault)
    path = tmp_path / "alive.jsonl"
    export(vault, path, Choice())
    report = bring(other, path)
    assert other.write(lambda db: imports.remove_added(db, report.run_id)) == 3
    assert bring(other, path).counts.added == 3


def test_what_a_person_did_since_is_kept(vault: Vault, other: Vault, tmp_path: Path) -> None:
    ids = fill(vault)
    path = tmp_path / "all.jsonl"
    export(vault, path)
    bring(other, path)

    def change(db: apsw.Connection) -> None:
        editing.edit(db, 2, "Edited here")
        editing.set_pinned(db, 2, False)
        trash.put(db, [4])

    other.write(change)
    before = content(other)
    bring(other, path)
    assert content(other) == before
    # An edit over there at the same time: both texts stay.
    vault.write(lambda db: editing.edit(db, ids[1], "Edited there"))
    export(vault, path)
    bring(other, path)
    [memory] = other.read(lambda db: memories.get_many(db, [2]))
    former = other.read(lambda db: revisions.of(db, 2))
    assert memory.content == "Edited here"
    assert "Edited there" in [one.content for one in former]
    before = content(other)
    bring(other, path)
    assert content(other) == before


def test_a_later_edit_over_there_is_followed_and_an_older_export_is_not(
    vault: Vault, other: Vault, tmp_path: Path
) -> None:
    ids = fill(vault)
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    export(vault, old)
    bring(other, old)
    vault.write(lambda db: editing.edit(db, ids[1], "A later edit"))
    export(vault, new)
    assert bring(other, new).counts.updated == 1
    assert content(other) == content(vault)
    assert bring(other, old).counts.updated == 0
    assert content(other) == content(vault)


def test_a_message_that_came_by_its_own_export_is_recognised(
    vault: Vault, other: Vault, tmp_path: Path
) -> None:
    fill(vault)
    fill(other)
    export(vault, tmp_path / "all.jsonl", Choice())
    report = bring(other, tmp_path / "all.jsonl")
    assert report.counts.added == 0
    assert len(content(other)["memory"]) == 4
    assert len(content(other)["link"]) == 1


def test_another_saved_search_of_the_same_name_gets_a_number(
    vault: Vault, other: Vault, tmp_path: Path
) -> None:
    fill(vault)
    other.write(
        lambda db: db.execute(
            "INSERT INTO saved_search (name, query, created_at) VALUES ('Rye', 'mine', 1)"
        ).fetchall()
    )
    export(vault, tmp_path / "all.jsonl")
    for _ in range(2):
        bring(other, tmp_path / "all.jsonl")
        assert content(other)["saved_search"] == [
            ("Rye (2)", "rye role:user", 7),
            ("Rye", "mine", 1),
        ]


def test_it_is_one_moment_of_the_vault_whoever_writes_meanwhile(
    vault: Vault, tmp_path: Path
) -> None:
    fill(vault)
    target = tmp_path / "all.jsonl"

    def meddle(_: object) -> None:
        vault.write(lambda db: memories.add(db, NewMemory("too late", "note")))

    vault.read(lambda db: jsonl.write(db, ALL, target, Watch(meddle)))
    assert b"too late" not in target.read_bytes()


def test_a_cancelled_export_leaves_the_former_one_and_nothing_else(
    vault: Vault, tmp_path: Path
) -> None:
    fill(vault)
    folder = tmp_path / "out"
    target = folder / "all.jsonl"
    former = export(vault, target)
    answers = iter([False, False, True])
    watch = Watch(cancelled=lambda: next(answers))
    with pytest.raises(ExportCancelledError):
        vault.read(lambda db: jsonl.write(db, ALL, target, watch))
    assert target.read_bytes() == former
    assert [path.name for path in folder.iterdir()] == ["all.jsonl"]


def test_a_file_that_is_no_export_is_not_replaced(vault: Vault, tmp_path: Path) -> None:
    fill(vault)
    target = tmp_path / "diary.jsonl"
    target.write_text("Dear diary")
    with pytest.raises(ExportError, match="is no former export"):
        export(vault, target)
    assert target.read_text() == "Dear diary"
    with pytest.raises(ExportError, match="is a folder"):
        export(vault, tmp_path)


def test_a_full_disk_is_told_and_leaves_nothing(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    folder = tmp_path / "out"
    with pytest.raises(ExportError, match="is full"):
        export(vault, folder / "all.jsonl")
    assert list(folder.iterdir()) == []


text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
times = st.none() | st.integers(-(2**53), 2**53)
counts = st.integers(0, 9)
extras = st.dictionaries(text, st.none() | text | st.lists(st.integers(), max_size=2), max_size=2)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_vault_comes_back_equal(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    path = folder / "all.jsonl"
    # On this thread, where alone examples may be drawn.
    connection = connect(folder / "a.memdesk", "write")
    with connection:
        _anything(connection, data.draw)
    connection.close(True)
    with Vault(folder / "a.memdesk") as vault, Vault(folder / "b.memdesk") as other:
        export(vault, path)
        report = bring(other, path)
        assert report.complete
        assert content(other) == content(vault)
        assert other.read(check.problems) == []
        again = bring(other, path)
        assert (again.counts.added, again.counts.updated) == (0, 0)
        assert content(other) == content(vault)


def _anything(db: apsw.Connection, draw: st.DrawFn) -> None:
    talks: list[int | None] = [None]
    for n in range(draw(st.integers(0, 2))):
        new = NewConversation(
            draw(text),
            f"c{n}",
            draw(text),
            *draw(st.tuples(times, times)),
            draw(st.none() | text),
            draw(st.none() | text),
            *draw(st.tuples(st.booleans(), st.booleans())),
            draw(extras),
        )
        talks.append(conversations.store(db, new)[0])
    ids = []
    for n in range(draw(st.integers(0, 4))):
        new_memory = NewMemory(
            content=draw(text),
            source=draw(text),
            role=draw(st.sampled_from(ROLES)),
            type=draw(st.sampled_from(["episodic", "attachment"])),
            author=draw(st.none() | text),
            format=draw(st.sampled_from(["markdown", "text"])),
            conversation_id=draw(st.sampled_from(talks)),
            position=draw(st.integers(-9, 9)),
            branch=draw(st.integers(0, 2)),
            parent_external_id=draw(st.none() | text),
            external_id=draw(st.none() | st.just(f"m{n}")),
            model=draw(st.none() | text),
            importance=draw(st.floats(0, 1)),
            created_at=draw(times),
            updated_at=draw(times),
            tags=tuple(draw(st.lists(text, max_size=2))),
            extra=draw(extras),
        )
        ids.append(memories.add(db, new_memory))
    for identifier in ids:
        for _ in range(draw(st.integers(0, 2))):
            editing.edit(db, identifier, draw(text))
        editing.set_pinned(db, identifier, draw(st.booleans()))
        db.execute(
            "UPDATE memory SET valid_until=?, access_count=?, last_accessed_at=?,"
            " retrieval_count=?, last_retrieved_at=? WHERE id=?",
            (draw(times), draw(counts), draw(times), draw(counts), draw(times), identifier),
        )
        if draw(st.booleans()):
            trash.put(db, [identifier], draw(st.integers(0, 2**53)))
        target = draw(st.sampled_from(ids))
        if target != identifier:
            links.add(
                db,
                identifier,
                target,
                draw(st.sampled_from(LINK_TYPES)),
                strength=draw(st.floats(0, 1)),
                bidirectional=draw(st.booleans()),
            )
