"""Tags: short names shared by memories, compared without regard to case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from memdesk.vault.batches import batches
from memdesk.vault.records import storable


def assign(connection: apsw.Connection, memory_id: int, names: Iterable[str]) -> None:
    """Give a memory these tags beside those it has."""
    for name in _clean(names):
        connection.execute(
            "INSERT OR IGNORE INTO tag (name, folded) VALUES (?,?)", (name, _folded(name))
        )
        connection.execute(
            "INSERT OR IGNORE INTO memory_tag (memory_id, tag_id)"
            " SELECT ?, id FROM tag WHERE folded=?",
            (memory_id, _folded(name)),
        )


def remove(connection: apsw.Connection, memory_id: int, names: Iterable[str]) -> None:
    """Take these tags from a memory; a tag nobody has any more goes."""
    for name in _clean(names):
        connection.execute(
            "DELETE FROM memory_tag WHERE memory_id=?"
            " AND tag_id=(SELECT id FROM tag WHERE folded=?)",
            (memory_id, _folded(name)),
        )
    remove_unused(connection)


def remove_unused(connection: apsw.Connection) -> None:
    """Delete the tags that no memory has."""
    connection.execute(
        "DELETE FROM tag WHERE NOT EXISTS (SELECT 1 FROM memory_tag WHERE tag_id=tag.id)"
    )


def of(connection: apsw.Connection, memory_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the tags of the given memories, in alphabetical order."""
    found: dict[int, list[str]] = {}
    for part, marks in batches(memory_ids):
        for memory_id, name in connection.execute(
            "SELECT t.memory_id, tag.name FROM memory_tag t JOIN tag ON tag.id=t.tag_id"
            f" WHERE t.memory_id IN ({marks}) ORDER BY tag.folded",
            part,
        ):
            found.setdefault(memory_id, []).append(name)
    return {memory_id: tuple(names) for memory_id, names in found.items()}


def in_conversation(connection: apsw.Connection, conversation_id: int) -> list[str]:
    """Return the tags of a conversation's memories, in alphabetical order."""
    rows = connection.execute(
        "SELECT DISTINCT tag.name, tag.folded FROM tag JOIN memory_tag t ON t.tag_id=tag.id"
        " JOIN memory m ON m.id=t.memory_id WHERE m.conversation_id=? AND m.deleted_at IS NULL"
        " ORDER BY tag.folded",
        (conversation_id,),
    )
    return [row[0] for row in rows]


def memories_with(connection: apsw.Connection, name: str) -> list[int]:
    """Return the ids of the memories that have a tag, ascending."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT memory_id FROM memory_tag WHERE tag_id=(SELECT id FROM tag WHERE folded=?)"
            " ORDER BY memory_id",
            (_folded(" ".join(name.split())),),
        )
    ]


def counts(connection: apsw.Connection) -> dict[str, int]:
    """Return every tag with the number of memories that have it, most used first."""
    return dict(
        connection.execute(
            "SELECT tag.name, count(*) AS n FROM memory_tag t JOIN tag ON tag.id=t.tag_id"
            " GROUP BY tag.id ORDER BY n DESC, tag.folded"
        )
    )


def _clean(names: Iterable[str]) -> list[str]:
    return [cleaned for name in names if (cleaned := " ".join(storable(name).split()))]


def _folded(name: str) -> str:
    return storable(name).casefold()
