"""Typed links between memories."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from memdesk.vault.batches import batches
from memdesk.vault.clock import now
from memdesk.vault.records import DEFAULT_LINK_STRENGTH, LINK_TYPES, Link

_INSERT = (
    "INSERT INTO link (source_id, target_id, type, strength, bidirectional, origin, created_at)"
    " VALUES (?,?,?,?,?,?,?) ON CONFLICT (source_id, target_id, type)"
)


def add(
    connection: apsw.Connection,
    source_id: int,
    target_id: int,
    type: str,
    *,
    strength: float = DEFAULT_LINK_STRENGTH,
    bidirectional: bool = False,
    origin: str = "user",
) -> int:
    """Link two memories; linking them again the same way updates the link. Returns its id."""
    check(source_id, target_id, type, strength)
    return int(
        connection.execute(
            f"{_INSERT} DO UPDATE SET strength=excluded.strength,"
            " bidirectional=excluded.bidirectional, origin=excluded.origin RETURNING id",
            (source_id, target_id, type, strength, bidirectional, origin, now()),
        ).get
    )


def add_new(
    connection: apsw.Connection,
    source_id: int,
    target_id: int,
    type: str,
    *,
    strength: float = DEFAULT_LINK_STRENGTH,
    bidirectional: bool = False,
    origin: str = "user",
) -> bool:
    """Link two memories unless they are linked that way already. Returns whether it was new."""
    check(source_id, target_id, type, strength)
    connection.execute(
        f"{_INSERT} DO NOTHING",
        (source_id, target_id, type, strength, bidirectional, origin, now()),
    )
    return connection.changes() > 0


def check(source_id: int, target_id: int, type: str, strength: float) -> None:
    """Raise ValueError for what no link can be."""
    if type not in LINK_TYPES:
        raise ValueError(f"“{type}” is no link type; the types are {', '.join(LINK_TYPES)}")
    if not 0.0 <= strength <= 1.0:
        raise ValueError(f"strength {strength} is not between 0 and 1")
    if source_id == target_id:
        raise ValueError("a memory can't be linked to itself")


def remove(connection: apsw.Connection, link_id: int) -> None:
    """Delete a link."""
    connection.execute("DELETE FROM link WHERE id=?", (link_id,))


def touching(connection: apsw.Connection, memory_ids: Sequence[int]) -> list[Link]:
    """Return the links that start or end at any of the given memories."""
    found: dict[int, Link] = {}
    for part, marks in batches(memory_ids):
        for row in connection.execute(
            "SELECT id, source_id, target_id, type, strength, bidirectional, origin FROM link"
            f" WHERE source_id IN ({marks}) OR target_id IN ({marks})",
            (*part, *part),
        ):
            found[row[0]] = Link(*(*row[:5], bool(row[5]), row[6]))
    return [found[identifier] for identifier in sorted(found)]
