"""SQLite's errors in words for the vault's owner."""

from __future__ import annotations

import os
from pathlib import Path

import apsw
import pytest

from memdesk.vault.errors import (
    DamagedVaultError,
    DiskFullError,
    NotAVaultError,
    ReadOnlyVaultError,
    VaultBusyError,
    VaultError,
    known_errors,
)
from memdesk.vault.store import Vault

PATH = Path("folder") / "my.memdesk"

KINDS = [
    (apsw.BusyError, VaultBusyError, "in use by another program"),
    (apsw.LockedError, VaultBusyError, "in use by another program"),
    (apsw.ReadOnlyError, ReadOnlyVaultError, "Check the permissions"),
    (apsw.PermissionsError, ReadOnlyVaultError, "Check the permissions"),
    (apsw.FullError, DiskFullError, "free some space"),
    (apsw.NotADBError, NotAVaultError, "is not a memdesk vault"),
    (apsw.CorruptError, DamagedVaultError, "Restore a backup"),
    (apsw.CantOpenError, VaultError, "can't be opened"),
    (apsw.IOError, VaultError, "The disk may be full, unplugged or failing"),
]


@pytest.mark.parametrize(("raised", "kind", "says"), KINDS)
def test_what_the_world_did_is_told_with_the_file(
    raised: type[apsw.Error], kind: type[VaultError], says: str
) -> None:
    with pytest.raises(VaultError, match=says) as caught, known_errors(PATH):
        raise raised("words of SQLite's")
    assert type(caught.value) is kind
    assert str(PATH) in str(caught.value)
    assert isinstance(caught.value.__cause__, raised)


@pytest.mark.parametrize(("raised", "kind", "says"), KINDS)
def test_a_failed_rollback_does_not_hide_the_reason(
    raised: type[apsw.Error], kind: type[VaultError], says: str
) -> None:
    with pytest.raises(kind, match=says), known_errors(PATH):
        try:
            raise raised("words of SQLite's")
        finally:
            raise apsw.SQLError("cannot rollback - no transaction is active")


@pytest.mark.parametrize("mistake", [apsw.SQLError("no such table"), ValueError("ours")])
def test_our_own_mistakes_pass_through(mistake: Exception) -> None:
    with pytest.raises(type(mistake)) as caught, known_errors(PATH):
        raise mistake
    assert caught.value is mistake


def test_a_mistake_made_while_handling_another_is_told_itself() -> None:
    with pytest.raises(apsw.SQLError, match="second"), known_errors(PATH):
        try:
            raise apsw.SQLError("first")
        except apsw.SQLError:
            raise apsw.SQLError("second") from None


@pytest.mark.skipif(os.name == "nt", reason="file names are bytes elsewhere")
@pytest.mark.parametrize("folder", [False, True])
def test_a_name_that_is_no_text_is_refused_in_words(tmp_path: Path, folder: bool) -> None:
    name = "caf\udce9"
    path = tmp_path / name / "my.memdesk" if folder else tmp_path / f"{name}.memdesk"
    with pytest.raises(VaultError, match="is no text in UTF-8. Rename"):
        Vault(path)


def test_a_text_that_cannot_be_stored_is_a_mistake_of_ours() -> None:
    with pytest.raises(UnicodeEncodeError), known_errors(PATH):
        "\ud800".encode()
