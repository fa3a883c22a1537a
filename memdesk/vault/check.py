"""Looking for damage: SQLite's own check, and that derived data agrees with the memories."""

from __future__ import annotations

import apsw


def problems(connection: apsw.Connection) -> list[str]:
    """Return what is wrong with an open vault, in words; an empty list if nothing is."""
    found = [
        str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"
    ]
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        found.append(f"row {rowid} of {table} refers to a {parent} that is gone")
    unindexed = connection.execute(
        "SELECT count(*) FROM memory m WHERE m.deleted_at IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM memory_fts_docsize d WHERE d.id=m.id)"
    ).get
    if unindexed:
        found.append(f"{unindexed} memories are missing from the full-text index")
    return found
