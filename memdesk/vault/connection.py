"""Opening the vault's file: checks before anything is touched, then the pragmas."""

from __future__ import annotations

import os
import time
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
from memdesk.vault.migrations import APPLICATION_ID, migrate, refuse_newer

SQLITE_VERSION = apsw.sqlite_lib_version()

Connection = apsw.Connection
"""What a reader or the writer hands to work on the vault."""

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_BUSY_SECONDS = 5.0
RETRY_SECONDS = 0.001
# 16 MB of journal before it is folded into the file: each folding waits for the disk.
_JOURNAL_PAGES = 4_000
_QUICK_CHECK_BYTES = 16 << 20


class _Patience:
    """Waits while another process has the file, as long as a person would.

    SQLite's own waiting sleeps longer each time, and would miss the moments that an import
    leaves between its transactions.
    """

    def __init__(self) -> None:
        self._until = 0.0

    def __call__(self, tries: int) -> bool:
        """Say whether to try once more; ``tries`` counts those of one statement."""
        now = time.monotonic()
        if tries == 0:
            self._until = now + _BUSY_SECONDS
        time.sleep(RETRY_SECONDS)
        return now < self._until


def connect(path: Path, access: Literal["write", "read"]) -> apsw.Connection:
    """Open a connection to a vault.

    ``write`` creates the file if there is none (or an empty one) and brings its schema up to
    date; ``read`` needs an existing vault. Raises a :class:`VaultError` that says what is wrong,
    with the file unchanged.
    """
    return _connect_writer(path) if access == "write" else _connect_reader(path)


def _connect_writer(path: Path) -> apsw.Connection:
    _check_place(path)
    fresh = not path.exists() or path.stat().st_size == 0
    if fresh:
        _check_no_journal(path)
    else:
        _check_file(path)
    with known_errors(path):
        connection = apsw.Connection(
            str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        )
        try:
            connection.set_busy_handler(_Patience())
            # Until it is sure that the vault can be used, closing must not write to it either.
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            if fresh:
                # In a transaction of its own: whenever the first opening is cut short, what is
                # there is recognised as a vault.
                connection.pragma("application_id", APPLICATION_ID)
            else:
                _check_content(connection, path)
            migrate(connection, path)
            connection.pragma("journal_mode", "wal")
            connection.pragma("foreign_keys", True)
            connection.pragma("synchronous", "full")
            connection.pragma("cache_size", -128_000)
            connection.pragma("wal_autocheckpoint", _JOURNAL_PAGES)
            connection.pragma("journal_size_limit", 64 << 20)
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        except BaseException:
            connection.close(True)
            raise
    return connection


def _connect_reader(path: Path) -> apsw.Connection:
    if not path.exists():
        raise VaultError(f"{path} does not exist. Choose another vault, or make a new one.")
    if path.is_dir():
        raise NotAVaultError(f"{path} is a folder. Choose a file for the vault.")
    _check_file(path)
    with known_errors(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.set_busy_handler(_Patience())
            connection.pragma("temp_store", "memory")
            connection.pragma("cache_size", -16_000)
            connection.execute(
                "CREATE VIRTUAL TABLE temp.memory_term"
                " USING fts5vocab(main, memory_fts, instance);"
                "CREATE VIRTUAL TABLE temp.memory_vocabulary"
                " USING fts5vocab(main, memory_fts, row);"
                "CREATE VIRTUAL TABLE temp.title_vocabulary"
                " USING fts5vocab(main, conversation_fts, row);"
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
            f"{path} can't be made, because its folder {folder} can't be ({error.strerror}). "
            "Choose another place."
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReadOnlyVaultError(
            f"{path} can't be used: its folder {folder} can't be written, and the vault keeps its "
            "journal there. Change the folder's permissions or choose another place."
        )
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise ReadOnlyVaultError(
            f"{path} can't be written. Change its permissions or choose another vault."
        )


def _journal_size(path: Path, end: str = "-wal") -> int:
    journal = path.with_name(path.name + end)
    return journal.stat().st_size if journal.exists() else 0


def _check_no_journal(path: Path) -> None:
    """Refuse to begin a vault beside the journal of another: SQLite would delete it."""
    if _journal_size(path):
        raise DamagedVaultError(
            f"{path} is missing or empty, but its journal {path.name}-wal is still there and may "
            "hold your last changes. Restore the vault from a backup, or move the journal away to "
            "begin a new one. Nothing was changed."
        )


def _check_file(path: Path) -> None:
    """Look at the file's own bytes, so that nothing but a sound vault is opened by SQLite.

    To open a database is to take over its journal, and other programs' files are not ours to
    change.
    """
    try:
        header = _header(path)
    except (OSError, apsw.Error) as error:
        raise VaultError(
            f"{path} can't be read ({error}). Check its permissions and its disk."
        ) from error
    if not header.startswith(_MAGIC):
        raise NotAVaultError(
            f"{path} is not a memdesk vault. Choose another file, or import it if it is an export."
        )
    if len(header) < _HEADER_BYTES:
        raise DamagedVaultError(
            f"{path} is damaged: it ends within its first {_HEADER_BYTES} bytes. Restore a backup; "
            "the file was not changed."
        )
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise NotAVaultError(
            f"{path} is a database of another program, not a memdesk vault. It was not changed; "
            "choose another file."
        )
    refuse_newer(int.from_bytes(header[60:64], "big"), path)
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65_536 if page_size == 1 else page_size
    expected = page_size * int.from_bytes(header[28:32], "big")
    size = path.stat().st_size
    # With a journal the last pages may still be waiting in it; a first opening that was killed
    # while it wrote them is rolled back by what it noted before.
    if size < expected and not (_journal_size(path) or _journal_size(path, "-journal")):
        raise DamagedVaultError(
            f"{path} is damaged: it is {size:,} bytes long and should be {expected:,}. It was "
            "probably cut off while being copied. Copy it again or restore a backup; the file "
            "was not changed."
        )


def _header(path: Path) -> bytes:
    """Read the file's first bytes through SQLite.

    On POSIX, closing a file by any other way drops all locks that this process's connections
    hold on it. Another program that then closes the vault takes itself for the last one and
    deletes the journal, and with it all that is written here from then on.
    """
    flags = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY
    file = apsw.VFSFile("", str(path.absolute()), [flags, 0])
    try:
        size = min(file.xFileSize(), _HEADER_BYTES)
        return file.xRead(size, 0) if size else b""
    finally:
        file.xClose()


def _check_content(connection: apsw.Connection, path: Path) -> None:
    if path.stat().st_size <= _QUICK_CHECK_BYTES:
        problem = connection.execute("PRAGMA quick_check(1)").get
        if problem != "ok":
            raise DamagedVaultError(
                f"{path} is damaged: {problem}. Nothing was changed. Restore a backup, or run "
                "“memdesk check” to see what can still be read."
            )
