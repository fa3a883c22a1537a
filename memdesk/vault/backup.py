"""Copying a vault while it is in use, and putting a copy in its place."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from pathlib import Path

import apsw

from memdesk.vault.connection import connect
from memdesk.vault.errors import DamagedVaultError, ReadOnlyVaultError, VaultError, known_errors

_PAGES_A_STEP = 2048
_JOURNALS = ("-wal", "-shm")

Progress = Callable[[int, int], None]


class BackupCancelledError(VaultError):
    """The copy was given up by its caller; nothing was left behind."""


def create(
    vault: Path,
    target: Path,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Path:
    """Copy a vault as it is at this moment, whoever writes it meanwhile; returns ``target``.

    The copy is written beside the target, checked, and takes its name only then: the target is
    the former file or the whole copy, never half of it. ``progress`` gets (pages done, all
    pages). Runs on the calling thread. Raises a :class:`VaultError`, or
    :class:`BackupCancelledError` if ``cancelled`` said so between two steps.
    """
    if target.exists() and vault.exists() and target.samefile(vault):
        raise VaultError(f"{target} is the vault itself. Choose another file for the copy.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadOnlyVaultError(
            f"The folder {target.parent} can't be made ({error.strerror}). Choose another place "
            "for the copy."
        ) from error
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}.part")
    source = connect(vault, "read")
    try:
        with known_errors(target):
            _copy(source, vault, part, progress, cancelled)
        _take_place(part, target)
    finally:
        source.close(True)
        for leftover in (part, *(part.with_name(part.name + end) for end in _JOURNALS)):
            leftover.unlink(missing_ok=True)
    return target


def restore(copy: Path, vault: Path, *, progress: Progress = lambda done, total: None) -> Path:
    """Put a copy in a vault's place; the vault must be closed.

    Returns where the former vault was laid, beside the new one (``copy`` if there was none).
    """
    if not vault.exists():
        create(copy, vault, progress=progress)
        return copy
    former = _free_name(vault)
    create(vault, former)
    create(copy, vault, progress=progress)
    return former


def _copy(
    source: apsw.Connection,
    vault: Path,
    part: Path,
    progress: Progress,
    cancelled: Callable[[], bool],
) -> None:
    copy = apsw.Connection(str(part))
    try:
        # One read transaction throughout: what is written meanwhile stays out of the copy.
        with source:
            source.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            with copy.backup("main", source, "main") as backup:
                while not backup.done:
                    if cancelled():
                        raise BackupCancelledError(f"Copying {vault} was cancelled.")
                    backup.step(_PAGES_A_STEP)
                    progress(backup.page_count - backup.remaining, backup.page_count)
        # A copy travels as one file.
        copy.pragma("journal_mode", "delete")
        problem = copy.execute("PRAGMA quick_check(1)").get
        if problem != "ok":
            raise DamagedVaultError(
                f"The copy of {vault} came out damaged ({problem}) and was thrown away. Run "
                "“memdesk check” on the vault, and check the disk."
            )
    except apsw.CorruptError as error:
        raise DamagedVaultError(
            f"{vault} is damaged and can't be copied ({error}). Run “memdesk check” to see what "
            "can still be read."
        ) from error
    finally:
        copy.close(True)


def _take_place(part: Path, target: Path) -> None:
    try:
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        # A journal left by the former file would be applied to the new one.
        for end in _JOURNALS:
            target.with_name(target.name + end).unlink(missing_ok=True)
        os.replace(part, target)
    except OSError as error:
        raise VaultError(
            f"{target} can't be written ({error.strerror}). Choose another file for the copy."
        ) from error


def _free_name(vault: Path) -> Path:
    number = 1
    while (name := vault.with_name(f"{vault.stem}.before-restore-{number}{vault.suffix}")).exists():
        number += 1
    return name
