"""Schema steps run once, together, and leave a copy behind."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from memdesk.vault import migrations
from memdesk.vault.connection import connect
from memdesk.vault.errors import NewerVaultError
from memdesk.vault.migrations import MIGRATIONS, migrate, schema_version


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
