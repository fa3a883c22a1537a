"""Taking portable records over into a vault that may hold some of them already.

What is new comes in as it was, uid and counters included. What is known (by uid, or by the ids
of its source) keeps everything that a person may have set here; only its text may follow, and
only where the former texts show that the stream is ahead. Taking the same stream over again
changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import apsw

from memdesk.vault import changes, conversations, imports, indexing, memories, multirow
from memdesk.vault import tags as tagging
from memdesk.vault.indexing import Indexed
from memdesk.vault.memories import Prepared
from memdesk.vault.portable import finding, merging
from memdesk.vault.portable.records import (
    Identity,
    PortableConversation,
    PortableLink,
    PortableMemory,
    PortableRun,
    PortableSearch,
)
from memdesk.vault.records import NewConversation, storable, to_json

_COLUMNS = (
    "memory (id, uid, type, role, author, format, conversation_id, position, branch,"
    " parent_external_id, source, external_id, model, importance, pinned, created_at, updated_at,"
    " edited_at, valid_until, deleted_at, content_hash, term_count, writing, access_count,"
    " last_accessed_at, retrieval_count, last_retrieved_at, import_id, version, content, extra)"
)
_MOST_CONVERSATIONS = 50_000


class Taken(Enum):
    """What became of a record."""

    ADDED = "added"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    MISSING_END = "missing end"
    """A link one of whose memories is not there."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A memory on its way, prepared without the vault."""

    memory: PortableMemory
    prepared: Prepared


class Known:
    """What one stream has to remember from one transaction to the next."""

    def __init__(self) -> None:
        self.aliases: dict[str, int] = {}
        """Ids of the memories that have another uid here, by the stream's."""
        self.runs: dict[int, int] = {}
        self.conversations: dict[Identity, int] = {}


