"""Writing the posting arrays: what is not covered yet, in segments that are merged as they grow.

Runs for seconds and mostly in Python, so where a window is open it belongs into a process of its
own (``array_keeper``). Texts go through the full-text index's own tokenizer, so both always
hold the same terms.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from memdesk.text.terms import index_tokens
from memdesk.vault import changes, postings
from memdesk.vault.connection import Connection
from memdesk.vault.postings import Segment, TermPostings
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

PIECE_MEMORIES = 20_000
PIECE_CHARACTERS = 8_000_000
_TERMS_AT_ONCE = 2_000
_HALF = np.uint64(32)
_FEW = 50
"""So many changed memories of a segment are left to be counted by each search; see ``fresh``."""


def build(vault: Vault, cancelled: Callable[[], bool] = lambda: False) -> int:
    """Cover every memory of the vault; returns how many were read.

    Nothing else may build the same vault meanwhile. What was published stays when the work is
    cancelled or killed, and the next call goes on from there.
    """
    _sweep(vault, cancelled)
    while not cancelled() and (outdated := vault.read(_outdated)):
        _renew(vault, outdated[0])
    read = 0
    while not cancelled():
        found = vault.read(_next_piece)
        if found is None:
            break
        _write(vault, *found, replaced=())
        read += found[0].memories
        _merge(vault, cancelled)
    _sweep(vault, cancelled)
    return read


def _sweep(vault: Vault, cancelled: Callable[[], bool]) -> None:
    while not cancelled() and vault.write(postings.sweep, Urgency.BULK):
        pass


def due(connection: Connection) -> int:
    """Return about how many memories :func:`build` would bring up to date."""
    changed = sum(len(postings.changed(connection, one)) for one in _outdated(connection))
    return postings.uncovered(connection) + changed


def _outdated(connection: Connection) -> list[Segment]:
    """Return the segments of which too much has changed."""
    return [
        segment
        for segment in postings.segments(connection)
        if len(postings.changed(connection, segment)) > _FEW
    ]


def _next_piece(connection: Connection) -> tuple[Segment, list[TermPostings]] | None:
    """Return the postings of the next memories that no segment covers; None if there are none."""
    version = changes.latest_version(connection)
    covered = postings.segments(connection)
    after = covered[-1].last if covered else 0
    texts: list[tuple[int, str]] = []
    characters = 0
    for identifier, content in postings.texts_after(connection, after):
        texts.append((identifier, content))
        characters += len(content)
        if len(texts) >= PIECE_MEMORIES or characters >= PIECE_CHARACTERS:
            break
    if not texts:
        return None
    return Segment(0, after, texts[-1][0], version, len(texts)), list(_inverted(texts))


def _inverted(texts: Sequence[tuple[int, str]]) -> Iterator[TermPostings]:
    """Turn texts by id into postings by term."""
    vocabulary: dict[str, int] = {}
    parts: list[NDArray[np.uint64]] = [np.zeros(0, np.uint64)]
    for identifier, content in texts:
        numbers = [vocabulary.setdefault(token, len(vocabulary)) for token in index_tokens(content)]
        parts.append(np.array(numbers, dtype=np.uint64) << _HALF | np.uint64(identifier))
    # One number for each occurrence: the term in the upper half, the memory in the lower.
    pairs, counts = np.unique(np.concatenate(parts), return_counts=True)
    ids, numbers_of = pairs.astype(np.uint32), pairs >> _HALF
    bounds = np.searchsorted(numbers_of, np.arange(len(vocabulary) + 1, dtype=np.uint64))
    words = list(vocabulary)
    for number in sorted(range(len(words)), key=lambda at: words[at].encode()):
        part = slice(bounds[number], bounds[number + 1])
        yield words[number], ids[part], counts[part].astype(np.uint32)


def _write(
    vault: Vault, segment: Segment, found: Iterable[TermPostings], replaced: Sequence[int]
) -> None:
    number = vault.write(lambda db: postings.begin(db, segment), Urgency.BULK)
    waiting = iter(found)
    while part := list(itertools.islice(waiting, _TERMS_AT_ONCE)):
        vault.write(partial(postings.write, segment_id=number, found=part), Urgency.BULK)
    vault.write(lambda db: postings.publish(db, number, replaced), Urgency.BULK)


def _merge(vault: Vault, cancelled: Callable[[], bool]) -> None:
    """Join the last two segments as long as they are of about the same size.

    So their number grows with the logarithm of the vault, and each posting is rewritten as
    often.
    """
    while not cancelled():
        covered = vault.read(postings.segments)
        if len(covered) < 2 or covered[-2].memories >= 2 * covered[-1].memories:
            return
        _rewrite(vault, *covered[-2:])


def _renew(vault: Vault, segment: Segment) -> None:
    """Bring a segment up to date, or have it read anew in pieces if most of it would be."""
    if len(vault.read(lambda db: postings.changed(db, segment))) > PIECE_MEMORIES:
        vault.write(partial(postings.withdraw, after=segment.after), Urgency.BULK)
    else:
        _rewrite(vault, segment)


def _rewrite(vault: Vault, *segments: Segment) -> None:
    """Write neighbouring segments as one, as of now."""

    def work(connection: Connection) -> None:
        version = changes.latest_version(connection)
        size = sum(segment.memories for segment in segments)
        joined = Segment(0, segments[0].after, segments[-1].last, version, size)
        # Read as a stream: the writing in between does not disturb what this view shows.
        found = _joined(connection, segments)
        _write(vault, joined, found, [segment.id for segment in segments])

    vault.read(work)


def _joined(connection: Connection, segments: Sequence[Segment]) -> Iterator[TermPostings]:
    """Yield the postings of segments as of one, up to date."""
    changed = [n for segment in segments for n in postings.changed(connection, segment)]
    outdated = np.array(changed, dtype=np.uint32)
    streams = (
        *(_without(postings.scan(connection, segment), outdated) for segment in segments),
        _inverted(postings.texts_of(connection, changed)),
    )
    merged = heapq.merge(*streams, key=_term_bytes)
    for _, same in itertools.groupby(merged, key=_term_bytes):
        terms, ids, counts = zip(*same, strict=True)
        together = np.concatenate(ids)
        order = np.argsort(together, kind="stable")
        yield terms[0], together[order], np.concatenate(counts)[order]


def _term_bytes(found: TermPostings) -> bytes:
    """What SQLite orders terms by."""
    return found[0].encode()


def _without(stream: Iterator[TermPostings], ids: NDArray[np.uint32]) -> Iterator[TermPostings]:
    if not len(ids):
        yield from stream
        return
    for term, holding, counts in stream:
        kept = ~np.isin(holding, ids)
        if kept.any():
            yield term, holding[kept], counts[kept]
