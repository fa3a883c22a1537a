"""Reading portable records out of a vault, in the order in which they can be taken over.

All functions work inside the caller's transaction and hold a page of memories at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import apsw

from memdesk.vault import conversations, memories
from memdesk.vault.batches import batches
from memdesk.vault.identity import content_hash
from memdesk.vault.portable import choice as choosing
from memdesk.vault.portable.choice import Choice
from memdesk.vault.portable.records import (
    Identity,
    Portable,
    PortableConversation,
    PortableLink,
    PortableMemory,
    PortableRevision,
    PortableRun,
    PortableSearch,
)
from memdesk.vault.records import Conversation, Memory, NewConversation, NewMemory, Role

TextFormat = Literal["markdown", "text"]


@dataclass(frozen=True, slots=True)
class Contents:
    """How many records of each kind a choice comes to."""

    conversations: int
    memories: int
    links: int
    searches: int
    runs: int


def contents(connection: apsw.Connection, choice: Choice) -> Contents:
    """Count what :func:`records` will yield within the same transaction."""
    return Contents(
        len(choosing.conversation_ids(connection, choice)),
        choosing.count(connection, choice),
        sum(1 for _ in links(connection, choice)),
        sum(1 for _ in _searches(connection, choice)),
        sum(1 for _ in _runs(connection, choice)),
    )


def records(connection: apsw.Connection, choice: Choice) -> Iterator[Portable]:
    """Yield everything: imports taken back, conversations, memories, links, saved searches."""
    yield from _runs(connection, choice)
    identities: dict[int, Identity] = {}
    for identifier in choosing.conversation_ids(connection, choice):
        found = conversations.get(connection, identifier)
        assert found is not None
        identities[identifier] = (found.source, found.external_id)
        yield _conversation(found)
    for page in choosing.pages(connection, choice):
        yield from _memories(connection, page, identities)
    for _, _, link in links(connection, choice):
        yield link
    yield from _searches(connection, choice)


def links(connection: apsw.Connection, choice: Choice) -> Iterator[tuple[int, int, PortableLink]]:
    """Yield (source id, target id, link) of the links that have both ends in the choice."""
    alive = "" if choice.trash else " WHERE s.deleted_at IS NULL AND t.deleted_at IS NULL"
    for row in connection.execute(
        "SELECT l.source_id, l.target_id, s.uid, t.uid, l.type, l.strength, l.bidirectional,"
        " l.origin, l.created_at FROM link l JOIN memory s ON s.id=l.source_id"
        f" JOIN memory t ON t.id=l.target_id{alive} ORDER BY l.id"
    ):
        if choice.has(row[0]) and choice.has(row[1]):
            yield row[0], row[1], PortableLink(*(*row[2:6], bool(row[6]), row[7], row[8]))


def _runs(connection: apsw.Connection, choice: Choice) -> Iterator[PortableRun]:
    """Imports that were taken back: what they brought may be brought again from its source."""
    if choice.ids is not None or not choice.trash:
        return
    for row in connection.execute(
        "SELECT id, path, format, source, started_at, finished_at, removed_at, outcome,"
        " conversations, messages, added, updated, unchanged, skipped FROM import_run r"
        " WHERE removed_at IS NOT NULL AND EXISTS"
        " (SELECT 1 FROM memory WHERE import_id=r.id AND deleted_at IS NOT NULL) ORDER BY id"
    ):
        yield PortableRun(*(*row[:8], row[8:]))


def _searches(connection: apsw.Connection, choice: Choice) -> Iterator[PortableSearch]:
    """Saved searches go with everything only."""
    if choice.ids is None:
        for row in connection.execute(
            "SELECT name, query, created_at FROM saved_search ORDER BY id"
        ):
            yield PortableSearch(*row)


def _conversation(found: Conversation) -> PortableConversation:
    return PortableConversation(
        NewConversation(
            source=found.source,
            external_id=found.external_id,
            title=found.title,
            started_at=found.started_at,
            updated_at=found.updated_at,
            model=found.model,
            project=found.project,
            archived=found.archived,
            starred=found.starred,
            extra=found.extra,
        )
    )


def _memories(
    connection: apsw.Connection, page: Sequence[int], identities: dict[int, Identity]
) -> Iterator[PortableMemory]:
    marks = ",".join("?" * len(page))
    origins = {
        row[0]: row[1:]
        for row in connection.execute(
            "SELECT m.id, m.content_hash, iif(m.deleted_at IS NULL OR r.removed_at IS NULL, NULL,"
            " r.id) FROM memory m LEFT JOIN import_run r ON r.id=m.import_id"
            f" WHERE m.id IN ({marks})",
            page,
        )
    }
    former = _revisions(connection, page)
    for memory in memories.get_many(connection, page):
        source_hash, run = origins[memory.id]
        yield PortableMemory(
            uid=memory.uid,
            new=_new(memory),
            conversation=None
            if memory.conversation_id is None
            else identities[memory.conversation_id],
            pinned=memory.pinned,
            edited_at=memory.edited_at,
            valid_until=memory.valid_until,
            deleted_at=memory.deleted_at,
            access_count=memory.access_count,
            last_accessed_at=memory.last_accessed_at,
            retrieval_count=memory.retrieval_count,
            last_retrieved_at=memory.last_retrieved_at,
            source_hash=None if source_hash == content_hash(memory.content) else source_hash,
            run=run,
            revisions=tuple(former.get(memory.id, ())),
        )


def _revisions(
    connection: apsw.Connection, page: Sequence[int]
) -> dict[int, list[PortableRevision]]:
    former: dict[int, list[PortableRevision]] = {}
    for part, marks in batches(page):
        for row in connection.execute(
            "SELECT memory_id, content, origin, created_at FROM revision"
            f" WHERE memory_id IN ({marks}) ORDER BY id",
            part,
        ):
            former.setdefault(row[0], []).append(PortableRevision(*row[1:]))
    return former


def _new(memory: Memory) -> NewMemory:
    return NewMemory(
        content=memory.content,
        source=memory.source,
        role=cast(Role, memory.role),
        type=memory.type,
        author=memory.author,
        format=cast(TextFormat, memory.format),
        position=memory.position,
        branch=memory.branch,
        parent_external_id=memory.parent_external_id,
        external_id=memory.external_id,
        model=memory.model,
        importance=memory.importance,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        tags=memory.tags,
        extra=memory.extra,
    )
