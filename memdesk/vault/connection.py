"""Opening the vault's file: checks before anything is touched, then the pragmas."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import apsw

from memdesk.vault.errors import (
    DamagedVaultError,
    NotAVaultError,
    ReadOnlyVaultError,
    VaultError,
    known_errors,
)
from memdesk.vault.migrations import APPLICATION_ID, migrate

_MAGIC = b"SQLite format 3\0"
_BUSY_MILLISECONDS = 5_000
_QUICK_CHECK_BYTES = 64 << 20


def connect(path: Path, access: Literal["write", "read"]) -> apsw.Connection:
    """Open a connection to a vault.

    ``write`` creates the file if there is none and brings its schema up to date; ``read`` needs
    an existing vault. Raises a :class:`VaultError` that says what is wrong, with the file
    unchanged.
    """
    if access == "read":
        return _connect_reader(path)
    _check_place(path)
    fresh = not path.exists() or path.stat().st_size == 0
    if not fresh:
        _check_file(path)
    with known_errors(path):
        connection = apsw.Connection(
            str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        )
        try:
            connection.set_busy_timeout(_BUSY_MILLISECONDS)
            if not fresh:
                _check_content(connection, path)
            migrate(connection, path)
            connection.pragma("journal_mode", "wal")
            connection.pragma("foreign_keys", True)
            connection.pragma("synchronous", "full")
            connection.pragma("cache_size", -32_000)
            connection.pragma("journal_size_limit", 64 << 20)
        except BaseException:
            connection.close(True)
            raise
    return connection


def _connect_reader(path: Path) -> apsw.Connection:
    if not path.is_file():
        raise VaultError(f"{path} does not exist.")
    with known_errors(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.set_busy_timeout(_BUSY_MILLISECONDS)
            connection.pragma("temp_store", "memory")
            connection.pragma("cache_size", -16_000)
            connection.execute(
                "CREATE VIRTUAL TABLE temp.memory_term"
                " USING fts5vocab(main, memory_fts, instance);"
                "CREATE VIRTUAL TABLE temp.memory_vocabulary"
                " USING fts5vocab(main, memory_fts, row);"
            )
        except BaseException:
            connection.close(True)
            raise
    return connection


def _check_place(path: Path) -> None:
    folder = path.parent
    if path.is_dir():
        raise NotAVaultError(f"{path} is a folder. Choose a file for the vault.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadOnlyVaultError(
            f"The folder {folder} can't be made ({error.strerror}). Choose another place."
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReadOnlyVaultError(
            f"The folder {folder} can't be written, and the vault needs to keep its journal "
            "there. Change the folder's permissions or choose another place."
        )
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise ReadOnlyVaultError(
            f"{path} can't be written. Change its permissions or choose another vault."
        )


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise VaultError(f"{path} can't be read ({error.strerror}).") from error
    if not header.startswith(_MAGIC):
        raise NotAVaultError(
            f"{path} is not a memdesk vault. Choose another file, or import it if it is an export."
        )
    if len(header) < 100:
        raise DamagedVaultError(f"{path} is damaged: it ends within its first 100 bytes.")
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65_536 if page_size == 1 else page_size
    expected = page_size * int.from_bytes(header[28:32], "big")
    journal = path.with_name(path.name + "-wal")
    size = path.stat().st_size
    # With a journal the last pages may still be waiting in it.
    if size < expected and not journal.exists():
        raise DamagedVaultError(
            f"{path} is damaged: it is {size:,} bytes long and should be {expected:,}. It was "
            "probably cut off while being copied. Copy it again or restore a backup; the file "
            "was not changed."
        )


def _check_content(connection: apsw.Connection, path: Path) -> None:
    application = int(connection.pragma("application_id")) & 0xFFFFFFFF
    if application != APPLICATION_ID:
        raise NotAVaultError(
            f"{path} is a database of another program, not a memdesk vault. It was not changed."
        )
    if path.stat().st_size <= _QUICK_CHECK_BYTES:
        problem = connection.execute("PRAGMA quick_check(1)").get
        if problem != "ok":
            raise DamagedVaultError(
                f"{path} is damaged: {problem}. Nothing was changed. Restore a backup, or run "
                "“memdesk check” to see what can still be read."
            )
