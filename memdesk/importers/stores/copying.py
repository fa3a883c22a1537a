"""Another program's database, aside: opening one, even only to read, may write beside it.

It is copied with its journals, on the disk or in a zip, once; the program it belongs to may be
running, so a copy is made again if something was written meanwhile.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path

import apsw

from memdesk.importers.source import SourceFile, UnreadableInput, unreadable

SQLITE_HEADER = b"SQLite format 3\x00"
JOURNALS = ("-wal", "-journal")
_JOURNAL_HEADERS = (
    b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7",
)  # fmt: skip
_MOST_BYTES = 8 * 1024**3
_TRIES = 3


def is_journal(file: SourceFile, head: bytes) -> bool:
    """Tell a journal, which holds what its database does not yet."""
    return head.startswith(_JOURNAL_HEADERS) and file.name.endswith(JOURNALS)


class Copy:
    """A copy of a database; deleted when it is closed, or nobody has it any more."""

    def __init__(self, file: SourceFile, journals: Mapping[str, SourceFile]) -> None:
        """Make it.

        Raises:
            UnreadableInput: it is too large, or the medium failed.
            apsw.Error: the copy cannot be opened.
        """
        folder = Path(tempfile.mkdtemp(prefix="memdesk-store-"))
        self._clean = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        if file.size > _MOST_BYTES:
            raise UnreadableInput(f"{file.name} is larger than any such database; it was not read.")
        path = folder / "store.db"
        for _ in range(_TRIES):
            before = _state(file)
            _copy(file, path)
            for suffix in JOURNALS:
                _copy_journal(file, journals.get(file.name + suffix), path, suffix)
            if _state(file) == before:
                break
        self.connection = apsw.Connection(str(path))

    def close(self) -> None:
        """Delete it."""
        self.connection.close(True)
        self._clean()


def _copy(file: SourceFile, path: Path) -> None:
    try:
        with file.opener() as source, path.open("wb") as target:
            shutil.copyfileobj(source, target, 1024 * 1024)
    except OSError as error:
        raise unreadable(file.name, error) from error


def _copy_journal(file: SourceFile, inside: SourceFile | None, path: Path, suffix: str) -> None:
    target = path.with_name(path.name + suffix)
    target.unlink(missing_ok=True)
    if inside is not None:
        _copy(inside, target)
    elif file.local is not None:
        beside = file.local.with_name(file.local.name + suffix)
        try:
            shutil.copyfile(beside, target)
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(file.name + suffix, error) from error


def _state(file: SourceFile) -> list[tuple[int, int] | None]:
    """Return what changes when a program writes to its database."""
    if file.local is None:
        return []
    states: list[tuple[int, int] | None] = []
    for suffix in ("", *JOURNALS):
        try:
            status = file.local.with_name(file.local.name + suffix).stat()
        except OSError:
            states.append(None)
        else:
            states.append((status.st_mtime_ns, status.st_size))
    return states
