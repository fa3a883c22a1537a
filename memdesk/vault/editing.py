"""Changing memories: what a person edits and marks, and what a newer export says.

Every change of a text re-indexes it. All functions work inside the caller's transaction.
"""

from __future__ import annotations

from typing import Literal

import apsw

from memdesk.vault import changes, indexing, memories
from memdesk.vault.clock import now
from memdesk.vault.identity import content_hash
from memdesk.vault.indexing import Indexed
from memdesk.vault.records import NewMemory, check_importance, storable, to_json


def edit(
    connection: apsw.Connection,
    identifier: int,
    content: str,
    origin: Literal["edit", "restore"] = "edit",
) -> None:
    """Replace a memory's text by the person's own; the former one becomes a revision.

    A text that is the source's again counts as not edited: it follows newer exports once more.
    """
    content = storable(content)
    row = connection.execute(
        "SELECT content, content_hash FROM memory WHERE id=?", (identifier,)
    ).fetchone()
    if row is None:
        raise KeyError(f"there is no memory {identifier}")
    former, of_source = row
    if former == content:
        return
    _add_revision(connection, identifier, former, origin)
    replace_content(connection, identifier, content, changes.next_version(connection))
    edited_at = None if content_hash(content) == of_source else now()
    connection.execute("UPDATE memory SET edited_at=? WHERE id=?", (edited_at, identifier))


def update_from_source(
    connection: apsw.Connection,
    identifier: int,
    new: NewMemory,
    *,
    version: int | None = None,
) -> None:
    """Take over a newer state from an export.

    What a person edited stays as they wrote it: the newer source text is kept as a revision.
    """
    new = memories.storable_memory(new)
    if version is None:
        version = changes.next_version(connection)
    row = connection.execute(
        "SELECT content, edited_at, created_at FROM memory WHERE id=?", (identifier,)
    ).fetchone()
    if row is None:
        raise KeyError(f"there is no memory {identifier}")
    content, edited_at, created_at = row
    if created_at != new.created_at:
        indexing.set_time(connection, identifier, new.created_at)
    connection.execute(
        "UPDATE memory SET position=?, branch=?, parent_external_id=?, model=?, created_at=?,"
        " updated_at=?, extra=?, content_hash=?, version=? WHERE id=?",
        (
            new.position,
            new.branch,
            new.parent_external_id,
            new.model,
            new.created_at,
            new.updated_at,
            to_json(new.extra),
            # The hash of what the source says, so that the same export is recognised again.
            content_hash(new.content),
            version,
            identifier,
        ),
    )
    if content == new.content:
        return
    if edited_at is None:
        _add_revision(connection, identifier, content, "import")
        replace_content(connection, identifier, new.content, version)
    elif not _has_revision(connection, identifier, new.content):
        _add_revision(connection, identifier, new.content, "import")


def set_importance(connection: apsw.Connection, identifier: int, importance: float) -> None:
    """Set how important a memory is, 0 to 1."""
    check_importance(importance)
    _set(connection, identifier, "importance", importance)


def set_pinned(connection: apsw.Connection, identifier: int, pinned: bool) -> None:
    """Pin a memory or let it go."""
    _set(connection, identifier, "pinned", int(pinned))


def _set(connection: apsw.Connection, identifier: int, column: str, value: float) -> None:
    connection.execute(
        f"UPDATE memory SET {column}=?, version=? WHERE id=?",
        (value, changes.next_version(connection), identifier),
    )


def replace_content(
    connection: apsw.Connection, identifier: int, content: str, version: int
) -> None:
    """Put a text in the place of a memory's and index it; keeping the former is the caller's."""
    derived = indexing.derive(content)
    [(role, created_at, deleted_at)] = connection.execute(
        "UPDATE memory SET content=?, term_count=?, writing=?, version=? WHERE id=?"
        " RETURNING role, created_at, deleted_at",
        (content, derived.term_count, derived.writing, version, identifier),
    )
    indexing.remove(connection, identifier)
    # What lies in the trash is cut and indexed when it comes out of there.
    if deleted_at is None:
        indexing.add(connection, [Indexed(identifier, role, created_at, derived)])


def _add_revision(connection: apsw.Connection, identifier: int, content: str, origin: str) -> None:
    connection.execute(
        "INSERT INTO revision (memory_id, content, origin, created_at) VALUES (?,?,?,?)",
        (identifier, content, origin, now()),
    )


def _has_revision(connection: apsw.Connection, identifier: int, content: str) -> bool:
    return bool(
        connection.execute(
            "SELECT EXISTS (SELECT 1 FROM revision WHERE memory_id=? AND content=?)",
            (identifier, content),
        ).get
    )
