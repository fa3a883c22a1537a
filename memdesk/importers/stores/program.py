"""A program whose database can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import apsw

from memdesk.importers.parsed import ParsedNote, ParseIssue

Read = Callable[[apsw.Connection, str, int], Iterator[ParsedNote | ParseIssue]]


@dataclass(frozen=True, slots=True)
class Program:
    """Its name as a source, the tables its database is known by, and what reads them.

    ``read`` takes the open database, the file's name for issues and the last plausible time (UTC
    milliseconds). It raises apsw.Error or UnicodeDecodeError where the database is damaged, after
    what came before.
    """

    source: str
    tables: frozenset[str]
    read: Read
