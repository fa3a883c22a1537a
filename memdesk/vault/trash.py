"""The trash: memories that are out of sight, and can come back as they were.

They keep their vectors, which took the processor long to compute, until they are purged. All
functions work inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from memdesk.vault import changes, indexing, tags
from memdesk.vault.clock import now
from memdesk.vault.indexing import Indexed


def put(connection: apsw.Connection, identifiers: Sequence[int], at: int | None = None) -> None:
    """Move memories to the trash, as of ``at`` (now by default); no search finds them there."""
    version = changes.next_version(connection)
    moment = now() if at is None else at
    for identifier in identifiers:
        connection.execute(
            "UPDATE memory SET deleted_at=?, version=? WHERE id=? AND deleted_at IS NULL",
            (moment, version, identifier),
        )
        if connection.changes():
            indexing.set_aside(connection, identifier)


def restore(connection: apsw.Connection, identifiers: Sequence[int]) -> None:
    """Take memories out of the trash and index them again."""
    version = changes.next_version(connection)
    for identifier in identifiers:
        row = connection.execute(
            "UPDATE memory SET deleted_at=NULL, version=? WHERE id=? AND deleted_at IS NOT NULL"
            " RETURNING content, role, created_at",
            (version, identifier),
        ).fetchone()
        if row is not None:
            content, role, created_at = row
            derived = indexing.derive(content)
            indexing.take_back(connection, Indexed(identifier, role, created_at, derived))


def purge(connection: apsw.Connection, identifiers: Sequence[int]) -> None:
    """Delete memories for good, with their revisions, tags and links."""
    version = changes.next_version(connection)
    for identifier in identifiers:
        indexing.remove(connection, identifier)
        connection.execute(
            "INSERT OR REPLACE INTO purged (memory_id, version) VALUES (?,?)", (identifier, version)
        )
        connection.execute("DELETE FROM memory WHERE id=?", (identifier,))
    tags.remove_unused(connection)
