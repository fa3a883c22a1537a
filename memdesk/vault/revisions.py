"""Former texts of memories, and going back to one."""

from __future__ import annotations

import apsw

from memdesk.vault import editing
from memdesk.vault.records import Revision


def of(connection: apsw.Connection, memory_id: int) -> list[Revision]:
    """Return a memory's revisions, newest first."""
    rows = connection.execute(
        "SELECT id, memory_id, content, origin, created_at FROM revision WHERE memory_id=?"
        " ORDER BY id DESC",
        (memory_id,),
    )
    return [Revision(*row) for row in rows]


def go_back(connection: apsw.Connection, revision_id: int) -> None:
    """Make a revision's text the memory's text; the present one becomes a revision itself."""
    row = connection.execute(
        "SELECT memory_id, content FROM revision WHERE id=?", (revision_id,)
    ).fetchone()
    if row is None:
        raise KeyError(f"there is no revision {revision_id}")
    editing.edit(connection, int(row[0]), str(row[1]), origin="restore")
