"""A parser of made-up conversations, and what a vault then holds, in comparable form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import apsw

from memdesk.importers.parsed import ParsedConversation, ParsedItem, ParsedMessage
from memdesk.vault.store import Vault


class StubParser:
    """Yields the items it was made with."""

    source = "chatgpt"
    format_name = "made-up export"
    path = "made-up.zip"

    def __init__(self, items: Sequence[ParsedItem]) -> None:
        self._items = items
        self.bytes_read = 0
        self.total_bytes = len(items)

    def __iter__(self) -> Iterator[ParsedItem]:
        for item in self._items:
            self.bytes_read += 1
            yield item


def turn(number: int, text: str | None = None, **fields: Any) -> ParsedMessage:
    return ParsedMessage(
        external_id=f"m{number}",
        role="user" if number % 2 == 0 else "assistant",
        content=f"Turn number {number}" if text is None else text,
        position=number,
        created_at=1_700_000_000_000 + number * 60_000,
        **fields,
    )


def talk(number: int = 1, count: int = 2, **fields: Any) -> ParsedConversation:
    messages = fields.pop("messages", tuple(turn(n) for n in range(count)))
    return ParsedConversation(
        external_id=f"c{number}", title=f"Talk {number}", messages=messages, **fields
    )


def dump(vault: Vault) -> list[tuple[Any, ...]]:
    """What the vault holds, without what differs from run to run (ids, times of import)."""

    def read(db: apsw.Connection) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = db.execute(
            "SELECT m.source, c.external_id, c.title, m.external_id, m.role, m.author, m.type,"
            " m.content, m.position, m.branch, m.parent_external_id, m.created_at, m.model,"
            " m.extra, m.deleted_at IS NULL,"
            " (SELECT group_concat(tag.name) FROM memory_tag t JOIN tag ON tag.id=t.tag_id"
            "  WHERE t.memory_id=m.id),"
            " (SELECT count(*) FROM passage p WHERE p.memory_id=m.id),"
            " (SELECT count(*) FROM memory_fts_docsize d WHERE d.id=m.id)"
            " FROM memory m LEFT JOIN conversation c ON c.id=m.conversation_id"
        ).fetchall()
        return sorted(rows, key=repr)

    return vault.read(read)
