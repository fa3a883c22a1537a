"""Recognising what an export brings again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """What tells whether a memory has changed at its source since it was stored."""

    id: int
    content_hash: bytes
    position: int
    branch: int


def of_messages(
    connection: apsw.Connection, conversation_id: int, external_ids: Sequence[str]
) -> dict[str, KnownMemory]:
    """Return the known ones among a conversation's messages, by external id."""
    marks = ",".join("?" * len(external_ids))
    rows = connection.execute(
        "SELECT external_id, id, content_hash, position, branch FROM memory"
        f" WHERE conversation_id=? AND external_id IN ({marks})",
        (conversation_id, *external_ids),
    )
    return {row[0]: KnownMemory(*row[1:]) for row in rows}


def of_note(connection: apsw.Connection, source: str, external_id: str) -> KnownMemory | None:
    """Return the known memory outside conversations with this identity."""
    row = connection.execute(
        "SELECT id, content_hash, position, branch FROM memory"
        " WHERE source=? AND external_id=? AND conversation_id IS NULL",
        (source, external_id),
    ).fetchone()
    return None if row is None else KnownMemory(*row)
