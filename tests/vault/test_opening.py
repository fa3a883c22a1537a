"""Opening a vault, and refusing what is none with a reason and without a change."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from memdesk.errors import MemdeskError
from memdesk.vault import connection, memories
from memdesk.vault.connection import connect
from memdesk.vault.errors import (
    DamagedVaultError,
    NewerVaultError,
    NotAVaultError,
    ReadOnlyVaultError,
    VaultBusyError,
    VaultError,
)
from memdesk.vault.migrations import APPLICATION_ID, MIGRATIONS
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault


@pytest.fixture
def full(path: Path) -> Path:
    """A closed vault of some 60 pages."""
    with Vault(path) as vault:
        vault.write(
            lambda db: [
                memories.add(db, NewMemory(f"memory {n} " * 30, source="note")) for n in range(100)
            ]
        )
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def refusal(path: Path, kind: type[VaultError]) -> str:
    """The message with which opening fails, for writing as for reading; nothing is changed."""
    before = files(path.parent)
    messages = []
    for access in ("write", "read"):
        with pytest.raises(kind) as caught:
            connect(path, access)  # type: ignore[arg-type]
        assert isinstance(caught.value, MemdeskError)
        messages.append(str(caught.value))
    assert files(path.parent) == before
    assert all(str(path) in message for message in messages)
    return messages[0]


def test_a_vault_is_made_with_its_folder_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "my.memdesk"
    with Vault(path) as vault:
        identifier = vault.write(lambda db: memories.add(db, NewMemory("hello", source="note")))
    assert sorted(file.name for file in path.parent.iterdir()) == ["my.memdesk"]
    with Vault(path) as vault:
        memory = vault.read(lambda db: memories.get(db, identifier))
    assert memory is not None
    assert memory.content == "hello"


def test_an_empty_file_becomes_a_vault(path: Path) -> None:
    path.touch()
    with Vault(path) as vault:
        assert vault.read(lambda db: db.pragma("user_version")) == len(MIGRATIONS)


def test_the_file_says_whose_it_is(full: Path) -> None:
    header = full.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(header[60:64], "big") == len(MIGRATIONS)


def test_the_writer_is_durable_and_minds_references(db: apsw.Connection) -> None:
    assert db.pragma("journal_mode") == "wal"
    assert db.pragma("foreign_keys") == 1
    assert db.pragma("synchronous") == 2


def test_readers_cannot_write(vault: Vault) -> None:
    with pytest.raises(ReadOnlyVaultError):
        vault.read(lambda db: db.execute("DELETE FROM memory"))


def test_reading_needs_a_vault(path: Path) -> None:
    with pytest.raises(VaultError, match=f"{path} does not exist"):
        connect(path, "read")
    assert not path.exists()


def test_a_truncated_vault_is_refused(full: Path) -> None:
    os.truncate(full, full.stat().st_size // 2)
    assert "cut off" in refusal(full, DamagedVaultError)


def test_a_vault_of_its_header_alone_is_refused(full: Path) -> None:
    os.truncate(full, 100)
    assert "restore a backup" in refusal(full, DamagedVaultError)


def test_less_than_a_header_is_refused(full: Path) -> None:
    os.truncate(full, 60)
    assert "Restore a backup" in refusal(full, DamagedVaultError)


def test_garbage_in_the_middle_is_noticed(full: Path) -> None:
    page = 4096
    with full.open("rb+") as file:
        file.seek(page * 20)
        file.write(b"\xa5" * page)
    before = full.read_bytes()
    with pytest.raises(DamagedVaultError, match="Restore a backup") as caught:
        connect(full, "write")
    assert str(full) in str(caught.value)
    assert full.read_bytes() == before


def test_damage_met_while_reading_is_told(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_QUICK_CHECK_BYTES", 0)
    size = full.stat().st_size
    with full.open("rb+") as file:
        file.seek(4096 * 8)
        file.write(b"\xa5" * (size - 4096 * 8))
    with pytest.raises(DamagedVaultError), Vault(full) as vault:
        vault.read(lambda db: db.execute("SELECT sum(length(content)) FROM memory").get)


def test_a_newer_vault_is_refused(full: Path) -> None:
    with apsw.Connection(str(full)) as raw:
        raw.pragma("user_version", len(MIGRATIONS) + 1)
    raw.close()
    assert "Update memdesk" in refusal(full, NewerVaultError)


def test_another_file_is_refused(path: Path) -> None:
    path.write_text("Dear diary, " * 100, encoding="utf-8")
    assert "import it if it is an export" in refusal(path, NotAVaultError)


def test_another_program_s_database_is_refused_and_its_journal_left_alone(path: Path) -> None:
    other = path.with_name("other.db")
    writer = sqlite3.connect(other)
    writer.execute("PRAGMA journal_mode=wal")
    writer.execute("CREATE TABLE theirs (a)")
    writer.commit()
    # As after a crash: the file and a journal that nobody has folded in.
    for suffix in ("", "-wal"):
        shutil.copy(f"{other}{suffix}", f"{path}{suffix}")
    writer.close()
    other.unlink()
    assert "another program" in refusal(path, NotAVaultError)


def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir()
    assert "folder" in refusal(path, NotAVaultError)


def test_a_lost_vault_s_journal_is_not_thrown_away(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(b"precious")
    with pytest.raises(DamagedVaultError, match="my.memdesk-wal is still there") as caught:
        connect(path, "write")
    assert str(path) in str(caught.value)
    assert files(path.parent) == {"my.memdesk-wal": b"precious"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ReadOnlyVaultError, match="Choose another place") as caught:
        connect(tmp_path / "file" / "my.memdesk", "write")
    assert str(tmp_path / "file") in str(caught.value)


@pytest.mark.parametrize("closed", ["folder", "file"])
def test_what_cannot_be_written_is_named(
    full: Path, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = full if closed == "file" else full.parent
    allowed = os.access

    def access(place: Path, mode: int) -> bool:
        return allowed(place, mode) and not (Path(place) == target and mode & os.W_OK)

    monkeypatch.setattr(os, "access", access)
    before = files(full.parent)
    with pytest.raises(ReadOnlyVaultError, match="permissions") as caught:
        connect(full, "write")
    assert str(full) in str(caught.value)
    assert files(full.parent) == before


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything"
)
def test_a_read_only_folder_is_named(full: Path) -> None:
    full.parent.chmod(0o500)
    try:
        with pytest.raises(ReadOnlyVaultError):
            connect(full, "write")
    finally:
        full.parent.chmod(0o700)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a file system")
def test_a_read_only_file_system_is_named(full: Path) -> None:
    folder = full.parent
    if subprocess.run(["mount", "--bind", folder, folder], capture_output=True).returncode:
        pytest.skip("may not mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        with pytest.raises(ReadOnlyVaultError, match="Change the folder's permissions"):
            connect(full, "write")
    finally:
        subprocess.run(["umount", folder], check=True)


_HOLD = """
import sqlite3, sys
holder = sqlite3.connect(sys.argv[1])
holder.execute("PRAGMA locking_mode=exclusive")
holder.execute("BEGIN EXCLUSIVE")
holder.execute("UPDATE memory SET pinned=1 WHERE 0")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_vault_held_by_another_program_is_busy(
    full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_BUSY_SECONDS", 0.05)
    before = full.read_bytes()
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(full)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(VaultBusyError, match="in use by another program") as caught:
            connect(full, "write")
        assert str(full) in str(caught.value)
    finally:
        holder.communicate(b"")
    assert full.read_bytes() == before
    with Vault(full) as vault:
        assert vault.read(lambda db: db.execute("SELECT count(*) FROM memory").get) == 100


def test_a_closed_vault_says_so(vault: Vault) -> None:
    vault.close()
    with pytest.raises(VaultError, match="is closed"):
        vault.reader()
    with pytest.raises(VaultError, match="is closed"):
        vault.write(lambda db: None)
    vault.close()


_LOOK = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1])
print(other.execute("SELECT count(*) FROM memory").fetchone()[0])
other.close()
"""


def test_what_is_written_after_another_program_looked_in_is_in_the_vault(vault: Vault) -> None:
    """Opening a reader must not drop the locks by which others see that the vault is open."""

    def add() -> None:
        vault.write(lambda db: memories.add(db, NewMemory("text", source="note")))

    def seen_by_another() -> int:
        command = [sys.executable, "-c", _LOOK, str(vault.path)]
        return int(subprocess.run(command, check=True, capture_output=True).stdout)

    add()
    vault.read(lambda db: None)
    assert seen_by_another() == 1
    add()
    assert seen_by_another() == 2
    assert vault.path.with_name(vault.path.name + "-wal").exists()


def test_two_processes_may_share_a_vault(vault: Vault) -> None:
    script = (
        "import sys; from pathlib import Path; from memdesk.vault.store import Vault;"
        "from memdesk.vault import memories; from memdesk.vault.records import NewMemory\n"
        "with Vault(Path(sys.argv[1])) as v:"
        " v.write(lambda db: memories.add(db, NewMemory('from there', source='note')))"
    )
    vault.write(lambda db: memories.add(db, NewMemory("from here", source="note")))
    subprocess.run([sys.executable, "-c", script, str(vault.path)], check=True)
    assert vault.read(lambda db: [m.content for m in memories.get_many(db, (1, 2))]) == [
        "from here",
        "from there",
    ]
