"""The rows of a table, whatever its quotation marks do.

Rows are read as RFC 4180 has them. Where one breaks its rules, only its first line is taken for it
and read as written, so that a quotation mark that is never closed costs no other row.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

_LONGEST_ROW = 16 * 1024 * 1024
_SHORTEST_LIMIT = 256
# So many open quotation marks halve how far is searched for the end of the next.
_OPEN_MARKS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One row; ``line`` is its first line, from 1. ``is_open`` tells that a quotation mark in it
    is never closed, so that it was read up to the end of its first line."""

    line: int
    cells: list[str]
    is_open: bool = False


class _TooLong(Exception):
    """A row goes on for longer than any does."""


class Rows:
    """Yields the rows of a text's lines, which keep their ends; empty lines are none."""

    def __init__(self, lines: Iterator[str], delimiter: str) -> None:
        self._lines = lines
        self._delimiter = delimiter
        self._waiting: deque[str] = deque()
        self._taken: list[str] = []
        self._characters = 0
        self._open = 0

    def __iter__(self) -> Iterator[Row]:
        csv.field_size_limit(2 * _LONGEST_ROW)
        reader = self._reader()
        line = 1
        while True:
            self._taken, self._characters = [], 0
            try:
                cells = next(reader)
            except StopIteration:
                return
            except (csv.Error, _TooLong):
                first, *rest = self._taken
                is_open = bool(rest) or _leaves_open(first, self._delimiter)
                self._open += is_open
                self._waiting.extendleft(reversed(rest))
                yield Row(line, as_written(first, self._delimiter), is_open)
                line += 1
                reader = self._reader()
                continue
            if cells:
                yield Row(line, cells)
            line += len(self._taken)

    def _reader(self) -> Iterator[list[str]]:
        return csv.reader(self._feed(), delimiter=self._delimiter, strict=True)

    def _feed(self) -> Iterator[str]:
        while True:
            line = self._waiting.popleft() if self._waiting else next(self._lines, None)
            if line is None:
                return
            self._taken.append(line)
            self._characters += len(line)
            limit = max(_SHORTEST_LIMIT, _LONGEST_ROW >> self._open // _OPEN_MARKS)
            if self._characters > limit and len(self._taken) > 1:
                raise _TooLong
            yield line


def as_written(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line that breaks the rules, with all its characters but the marks
    around whole cells."""
    line = line.rstrip("\r\n")
    after = re.compile(rf'"(?={re.escape(delimiter)}|\Z)')
    cells: list[str] = []
    at = 0
    while True:
        if line[at : at + 1] == '"' and (closing := after.search(line, at + 1)):
            cells.append(line[at + 1 : closing.start()].replace('""', '"'))
            at = closing.end()
        else:
            end = line.find(delimiter, at)
            end = len(line) if end < 0 else end
            cells.append(line[at:end])
            at = end
        if at >= len(line):
            return cells
        at += len(delimiter)


def _leaves_open(line: str, delimiter: str) -> bool:
    return any(cell[:1] == '"' for cell in as_written(line, delimiter)) and line.count('"') % 2 == 1
