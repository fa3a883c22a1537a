"""How a table is laid out: what stands between its cells, and what its columns are called."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

from memdesk.importers.written_dates import is_date

_DELIMITERS = ",;\t|"
NO_DELIMITER = "\x1f"
"""Stands for one in tables of a single column: no cell holds it."""

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
_KNOWN = frozenset(name for names in _COLUMNS.values() for name in names)
_SEPARATOR = re.compile(r'\A"?sep=(.)"?\s*\Z', re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?[\d.,  %€$£]*\d[\d.,  %€$£]*")
_SENTENCE = re.compile(r"[.!?…。！？]\s*\Z|://")
_LONGEST_NAME = 60
LINES = 20
"""Lines that the layout is told by."""


def named_delimiter(line: str) -> str | None:
    """Return the delimiter of a line ``sep=;``, as Excel writes one; None for any other line."""
    found = _SEPARATOR.match(line)
    return found[1] if found else None


def delimiter_of(head: Sequence[str], prefers_tab: bool) -> str:
    """Return what stands between the cells of a table that begins with these lines.

    What makes most known names out of its first row, then what makes most cells.
    """
    first = _first_row(head)

    def found(delimiter: str) -> tuple[int, int, bool]:
        cells = next(csv.reader(first, delimiter=delimiter), [])
        known = sum(_plain(cell) in _KNOWN for cell in cells)
        return known, len(cells), prefers_tab and delimiter == "\t"

    best = max(_DELIMITERS, key=found)
    return best if found(best)[1] > 1 else NO_DELIMITER


def _first_row(head: Sequence[str]) -> list[str]:
    """Return the lines of the first row: up to one that leaves no quotation mark open."""
    marks = 0
    for number, line in enumerate(head[:LINES], start=1):
        marks += line.count('"')
        if marks % 2 == 0:
            return list(head[:number])
    return list(head[:1])


def is_header(cells: Sequence[str]) -> bool:
    """Tell names of columns from a row of values.

    One known name tells, else that no cell is a number, a date, a sentence or long.
    """
    filled = [cell.strip() for cell in cells if cell.strip()]
    if any(_plain(cell) in _KNOWN for cell in filled):
        return True
    return not any(
        len(cell) > _LONGEST_NAME
        or _NUMBER.fullmatch(cell)
        or _SENTENCE.search(cell)
        or is_date(cell)
        for cell in filled
    )


def places(names: Sequence[str]) -> dict[str, int]:
    """Return the column of each thing that is known by name."""
    plain = [_plain(name) for name in names]
    return {
        what: plain.index(found)
        for what, known in _COLUMNS.items()
        if (found := next((name for name in known if name in plain), None)) is not None
    }


def _plain(name: str) -> str:
    return name.strip().casefold().replace(" ", "_")
