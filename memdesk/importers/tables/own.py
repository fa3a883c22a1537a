"""memdesk's own tables: rows that are known by their uid, so that nothing comes in twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memdesk.importers.parsed import ParsedItem, ParseIssue
from memdesk.vault.portable import table
from memdesk.vault.portable.records import Identity

_MARKS = frozenset(("uid", "content", "role", "conversation_id", "conversation_source"))


class OwnRows:
    """Reads the rows of one table that memdesk wrote."""

    def __init__(self, file: str, names: Sequence[str]) -> None:
        self._file = file
        self._names = names
        self._last: Identity | None = None

    def items(self, number: int, cells: Sequence[str]) -> Iterator[ParsedItem]:
        """Yield row ``number``'s memory, after its conversation where that changes."""
        try:
            memory, conversation = table.record(self._names, cells)
        except table.NoMemoryError as error:
            yield ParseIssue(self._file, f"row {number:,} could not be read: {error}")
            return
        if conversation is not None and conversation.identity != self._last:
            self._last = conversation.identity
            yield conversation
        yield memory


def is_own(names: Sequence[str]) -> bool:
    """Tell by a table's columns whether memdesk wrote it."""
    return set(names) >= _MARKS
