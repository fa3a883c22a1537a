"""Recognising what an export brings again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from memdesk.vault.batches import batches
from memdesk.vault.records import storable


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
    stored = {storable(external_id): external_id for external_id in external_ids}
    found: dict[str, KnownMemory] = {}
    for part, marks in batches(tuple(stored)):
        for row in connection.execute(
            "SELECT external_id, id, content_hash, position, branch FROM memory"
            f" WHERE conversation_id=? AND external_id IN ({marks})",
            (conversation_id, *part),
        ):
            found[stored[row[0]]] = KnownMemory(*row[1:])
    return found


def of_note(connection: apsw.Connection, source: str, external_id: str) -> KnownMemory | None:
    """Return the known memory outside conversations with this identity."""
    row = connection.execute(
        "SELECT id, content_hash, position, branch FROM memory"
        " WHERE source=? AND external_id=? AND conversation_id IS NULL",
        (storable(source), storable(external_id)),
    ).fetchone()
    return None if row is None else KnownMemory(*row)


def known_count(connection: apsw.Connection, source: str, conversation_external_id: str) -> int:
    """Return how many messages the vault has of a source's conversation."""
    return int(
        connection.execute(
            "SELECT count(*) FROM memory m JOIN conversation c ON c.id=m.conversation_id"
            " WHERE c.source=? AND c.external_id=? AND m.type<>'attachment'",
            (storable(source), storable(conversation_external_id)),
        ).get
    )
