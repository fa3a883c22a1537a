"""Memories: storing new ones, and reading them.

All functions work inside the caller's transaction.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import apsw

from memdesk.vault import changes, indexing, multirow, tags
from memdesk.vault.batches import batches
from memdesk.vault.clock import now
from memdesk.vault.identity import content_hash
from memdesk.vault.indexing import Derived, Indexed
from memdesk.vault.records import (
    Memory,
    NewMemory,
    check_importance,
    from_json,
    is_storable,
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


class Prepared(NamedTuple):
    """A memory whose texts the vault can hold; ``derived`` is None if it is derived when stored.

    A plain tuple, because imports send one for each message from process to process.
    """

    new: NewMemory
    content_hash: bytes
    derived: Derived | None = None


def prepare(new: NewMemory, *, derive: bool = False) -> Prepared:
    """Do what can be done without the vault to store a memory.

    Characters that can't be stored become U+FFFD. Raises ValueError for a bad importance.
    """
    check_importance(new.importance)
    new = storable_memory(new)
    derived = indexing.derive(new.content) if derive else None
    return Prepared(new, content_hash(new.content), derived)


def add(
    connection: apsw.Connection,
    new: NewMemory,
    *,
    import_id: int | None = None,
    version: int | None = None,
) -> int:
    """Store a memory and index it; returns its id. As :func:`prepare` changes and refuses."""
    pairs = [(new.conversation_id, prepare(new))]
    [identifier] = add_many(connection, pairs, import_id=import_id, version=version)
    return identifier


def add_many(
    connection: apsw.Connection,
    news: Sequence[tuple[int | None, Prepared]],
    *,
    import_id: int | None = None,
    version: int | None = None,
) -> list[int]:
    """Store memories and index them, with few statements; returns their ids in order.

    Each comes with the id of its conversation, whatever ``conversation_id`` it was prepared
    with. ``version`` saves looking the number up when there are several calls in one
    transaction.
    """
    if version is None:
        version = changes.next_version(connection)
    first = next_id(connection)
    rows: list[tuple[Any, ...]] = []
    indexed: list[Indexed] = []
    for identifier, (conversation_id, prepared) in enumerate(news, first):
        new = prepared.new
        derived = prepared.derived or indexing.derive(new.content)
        rows.append(
            (
                identifier,
                _new_uid(),
                new.type,
                new.role,
                new.author,
                new.content,
                new.format,
                conversation_id,
                new.position,
                new.branch,
                new.parent_external_id,
                new.source,
                new.external_id,
                new.model,
                new.importance,
                new.created_at,
                new.updated_at,
                prepared.content_hash,
                derived.term_count,
                derived.writing,
                import_id,
                version,
                to_json(new.extra),
            )
        )
        indexed.append(Indexed(identifier, new.role, new.created_at, derived))
    multirow.insert(connection, _NEW_COLUMNS, 23, rows)
    indexing.add(connection, indexed)
    for identifier, (_, prepared) in enumerate(news, first):
        if prepared.new.tags:
            tags.assign(connection, identifier, prepared.new.tags)
    return list(range(first, first + len(news)))


def storable_memory(new: NewMemory) -> NewMemory:
    """Return a memory whose texts the vault can hold."""
    texts = (new.content, new.type, new.author, new.parent_external_id, new.source)
    if all(map(is_storable, (*texts, new.external_id, new.model))):
        return new
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
    # External ids are kept by conversation: one step in the index for each.
    found = connection.execute(
        "SELECT coalesce((SELECT id FROM memory WHERE id=?2), (SELECT id FROM memory WHERE uid=?1),"
        " (SELECT min(id) FROM (SELECT m.id FROM conversation c CROSS JOIN memory m"
        " ON m.conversation_id=c.id AND m.external_id=?1 UNION ALL"
        " SELECT id FROM memory WHERE conversation_id IS NULL AND external_id=?1)))",
        (storable(name), int(name) if name.isdecimal() and len(name) < 19 else -1),
    ).get
    return None if found is None else int(found)


def next_id(connection: apsw.Connection) -> int:
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
