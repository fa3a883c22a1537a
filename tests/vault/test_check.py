"""Damage is found and told in words."""

from __future__ import annotations

from collections.abc import Iterator

import apsw
import numpy as np
import pytest

from memdesk.vault import check, conversations, memories, trash, vectors
from memdesk.vault.records import NewConversation, NewMemory


@pytest.fixture
def sound(db: apsw.Connection) -> Iterator[apsw.Connection]:
    conversation, _ = conversations.store(db, NewConversation("chatgpt", "c", "Title"))
    for n in range(3):
        new = NewMemory(f"memory {n}", source="chatgpt", conversation_id=conversation)
        memories.add(db, new)
    memories.add(db, NewMemory(" \n ", source="note"))
    model = vectors.model_id(db, "e5", "hash", 4)
    waiting = [identifier for identifier, _ in vectors.pending(db, model, 9)]
    vectors.store(db, model, waiting, np.ones((3, 4), np.float32))
    trash.put(db, [3])
    assert check.problems(db) == []
    db.pragma("foreign_keys", False)
    yield db


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("DELETE FROM memory_fts WHERE rowid=1", "1 memories are missing from the full-text index"),
        (
            "INSERT INTO memory_fts (rowid, content) VALUES (3, 'x'), (99, 'y')",
            "2 entries of the full-text index belong to no memory",
        ),
        (
            "DELETE FROM conversation_fts WHERE rowid=1",
            "1 titles are missing from the full-text index",
        ),
        ("DELETE FROM passage WHERE memory_id=1", "1 memories have no passages to embed"),
        ('UPDATE passage SET "end"=99 WHERE memory_id=1', "1 passages lie outside their memory"),
        (
            "UPDATE passage SET set_aside=0",
            "1 passages are in the trash without their memory, or the other way about",
        ),
        ("UPDATE vector SET data=x'00' WHERE id=3", "1 vectors have the wrong length"),
        ("DELETE FROM vector WHERE id=3", "1 passages have lost their vector"),
        ("DELETE FROM conversation", "row 1 of memory refers to a conversation that is gone"),
    ],
)
def test_planted_damage_is_found(sound: apsw.Connection, damage: str, problem: str) -> None:
    sound.execute(damage)
    assert problem in check.problems(sound)


def test_a_broken_index_is_found(sound: apsw.Connection) -> None:
    sound.execute("PRAGMA writable_schema=on")
    root = sound.execute("SELECT rootpage FROM sqlite_schema WHERE name='memory_version'").get
    other = sound.execute("SELECT rootpage FROM sqlite_schema WHERE name='memory_import'").get
    sound.execute("UPDATE sqlite_schema SET rootpage=? WHERE name='memory_version'", (other,))
    sound.execute("UPDATE sqlite_schema SET rootpage=? WHERE name='memory_import'", (root,))
    damaged = apsw.Connection(sound.db_filename("main"))
    assert any("memory_version" in problem for problem in check.problems(damaged))
    damaged.close()
