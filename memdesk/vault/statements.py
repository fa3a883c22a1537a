"""What people themselves have said, to look for links between it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import apsw

from memdesk.vault.records import storable

_SAID = (
    "SELECT id, version, created_at, conversation_id, role, author, content FROM memory"
    " WHERE deleted_at IS NULL AND created_at IS NOT NULL AND role='user' AND type<>'attachment'"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A memory of a person's own words; ``created_at`` in UTC milliseconds."""

    id: int
    version: int
    created_at: int
    conversation_id: int | None
    role: str
    author: str | None
    content: str


def short(connection: apsw.Connection, most_words: int) -> Iterator[Said]:
    """Yield the statements of at most so many words, on the branch that was last seen."""
    for row in connection.execute(
        f"{_SAID} AND branch=0 AND term_count<=? ORDER BY id", (most_words,)
    ):
        yield Said(*row)


def since(connection: apsw.Connection, version: int, longest: int) -> Iterator[Said]:
    """Yield what came or changed after a version, of at most so many characters."""
    for row in connection.execute(
        f"{_SAID} AND version>? AND length(content)<=? ORDER BY id", (version, longest)
    ):
        yield Said(*row)


def holding(connection: apsw.Connection, part: str, version: int) -> Iterator[Said]:
    """Yield what came or changed after a version and holds ``part``."""
    for row in connection.execute(
        f"{_SAID} AND version>? AND instr(content, ?) ORDER BY id", (version, storable(part))
    ):
        yield Said(*row)


def titled(connection: apsw.Connection, name: str, but: int) -> int | None:
    """Return a note called so, else the first memory of a conversation called so, else None.

    Whatever its case; a name that several have is nobody's.
    """
    for query in (
        "SELECT id FROM memory WHERE conversation_id IS NULL AND deleted_at IS NULL AND id<>?2"
        " AND json_extract(extra, '$.title')=?1 COLLATE NOCASE LIMIT 2",
        "SELECT (SELECT id FROM memory m WHERE m.conversation_id=c.id AND m.deleted_at IS NULL"
        " AND m.id<>?2 ORDER BY position LIMIT 1) FROM conversation c"
        " WHERE c.title=?1 COLLATE NOCASE LIMIT 2",
    ):
        found = [row[0] for row in connection.execute(query, (storable(name), but)) if row[0]]
        if len(found) == 1:
            return int(found[0])
        if found:
            return None
    return None
