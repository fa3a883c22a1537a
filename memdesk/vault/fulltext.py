"""The full-text index as posting lists: which memories hold a term, and how often.

Read through FTS5's vocabulary tables, which the reader connections carry (``temp.memory_term``
lists every occurrence, ``temp.memory_vocabulary`` every term, ``temp.title_vocabulary`` those of
the titles).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.vault.records import storable

Postings = tuple[NDArray[np.int64], NDArray[np.int64]]


def postings(connection: apsw.Connection, term: str) -> Postings:
    """Return (memory ids ascending, occurrences) of an index term."""
    occurrences = np.fromiter(
        (
            row[0]
            for row in connection.execute(
                "SELECT doc FROM temp.memory_term WHERE term=?", (storable(term),)
            )
        ),
        dtype=np.int64,
    )
    return np.unique(occurrences, return_counts=True)


def completions(connection: apsw.Connection, prefix: str, limit: int) -> list[str]:
    """Return the terms that begin with ``prefix``, the most frequent first."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT term FROM temp.memory_vocabulary WHERE term>=?1 AND term<?1 || char(1114111)"
            " ORDER BY doc DESC, term LIMIT ?2",
            (storable(prefix), limit),
        )
    ]


def vocabulary(connection: apsw.Connection) -> Iterator[tuple[str, int]]:
    """Yield every term and how many memories hold it: a walk over the whole index."""
    yield from connection.execute("SELECT term, doc FROM temp.memory_vocabulary")


def title_vocabulary(connection: apsw.Connection) -> Iterator[tuple[str, int]]:
    """Yield every term of the conversations' titles and how many of them hold it."""
    yield from connection.execute("SELECT term, doc FROM temp.title_vocabulary")


def title_state(connection: apsw.Connection) -> bytes:
    """Return what changes whenever the titles do: the index's own list of its segments."""
    found = connection.execute("SELECT block FROM conversation_fts_data WHERE id=10").get
    return bytes(found or b"")


def phrase_matches(
    connection: apsw.Connection, phrase: Sequence[str], *, as_prefix: bool = False
) -> NDArray[np.int64]:
    """Return the ids of the memories that hold the terms of ``phrase`` in a row, ascending.

    The terms are words of normalised text, not yet stemmed; with ``as_prefix`` the last one may
    be the beginning of a longer one.
    """
    quoted = _quoted(" ".join(phrase)) + ("*" if as_prefix else "")
    return np.fromiter(
        (
            row[0]
            for row in connection.execute(
                "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rowid", (quoted,)
            )
        ),
        dtype=np.int64,
    )


def titles_with(
    connection: apsw.Connection, words: Sequence[str], *, as_prefix: bool = True
) -> list[int]:
    """Return the ids of the conversations whose title holds every word, the last as a prefix.

    Without ``as_prefix`` the last has to be whole as well.
    """
    if not words:
        return []
    quoted = " AND ".join(_quoted(word) for word in words) + ("*" if as_prefix else "")
    return [
        row[0]
        for row in connection.execute(
            "SELECT rowid FROM conversation_fts WHERE conversation_fts MATCH ? ORDER BY rowid",
            (quoted,),
        )
    ]


def best_by_any_word(
    connection: apsw.Connection, words: Sequence[str], limit: int
) -> list[tuple[int, float]]:
    """Return FTS5's own ranking, (memory id, bm25 as a positive number), best first."""
    expression = " OR ".join(_quoted(word) for word in words)
    rows = connection.execute(
        "SELECT rowid, -bm25(memory_fts) FROM memory_fts WHERE memory_fts MATCH ?"
        " ORDER BY bm25(memory_fts) LIMIT ?",
        (expression, limit),
    )
    return [(int(identifier), float(score)) for identifier, score in rows]


def containing(connection: apsw.Connection, text: str) -> list[int]:
    """Return the ids of the memories whose text contains ``text``, by reading all of them."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT id FROM memory WHERE content LIKE ? AND deleted_at IS NULL",
            (f"%{storable(text)}%",),
        )
    ]


def _quoted(words: str) -> str:
    """Return words as a string of FTS5's query language; it ends a query at a NUL."""
    return '"' + storable(words).replace('"', '""') + '"'