class Restoring:
    """One transaction's work for one import run. New memories are added by :meth:`add_new`."""

    def __init__(self, connection: apsw.Connection, run_id: int, known: Known) -> None:
        self._db = connection
        self._run_id = run_id
        self._known = known
        self._version = changes.next_version(connection)
        self._new: dict[str, tuple[Carried, int | None]] = {}
        self._external: set[tuple[int | str | None, str | None]] = set()

    def run(self, run: PortableRun) -> None:
        """Take over the record of an import that was taken back."""
        found = self._db.execute(
            "SELECT id FROM import_run WHERE path=? AND format=? AND source=? AND started_at=?",
            (storable(run.path), storable(run.format), storable(run.source), run.started_at),
        ).get
        if found is None:
            found = self._db.execute(
                "INSERT INTO import_run (path, format, source, started_at, finished_at,"
                " removed_at, outcome, conversations, messages, added, updated, unchanged, skipped)"
                " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?) RETURNING id",
                (
                    storable(run.path),
                    storable(run.format),
                    storable(run.source),
                    run.started_at,
                    run.finished_at,
                    run.removed_at,
                    storable(run.outcome),
                    *run.counts,
                ),
            ).get
        self._known.runs[run.number] = int(found)

    def conversation(self, conversation: PortableConversation) -> None:
        """Take over a conversation; a known one only if the stream's is newer, or it is a stub."""
        new = conversation.new
        found = conversations.find(self._db, new.source, new.external_id)
        stub = found is not None and not found.title and bool(new.title)
        if found is None or stub or (new.updated_at or 0) > (found.updated_at or 0):
            self._remember(conversation.identity, self._store(new))
        else:
            self._remember(conversation.identity, found.id)

    def memory(self, carried: Carried) -> Taken:
        """Take over a memory; the call for the transaction's last one is :meth:`add_new`."""
        memory, new = carried.memory, carried.prepared.new
        conversation = self._conversation_id(memory.conversation)
        place = (new.source if conversation is None else conversation, new.external_id)
        if memory.uid in self._new or (new.external_id is not None and place in self._external):
            # A stream may hold a memory twice: the second must see what the first brought.
            self.add_new()
        found = finding.find(self._db, memory, conversation, self._known.aliases)
        if found is None:
            self._new[memory.uid] = (carried, conversation)
            self._external.add(place)
            return Taken.ADDED
        return self._merge(found, carried)

    def link(self, link: PortableLink) -> Taken:
        """Take over a link; one that is known keeps what it has here."""
        self.add_new()
        ends = [
            finding.by_uid(self._db, uid, self._known.aliases)
            for uid in (link.source_uid, link.target_uid)
        ]
        if None in ends:
            return Taken.MISSING_END
        if ends[0] == ends[1]:
            return Taken.UNCHANGED
        self._db.execute(
            "INSERT OR IGNORE INTO link (source_id, target_id, type, strength, bidirectional,"
            " origin, created_at) VALUES (?,?,?,?,?,?,?)",
            (*ends, link.type, link.strength, link.bidirectional, link.origin, link.created_at),
        )
        return Taken.ADDED if self._db.changes() else Taken.UNCHANGED

    def search(self, search: PortableSearch) -> Taken:
        """Take over a saved search; where its name stands for another one, under a free name."""
        name, query, number = storable(search.name), storable(search.query), 1
        while True:
            tried = name if number == 1 else f"{name} ({number})"
            found = self._db.execute("SELECT query FROM saved_search WHERE name=?", (tried,)).get
            if found is None:
                self._db.execute(
                    "INSERT INTO saved_search (name, query, created_at) VALUES (?,?,?)",
                    (tried, query, search.created_at),
                )
                return Taken.ADDED
            if found == query:
                return Taken.UNCHANGED
            number += 1

    def add_new(self) -> None:
        """Write the new memories, with few statements."""
        if not self._new:
            return
        first = memories.next_id(self._db)
        rows: list[tuple[Any, ...]] = []
        alive: list[Indexed] = []
        numbered = list(enumerate(self._new.values(), first))
        for identifier, (carried, conversation) in numbered:
            rows.append(self._row(identifier, carried, conversation, alive))
        multirow.insert(self._db, _COLUMNS, 31, rows)
        indexing.add(self._db, alive)
        for identifier, (carried, _) in numbered:
            tagging.assign(self._db, identifier, carried.prepared.new.tags)
            merging.add_revisions(self._db, identifier, carried.memory.revisions)
        self._new.clear()
        self._external.clear()

    def _row(
        self, identifier: int, carried: Carried, conversation: int | None, alive: list[Indexed]
    ) -> tuple[Any, ...]:
        memory, prepared = carried.memory, carried.prepared
        new = prepared.new
        derived = prepared.derived or indexing.derive(new.content)
        if memory.deleted_at is None:
            # What lies in the trash is cut and indexed when it comes out of there.
            alive.append(Indexed(identifier, new.role, new.created_at, derived))
        run_id = None if memory.run is None else self._known.runs.get(memory.run)
        return (
            identifier,
            storable(memory.uid),
            new.type,
            new.role,
            new.author,
            new.format,
            conversation,
            new.position,
            new.branch,
            new.parent_external_id,
            new.source,
            new.external_id,
            new.model,
            new.importance,
            memory.pinned,
            new.created_at,
            new.updated_at,
            memory.edited_at,
            memory.valid_until,
            memory.deleted_at,
            memory.source_hash or prepared.content_hash,
            derived.term_count,
            derived.writing,
            memory.access_count,
            memory.last_accessed_at,
            memory.retrieval_count,
            memory.last_retrieved_at,
            self._run_id if run_id is None else run_id,
            self._version,
            new.content,
            to_json(new.extra),
        )

    def _merge(self, identifier: int, carried: Carried) -> Taken:
        taken = Taken.UNCHANGED
        removed = finding.is_taken_back(self._db, identifier)
        if removed and carried.memory.deleted_at is None:
            imports.adopt(self._db, self._run_id, [identifier])
            taken = Taken.ADDED
        if merging.follow(self._db, identifier, carried.memory, self._version):
            return Taken.ADDED if taken is Taken.ADDED else Taken.UPDATED
        return taken

    def _conversation_id(self, identity: Identity | None) -> int | None:
        if identity is None:
            return None
        known = self._known.conversations.get(identity)
        if known is None:
            source, external_id = identity
            found = conversations.find(self._db, source, external_id)
            # Its own line could not be read, or comes later: a stub holds what was said in it.
            known = found.id if found else self._store(NewConversation(source, external_id, ""))
            self._remember(identity, known)
        return known

    def _store(self, new: NewConversation) -> int:
        return conversations.store(self._db, new, self._run_id)[0]

    def _remember(self, identity: Identity, identifier: int) -> None:
        if len(self._known.conversations) >= _MOST_CONVERSATIONS:
            self._known.conversations.clear()
        self._known.conversations[identity] = identifier
