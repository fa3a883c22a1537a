"""What has changed in the vault since a given version: the feed of the search arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

Row = tuple[Any, ...]

COLUMNS = (
    "id",
    "conversation_id",
    "position",
    "branch",
    "role",
    "author",
    "source",
    "type",
    "created_at",
    "term_count",
    "writing",
    "importance",
    "pinned",
    "edited",
    "alive",
    "version",
)


def latest_version(connection: apsw.Connection) -> int:
    """Return the number of the last change, 0 in a new vault."""
    return int(
        connection.execute(
            "SELECT max(coalesce((SELECT max(version) FROM memory), 0),"
            " coalesce((SELECT max(version) FROM purged), 0))"
        ).get
    )


def next_version(connection: apsw.Connection) -> int:
    """Return the number of the change about to be made."""
    return latest_version(connection) + 1


def since(connection: apsw.Connection, version: int) -> Iterator[Row]:
    """Yield the memories changed after ``version`` as rows of :data:`COLUMNS`, by id."""
    # An index walk is right for a few changes; the whole table is read faster in its own order.
    # (The plus sign tells the planner so, which would rather avoid sorting.)
    condition, order = ("", "id") if version == 0 else (" WHERE version>?", "+id")
    return iter(
        connection.execute(
            "SELECT id, conversation_id, position, branch, role, author, source, type,"
            " created_at, term_count, writing, importance, pinned, edited_at IS NOT NULL,"
            f" deleted_at IS NULL, version FROM memory{condition} ORDER BY {order}",
            () if version == 0 else (version,),
        )
    )


def count_since(connection: apsw.Connection, version: int) -> int:
    """Return how many memories have changed or gone after ``version``."""
    return int(
        connection.execute(
            "SELECT (SELECT count(*) FROM memory WHERE version>?1)"
            " + (SELECT count(*) FROM purged WHERE version>?1)",
            (version,),
        ).get
    )


def purged_since(connection: apsw.Connection, version: int) -> list[int]:
    """Return the ids of the memories deleted for good after ``version``, ascending."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT memory_id FROM purged WHERE version>? ORDER BY memory_id", (version,)
        )
    ]
