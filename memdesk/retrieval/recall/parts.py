"""Recall within a part of the vault: the time asked about, or another writing system.

The best of the whole vault may hold nothing of a part of it. A period of forty memories or the
few notes in another language have their best too, and these are worth a look.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Columns, Ordinals
from memdesk.index.vectors import Aim, Nearness, VectorIndex
from memdesk.retrieval.filtering import Mask

PER_PART = 30
# More than this is not scanned: the best of so large a part are among the best of the vault.
LARGEST_PERIOD = 10_000
_LARGEST_WRITING = 10_000

_NONE: Ordinals = np.zeros(0, dtype=np.int64)


def of_periods(
    periods: Sequence[tuple[int, int]],
    *,
    columns: Columns,
    vectors: VectorIndex | None,
    aim: Aim | None,
    keyword: NDArray[np.float64],
    allowed: Mask,
) -> Ordinals:
    """Return the best by words and by meaning of the memories of some periods, if they are few.

    ``periods`` are windows [first, end) in UTC milliseconds, ``keyword`` is every memory's BM25.
    """
    if not periods:
        return _NONE
    created = columns.field("created_at")
    dated = allowed & (created != NO_TIME)
    earliest = int(created.min(initial=np.iinfo(np.int64).max, where=dated))
    within = np.zeros(columns.size, dtype=np.bool_)
    for first, end in periods:
        # Of nine years back, most lie before the vault begins.
        if end > earliest:
            within |= (created >= first) & (created < end)
    members = np.flatnonzero(within & dated)
    if len(members) > LARGEST_PERIOD:
        return _NONE
    hits = members[keyword[members] > 0.0]
    by_words = hits[np.argsort(-keyword[hits], kind="stable")][:PER_PART]
    return np.union1d(by_words, _nearest(members, vectors, aim))


def of_writings(
    writing: int,
    nearness: Nearness | None,
    *,
    columns: Columns,
    vectors: VectorIndex | None,
    aim: Aim | None,
    allowed: Mask,
) -> Ordinals:
    """Return the nearest memories of every writing system but the question's.

    Where there are many in a system, only those among the ``nearness`` of the vault are compared.
    """
    if writing < 0 or nearness is None:
        return _NONE
    numbers = columns.field("writing")
    found = [_NONE]
    for other in range(len(columns.writings.names)):
        if other == writing:
            continue
        of_system = (numbers == other) & allowed
        if np.count_nonzero(of_system) <= _LARGEST_WRITING:
            found.append(_nearest(np.flatnonzero(of_system), vectors, aim))
            continue
        seen = np.flatnonzero(of_system[nearness.ordinals])
        best = seen[np.argsort(-nearness.cosine[seen], kind="stable")][:PER_PART]
        found.append(nearness.ordinals[best])
    return np.unique(np.concatenate(found))


def _nearest(members: Ordinals, vectors: VectorIndex | None, aim: Aim | None) -> Ordinals:
    if vectors is None or aim is None or not len(members):
        return _NONE
    return vectors.nearest_of(members, aim, PER_PART)
