"""Columns that come from a snapshot are those that the rows give."""

from __future__ import annotations

import numpy as np
import pytest

from memdesk.index import column_snapshot
from memdesk.index.columns import Columns
from memdesk.vault import conversations, editing, memories, snapshots, trash
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault


@pytest.fixture(autouse=True)
def _always_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_snapshot, "_STALE", 1)


def fill(db: Connection) -> list[int]:
    owner, _ = conversations.store(db, NewConversation("claude", "c", "Bread"))
    return [
        memories.add(
            db,
            NewMemory(
                f"loaf {n}",
                source="claude",
                role=("user", "assistant")[n % 2],
                author=(None, "Baker")[n % 2],
                conversation_id=owner,
                position=n,
                created_at=None if n == 3 else 1_000 * n,
            ),
        )
        for n in range(8)
    ]


def from_rows(db: Connection) -> Columns:
    columns = Columns()
    columns.refresh(db)
    return columns


def from_snapshot(db: Connection) -> Columns:
    columns = Columns()
    column_snapshot.load(db, columns)
    return columns


def assert_equal(found: Columns, expected: Columns) -> None:
    """Names may be numbered in another order; everything else is the same."""
    values, names = found.state()
    wanted, wanted_names = expected.state()
    alive = expected.field("alive")
    assert np.array_equal(found.field("alive"), alive)
    for field, array in values.items():
        if field in names:
            assert [names[field][n] for n in array[alive]] == [
                wanted_names[field][n] for n in wanted[field][alive]
            ]
        else:
            assert np.array_equal(array[alive], wanted[field][alive])
    assert found.version == expected.version
    assert found.alive_count == expected.alive_count
    assert found.term_total == expected.term_total
    ids = expected.field("id").tolist()
    assert found.ordinals_of(ids).tolist() == expected.ordinals_of(ids).tolist()


def test_a_snapshot_gives_what_the_rows_give(vault: Vault) -> None:
    vault.write(fill)
    column_snapshot.tend(vault)
    assert_equal(vault.read(from_snapshot), vault.read(from_rows))


def test_what_changed_since_is_read_from_the_rows(vault: Vault) -> None:
    ids = vault.write(fill)
    column_snapshot.tend(vault)
    vault.write(lambda db: editing.edit(db, ids[2], "a much longer loaf"))
    vault.write(lambda db: trash.put(db, [ids[1], ids[5]]))
    vault.write(lambda db: trash.purge(db, [ids[5]]))
    vault.write(lambda db: memories.add(db, NewMemory("new", source="note", author="Nobody")))

    def followed(db: Connection) -> Columns:
        columns = from_snapshot(db)
        columns.refresh(db)
        return columns

    found = vault.read(followed)
    assert found.alive_count == 7
    expected = vault.read(from_rows)
    alive = [found.field("id")[o] for o in np.flatnonzero(found.field("alive"))]
    assert alive == expected.field("id")[expected.field("alive")].tolist()


def test_an_empty_vault_has_an_empty_snapshot(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    column_snapshot.tend(vault)
    assert vault.read(from_snapshot).size == 0


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_snapshot_that_cannot_be_used_is_passed_over(vault: Vault, damage: bytes | None) -> None:
    vault.write(fill)
    column_snapshot.tend(vault)

    def spoil(db: Connection) -> None:
        found = snapshots.load(db, "columns")
        assert found is not None
        data = found[1][:-200] if damage is None else damage
        snapshots.save(db, "columns", found[0], data)

    vault.write(spoil)
    assert vault.read(from_snapshot).size == 0


def test_a_snapshot_with_other_fields_is_passed_over(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.write(fill)
    column_snapshot.tend(vault)
    monkeypatch.setitem(
        vars(column_snapshot)["Columns"].__init__.__globals__["_FIELDS"], "new", np.int8
    )
    assert vault.read(from_snapshot).size == 0


def test_it_is_saved_again_only_when_enough_has_changed(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.write(fill)
    column_snapshot.tend(vault)
    first = vault.read(lambda db: snapshots.version(db, "columns"))
    monkeypatch.setattr(column_snapshot, "_STALE", 2)
    vault.write(lambda db: memories.add(db, NewMemory("one", source="note")))
    column_snapshot.tend(vault)
    assert vault.read(lambda db: snapshots.version(db, "columns")) == first
    vault.write(lambda db: memories.add(db, NewMemory("two", source="note")))
    column_snapshot.tend(vault)
    assert vault.read(lambda db: snapshots.version(db, "columns")) == first + 2
