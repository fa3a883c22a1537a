"""Counts over the whole vault, and that frequent questions are answered by indexes."""

from __future__ import annotations

from collections.abc import Callable

import apsw
import pytest

from memdesk.vault import (
    changes,
    conversations,
    editing,
    identity,
    links,
    memories,
    stats,
    tags,
    transcript,
    trash,
    vectors,
)
from memdesk.vault.records import NewConversation, NewMemory


def test_everything_is_counted(db: apsw.Connection) -> None:
    conversation, _ = conversations.store(db, NewConversation("chatgpt", "c", "Title"))
    for n in range(3):
        new = NewMemory(f"m {n}", source="chatgpt", conversation_id=conversation, created_at=n + 5)
        memories.add(db, new)
    memories.add(db, NewMemory("mine", source="note", tags=("a", "b")))
    memories.add(db, NewMemory("gone", source="note", created_at=1))
    links.add(db, 1, 2, "related")
    trash.put(db, [5])
    counted = stats.stats(db)
    assert counted.memories == 4
    assert counted.trashed == 1
    assert counted.conversations == 1
    assert (counted.passages, counted.embedded) == (4, 0)
    assert (counted.tags, counted.links) == (2, 1)
    assert list(counted.sources.items()) == [("chatgpt", 3), ("note", 1)]
    assert (counted.first_at, counted.last_at) == (5, 7)
    assert counted.bytes > 0


def test_a_new_vault_is_empty(db: apsw.Connection) -> None:
    counted = stats.stats(db)
    assert (counted.memories, counted.sources) == (0, {})
    assert (counted.first_at, counted.last_at) == (None, None)


NEW = NewMemory("text", source="note")

QUESTIONS: dict[str, Callable[[apsw.Connection], object]] = {
    "stats": stats.stats,
    "pending": lambda db: vectors.pending(db, 1, 10),
    "embedded": lambda db: vectors.counts(db, 1),
    "newest": lambda db: conversations.newest(db, 10),
    "conversation": lambda db: conversations.get(db, 1),
    "turns": lambda db: transcript.turns(db, 1, 0, 60),
    "resolve": lambda db: memories.resolve(db, "x"),
    "messages": lambda db: identity.of_messages(db, 1, ["x"]),
    "note": lambda db: identity.of_note(db, "note", "x"),
    "changes": lambda db: list(changes.since(db, 1)),
    "purged": lambda db: changes.purged_since(db, 1),
    "links": lambda db: links.touching(db, [1]),
    "tagged": lambda db: tags.memories_with(db, "x"),
    "edit": lambda db: editing.edit(db, 1, "other"),
    "update": lambda db: editing.update_from_source(db, 1, NEW),
    "trash": lambda db: trash.put(db, [1]),
    "purge": lambda db: trash.purge(db, [1]),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_no_table_that_grows_is_read_through(
    db: apsw.Connection, question: Callable[[apsw.Connection], object]
) -> None:
    memories.add(db, NewMemory("a memory", source="note", tags=("x",)))
    vectors.model_id(db, "e5", "hash", 4)
    statements: list[tuple[str, tuple[object, ...]]] = []

    def trace(_: apsw.Cursor, statement: str, bindings: object) -> bool:
        statements.append((statement, tuple(bindings or ())))  # type: ignore[arg-type]
        return True

    db.exec_trace = trace
    question(db)
    db.exec_trace = None
    assert statements
    for statement, bindings in statements:
        if statement.startswith(("PRAGMA", "INSERT INTO memory_fts")):
            continue
        plan = db.execute(f"EXPLAIN QUERY PLAN {statement}", bindings)
        for step in [row[3] for row in plan]:
            for table in ("memory", "passage", "vector", "link", "revision"):
                assert step not in (f"SCAN {table}", f"SCAN {table[0]}"), statement
