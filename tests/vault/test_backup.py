"""Copies of a vault in use, and putting one in its place."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import apsw
import pytest

from memdesk.vault import backup, check, copying, memories
from memdesk.vault.backup import BackupCancelledError
from memdesk.vault.errors import NotAVaultError, ReadOnlyVaultError, VaultError
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault


def fill(vault: Vault, *contents: str) -> None:
    vault.write(lambda db: [memories.add(db, NewMemory(c, source="note")) for c in contents])


def contents(path: Path) -> list[str]:
    with Vault(path) as vault:
        assert vault.read(check.problems) == []
        return vault.read(
            lambda db: [row[0] for row in db.execute("SELECT content FROM memory ORDER BY id")]
        )


def test_an_open_vault_is_copied_as_it_stands(vault: Vault, tmp_path: Path) -> None:
    fill(vault, "one", "two")
    target = tmp_path / "backups" / "copy.memdesk"
    assert backup.create(vault.path, target) == target
    fill(vault, "three")
    assert [file.name for file in target.parent.iterdir()] == ["copy.memdesk"]
    assert contents(target) == ["one", "two"]


def test_what_is_written_while_copying_stays_out(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_PAGES_A_STEP", 5)
    fill(vault, *(f"memory {n} " * 400 for n in range(50)))
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        if len(seen) in (2, 4):
            fill(vault, "meanwhile")

    target = tmp_path / "copy.memdesk"
    backup.create(vault.path, target, progress=progress)
    assert len(contents(target)) == 50
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] > 20


def test_the_former_copy_stays_until_the_new_one_is_whole(vault: Vault, tmp_path: Path) -> None:
    target = tmp_path / "copy.memdesk"
    fill(vault, "one")
    backup.create(vault.path, target)
    fill(vault, "two")
    before = target.read_bytes()
    with pytest.raises(BackupCancelledError):
        backup.create(vault.path, target, cancelled=lambda: True)
    assert target.read_bytes() == before
    backup.create(vault.path, target)
    assert contents(target) == ["one", "two"]
    assert [file.name for file in tmp_path.glob(".*")] == []


def test_a_copy_never_replaces_its_own_vault(vault: Vault) -> None:
    with pytest.raises(VaultError, match="is the vault itself"):
        backup.create(vault.path, vault.path)


def test_a_place_that_cannot_be_made_is_named(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ReadOnlyVaultError, match="Choose another place") as caught:
        backup.create(vault.path, tmp_path / "file" / "copy.memdesk")
    assert str(tmp_path / "file") in str(caught.value)


def test_a_copy_is_put_in_the_vault_s_place_and_the_former_laid_beside(tmp_path: Path) -> None:
    path, copy = tmp_path / "my.memdesk", tmp_path / "copy.memdesk"
    with Vault(path) as vault:
        fill(vault, "then")
        backup.create(path, copy)
        fill(vault, "now")
    former = backup.restore(copy, path)
    assert former == tmp_path / "my.before-restore-1.memdesk"
    assert contents(path) == ["then"]
    assert contents(former) == ["then", "now"]
    assert contents(copy) == ["then"]


def test_a_journal_left_by_a_crash_is_not_applied_to_the_restored_vault(tmp_path: Path) -> None:
    path, copy = tmp_path / "my.memdesk", tmp_path / "copy.memdesk"
    with Vault(path) as vault:
        fill(vault, "then")
        backup.create(path, copy)
        fill(vault, "now")
        crashed = tmp_path / "crashed.memdesk"
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{crashed}{suffix}")
    former = backup.restore(copy, crashed)
    assert contents(crashed) == ["then"]
    assert contents(former) == ["then", "now"]


def test_restoring_where_there_is_no_vault(vault: Vault, tmp_path: Path) -> None:
    fill(vault, "one")
    copy = backup.create(vault.path, tmp_path / "copy.memdesk")
    assert backup.restore(copy, tmp_path / "new.memdesk") == copy
    assert contents(tmp_path / "new.memdesk") == ["one"]


def test_only_vaults_are_restored(vault: Vault, tmp_path: Path) -> None:
    fill(vault, "one")
    vault.close()
    (tmp_path / "diary.txt").write_text("Dear diary", encoding="utf-8")
    with pytest.raises(NotAVaultError):
        backup.restore(tmp_path / "diary.txt", vault.path)
    assert contents(vault.path) == ["one"]


def test_a_copy_is_one_file_without_a_journal(vault: Vault, tmp_path: Path) -> None:
    fill(vault, "one")
    copy = backup.create(vault.path, tmp_path / "copy.memdesk")
    raw = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
    assert raw.pragma("journal_mode") == "delete"
    raw.close()
    assert not os.path.exists(f"{copy}-wal")
