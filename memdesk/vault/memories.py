"""Memories: storing new ones, and reading them.

All functions work inside the caller's transaction.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import apsw

from memdesk.text.terms import index_text
from memdesk.text.writing import writing_system
from memdesk.vault import changes, indexing, multirow, tags
from memdesk.vault.batches import batches
from memdesk.vault.clock import now
from memdesk.vault.identity import content_hash
from memdesk.vault.indexing import Indexed
from memdesk.vault.records import (
    Memory,
    NewMemory,
    check_importance,
    from_json,
    storable,
    storable_or_none,
    to_json,
)

# Seeded by the system once: asking it for every memory costs more than storing the number.
_chance = random.Random(secrets.randbits(256))

_COLUMNS = (
    "m.id, m.uid, m.type, m.role, m.author, m.content, m.format, m.conversation_id, m.position,"
    " m.branch, m.parent_external_id, m.source, m.external_id, m.model, m.importance, m.pinned,"
    " m.created_at, m.updated_at, m.edited_at, m.valid_until, m.deleted_at, m.access_count,"
    " m.last_accessed_at, m.retrieval_count, m.last_retrieved_at, m.extra"
)
_NEW_COLUMNS = (
    "memory (id, uid, type, role, author, content, format, conversation_id, position, branch,"
    " parent_external_id, source, external_id, model, importance, created_at, updated_at,"
    " content_hash, term_count, writing, import_id, version, extra)"
)


def add(
    connection: apsw.Connection,
    new: NewMemory,
    *,
    import_id: int | None = None,
    version: int | None = None,
) -> int:
    """Store a memory and index it; returns its id."""
    [identifier] = add_many(connection, [new], import_id=import_id, version=version)
    return identifier


def add_many(
    connection: apsw.Connection,
    news: Sequence[NewMemory],
    *,
    import_id: int | None = None,
    version: int | None = None,
) -> list[int]:
    """Store memories and index them, with few statements; returns their ids in order.

    ``version`` saves looking the number up when there are several calls in one transaction.
    Characters that can't be stored become U+FFFD.
    """
    if version is None:
        version = changes.next_version(connection)
    news = [storable_memory(new) for new in news]
    first = _next_id(connection)
    texts = [index_text(new.content) for new in news]
    multirow.insert(
        connection,
        _NEW_COLUMNS,
        23,
        [
            _new_row(first + at, new, term_count, import_id, version)
            for at, (new, (_, term_count)) in enumerate(zip(news, texts, strict=True))
        ],
    )
    indexing.add(
        connection,
        [
            Indexed(first + at, new.content, text, new.role, new.created_at)
            for at, (new, (text, _)) in enumerate(zip(news, texts, strict=True))
        ],
    )
    for at, new in enumerate(news):
        if new.tags:
            tags.assign(connection, first + at, new.tags)
    return list(range(first, first + len(news)))


def storable_memory(new: NewMemory) -> NewMemory:
    """Return a memory whose texts the vault can hold."""
    return replace(
        new,
        content=storable(new.content),
        type=storable(new.type),
        author=storable_or_none(new.author),
        parent_external_id=storable_or_none(new.parent_external_id),
        source=storable(new.source),
        external_id=storable_or_none(new.external_id),
        model=storable_or_none(new.model),
    )


def get(connection: apsw.Connection, identifier: int) -> Memory | None:
    """Return one memory, in the trash or not."""
    return next(iter(get_many(connection, (identifier,))), None)


def get_many(connection: apsw.Connection, identifiers: Iterable[int]) -> list[Memory]:
    """Return the memories with these ids in the order asked for; unknown ids are left out."""
    wanted = list(identifiers)
    found: dict[int, Memory] = {}
    for part, marks in batches(wanted):
        tagged = tags.of(connection, part)
        query = f"SELECT {_COLUMNS} FROM memory m WHERE id IN ({marks})"
        for row in connection.execute(query, part):
            found[row[0]] = _record(row, tagged.get(row[0], ()))
    return [found[identifier] for identifier in wanted if identifier in found]


def contents(connection: apsw.Connection, identifiers: Sequence[int]) -> dict[int, str]:
    """Return the texts of the given memories by id."""
    found: dict[int, str] = {}
    for part, marks in batches(identifiers):
        found.update(
            connection.execute(f"SELECT id, content FROM memory WHERE id IN ({marks})", part)
        )
    return found


def resolve(connection: apsw.Connection, name: str) -> int | None:
    """Return the id of the memory called ``name``: its id, else its uid, else its external id."""
    found = connection.execute(
        "SELECT coalesce((SELECT id FROM memory WHERE id=?2), (SELECT id FROM memory WHERE uid=?1),"
        " (SELECT min(id) FROM memory WHERE external_id=?1))",
        (storable(name), int(name) if name.isdecimal() and len(name) < 19 else -1),
    ).get
    return None if found is None else int(found)


def _new_row(
    identifier: int, new: NewMemory, term_count: int, import_id: int | None, version: int
) -> tuple[Any, ...]:
    check_importance(new.importance)
    return (
        identifier,
        _new_uid(),
        new.type,
        new.role,
        new.author,
        new.content,
        new.format,
        new.conversation_id,
        new.position,
        new.branch,
        new.parent_external_id,
        new.source,
        new.external_id,
        new.model,
        new.importance,
        new.created_at,
        new.updated_at,
        content_hash(new.content),
        term_count,
        writing_system(new.content),
        import_id,
        version,
        to_json(new.extra),
    )


def _next_id(connection: apsw.Connection) -> int:
    """Return the id of the next memory; ids are never used twice."""
    last = connection.execute("SELECT seq FROM sqlite_sequence WHERE name='memory'").get
    return int(last or 0) + 1


def _new_uid() -> str:
    """Return 32 hexadecimal digits that nobody else makes: milliseconds, then chance.

    Beginning with the time keeps neighbours together in the index, where random ones would be
    spread over all of it.
    """
    return f"{now():012x}{_chance.getrandbits(80):020x}"


def _record(row: tuple[Any, ...], tagged: tuple[str, ...]) -> Memory:
    return Memory(*(*row[:15], bool(row[15]), *row[16:25], tagged, from_json(row[25])))
