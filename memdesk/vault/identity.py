"""Recognising what an export brings again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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
    removed: bool
    """Whether it lies in the trash because the import that brought it was taken back."""


_COLUMNS = (
    "id, content_hash, position, branch, deleted_at IS NOT NULL AND EXISTS"
    " (SELECT 1 FROM import_run r WHERE r.id=memory.import_id AND r.removed_at IS NOT NULL)"
)


def content_hash(content: str) -> bytes:
    """Return 16 bytes that stand for a text, white space at its ends left out."""
    return hashlib.blake2b(storable(content).strip().encode(), digest_size=16).digest()


def of_messages(
    connection: apsw.Connection, conversation_id: int, external_ids: Sequence[str]
) -> dict[str, KnownMemory]:
    """Return the known ones among a conversation's messages, by external id."""
    stored = {storable(external_id): external_id for external_id in external_ids}
    found: dict[str, KnownMemory] = {}
    for part, marks in batches(tuple(stored)):
        for row in connection.execute(
            f"SELECT external_id, {_COLUMNS} FROM memory"
            f" WHERE conversation_id=? AND external_id IN ({marks})",
            (conversation_id, *part),
        ):
            found[stored[row[0]]] = _known(row[1:])
    return found


def of_note(connection: apsw.Connection, source: str, external_id: str) -> KnownMemory | None:
    """Return the known memory outside conversations with this identity."""
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM memory"
        " WHERE source=? AND external_id=? AND conversation_id IS NULL",
        (storable(source), storable(external_id)),
    ).fetchone()
    return None if row is None else _known(row)


def notes_of(connection: apsw.Connection, source: str) -> dict[str, bytes]:
    """Return the content hashes of all memories of a source outside conversations, by identity."""
    return dict(
        connection.execute(
            "SELECT external_id, content_hash FROM memory"
            " WHERE source=? AND conversation_id IS NULL AND external_id IS NOT NULL",
            (storable(source),),
        )
    )


def turns_of(connection: apsw.Connection, source: str) -> Iterator[tuple[str, str]]:
    """Yield the identities of a source's messages, each with that of its conversation."""
    yield from connection.execute(
        "SELECT m.external_id, c.external_id FROM conversation c"
        " JOIN memory m ON m.conversation_id=c.id"
        " WHERE c.source=? AND m.external_id IS NOT NULL",
        (storable(source),),
    )


def _known(row: tuple[Any, ...]) -> KnownMemory:
    return KnownMemory(*(*row[:4], bool(row[4])))
