"""Taking an import back, and taking that back."""

from __future__ import annotations

import apsw
import numpy as np
import pytest

from memdesk.vault import check, clock, imports, memories, stats, trash, vectors
from memdesk.vault.records import NewMemory


@pytest.fixture
def run(db: apsw.Connection) -> int:
    """An import of five embedded memories, of which the first was thrown away by hand."""
    run = imports.start(db, "a.zip", "ChatGPT export", "chatgpt")
    for number in range(1, 6):
        memories.add(db, NewMemory(f"number {number}", source="chatgpt"), import_id=run)
    model = vectors.model_id(db, "e5", "hash", 4)
    vectors.store(db, model, range(1, 6), np.ones((5, 4), np.float32))
    trash.put(db, [1], at=clock.now() - 60_000)
    return run


def alive(db: apsw.Connection) -> list[int]:
    return [row[0] for row in db.execute("SELECT id FROM memory WHERE deleted_at IS NULL")]


def outcome(db: apsw.Connection) -> str:
    return imports.runs(db)[0].outcome


def test_an_import_taken_back_comes_back_whole_and_nothing_else_does(
    db: apsw.Connection, run: int
) -> None:
    assert [imports.remove_added(db, run, 3) for _ in range(3)] == [3, 1, 0]
    assert (alive(db), outcome(db)) == ([], "removed")
    assert [imports.bring_back(db, run, 3) for _ in range(2)] == [3, 1]
    assert (alive(db), outcome(db)) == ([2, 3, 4, 5], "running")
    assert imports.bring_back(db, run, 3) == 0
    assert db.execute("SELECT count(*) FROM memory_fts").get == 4
    assert check.problems(db) == []


def test_in_batches_the_run_counts_as_removed_until_all_is_back(
    db: apsw.Connection, run: int
) -> None:
    imports.remove_added(db, run)
    assert imports.bring_back(db, run, 2) == 2
    assert outcome(db) == "removed"
    assert imports.bring_back(db, run, 2) == 2
    assert imports.bring_back(db, run, 2) == 0
    assert outcome(db) == "running"


def test_what_comes_back_need_not_be_embedded_again(db: apsw.Connection, run: int) -> None:
    imports.remove_added(db, run)
    assert (stats.stats(db).embedded, stats.stats(db).passages) == (0, 0)
    imports.bring_back(db, run)
    assert vectors.pending(db, 1, 9) == []
    assert (stats.stats(db).embedded, stats.stats(db).passages) == (4, 4)


def test_a_clock_that_is_set_back_meanwhile_changes_nothing(
    db: apsw.Connection, run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = clock.now()
    imports.remove_added(db, run, 2)
    for module in (imports, trash):
        monkeypatch.setattr(module, "now", lambda: begun - 3_600_000)
    imports.remove_added(db, run, 2)
    assert imports.bring_back(db, run) == 4
    assert alive(db) == [2, 3, 4, 5]


def test_an_import_can_be_removed_again_after_single_memories_were_restored(
    db: apsw.Connection, run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "now", lambda: 1_000)
    imports.remove_added(db, run)
    trash.restore(db, [2, 3, 4, 5])
    monkeypatch.setattr(imports, "now", lambda: 2_000)
    assert imports.remove_added(db, run) == 4
    assert {m.deleted_at for m in memories.get_many(db, [2, 3, 4, 5])} == {2_000}
    assert imports.bring_back(db, run) == 4
