"""Posting arrays: for each term the memories that hold it, as numbers ready to be added up.

Derived from the texts, beside the full-text index: FTS5 walks a list entry by entry, which takes
a quarter of a second where words are common, while an array of a hundred thousand entries is
read in less than a millisecond. A *segment* covers a range of memory ids as they were at one
version of the vault; what came or changed later is not in it. Segments are written in pieces and
count only once they are published, so whatever ends a process midway costs nothing but work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.vault import multirow
from memdesk.vault.batches import batches
from memdesk.vault.records import storable

Ids = NDArray[np.uint32]
Counts = NDArray[np.uint32]
TermPostings = tuple[str, Ids, Counts]
"""A term, the ids that hold it, ascending, and how often each does."""

_LONG_BYTES = 8
_DELETED_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Segment:
    """Covers the memories with ``after < id <= last`` as they were at ``version``."""

    id: int
    after: int
    last: int
    version: int
    memories: int


def segments(connection: apsw.Connection) -> tuple[Segment, ...]:
    """Return the published segments by id of memory; their ranges follow one another."""
    return tuple(
        Segment(*row)
        for row in connection.execute(
            "SELECT id, after_id, last_id, version, memories FROM posting_segment"
            " WHERE published ORDER BY after_id"
        )
    )


def read(connection: apsw.Connection, segment: Segment, term: str) -> tuple[Ids, Counts] | None:
    """Return a term's postings in a segment; None where it does not occur."""
    row = connection.execute(
        "SELECT count, data FROM posting WHERE segment_id=? AND term=?", (segment.id, term)
    ).fetchone()
    return None if row is None else _unpacked(*row)


def scan(connection: apsw.Connection, segment: Segment) -> Iterator[TermPostings]:
    """Yield all of a segment's postings, by term in the order of its UTF-8 bytes."""
    for term, count, data in connection.execute(
        "SELECT term, count, data FROM posting WHERE segment_id=? ORDER BY term", (segment.id,)
    ):
        yield (term, *_unpacked(count, data))


def terms(connection: apsw.Connection, segment: Segment) -> Iterator[tuple[str, int]]:
    """Yield each term of a segment and how many memories hold it."""
    return iter(
        connection.execute("SELECT term, count FROM posting WHERE segment_id=?", (segment.id,))
    )


def beginning(
    connection: apsw.Connection, segment: Segment, prefix: str
) -> Iterator[tuple[str, int]]:
    """Yield each term of a segment that begins with ``prefix``, and how many memories hold it."""
    return iter(
        connection.execute(
            "SELECT term, count FROM posting"
            " WHERE segment_id=?1 AND term>=?2 AND term<?2 || char(1114111)",
            (segment.id, storable(prefix)),
        )
    )


def texts_after(connection: apsw.Connection, identifier: int) -> Iterator[tuple[int, str]]:
    """Yield (id, text) of the memories with a higher id that are not in the trash, by id."""
    return iter(
        connection.execute(
            "SELECT id, content FROM memory WHERE id>? AND deleted_at IS NULL ORDER BY id",
            (identifier,),
        )
    )


def uncovered(connection: apsw.Connection) -> int:
    """Return about how many memories have higher ids than the last segment covers."""
    highest = connection.execute("SELECT max(id) FROM memory").get
    covered = segments(connection)
    return int(highest or 0) - (covered[-1].last if covered else 0)


def changed(connection: apsw.Connection, segment: Segment) -> list[int]:
    """Return the ids of a segment's memories that changed or went since it was written."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT id FROM memory WHERE version>?1 AND +id>?2 AND +id<=?3 UNION ALL"
            " SELECT memory_id FROM purged WHERE version>?1 AND +memory_id>?2 AND +memory_id<=?3"
            " ORDER BY 1",
            (segment.version, segment.after, segment.last),
        )
    ]


def texts_of(connection: apsw.Connection, identifiers: Sequence[int]) -> list[tuple[int, str]]:
    """Return (id, text) of those of the memories that are not in the trash, by id."""
    return sorted(
        row
        for part, marks in batches(identifiers)
        for row in connection.execute(
            f"SELECT id, content FROM memory WHERE id IN ({marks}) AND deleted_at IS NULL", part
        )
    )


def begin(connection: apsw.Connection, segment: Segment) -> int:
    """Note a segment that is about to be written; returns its id (that given is ignored)."""
    connection.execute(
        "INSERT INTO posting_segment (after_id, last_id, version, memories, published)"
        " VALUES (?, ?, ?, ?, 0)",
        (segment.after, segment.last, segment.version, segment.memories),
    )
    return connection.last_insert_rowid()


def write(connection: apsw.Connection, segment_id: int, found: Iterable[TermPostings]) -> None:
    """Add terms to a segment that is being written."""
    multirow.insert(
        connection,
        "posting (segment_id, term, count, data)",
        4,
        [(segment_id, term, len(ids), _packed(ids, counts)) for term, ids, counts in found],
    )


def publish(connection: apsw.Connection, segment_id: int, replaced: Sequence[int] = ()) -> None:
    """Let a segment that is written count, in place of those it replaces."""
    for former in replaced:
        connection.execute("UPDATE posting_segment SET published=0 WHERE id=?", (former,))
    connection.execute("UPDATE posting_segment SET published=1 WHERE id=?", (segment_id,))


def sweep(connection: apsw.Connection) -> bool:
    """Delete some of what belongs to segments that don't count; True while there may be more.

    Only whoever writes segments may call it, or it would take away what is being written.
    """
    row = connection.execute(
        "SELECT id FROM posting_segment WHERE NOT published LIMIT 1"
    ).fetchone()
    if row is None:
        return False
    connection.execute(
        "DELETE FROM posting WHERE segment_id=?1 AND term IN"
        " (SELECT term FROM posting WHERE segment_id=?1 ORDER BY term LIMIT ?2)",
        (row[0], _DELETED_AT_ONCE),
    )
    if connection.changes() < _DELETED_AT_ONCE:
        connection.execute("DELETE FROM posting_segment WHERE id=?", row)
    return True


def withdraw(connection: apsw.Connection, after: int) -> None:
    """Let no segment count any more that covers ids above ``after``."""
    connection.execute("UPDATE posting_segment SET published=0 WHERE last_id>?", (after,))


def _packed(ids: Ids, counts: Counts) -> bytes:
    """Ids as four bytes each, then the counts as one byte each, or four where one is large."""
    narrow = int(counts.max(initial=0)) < 256
    return ids.astype("<u4").tobytes() + counts.astype("<u1" if narrow else "<u4").tobytes()


def _unpacked(count: int, data: bytes) -> tuple[Ids, Counts]:
    kind = "<u4" if len(data) == _LONG_BYTES * count else "<u1"
    ids = np.frombuffer(data, dtype="<u4", count=count)
    return ids, np.frombuffer(data, dtype=kind, offset=4 * count).astype(np.uint32)
