"""Vaults to export, and what a vault holds, in comparable form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw

from memdesk.exporters import jsonl
from memdesk.exporters.watching import Watch
from memdesk.importers.ingest import ingest
from memdesk.importers.memdesk_jsonl import MemdeskParser
from memdesk.importers.report import ImportReport
from memdesk.importers.source import SourceFile
from memdesk.vault import conversations, editing, links, memories, trash
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

ALL = Choice(trash=True)
T0 = 1_700_000_000_000


def fill(vault: Vault) -> list[int]:
    """A conversation of three turns, a note, an edit, a link, trash; returns the memories' ids."""

    def work(db: apsw.Connection) -> list[int]:
        talk, _ = conversations.store(
            db, NewConversation("claude", "k1", "Bread", T0, T0 + 9, "m-1", extra={"a": [1]})
        )
        ids = [
            memories.add(
                db,
                NewMemory(
                    f"Turn {n} about rye\nand water",
                    "claude",
                    role="assistant" if n % 2 else "user",
                    conversation_id=talk,
                    position=n,
                    external_id=f"m{n}",
                    created_at=T0 + n * 60_000,
                    model="m-1" if n % 2 else None,
                ),
            )
            for n in range(3)
        ]
        ids.append(
            memories.add(
                db, NewMemory("A note", "note", external_id="n1", tags=("Home", "to bake"))
            )
        )
        editing.edit(db, ids[0], "My own words")
        editing.set_pinned(db, ids[1], True)
        editing.set_importance(db, ids[1], 0.0)
        links.add(db, ids[3], ids[1], "extends", strength=0.4, bidirectional=True)
        trash.put(db, ids[2:3])
        db.execute(
            "INSERT INTO link_suggestion (source_id, target_id, type, reason, score, state,"
            " created_at) VALUES (?1,?2,'similar','Both are of rye',0.8,'dismissed',6),"
            " (?2,?1,'related','Both are of rye',0.8,'open',6)",
            (ids[0], ids[3]),
        )
        db.execute(
            "INSERT INTO saved_search (name, query, created_at) VALUES ('Rye', 'rye role:user', 7)"
        )
        db.execute("UPDATE memory SET valid_until=5, access_count=3 WHERE id=?", (ids[3],))
        return ids

    return vault.write(work)


def export(vault: Vault, target: Path, choice: Choice = ALL) -> bytes:
    """Export as JSONL and return the file's bytes."""
    vault.read(lambda db: jsonl.write(db, choice, target, Watch()))
    return target.read_bytes()


def bring(vault: Vault, path: Path) -> ImportReport:
    """Import a JSONL file."""
    file = SourceFile(path.name, path.stat().st_size, lambda: path.open("rb"))
    return ingest(MemdeskParser(path.name, [file]), vault)


_TABLES = {
    "conversation": "SELECT source, external_id, title, started_at, updated_at, model, project,"
    " archived, starred, extra FROM conversation",
    "memory": "SELECT m.uid, m.type, m.role, m.author, m.format, c.source, c.external_id,"
    " m.position, m.branch, m.parent_external_id, m.source, m.external_id, m.model, m.importance,"
    " m.pinned, m.created_at, m.updated_at, m.edited_at, m.valid_until, m.deleted_at,"
    " m.content_hash, m.term_count, m.writing, m.access_count, m.last_accessed_at,"
    " m.retrieval_count, m.last_retrieved_at, m.content, m.extra,"
    " (SELECT removed_at FROM import_run r WHERE r.id=m.import_id)"
    " FROM memory m LEFT JOIN conversation c ON c.id=m.conversation_id ORDER BY m.id",
    "tag": "SELECT m.uid, tag.name FROM memory_tag t JOIN memory m ON m.id=t.memory_id"
    " JOIN tag ON tag.id=t.tag_id",
    "revision": "SELECT m.uid, r.content, r.origin, r.created_at FROM revision r"
    " JOIN memory m ON m.id=r.memory_id ORDER BY m.id, r.id",
    "link": "SELECT s.uid, t.uid, l.type, l.strength, l.bidirectional, l.origin, l.created_at"
    " FROM link l JOIN memory s ON s.id=l.source_id JOIN memory t ON t.id=l.target_id",
    "link_suggestion": "SELECT s.uid, t.uid, l.type, l.reason, l.score, l.state, l.created_at"
    " FROM link_suggestion l JOIN memory s ON s.id=l.source_id JOIN memory t ON t.id=l.target_id"
    " WHERE l.state<>'open'",
    "saved_search": "SELECT name, query, created_at FROM saved_search",
    "removed import": "SELECT path, format, source, started_at, finished_at, removed_at, outcome,"
    " conversations, messages, added, updated, unchanged, skipped FROM import_run"
    " r WHERE removed_at IS NOT NULL AND EXISTS"
    " (SELECT 1 FROM memory WHERE import_id=r.id AND deleted_at IS NOT NULL)",
}


def content(vault: Vault) -> dict[str, list[tuple[Any, ...]]]:
    """All that a vault holds, without row ids and what is derived; memories in their order."""

    def read(db: apsw.Connection) -> dict[str, list[tuple[Any, ...]]]:
        found = {name: (query, db.execute(query).fetchall()) for name, query in _TABLES.items()}
        return {
            name: rows if "ORDER BY" in query else sorted(rows, key=repr)
            for name, (query, rows) in found.items()
        }

    return vault.read(read)
