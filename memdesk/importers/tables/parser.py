"""CSV and TSV files with a row of names at the top; each row becomes a note.

A column called ``content``, ``text``, ``memory``, ``note`` or the like is the text; without one all
columns are, as ``name: value``. ``id``, ``title``, ``tags``, ``type``, ``importance`` and dates are
taken from columns of those names, the others kept beside the note, as is what cannot be read as
what its column is called. A row is known by its id, one without by what it says; of several that
are known by the same, each by its number among them. Where the first row is one of values, the
columns have no names. memdesk's own tables are read as what they were made from.

Not covered: spreadsheets, lines of remarks above the names of columns.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from memdesk.importers import written_dates as dates
from memdesk.importers.files import Files
from memdesk.importers.parsed import Json, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput, Utf8Stream
from memdesk.importers.tables.header import LINES, delimiter_of, is_header, named_delimiter, places
from memdesk.importers.tables.own import OwnRows, is_own
from memdesk.importers.tables.rows import Row, Rows
from memdesk.importers.text_files import TextDecoder, is_binary, lines
from memdesk.importers.values import latest_plausible_ms

_LOOKED_AT = 200
"""Rows that are looked at before the first is read."""
_TAG_ENDS = re.compile(r"[,;|]\s*")
_SHARE = re.compile(r"[01](?:[.,]\d{1,9})?")
_SHOWN = 40


class TablesParser(Files):
    """Yields a note for each row of each table."""

    source = "table"
    format_name = "Tables"

    def __iter__(self) -> Iterator[ParsedItem]:
        self._finished_bytes = 0
        latest = latest_plausible_ms()
        for file in self.files:
            try:
                with self._reading(file) as stream:
                    yield from _items(file, stream, latest)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))


def _items(file: SourceFile, stream: Utf8Stream, latest: int) -> Iterator[ParsedItem]:
    with file.open() as beginning:
        if is_binary(beginning.read()):
            yield ParseIssue(file.name, "it is called a table and holds none; it was left out")
            return
    decoder = TextDecoder(stream)
    text = lines(stream, decoder)
    skipped = 0
    first = ""
    for first in text:
        if first.strip():
            break
        skipped += 1
    delimiter = named_delimiter(first)
    if delimiter is not None:
        skipped += 1
        first = next(text, "")
    head = [first, *islice(text, LINES)]
    delimiter = delimiter or delimiter_of(head, file.base_name.lower().endswith(".tsv"))
    rows = iter(Rows(chain(head, text), delimiter))
    start = list(islice(rows, _LOOKED_AT))
    if not any(cell.strip() for row in start[:1] for cell in row.cells):
        yield ParseIssue(file.name, "it has no row with the names of its columns", lost=False)
        return
    names: Sequence[str] = ()
    if is_header(start[0].cells):
        names = [name.strip() for name in start[0].cells]
        del start[0]
    else:
        reason = "its first row holds values, not names of columns, and became a note like others"
        yield ParseIssue(file.name, reason, lost=False)
    own = OwnRows(file.name, names) if is_own(names) else None
    table = _Table(file, names, delimiter, [row.cells for row in start], latest)
    number = 1 if names else 0
    for row in chain(start, rows):
        number += 1
        for reason in table.odd(row):
            place = f"row {number:,} (line {row.line + skipped:,})"
            yield ParseIssue(file.name, f"{place} {reason}", lost=False)
        if not any(cell.strip() for cell in row.cells):
            continue
        if own is not None:
            yield from own.items(number, row.cells)
        else:
            yield table.note(row.cells)
    for reason in filter(None, (decoder.remark, *table.remarks())):
        yield ParseIssue(file.name, reason, lost=False)


class _Table:
    """One table: what its columns are, and what of its rows was seen."""

    def __init__(
        self,
        file: SourceFile,
        names: Sequence[str],
        delimiter: str,
        head: Sequence[Sequence[str]],
        latest: int,
    ) -> None:
        self._file = file
        self._names = names
        self._delimiter = delimiter
        self._places = places(names)
        self._latest = latest
        self._seen = Counter[bytes]()
        self._undated = Counter[str]()
        self._unread_date = ""
        self._guessed_date = ""
        self._day_first: dict[str, bool | None] = {
            what: dates.day_comes_first(
                row[place] for row in head if (place := self._places[what]) < len(row)
            )
            for what in ("created", "updated")
            if what in self._places
        }

    def odd(self, row: Row) -> Iterator[str]:
        """Yield what is wrong with a row."""
        if row.is_open:
            yield (
                "opens a quotation mark that nothing closes; it was read up to the end of its line"
            )
        if self._names and len(row.cells) != len(self._names) and any(map(str.strip, row.cells)):
            yield f"has {len(row.cells):,} cells in place of {len(self._names):,}"

    def remarks(self) -> Iterator[str]:
        """Yield what is to be said of the whole table, at its end."""
        if self._guessed_date:
            yield (
                f"dates such as “{self._guessed_date}” do not tell which of day and month comes "
                f"first; they were read as {self._guessed_order()}"
            )
        if count := self._undated.total():
            names = " and ".join(f"“{name}”" for name in self._undated)
            yield (
                f"{count:,} {'date' if count == 1 else 'dates'} in column {names} could not be "
                f"read, such as “{self._unread_date}”; what they say is kept beside the note"
            )

    def note(self, row: Sequence[str]) -> ParsedNote:
        """Return a row as a note."""
        row = self._joined(row)
        used = {self._places[what] for what in ("content", "id", "title", "type", "tags")
                if what in self._places}  # fmt: skip
        times: dict[str, int | None] = {}
        for what in self._day_first:
            text = self._cell(row, what)
            times[what] = self._time(what, text) if text else None
            if times[what] is not None:
                used.add(self._places[what])
        importance = self._cell(row, "importance")
        share = float(importance.replace(",", ".")) if _SHARE.fullmatch(importance) else None
        if share is not None and share <= 1.0:
            used.add(self._places["importance"])
        else:
            share = None
        rest: dict[str, Json] = {}
        for at, value in enumerate(row):
            if at not in used and value.strip():
                rest[_free(self._name(at), rest)] = value.strip()
        content = self._cell(row, "content")
        if not content:
            # Nothing is called the text: what there is, is.
            content = "\n".join(
                f"{self._name(at)}: {value.strip()}" if self._names else value.strip()
                for at, value in enumerate(row)
                if value.strip()
            )
            rest = rest if self._names else {}
        tags = (tag.strip() for tag in _TAG_ENDS.split(self._cell(row, "tags")))
        return ParsedNote(
            external_id=f"{self._file.name}:{self._identity(row)}",
            content=content,
            title=self._cell(row, "title") or None,
            type=self._cell(row, "type") or "note",
            created_at=times.get("created"),
            updated_at=times.get("updated"),
            tags=tuple(dict.fromkeys(filter(None, tags))),
            importance=share,
            extra={"columns": rest} if rest else {},
        )

    def _joined(self, row: Sequence[str]) -> Sequence[str]:
        """Put a text together that stands last and was cut at its own commas."""
        last = len(self._names) - 1
        if len(row) > len(self._names) and self._places.get("content") == last >= 0:
            return [*row[:last], self._delimiter.join(row[last:])]
        return row

    def _cell(self, row: Sequence[str], what: str) -> str:
        place = self._places.get(what, len(row))
        return row[place].strip() if place < len(row) else ""

    def _name(self, at: int) -> str:
        return (self._names[at] if at < len(self._names) else "") or f"column {at + 1}"

    def _time(self, what: str, text: str) -> int | None:
        certain = self._day_first[what]
        found = dates.read(text, self._guess() if certain is None else certain, self._latest)
        if found is None:
            self._undated[self._names[self._places[what]]] += 1
            self._unread_date = self._unread_date or text[:_SHOWN]
        elif certain is None and dates.is_ambiguous(text):
            self._guessed_date = self._guessed_date or text[:_SHOWN]
        return found

    def _guess(self) -> bool:
        """Where a comma parts decimals, tables have semicolons and days come first."""
        return self._delimiter == ";"

    def _guessed_order(self) -> str:
        return "day, month, year" if self._guess() else "month, day, year"

    def _identity(self, row: Sequence[str]) -> str:
        """What a row is known by; the second of the same is another."""
        text = "\x00".join(row).encode("utf-8", "replace")
        identity = self._cell(row, "id") or hashlib.blake2b(text, digest_size=12).hexdigest()
        key = hashlib.blake2b(identity.encode("utf-8", "replace"), digest_size=8).digest()
        self._seen[key] += 1
        return identity if self._seen[key] == 1 else f"{identity}#{self._seen[key]}"


def _free(name: str, taken: dict[str, Json]) -> str:
    """Return a name for a column that no other has."""
    number = 1
    free = name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free
