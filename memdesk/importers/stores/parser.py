"""Reading other programs' databases without touching them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import apsw

from memdesk.importers.files import Files
from memdesk.importers.parsed import ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.stores.columns import tables
from memdesk.importers.stores.copying import JOURNALS, Copy
from memdesk.importers.stores.memesh import MEMESH
from memdesk.importers.stores.memx import MEMX
from memdesk.importers.stores.program import Program
from memdesk.importers.values import latest_plausible_ms
from memdesk.vault.migrations import APPLICATION_ID

_APPLICATION_ID_AT = 68
_PROGRAMS = (MEMX, MEMESH)
_DAMAGED = (apsw.Error, UnicodeDecodeError, OverflowError)


class StoresParser(Files):
    """Yields the notes of one program's databases; what belongs to none is named."""

    format_name = "Memory database"

    def __init__(self, path: str, files: Sequence[SourceFile]) -> None:
        super().__init__(path, files)
        self._journals = {file.name: file for file in files if file.name.endswith(JOURNALS)}
        self._databases = [file for file in files if file.name not in self._journals]
        # The one that was looked at to tell the program is the first to be read.
        self._copies: dict[str, Copy] = {}
        self.source = next(filter(None, map(self._told_source, self._databases)), "database")

    def __iter__(self) -> Iterator[ParsedItem]:
        self._finished_bytes = 0
        latest = latest_plausible_ms()
        names = {file.name for file in self._databases}
        for name, journal in self._journals.items():
            if name.removesuffix("-wal").removesuffix("-journal") not in names:
                yield ParseIssue(name, "the database that this is the journal of is not beside it")
            self._finished_bytes += journal.size
        for file in self._databases:
            try:
                yield from self._notes(file, latest)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))
            except _DAMAGED as error:
                yield ParseIssue(
                    file.name, f"the database is damaged ({error}); what came before is kept"
                )
            self._finished_bytes += file.size

    def _notes(self, file: SourceFile, latest: int) -> Iterator[ParsedItem]:
        copy = self._copies.pop(file.name, None) or Copy(file, self._journals)
        try:
            there = tables(copy.connection)
            program = _program(copy.connection)
            if program is None:
                yield ParseIssue(file.name, _why_not(file))
            elif self.source != program.source:
                reason = "it belongs to another program than the one beside it; import it alone"
                yield ParseIssue(file.name, reason)
            else:
                yield from program.read(copy.connection, there, file.name, latest)
        finally:
            copy.close()

    def _told_source(self, file: SourceFile) -> str | None:
        """Return the name of a database's program, None if it cannot be told."""
        try:
            copy = Copy(file, self._journals)
            self._copies[file.name] = copy
            program = _program(copy.connection)
        except (UnreadableInput, *_DAMAGED):
            return None
        return None if program is None else program.source


def _program(connection: apsw.Connection) -> Program | None:
    there = tables(connection)
    return next((one for one in _PROGRAMS if one.wrote(there)), None)


def _why_not(file: SourceFile) -> str:
    with file.opener() as source:
        head = source.read(_APPLICATION_ID_AT + 4)
    if head[_APPLICATION_ID_AT:] == APPLICATION_ID.to_bytes(4, "big"):
        return "this is a vault of memdesk's own; open it instead of importing it"
    return "this is a database, but neither MemX's nor memesh's"
