"""The columns follow the vault: after any changes they equal columns loaded afresh."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.index.columns import NO_TIME, Columns
from memdesk.vault import conversations, editing, memories, trash
from memdesk.vault.connection import connect
from memdesk.vault.records import NewConversation, NewMemory

ROLES = ("user", "assistant", "tool")


@pytest.fixture
def db(tmp_path: Path) -> apsw.Connection:
    connection = connect(tmp_path / "my.memdesk", "write")
    yield connection
    connection.close(True)


def _loaded(db: apsw.Connection) -> Columns:
    columns = Columns()
    columns.refresh(db)
    return columns


def _rows(columns: Columns) -> dict[int, tuple[object, ...]]:
    """Every living memory by id, with names in place of numbers."""
    rows = {}
    for at in np.flatnonzero(columns.field("alive")):
        rows[int(columns.field("id")[at])] = (
            int(columns.field("conversation")[at]),
            int(columns.field("position")[at]),
            int(columns.field("branch")[at]),
            columns.roles.names[columns.field("role")[at]],
            columns.authors.names[columns.field("author")[at]],
            columns.sources.names[columns.field("source")[at]],
            columns.types.names[columns.field("type")[at]],
            columns.writings.names[columns.field("writing")[at]],
            int(columns.field("created_at")[at]),
            int(columns.field("term_count")[at]),
            float(columns.field("importance")[at]),
            bool(columns.field("pinned")[at]),
            bool(columns.field("edited")[at]),
            int(columns.group_conversation[columns.group[at]]),
        )
    return rows


def _neighbour_ids(columns: Columns) -> dict[int, list[int]]:
    alive = np.flatnonzero(columns.field("alive"))
    ids = np.append(columns.field("id"), -1)
    found = columns.neighbours(alive, 2)
    return {int(ids[a]): ids[row].tolist() for a, row in zip(alive, found, strict=True)}


def test_a_memory_is_read_with_all_its_fields(db: apsw.Connection) -> None:
    owner, _ = conversations.store(db, NewConversation("claude", "c", "Bread"))
    identifier = memories.add(
        db,
        NewMemory(
            "Rye needs no kneading",
            source="claude",
            role="assistant",
            author="Baker",
            type="semantic",
            conversation_id=owner,
            position=3,
            branch=1,
            importance=0.75,
            created_at=1_700_000_000_000,
        ),
    )
    editing.set_pinned(db, identifier, True)
    columns = _loaded(db)
    assert columns.size == columns.alive_count == 1
    assert columns.term_total == 4.0
    assert _rows(columns)[identifier] == (
        owner,
        3,
        1,
        "assistant",
        "Baker",
        "claude",
        "semantic",
        "latin",
        1_700_000_000_000,
        4,
        0.75,
        True,
        False,
        owner,
    )


def test_what_has_no_date_no_author_and_no_conversation_is_marked_so(db: apsw.Connection) -> None:
    identifier = memories.add(db, NewMemory("A note", source="note"))
    columns = _loaded(db)
    assert columns.field("created_at")[0] == NO_TIME
    assert columns.authors.names[columns.field("author")[0]] is None
    assert columns.field("conversation")[0] == -identifier


def test_neighbours_are_the_turns_around_in_reading_order_within_the_conversation(
    db: apsw.Connection,
) -> None:
    first, _ = conversations.store(db, NewConversation("a", "1", ""))
    second, _ = conversations.store(db, NewConversation("a", "2", ""))
    # Stored out of order on purpose; positions decide.
    ids = {
        (owner, position): memories.add(
            db,
            NewMemory(f"turn {position}", source="a", conversation_id=owner, position=position),
        )
        for owner, position in ((first, 2), (second, 0), (first, 0), (first, 1), (second, 1))
    }
    note = memories.add(db, NewMemory("alone", source="note"))
    columns = _loaded(db)
    names = _neighbour_ids(columns)
    assert names[ids[first, 0]] == [-1, -1, ids[first, 0], ids[first, 1], ids[first, 2]]
    assert names[ids[first, 1]] == [-1, ids[first, 0], ids[first, 1], ids[first, 2], -1]
    assert names[ids[second, 1]] == [-1, ids[second, 0], ids[second, 1], -1, -1]
    assert names[note] == [-1, -1, note, -1, -1]


def test_an_empty_vault_has_no_rows_and_no_neighbours(db: apsw.Connection) -> None:
    columns = _loaded(db)
    assert (columns.size, columns.alive_count, columns.term_total) == (0, 0, 0.0)
    assert columns.neighbours(np.zeros(0, np.int64), 2).shape == (0, 5)
    assert columns.ordinals_of([1, 2]).tolist() == []


def test_a_refresh_tells_which_memories_changed(db: apsw.Connection) -> None:
    ids = [memories.add(db, NewMemory(f"memory {n}", source="note")) for n in range(4)]
    columns = _loaded(db)
    assert columns.refresh(db).tolist() == []
    editing.edit(db, ids[2], "changed")
    assert columns.refresh(db).tolist() == [2]
    trash.put(db, [ids[0]])
    trash.purge(db, [ids[3]])
    assert columns.refresh(db).tolist() == [0, 3]
    assert columns.field("alive").tolist() == [False, True, True, False]


def test_ordinals_come_in_the_order_asked_and_unknown_ids_are_left_out(
    db: apsw.Connection,
) -> None:
    ids = [memories.add(db, NewMemory(f"memory {n}", source="note")) for n in range(3)]
    columns = _loaded(db)
    assert columns.ordinals_of([ids[2], 999, ids[0], -1]).tolist() == [2, 0]


Operation = tuple[str, int, int]
operations = st.lists(
    st.tuples(
        st.sampled_from(("add", "edit", "trash", "restore", "purge", "pin", "weigh", "refresh")),
        st.integers(0, 30),
        st.integers(0, 4),
    ),
    max_size=40,
)


@settings(max_examples=40, deadline=None)
@given(operations)
def test_after_any_changes_refreshed_columns_equal_fresh_ones(steps: list[Operation]) -> None:
    with TemporaryDirectory() as folder:
        db = connect(Path(folder) / "my.memdesk", "write")
        try:
            followed = Columns()
            ids: list[int] = []
            for kind, which, value in steps:
                _apply(db, followed, ids, kind, which, value)
            followed.refresh(db)
            fresh = _loaded(db)
            assert _rows(followed) == _rows(fresh)
            assert followed.alive_count == fresh.alive_count
            assert followed.term_total == fresh.term_total
            assert followed.conversation_count == fresh.conversation_count
            assert _neighbour_ids(followed) == _neighbour_ids(fresh)
        finally:
            db.close(True)


def _apply(
    db: apsw.Connection, followed: Columns, ids: list[int], kind: str, which: int, value: int
) -> None:
    if kind == "refresh":
        followed.refresh(db)
        return
    if kind == "add":
        owner = None
        if value:
            owner, _ = conversations.store(db, NewConversation("a", str(value), f"Talk {value}"))
        new = NewMemory(
            f"text of {which} {'word ' * value}",
            source=f"source {value}",
            role=ROLES[which % 3],  # type: ignore[arg-type]
            author=f"author {which % 4}" if which % 2 else None,
            conversation_id=owner,
            position=which,
            created_at=which or None,
        )
        ids.append(memories.add(db, new))
        return
    if not ids:
        return
    identifier = ids[which % len(ids)]
    if memories.get(db, identifier) is None:
        return
    if kind == "edit":
        editing.edit(db, identifier, f"новый текст {value}" if value % 2 else f"edited {value}")
    elif kind == "trash":
        trash.put(db, [identifier])
    elif kind == "restore":
        trash.restore(db, [identifier])
    elif kind == "purge":
        trash.purge(db, [identifier])
    elif kind == "pin":
        editing.set_pinned(db, identifier, value % 2 == 0)
    else:
        editing.set_importance(db, identifier, value / 4)
