"""Arrays that take long to read row by row, kept whole as of some version of the vault.

Derived data: what changed later is read from the rows, and a snapshot that can't be used is made
anew.
"""

from __future__ import annotations

import apsw


def save(connection: apsw.Connection, name: str, version: int, data: bytes) -> None:
    """Keep ``data`` in place of the former snapshot of that name."""
    connection.execute(
        "INSERT INTO array_snapshot (name, version, data) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (name) DO UPDATE SET version=?2, data=?3",
        (name, version, data),
    )


def version(connection: apsw.Connection, name: str) -> int | None:
    """Return the version of the vault a snapshot is of; None if there is none."""
    found = connection.execute("SELECT version FROM array_snapshot WHERE name=?", (name,)).get
    return None if found is None else int(found)


def load(connection: apsw.Connection, name: str) -> tuple[int, bytes] | None:
    """Return a snapshot's version and data, None if there is none."""
    row = connection.execute(
        "SELECT version, data FROM array_snapshot WHERE name=?", (name,)
    ).fetchone()
    return None if row is None else (int(row[0]), bytes(row[1]))
