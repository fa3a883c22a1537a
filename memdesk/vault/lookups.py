"""Which memories a filter keeps, for the filters that the search arrays can't answer."""

from __future__ import annotations

import apsw

from memdesk.vault.batches import batches
from memdesk.vault.records import storable

Use = tuple[int, int, int | None]
"""How a memory was used: access count, retrieval count, last retrieved at."""
Row = tuple[int, str, int, int, int | None]
"""A memory's id, its text and its use."""

_HAVING = {
    "code": "content LIKE '%```%' OR content LIKE '%~~~%'",
    "link": "content LIKE '%http://%' OR content LIKE '%https://%' OR extra LIKE '%\"links\"%'",
    "attachment": "extra LIKE '%\"attachments\"%'",
}


def having(connection: apsw.Connection, kind: str) -> list[int]:
    """Return the memories that have ``code``, a ``link`` or an ``attachment``, ascending."""
    return [
        row[0]
        for row in connection.execute(
            f"SELECT id FROM memory WHERE deleted_at IS NULL AND ({_HAVING[kind]}) ORDER BY id"
        )
    ]


def linked(connection: apsw.Connection) -> list[int]:
    """Return the memories at either end of a link, ascending."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT source_id FROM link UNION SELECT target_id FROM link ORDER BY 1"
        )
    ]


def conversations_titled(connection: apsw.Connection, part: str) -> list[int]:
    """Return the conversations whose title contains ``part``, whatever its case, ascending."""
    escaped = storable(part).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return [
        row[0]
        for row in connection.execute(
            "SELECT id FROM conversation WHERE title LIKE ? ESCAPE '\\' ORDER BY id",
            (f"%{escaped}%",),
        )
    ]


def rows(connection: apsw.Connection, memory_ids: list[int]) -> dict[int, Row]:
    """Return texts and uses by memory id: reading both at once takes half the time."""
    return {
        row[0]: row
        for part, marks in batches(memory_ids)
        for row in connection.execute(
            "SELECT id, content, access_count, retrieval_count, last_retrieved_at FROM memory"
            f" WHERE id IN ({marks})",
            part,
        )
    }
