"""Reading other programs' databases without touching them.

A database is copied aside first, with its journal where it lies on the disk: opening one, even
only to read, may write beside it, and the program it belongs to may be running.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import apsw

from memdesk.importers.files import Files
from memdesk.importers.parsed import ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput, unreadable
from memdesk.importers.stores.memesh import MEMESH
from memdesk.importers.stores.memx import MEMX
from memdesk.importers.stores.program import Program
from memdesk.importers.values import latest_plausible_ms
from memdesk.vault.migrations import APPLICATION_ID

SQLITE_HEADER = b"SQLite format 3\x00"
_MOST_BYTES = 8 * 1024**3
_APPLICATION_ID_AT = 68
_PROGRAMS = (MEMX, MEMESH)
_JOURNAL = "-wal"


class StoresParser(Files):
    """Yields the notes of one program's databases; what belongs to none is named."""

    format_name = "Memory database"

    def __init__(self, path: str, files: Sequence[SourceFile]) -> None:
        super().__init__(path, files)
        self.source = next(filter(None, map(_source, files)), "database")

    def __iter__(self) -> Iterator[ParsedItem]:
        self._finished_bytes = 0
        latest = latest_plausible_ms()
        for file in self.files:
            try:
                yield from self._notes(file, latest)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))
            except (apsw.Error, UnicodeDecodeError, OverflowError) as error:
                yield ParseIssue(
                    file.name, f"the database is damaged ({error}); what came before is kept"
                )
            self._finished_bytes += file.size

    def _notes(self, file: SourceFile, latest: int) -> Iterator[ParsedItem]:
        with tempfile.TemporaryDirectory(prefix="memdesk-store-") as folder:
            connection = _open(file, Path(folder))
            try:
                program = _program(connection)
                if program is None:
                    yield ParseIssue(file.name, _why_not(file))
                elif self.source != program.source:
                    reason = "it belongs to another program than the one beside it; import it alone"
                    yield ParseIssue(file.name, reason)
                else:
                    yield from program.read(connection, file.name, latest)
            finally:
                connection.close(True)


def _source(file: SourceFile) -> str | None:
    """Return the name of the program that a database belongs to, None if it cannot be told."""
    try:
        with tempfile.TemporaryDirectory(prefix="memdesk-store-") as folder:
            connection = _open(file, Path(folder))
            try:
                program = _program(connection)
            finally:
                connection.close(True)
    except (UnreadableInput, apsw.Error, UnicodeDecodeError):
        return None
    return None if program is None else program.source


def _open(file: SourceFile, folder: Path) -> apsw.Connection:
    """Copy a database into a folder and open the copy.

    Raises:
        UnreadableInput: it is too large, or the medium failed.
    """
    copy = folder / "store.db"
    if file.size > _MOST_BYTES:
        raise UnreadableInput(f"{file.name} is larger than any such database; it was not read.")
    try:
        with file.opener() as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, 1024 * 1024)
        journal = file.local and file.local.with_name(file.local.name + _JOURNAL)
        if journal and journal.is_file():
            shutil.copyfile(journal, copy.with_name(copy.name + _JOURNAL))
    except OSError as error:
        raise unreadable(file.name, error) from error
    return apsw.Connection(str(copy))


def _program(connection: apsw.Connection) -> Program | None:
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    return next((one for one in _PROGRAMS if one.tables <= tables), None)


def _why_not(file: SourceFile) -> str:
    with file.opener() as source:
        head = source.read(_APPLICATION_ID_AT + 4)
    if head[_APPLICATION_ID_AT:] == APPLICATION_ID.to_bytes(4, "big"):
        return "this is a vault of memdesk's own; open it instead of importing it"
    return "this is a database, but neither MemX's nor memesh's"
