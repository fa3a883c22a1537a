"""Memories: adding, changing, trashing, reading. Every change re-indexes what it touches.

All functions work inside the caller's transaction.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import apsw

from memdesk.text.terms import index_text
from memdesk.text.writing import writing_system
from memdesk.vault import indexing, multirow, tags
from memdesk.vault.batches import batches
from memdesk.vault.clock import now
from memdesk.vault.indexing import Indexed
from memdesk.vault.records import (
    Memory,
    NewMemory,
    from_json,
    storable,
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


def content_hash(content: str) -> bytes:
    """Return 16 bytes that stand for a text, white space at its ends left out."""
    return hashlib.blake2b(storable(content).strip().encode(), digest_size=16).digest()


def next_version(connection: apsw.Connection) -> int:
    """Return the number of the change about to be made."""
    return int(
        connection.execute(
            "SELECT max(coalesce((SELECT max(version) FROM memory), 0),"
            " coalesce((SELECT max(version) FROM purged), 0)) + 1"
        ).get
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
        version = next_version(connection)
    news = [_storable(new) for new in news]
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


_NEW_COLUMNS = (
    "memory (id, uid, type, role, author, content, format, conversation_id, position, branch,"
    " parent_external_id, source, external_id, model, importance, created_at, updated_at,"
    " content_hash, term_count, writing, import_id, version, extra)"
)


def _new_row(
    identifier: int, new: NewMemory, term_count: int, import_id: int | None, version: int
) -> tuple[Any, ...]:
    _check_importance(new.importance)
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


def edit(connection: apsw.Connection, identifier: int, content: str) -> None:
    """Replace a memory's text by the person's own; the former one becomes a revision."""
    content = storable(content)
    former = _content(connection, identifier)
    if former == content:
        return
    _add_revision(connection, identifier, former, "edit")
    _replace_content(connection, identifier, content, next_version(connection))
    connection.execute("UPDATE memory SET edited_at=? WHERE id=?", (now(), identifier))


def update_from_source(
    connection: apsw.Connection,
    identifier: int,
    new: NewMemory,
    *,
    version: int | None = None,
) -> None:
    """Take over a newer state from an export.

    What a person edited stays as they wrote it: the newer source text is kept as a revision.
    """
    new = _storable(new)
    if version is None:
        version = next_version(connection)
    row = connection.execute(
        "SELECT content, edited_at, created_at FROM memory WHERE id=?", (identifier,)
    ).fetchone()
    if row is None:
        raise KeyError(f"there is no memory {identifier}")
    content, edited_at, created_at = row
    if created_at != new.created_at:
        connection.execute(
            "UPDATE passage SET created_at=? WHERE memory_id=?", (new.created_at, identifier)
        )
    connection.execute(
        "UPDATE memory SET position=?, branch=?, parent_external_id=?, model=?, created_at=?,"
        " updated_at=?, extra=?, content_hash=?, version=? WHERE id=?",
        (
            new.position,
            new.branch,
            new.parent_external_id,
            new.model,
            new.created_at,
            new.updated_at,
            to_json(new.extra),
            # The hash of what the source says, so that the same export is recognised again.
            content_hash(new.content),
            version,
            identifier,
        ),
    )
    if content == new.content:
        return
    if edited_at is None:
        _add_revision(connection, identifier, content, "import")
        _replace_content(connection, identifier, new.content, version)
    elif not _has_revision(connection, identifier, new.content):
        _add_revision(connection, identifier, new.content, "import")


def trash(connection: apsw.Connection, identifiers: Sequence[int]) -> None:
    """Move memories to the trash; they leave the index and their vectors go."""
    version = next_version(connection)
    at = now()
    for identifier in identifiers:
        indexing.remove(connection, identifier)
        connection.execute(
            "UPDATE memory SET deleted_at=?, version=? WHERE id=? AND deleted_at IS NULL",
            (at, version, identifier),
        )


def restore(connection: apsw.Connection, identifiers: Sequence[int]) -> None:
    """Take memories out of the trash and index them again."""
    version = next_version(connection)
    for identifier in identifiers:
        connection.execute(
            "UPDATE memory SET deleted_at=NULL, version=? WHERE id=? AND deleted_at IS NOT NULL",
            (version, identifier),
        )
        if connection.changes():
            _index_again(connection, identifier)


def purge(connection: apsw.Connection, identifiers: Sequence[int]) -> None:
    """Delete memories for good, with their revisions, tags and links."""
    version = next_version(connection)
    for identifier in identifiers:
        indexing.remove(connection, identifier)
        connection.execute(
            "INSERT OR REPLACE INTO purged (memory_id, version) VALUES (?,?)", (identifier, version)
        )
        connection.execute("DELETE FROM memory WHERE id=?", (identifier,))
    tags.remove_unused(connection)


def set_importance(connection: apsw.Connection, identifier: int, importance: float) -> None:
    """Set how important a memory is, 0 to 1."""
    _check_importance(importance)
    _set(connection, identifier, "importance", importance)


def _check_importance(importance: float) -> None:
    if not 0.0 <= importance <= 1.0:
        raise ValueError(f"importance {importance} is not between 0 and 1")


def set_pinned(connection: apsw.Connection, identifier: int, pinned: bool) -> None:
    """Pin a memory or let it go."""
    _set(connection, identifier, "pinned", int(pinned))


def _set(connection: apsw.Connection, identifier: int, column: str, value: float) -> None:
    connection.execute(
        f"UPDATE memory SET {column}=?, version=? WHERE id=?",
        (value, next_version(connection), identifier),
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


def _storable(new: NewMemory) -> NewMemory:
    texts = {
        "content": new.content,
        "author": new.author,
        "parent_external_id": new.parent_external_id,
        "source": new.source,
        "external_id": new.external_id,
        "model": new.model,
    }
    changed = {
        name: clean
        for name, text in texts.items()
        if text is not None and (clean := storable(text)) is not text
    }
    return replace(new, **changed) if changed else new  # type: ignore[arg-type]


def _new_uid() -> str:
    """Return 32 hexadecimal digits that nobody else makes: milliseconds, then chance.

    Beginning with the time keeps neighbours together in the index, where random ones would be
    spread over all of it.
    """
    return f"{now():012x}{_chance.getrandbits(80):020x}"


def _index_again(connection: apsw.Connection, identifier: int) -> None:
    [(content, role, created_at)] = connection.execute(
        "SELECT content, role, created_at FROM memory WHERE id=?", (identifier,)
    )
    text, _ = index_text(content)
    indexing.add(connection, [Indexed(identifier, content, text, role, created_at)])


def _replace_content(
    connection: apsw.Connection, identifier: int, content: str, version: int
) -> None:
    text, term_count = index_text(content)
    [(role, created_at, deleted_at)] = connection.execute(
        "UPDATE memory SET content=?, term_count=?, writing=?, version=? WHERE id=?"
        " RETURNING role, created_at, deleted_at",
        (content, term_count, writing_system(content), version, identifier),
    )
    indexing.remove(connection, identifier)
    if deleted_at is None:
        indexing.add(connection, [Indexed(identifier, content, text, role, created_at)])


def _content(connection: apsw.Connection, identifier: int) -> str:
    row = connection.execute("SELECT content FROM memory WHERE id=?", (identifier,)).fetchone()
    if row is None:
        raise KeyError(f"there is no memory {identifier}")
    return str(row[0])


def _add_revision(connection: apsw.Connection, identifier: int, content: str, origin: str) -> None:
    connection.execute(
        "INSERT INTO revision (memory_id, content, origin, created_at) VALUES (?,?,?,?)",
        (identifier, content, origin, now()),
    )


def _has_revision(connection: apsw.Connection, identifier: int, content: str) -> bool:
    return bool(
        connection.execute(
            "SELECT EXISTS (SELECT 1 FROM revision WHERE memory_id=? AND content=?)",
            (identifier, content),
        ).get
    )


def _record(row: tuple[Any, ...], tagged: tuple[str, ...]) -> Memory:
    return Memory(*(*row[:15], bool(row[15]), *row[16:25], tagged, from_json(row[25])))
