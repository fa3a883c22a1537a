"""Writing a whole copy of an open vault: checked first, and under its name only when complete."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import apsw

from memdesk.vault.errors import DamagedVaultError, VaultError, known_errors

_PAGES_A_STEP = 2048
_JOURNALS = ("-wal", "-shm", "-journal")

Progress = Callable[[int, int], None]


class BackupCancelledError(VaultError):
    """The copy was given up by its caller; nothing was left behind."""


def write(
    source: apsw.Connection,
    target: Path,
    part: Path,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Copy what ``source`` sees at this moment to ``target``; ``part`` is its name until then.

    Raises a :class:`VaultError`, and leaves nothing of ``part`` behind unless it is killed.
    """
    _discard(part)
    try:
        with known_errors(target):
            _fill(source, part, progress, cancelled)
        _take_place(part, target)
    finally:
        _discard(part)


def _fill(
    source: apsw.Connection,
    part: Path,
    progress: Progress,
    cancelled: Callable[[], bool],
) -> None:
    vault = source.db_filename("main")
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


def _discard(part: Path) -> None:
    for leftover in (part, *(part.with_name(part.name + end) for end in _JOURNALS)):
        leftover.unlink(missing_ok=True)
