"""Embeddings in the vault: float16 rows by passage and model, and what still lacks one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.vault import memories
from memdesk.vault.batches import batches

Pending = tuple[int, str]
Block = tuple[NDArray[np.int64], NDArray[np.float16]]
"""``(k, 3)`` numbers (vector, passage, memory), and ``(k, dimensions)`` rows."""


def model_id(connection: apsw.Connection, name: str, identity: str, dimensions: int) -> int:
    """Return the number under which a model's vectors are kept; known by its hash."""
    known = known_model(connection, identity)
    if known is not None:
        _take_up_again(connection, known)
        return known
    connection.execute(
        "INSERT INTO model (name, identity, dimensions) VALUES (?,?,?)",
        (name, identity, dimensions),
    )
    return connection.last_insert_rowid()


def _take_up_again(connection: apsw.Connection, model: int) -> None:
    """Count what a model embedded before another one did as done."""
    connection.execute(
        "UPDATE passage SET model_id=?1 WHERE model_id<>?1 AND EXISTS"
        " (SELECT 1 FROM vector v WHERE v.passage_id=passage.id AND v.model_id=?1)",
        (model,),
    )


def known_model(connection: apsw.Connection, identity: str) -> int | None:
    """Return a model's number if the vault has one for it."""
    row = connection.execute("SELECT id FROM model WHERE identity=?", (identity,)).fetchone()
    return None if row is None else int(row[0])


def store(
    connection: apsw.Connection,
    model: int,
    passage_ids: Sequence[int],
    vectors: NDArray[np.float32],
) -> None:
    """Keep the vectors of passages, ``(n, dimensions)``; passages gone meanwhile are skipped."""
    halves = vectors.astype(np.float16)
    connection.executemany(
        "INSERT OR REPLACE INTO vector (passage_id, model_id, data)"
        " SELECT id, ?2, ?3 FROM passage WHERE id=?1",
        ((passage, model, row.tobytes()) for passage, row in zip(passage_ids, halves, strict=True)),
    )
    connection.executemany(
        "UPDATE passage SET model_id=? WHERE id=?", ((model, passage) for passage in passage_ids)
    )


def pending(connection: apsw.Connection, model: int, limit: int) -> list[Pending]:
    """Return passages without a vector, most useful first, as (passage id, text).

    The person's own turns come first, newest first; then the opening passage of each answer;
    then the rest. A quotation of a person's past is mostly asked for by their own words, and an
    answer's first sentences say what it is about.
    """
    # One walk down the index for each state a passage can be in: embedded by no model, or by one
    # that is not this one.
    others = [row[0] for row in connection.execute("SELECT id FROM model WHERE id<>?", (model,))]
    rows: list[tuple[int, int, int, int, int, int]] = []
    for state in (None, *others):
        rows += connection.execute(
            'SELECT priority, -coalesce(created_at, -1 << 62), -id, memory_id, start, "end"'
            " FROM passage WHERE model_id IS ? AND set_aside=0"
            " ORDER BY priority, created_at DESC, id DESC LIMIT ?",
            (state, limit),
        )
    chosen = sorted(rows)[:limit]
    texts = memories.contents(connection, list({row[3] for row in chosen}))
    return [(-row[2], texts[row[3]][row[4] : row[5]]) for row in chosen]


def counts(connection: apsw.Connection, model: int) -> tuple[int, int]:
    """Return how many passages have a vector of this model, and how many there are."""
    return embedded_count(connection, model), passage_count(connection)


def embedded_count(connection: apsw.Connection, model: int) -> int:
    """Return how many passages have a vector of this model."""
    [(count,)] = connection.execute(
        "SELECT count(*) FROM passage WHERE model_id=? AND set_aside=0", (model,)
    )
    return int(count)


def passage_count(connection: apsw.Connection) -> int:
    """Return how many passages the vault has, those of memories in the trash left out."""
    return int(connection.execute("SELECT count(*) FROM passage WHERE set_aside=0").get)


def since(
    connection: apsw.Connection, model: int, after: int, dimensions: int, batch: int = 4096
) -> Iterator[Block]:
    """Yield the vectors stored after vector number ``after``, in blocks.

    Those of memories in the trash are left out.
    """
    rows = connection.execute(
        "SELECT v.id, v.passage_id, p.memory_id, v.data FROM vector v"
        " JOIN passage p ON p.id=v.passage_id WHERE v.id>? AND v.model_id=? AND p.set_aside=0"
        " ORDER BY v.id",
        (after, model),
    )
    return _blocks(rows, dimensions, batch)


def of_memories(
    connection: apsw.Connection, model: int, memory_ids: Iterable[int], up_to: int
) -> list[int]:
    """Return the numbers, not above ``up_to``, of the vectors that the given memories have now.

    Memories in the trash have none.
    """
    return [
        row[0]
        for part, marks in batches(tuple(memory_ids))
        for row in connection.execute(
            "SELECT v.id FROM passage p JOIN vector v ON v.passage_id=p.id AND v.model_id=?"
            f" WHERE p.memory_id IN ({marks}) AND p.set_aside=0 AND v.id<=?",
            (model, *part, up_to),
        )
    ]


def numbered(
    connection: apsw.Connection, numbers: Sequence[int], dimensions: int
) -> Iterator[Block]:
    """Yield the vectors with the given numbers, in blocks."""
    for part, marks in batches(numbers):
        rows = connection.execute(
            "SELECT v.id, v.passage_id, p.memory_id, v.data FROM vector v"
            f" JOIN passage p ON p.id=v.passage_id WHERE v.id IN ({marks}) ORDER BY v.id",
            part,
        )
        yield from _blocks(rows, dimensions, len(part))


def _blocks(
    rows: Iterable[tuple[int, int, int, bytes]], dimensions: int, size: int
) -> Iterator[Block]:
    waiting = iter(rows)
    while part := list(itertools.islice(waiting, size)):
        *numbers, data = zip(*part, strict=True)
        matrix = np.frombuffer(b"".join(data), dtype=np.float16).reshape(-1, dimensions)
        yield np.column_stack([np.array(column, dtype=np.int64) for column in numbers]), matrix


def spans(connection: apsw.Connection, passage_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the character spans of passages by id."""
    found: dict[int, tuple[int, int]] = {}
    for part, marks in batches(passage_ids):
        for identifier, start, end in connection.execute(
            f'SELECT id, start, "end" FROM passage WHERE id IN ({marks})', part
        ):
            found[int(identifier)] = (int(start), int(end))
    return found


def waiting(connection: apsw.Connection, identity: str) -> int:
    """Return how many passages lack a vector of the model with this identity."""
    model = known_model(connection, identity)
    if model is None:
        return passage_count(connection)
    embedded, total = counts(connection, model)
    return total - embedded
