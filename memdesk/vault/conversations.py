"""Conversations: storing, finding, listing their memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

import apsw

from memdesk.text.terms import index_text
from memdesk.vault.batches import batches
from memdesk.vault.records import (
    Conversation,
    NewConversation,
    from_json,
    storable,
    storable_or_none,
    to_json,
)

_COLUMNS = (
    "c.id, c.source, c.external_id, c.title, c.started_at, c.updated_at, c.model, c.project, "
    "c.archived, c.starred, c.extra"
)


class Stored(Enum):
    """What storing something did."""

    ADDED = "added"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


def store(
    connection: apsw.Connection, new: NewConversation, import_id: int | None = None
) -> tuple[int, Stored]:
    """Add a conversation, or bring the known one up to date; returns its id.

    Characters that can't be stored become U+FFFD.
    """
    new = _storable(new)
    known = find(connection, new.source, new.external_id)
    if known is None:
        connection.execute(
            "INSERT INTO conversation (source, external_id, title, started_at, updated_at, model,"
            " project, archived, starred, import_id, extra) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
            (
                new.source,
                new.external_id,
                new.title,
                new.started_at,
                new.updated_at,
                new.model,
                new.project,
                new.archived,
                new.starred,
                import_id,
                to_json(new.extra),
            ),
        )
        identifier = connection.last_insert_rowid()
        _index_title(connection, identifier, new.title)
        return identifier, Stored.ADDED
    if _same(known, new):
        return known.id, Stored.UNCHANGED
    connection.execute(
        "UPDATE conversation SET title=?, started_at=?, updated_at=?, model=?, project=?,"
        " archived=?, starred=?, extra=? WHERE id=?",
        (
            new.title,
            new.started_at,
            new.updated_at,
            new.model,
            new.project,
            new.archived,
            new.starred,
            to_json(new.extra),
            known.id,
        ),
    )
    if known.title != new.title:
        connection.execute("DELETE FROM conversation_fts WHERE rowid=?", (known.id,))
        _index_title(connection, known.id, new.title)
    return known.id, Stored.UPDATED


def _storable(new: NewConversation) -> NewConversation:
    return replace(
        new,
        source=storable(new.source),
        external_id=storable(new.external_id),
        title=storable(new.title),
        model=storable_or_none(new.model),
        project=storable_or_none(new.project),
    )


def _same(known: Conversation, new: NewConversation) -> bool:
    stored = NewConversation(
        source=known.source,
        external_id=known.external_id,
        title=known.title,
        started_at=known.started_at,
        updated_at=known.updated_at,
        model=known.model,
        project=known.project,
        archived=known.archived,
        starred=known.starred,
    )
    return stored == replace(new, extra={}) and to_json(known.extra) == to_json(new.extra)


def _index_title(connection: apsw.Connection, identifier: int, title: str) -> None:
    text, _ = index_text(title)
    connection.execute(
        "INSERT INTO conversation_fts (rowid, title) VALUES (?,?)", (identifier, text)
    )


def find(connection: apsw.Connection, source: str, external_id: str) -> Conversation | None:
    """Return the conversation with this identity, if there is one."""
    return _one(
        connection, "c.source=? AND c.external_id=?", (storable(source), storable(external_id))
    )


def exists(connection: apsw.Connection, source: str, external_id: str) -> bool:
    """Tell whether there is a conversation with this identity."""
    return bool(
        connection.execute(
            "SELECT EXISTS (SELECT 1 FROM conversation WHERE source=? AND external_id=?)",
            (storable(source), storable(external_id)),
        ).get
    )


def get(connection: apsw.Connection, identifier: int) -> Conversation | None:
    """Return a conversation by id."""
    return _one(connection, "c.id=?", (identifier,))


def titles(connection: apsw.Connection, identifiers: Sequence[int]) -> dict[int, str]:
    """Return the titles of the given conversations."""
    found: dict[int, str] = {}
    for part, marks in batches(identifiers):
        found.update(
            connection.execute(f"SELECT id, title FROM conversation WHERE id IN ({marks})", part)
        )
    return found


def newest(connection: apsw.Connection, limit: int) -> list[Conversation]:
    """Return the conversations that were last spoken in, newest first; none that are empty."""
    # The ids first: otherwise the messages of every conversation would be counted.
    rows: list[tuple[Any, ...]] = connection.execute(
        "SELECT c.id FROM conversation c WHERE EXISTS (SELECT 1 FROM memory m"
        " WHERE m.conversation_id=c.id AND m.deleted_at IS NULL)"
        " ORDER BY coalesce(c.updated_at, c.started_at, 0) DESC, c.id DESC LIMIT ?",
        (limit,),
    ).fetchall()
    found = [get(connection, row[0]) for row in rows]
    return [conversation for conversation in found if conversation is not None]


def _one(
    connection: apsw.Connection, condition: str, values: tuple[str | int, ...]
) -> Conversation | None:
    row = connection.execute(
        f"SELECT {_COLUMNS}, (SELECT count(*) FROM memory m WHERE m.conversation_id=c.id"
        f" AND m.deleted_at IS NULL) FROM conversation c WHERE {condition}",
        values,
    ).fetchone()
    return None if row is None else _record(row)


def _record(row: tuple[Any, ...]) -> Conversation:
    return Conversation(*(*row[:8], bool(row[8]), bool(row[9]), row[11], from_json(row[10])))
