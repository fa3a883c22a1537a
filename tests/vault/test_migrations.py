"""Schema steps run once, together, and leave a copy behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import apsw
import numpy as np
import pytest

from memdesk.vault import check, imports, link_suggestions, memories, migrations, trash, vectors
from memdesk.vault.connection import connect
from memdesk.vault.errors import NewerVaultError
from memdesk.vault.migrations import APPLICATION_ID, MIGRATIONS, migrate, schema_version
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault


def step(name: str) -> migrations.Migration:
    def run(connection: apsw.Connection) -> None:
        connection.execute(f"CREATE TABLE {name} (a)")

    return run


def failing(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE half_done (a)")
    raise RuntimeError("a mistake in a step")


def tables(connection: apsw.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}


def test_outstanding_steps_run_once_and_a_copy_is_laid_beside(path: Path) -> None:
    connect(path, "write").close()
    connection = apsw.Connection(str(path))
    steps = (*MIGRATIONS, step("second"), step("third"))

    copy = migrate(connection, path, steps)

    assert {"second", "third"} <= tables(connection)
    assert schema_version(connection) == len(MIGRATIONS) + 2
    assert copy == path.with_name(f"my.before-upgrade-from-{len(MIGRATIONS)}.memdesk")
    former = apsw.Connection(str(copy))
    assert schema_version(former) == len(MIGRATIONS)
    assert "second" not in tables(former)
    assert migrate(connection, path, steps) is None


def test_an_earlier_copy_is_never_overwritten(path: Path) -> None:
    connect(path, "write").close()
    first = path.with_name(f"my.before-upgrade-from-{len(MIGRATIONS)}.memdesk")
    first.write_text("kept", encoding="utf-8")

    copy = migrate(apsw.Connection(str(path)), path, (*MIGRATIONS, step("second")))

    assert copy == path.with_name(f"my.before-upgrade-from-{len(MIGRATIONS)}-2.memdesk")
    assert first.read_text(encoding="utf-8") == "kept"


def test_a_failing_step_takes_the_others_back(path: Path) -> None:
    connect(path, "write").close()
    connection = apsw.Connection(str(path))
    before = tables(connection)

    with pytest.raises(RuntimeError, match="a mistake in a step"):
        migrate(connection, path, (*MIGRATIONS, step("second"), failing))

    assert tables(connection) == before
    assert schema_version(connection) == len(MIGRATIONS)
    # The vault is what it was, so no copy of it is needed.
    assert [file.name for file in path.parent.iterdir() if "before-upgrade" in file.name] == []


def test_a_new_vault_needs_no_copy(path: Path) -> None:
    connect(path, "write").close()
    assert [file.name for file in path.parent.iterdir()] == ["my.memdesk"]


def test_a_newer_schema_is_refused(path: Path) -> None:
    connection = connect(path, "write")
    connection.pragma("user_version", 99)
    with pytest.raises(NewerVaultError, match="schema 99") as caught:
        migrate(connection, path)
    assert str(path) in str(caught.value)


def test_a_first_opening_that_was_cut_short_is_taken_up_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", (failing,))
    monkeypatch.setattr("memdesk.vault.connection.migrate", lambda db, at: failing(db))
    with pytest.raises(RuntimeError):
        connect(path, "write")
    monkeypatch.undo()
    connection = connect(path, "write")
    assert "memory" in tables(connection)


def first_schema(path: Path, texts: list[str], trashed: list[int]) -> None:
    """Lay down a vault as the first schema had it: nothing was kept of passages in the trash."""
    db = apsw.Connection(str(path))
    db.pragma("application_id", APPLICATION_ID)
    migrate(db, path, MIGRATIONS[:1])
    db.pragma("journal_mode", "wal")
    with db:
        for text in texts:
            memories.add(db, NewMemory(text, source="note"))
        count = len(texts)
        model = vectors.model_id(db, "e5", "hash", 4)
        vectors.store(db, model, range(1, count + 1), np.ones((count, 4), np.float32))
        for identifier in trashed:
            db.execute("DELETE FROM memory_fts WHERE rowid=?", (identifier,))
            db.execute("DELETE FROM passage WHERE memory_id=?", (identifier,))
            db.execute("DELETE FROM vector WHERE passage_id=?", (identifier,))
            db.execute("UPDATE memory SET deleted_at=5, version=9 WHERE id=?", (identifier,))
    db.close()


def test_a_vault_of_the_first_schema_is_brought_up_to_date(path: Path) -> None:
    first_schema(path, ["one", "two", "three"], trashed=[2])
    with Vault(path) as vault:
        assert vault.read(check.problems) == []
        assert vault.read(lambda db: vectors.counts(db, 1)) == (2, 2)
        vault.write(lambda db: trash.restore(db, [2]))
        assert vault.read(check.problems) == []
        assert vault.read(lambda db: vectors.pending(db, 1, 9)) == [(4, "two")]
    former = path.with_name("my.before-upgrade-from-1.memdesk")
    assert apsw.Connection(str(former)).execute("SELECT count(*) FROM memory").get == 3


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_a_vault_of_any_earlier_schema_keeps_its_memories_and_imports(
    path: Path, version: int
) -> None:
    db = apsw.Connection(str(path))
    db.pragma("application_id", APPLICATION_ID)
    migrate(db, path, MIGRATIONS[:version])
    with db:
        db.execute(
            "INSERT INTO import_run (path, format, source, started_at, finished_at, outcome,"
            " conversations, messages, added, updated, unchanged, skipped)"
            " VALUES ('a.zip', 'ChatGPT export', 'chatgpt', 5, 6, 'done', 1, 9, 5, 2, 1, 1)"
        )
        memories.add(db, NewMemory("kept", source="chatgpt"), import_id=1)
    db.close()

    with Vault(path) as vault:
        assert vault.read(schema_version) == len(MIGRATIONS)
        assert vault.read(check.problems) == []
        [run] = vault.read(imports.runs)
        assert (run.path, run.outcome, run.messages, run.added) == ("a.zip", "done", 9, 5)
        # What was not noted at the time.
        assert run.left_out == 0
        assert vault.read(lambda db: imports.conversations(db, run.id)) == []
        assert vault.read(link_suggestions.open_ones) == []
        assert vault.write(lambda db: imports.remove_added(db, run.id)) == 1


_OPEN = """
import sys
from pathlib import Path
from memdesk.vault import migrations
from memdesk.vault.store import Vault

