"""A program whose database can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import apsw

from memdesk.importers.parsed import ParsedNote, ParseIssue
from memdesk.importers.stores.columns import Tables

Read = Callable[[apsw.Connection, Tables, str, int], Iterator[ParsedNote | ParseIssue]]


@dataclass(frozen=True, slots=True)
class Program:
    """Its name as a source, what its database is known by, and what reads it.

    ``marks`` are the columns that some tables must have. ``read`` takes the open database, its
    tables, the file's name for issues and the last plausible time (UTC milliseconds). It raises
    apsw.Error or UnicodeDecodeError where the database is damaged, after what came before.
    """

    source: str
    marks: Tables
    read: Read

    def wrote(self, there: Tables) -> bool:
        """Tell whether a database with these tables is of this program."""
        return all(
            columns <= there.get(table, frozenset()) for table, columns in self.marks.items()
        )
