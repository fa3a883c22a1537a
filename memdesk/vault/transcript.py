"""A conversation's turns in reading order, in windows.

A transcript follows one branch: the turns of branch 0, what the person last saw, and for a turn
of another branch that branch's own turns among them.
"""

from __future__ import annotations

import apsw

from memdesk.vault import memories
from memdesk.vault.records import Memory


def turns(
    connection: apsw.Connection, conversation_id: int, first: int, limit: int, branch: int = 0
) -> list[Memory]:
    """Return up to ``limit`` turns from number ``first`` on, counted from 0."""
    identifiers = [
        row[0]
        for row in connection.execute(
            "SELECT id FROM memory WHERE conversation_id=? AND branch IN (0, ?)"
            " AND deleted_at IS NULL ORDER BY position, id LIMIT ? OFFSET ?",
            (conversation_id, branch, limit, first),
        )
    ]
    return memories.get_many(connection, identifiers)


def count(connection: apsw.Connection, conversation_id: int, branch: int = 0) -> int:
    """Return how many turns the transcript has."""
    return int(
        connection.execute(
            "SELECT count(*) FROM memory WHERE conversation_id=? AND branch IN (0, ?)"
            " AND deleted_at IS NULL",
            (conversation_id, branch),
        ).get
    )


def place(connection: apsw.Connection, memory: Memory) -> int:
    """Return a turn's number in the transcript that follows its branch."""
    return int(
        connection.execute(
            "SELECT count(*) FROM memory WHERE conversation_id=? AND branch IN (0, ?)"
            " AND deleted_at IS NULL AND (position < ? OR (position = ? AND id < ?))",
            (memory.conversation_id, memory.branch, memory.position, memory.position, memory.id),
        ).get
    )