print("begins", flush=True)
with Vault(Path(sys.argv[1])):
    pass
"""


def opening(path: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", _OPEN, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"begins\n"
    process.stdout.close()
    return process


@pytest.mark.skipif(os.name == "nt", reason="kills by signal")
@pytest.mark.parametrize("delay", [0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08])
def test_a_kill_during_an_upgrade_loses_nothing(path: Path, delay: float) -> None:
    first_schema(path, [f"memory {n} " * 30 for n in range(2_000)], trashed=[7])
    process = opening(path)
    time.sleep(delay)
    process.kill()
    process.wait()
    # A copy that has its name is whole.
    for copy in path.parent.glob("my.before-upgrade*"):
        former = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
        assert former.execute("SELECT count(*) FROM memory").get == 2_000
        assert former.execute("PRAGMA quick_check").get == "ok"
        former.close()
    with Vault(path) as vault:
        assert vault.read(schema_version) == len(MIGRATIONS)
        assert vault.read(check.problems) == []
        assert vault.read(lambda db: vectors.counts(db, 1)) == (1_999, 1_999)
    assert not [file.name for file in path.parent.iterdir() if file.name.startswith(".")]


def test_of_two_processes_one_upgrades_and_lays_one_copy(path: Path) -> None:
    first_schema(path, [f"memory {n} " * 30 for n in range(2_000)], trashed=[])
    processes = [opening(path) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert [file.name for file in path.parent.glob("*before*")] == [
        "my.before-upgrade-from-1.memdesk"
    ]
    with Vault(path) as vault:
        assert vault.read(check.problems) == []
