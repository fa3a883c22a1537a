"""Vectors, and the queue of passages that lack one."""

from __future__ import annotations

import apsw
import numpy as np

from memdesk.vault import check, memories, stats, trash, vectors
from memdesk.vault.records import NewMemory

LONG = ("A sentence of an answer that goes on for quite a while indeed. " * 20).strip()


def add(db: apsw.Connection, content: str, **fields: object) -> int:
    return memories.add(db, NewMemory(content, source="note", **fields))  # type: ignore[arg-type]


def passages(db: apsw.Connection) -> list[int]:
    return [row[0] for row in db.execute("SELECT id FROM passage ORDER BY id")]


def ones(count: int) -> np.ndarray:
    return np.ones((count, 4), np.float32)


def queue(db: apsw.Connection, model: int, limit: int = 100) -> list[str]:
    return [text for _, text in vectors.pending(db, model, limit)]


def embed(db: apsw.Connection, model: int, limit: int) -> None:
    waiting = [identifier for identifier, _ in vectors.pending(db, model, limit)]
    vectors.store(db, model, waiting, ones(len(waiting)))


def test_own_words_come_first_then_openings_then_the_rest(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    add(db, "  " + LONG, role="assistant", created_at=50)
    add(db, "old question", created_at=10)
    add(db, "undated question")
    add(db, "new question", created_at=40)
    add(db, "old answer", role="assistant", created_at=20)
    texts = queue(db, model)
    assert texts[:3] == ["new question", "old question", "undated question"]
    assert texts[3] == LONG[: len(texts[3])]
    assert texts[4] == "old answer"
    assert len(texts) > 6
    assert all(text in LONG for text in texts[5:])
    assert queue(db, model, 2) == texts[:2]


def test_what_has_a_vector_is_not_pending(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    add(db, "one", created_at=1)
    add(db, "two", created_at=2)
    embed(db, model, 1)
    assert queue(db, model) == ["one"]
    assert vectors.counts(db, model) == (1, 2)
    assert stats.stats(db).embedded == 1
    embed(db, model, 9)
    assert queue(db, model) == []
    assert check.problems(db) == []


def test_a_second_model_finds_everything_pending_while_the_first_serves(
    db: apsw.Connection,
) -> None:
    first = vectors.model_id(db, "e5", "hash", 4)
    for n in range(4):
        add(db, f"memory {n}", created_at=n)
    embed(db, first, 3)
    second = vectors.model_id(db, "other", "other hash", 4)
    assert queue(db, second) == ["memory 3", "memory 2", "memory 1", "memory 0"]
    embed(db, second, 2)
    assert queue(db, second) == ["memory 1", "memory 0"]
    assert vectors.counts(db, second) == (2, 4)
    blocks = list(vectors.since(db, first, 0, 4))
    assert sum(len(numbers) for numbers, _ in blocks) == 3

    # Back to the first model: what it has done need not be done again.
    assert vectors.model_id(db, "e5", "hash", 4) == first
    assert queue(db, first) == ["memory 0"]
    assert vectors.counts(db, first) == (3, 4)


def test_a_model_is_known_by_its_hash(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    assert vectors.model_id(db, "renamed", "hash", 4) == model
    assert vectors.known_model(db, "hash") == model
    assert vectors.known_model(db, "nothing") is None


def test_vectors_come_back_as_float16_in_the_order_stored(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 3)
    memory = add(db, "one")
    other = add(db, "two")
    first, second = passages(db)
    rows = np.array([[1.5, -2.0, 0.25], [0.1, 0.2, 0.3]], np.float32)
    vectors.store(db, model, [second, first], rows)
    [(numbers, matrix)] = vectors.since(db, model, 0, 3)
    assert numbers[:, 1:].tolist() == [[second, other], [first, memory]]
    assert matrix.dtype == np.float16
    assert np.array_equal(matrix, rows.astype(np.float16))
    assert list(vectors.since(db, model, int(numbers[-1, 0]), 3)) == []
    assert [len(n) for n, _ in vectors.since(db, model, 0, 3, batch=1)] == [1, 1]


def test_passages_gone_meanwhile_are_skipped(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    memory = add(db, "one")
    waiting = [identifier for identifier, _ in vectors.pending(db, model, 9)]
    trash.purge(db, [memory])
    vectors.store(db, model, waiting, ones(1))
    assert db.execute("SELECT count(*) FROM vector").get == 0


def test_what_lies_in_the_trash_is_neither_queued_nor_counted_nor_loaded(
    db: apsw.Connection,
) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    gone, waiting, kept = (add(db, name, created_at=1) for name in ("gone", "waiting", "kept"))
    vectors.store(db, model, [1, 3], ones(2))
    trash.put(db, [gone, waiting])
    assert queue(db, model) == []
    assert vectors.counts(db, model) == (1, 1)
    assert (stats.stats(db).passages, stats.stats(db).embedded) == (1, 1)
    [(numbers, _)] = vectors.since(db, model, 0, 4)
    assert numbers[:, 2].tolist() == [kept]
    assert vectors.of_memories(db, model, [gone, waiting, kept], up_to=9) == [2]
    trash.restore(db, [gone, waiting])
    assert queue(db, model) == ["waiting"]
    assert vectors.counts(db, model) == (2, 3)
    assert vectors.of_memories(db, model, [gone, waiting, kept], up_to=9) == [1, 2]
    assert vectors.of_memories(db, model, [gone, waiting, kept], up_to=1) == [1]
    assert check.problems(db) == []


def test_a_vector_that_comes_for_the_trash_is_kept(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    memory = add(db, "one")
    waiting = [identifier for identifier, _ in vectors.pending(db, model, 9)]
    trash.put(db, [memory])
    vectors.store(db, model, waiting, ones(1))
    assert list(vectors.since(db, model, 0, 4)) == []
    trash.restore(db, [memory])
    assert queue(db, model) == []


def test_another_model_does_not_embed_the_trash(db: apsw.Connection) -> None:
    first = vectors.model_id(db, "e5", "hash", 4)
    memory = add(db, "one")
    embed(db, first, 9)
    trash.put(db, [memory])
    second = vectors.model_id(db, "other", "other hash", 4)
    assert queue(db, second) == []
    trash.restore(db, [memory])
    assert queue(db, second) == ["one"]


def test_vectors_are_read_by_their_numbers(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    with db:
        memories_added = [add(db, f"memory {n}") for n in range(1200)]
    vectors.store(db, model, range(1, 1201), np.arange(4800).reshape(-1, 4).astype(np.float32))
    blocks = list(vectors.numbered(db, [3, *range(600, 1200)], 4))
    numbers = np.concatenate([block[0] for block in blocks])
    rows = np.concatenate([block[1] for block in blocks])
    assert numbers[:, 0].tolist() == [3, *range(600, 1200)]
    assert numbers[:, 2].tolist() == [memories_added[n - 1] for n in (3, *range(600, 1200))]
    assert rows[0].tolist() == [8.0, 9.0, 10.0, 11.0]
    assert list(vectors.numbered(db, [], 4)) == []


def test_a_stored_vector_replaces_the_former_one(db: apsw.Connection) -> None:
    model = vectors.model_id(db, "e5", "hash", 4)
    add(db, "one")
    [passage] = passages(db)
    vectors.store(db, model, [passage], ones(1))
    vectors.store(db, model, [passage], ones(1) * 2)
    [(numbers, matrix)] = vectors.since(db, model, 0, 4)
    assert matrix.tolist() == [[2.0] * 4]
    assert numbers[0, 0] > 1


def test_spans_of_many_passages(db: apsw.Connection) -> None:
    with db:
        for n in range(1200):
            add(db, f"memory {n:04}")
    assert vectors.spans(db, passages(db)) == dict.fromkeys(passages(db), (0, 11))
    assert vectors.passage_count(db) == 1200
