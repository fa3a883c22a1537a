"""What is derived from a memory's text when it is stored: full-text rows and passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import apsw

from memdesk.text import passages
from memdesk.text.passages import Span
from memdesk.text.terms import index_text
from memdesk.text.writing import Writing, writing_system
from memdesk.vault import multirow

_OWN_WORDS, _OPENING, _REST = range(3)


class Derived(NamedTuple):
    """What the vault keeps of a text beside the text itself.

    A plain tuple, because imports send one for each message from process to process.
    """

    index_text: str
    term_count: int
    writing: Writing
    passages: tuple[Span, ...]


def derive(content: str) -> Derived:
    """Return what is kept of a text; it takes longer than to store it."""
    text, term_count = index_text(content)
    return Derived(text, term_count, writing_system(content), tuple(passages.split(content)))


@dataclass(frozen=True, slots=True)
class Indexed:
    """A stored memory as the indexes see it."""

    id: int
    role: str
    created_at: int | None
    derived: Derived


def add(connection: apsw.Connection, stored: Sequence[Indexed]) -> None:
    """Put memories into the full-text index and cut them into passages."""
    _add_words(connection, stored)
    _add_passages(connection, stored)


def remove(connection: apsw.Connection, identifier: int) -> None:
    """Take a memory out of the full-text index; its passages go, and their vectors with them."""
    connection.execute("DELETE FROM memory_fts WHERE rowid=?", (identifier,))
    connection.execute("DELETE FROM passage WHERE memory_id=?", (identifier,))


def set_aside(connection: apsw.Connection, identifier: int) -> None:
    """Take a memory out of the full-text index, but keep its passages and their vectors.

    Passages set aside are not counted and wait for no vector.
    """
    connection.execute("DELETE FROM memory_fts WHERE rowid=?", (identifier,))
    connection.execute("UPDATE passage SET set_aside=1 WHERE memory_id=?", (identifier,))


def take_back(connection: apsw.Connection, memory: Indexed) -> None:
    """Index a memory that was set aside; its text may have been replaced meanwhile."""
    _add_words(connection, [memory])
    connection.execute("UPDATE passage SET set_aside=0 WHERE memory_id=?", (memory.id,))
    if not connection.changes():
        _add_passages(connection, [memory])


def set_time(connection: apsw.Connection, identifier: int, created_at: int | None) -> None:
    """Note when a memory was said, for the place of its passages in the queue."""
    connection.execute(
        "UPDATE passage SET created_at=? WHERE memory_id=?", (created_at, identifier)
    )


def _add_words(connection: apsw.Connection, stored: Sequence[Indexed]) -> None:
    multirow.insert(
        connection,
        "memory_fts (rowid, content)",
        2,
        [(memory.id, memory.derived.index_text) for memory in stored],
    )


def _add_passages(connection: apsw.Connection, stored: Sequence[Indexed]) -> None:
    multirow.insert(
        connection,
        'passage (memory_id, start, "end", priority, created_at)',
        5,
        [
            (memory.id, start, end, _priority(memory.role, place), memory.created_at)
            for memory in stored
            for place, (start, end) in enumerate(memory.derived.passages)
        ],
    )


def _priority(role: str, place: int) -> int:
    """Return a passage's place in the queue for embedding, the lowest first."""
    if role == "user":
        return _OWN_WORDS
    return _REST if place else _OPENING
