"""What there is to know of one kind of export before it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memdesk.importers.parsed import Parser
from memdesk.importers.source import SourceFile

Make = Callable[[str, Sequence[SourceFile]], Parser]
Shows = Callable[[SourceFile, bytes], bool]


@dataclass(frozen=True, slots=True)
class Format:
    """How the files of one tool are told from others', and who reads them.

    ``marks`` are groups of key paths, relative to one entry (of a list, a JSON Lines file, or the
    top-level object itself): JSON that shows one group completely is of this format. ``shows``
    tells by the file and its first bytes whether anything that is no such JSON is: a page, a
    database, plain text. ``make`` builds the parser of all such files in one container, in natural
    order.

    ``shards`` matches names of files that belong to the export even where they are too broken,
    or too empty, to show what they are, ``companions`` those that are known to hold nothing to
    import. A format that is ``plain`` has no marks of its own but its kind of text (notes, tables);
    beside a real export such files are what somebody once uploaded, and are left out.
    """

    name: str
    make: Make
    marks: tuple[frozenset[str], ...] = ()
    shows: Shows | None = None
    shards: re.Pattern[str] | None = None
    companions: re.Pattern[str] | None = None
    plain: bool = False


def marks(*groups: str) -> tuple[frozenset[str], ...]:
    """Return groups of key paths, each written with spaces between its paths."""
    return tuple(frozenset(group.split()) for group in groups)
