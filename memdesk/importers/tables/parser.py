"""CSV and TSV files with a row of names at the top; each row becomes a note.

A column called ``content``, ``text``, ``memory``, ``note`` or the like is the text; without one all
columns are, as ``name: value``. ``id``, ``title``, ``tags``, ``type``, ``importance`` and dates are
taken from columns of those names, the others kept beside the note. A row without an id is known by
what it says.

Not covered: tables without names of columns, spreadsheets.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence

from memdesk.importers.files import Files
from memdesk.importers.parsed import Json, ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput, Utf8Stream
from memdesk.importers.text_files import lines
from memdesk.importers.values import latest_plausible_ms, milliseconds

_DELIMITERS = ",;\t|"
_LONGEST_FIELD = 16 * 1024 * 1024
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "content": ("content", "text", "memory", "note", "body", "message", "statement", "notes"),
    "id": ("uid", "id", "external_id", "uuid", "key"),
    "title": ("title", "name", "subject", "heading"),
    "tags": ("tags", "tag", "labels", "categories", "category"),
    "type": ("type", "kind"),
    "importance": ("importance",),
    "created": ("created_at", "created", "date", "time", "timestamp", "createdat"),
    "updated": ("updated_at", "updated", "modified", "updatedat"),
}
_TAG_ENDS = re.compile(r"[,;|]\s*")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?")


class TablesParser(Files):
    """Yields a note for each row of each table."""

    source = "table"
    format_name = "Tables"

    def __iter__(self) -> Iterator[ParsedItem]:
        self._finished_bytes = 0
        latest = latest_plausible_ms()
        csv.field_size_limit(_LONGEST_FIELD)
        for file in self.files:
            try:
                with self._reading(file) as stream:
                    yield from _rows(file, stream, latest)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))


def _rows(file: SourceFile, stream: Utf8Stream, latest: int) -> Iterator[ParsedItem]:
    text = lines(stream)
    first = next((line for line in text if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    names = [name.strip() for name in next(csv.reader([first], delimiter=delimiter), [])]
    if not any(names):
        yield ParseIssue(file.name, "it has no row with the names of its columns", lost=False)
        return
    places = _places(names)
    reader = csv.reader(text, delimiter=delimiter)
    number = 1
    while True:
        number += 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield ParseIssue(file.name, f"row {number:,} (line {reader.line_num + 1:,}): {error}")
            continue
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(names):
            reason = f"row {number:,} has {len(row):,} cells in place of {len(names):,}"
            yield ParseIssue(file.name, reason, lost=False)
        yield _note(file, names, places, row, latest)


def _places(names: Sequence[str]) -> dict[str, int]:
    """Return the column of each thing that is known by name."""
    lower = [name.casefold().replace(" ", "_") for name in names]
    return {
        what: lower.index(found)
        for what, known in _COLUMNS.items()
        if (found := next((name for name in known if name in lower), None)) is not None
    }


def _note(
    file: SourceFile,
    names: Sequence[str],
    places: Mapping[str, int],
    row: Sequence[str],
    latest: int,
) -> ParsedNote:
    def cell(what: str) -> str:
        place = places.get(what, len(row))
        return row[place].strip() if place < len(row) else ""

    known = set(places.values())
    rest: dict[str, Json] = {
        names[at] if at < len(names) and names[at] else f"column {at + 1}": value.strip()
        for at, value in enumerate(row)
        if at not in known and value.strip()
    }
    content = cell("content")
    if not content:
        # Nothing is called the text: what there is, is.
        content = "\n".join(
            f"{names[at] or f'column {at + 1}'}: {value.strip()}" if at < len(names) else value
            for at, value in enumerate(row)
            if value.strip()
        )
    digest = hashlib.blake2b("\x00".join(row).encode("utf-8", "replace"), digest_size=12)
    importance = cell("importance")
    return ParsedNote(
        external_id=f"{file.name}:{cell('id') or digest.hexdigest()}",
        content=content,
        title=cell("title") or None,
        type=cell("type") or "note",
        created_at=_time(cell("created"), latest),
        updated_at=_time(cell("updated"), latest),
        tags=tuple(dict.fromkeys(tag for tag in _TAG_ENDS.split(cell("tags")) if tag.strip())),
        importance=_share(importance),
        file=file.name,
        extra={"columns": rest} if rest else {},
    )


def _time(text: str, latest: int) -> int | None:
    return milliseconds(float(text) if _NUMBER.fullmatch(text) else text, latest)


def _share(text: str) -> float | None:
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if 0.0 <= value <= 1.0 else None
