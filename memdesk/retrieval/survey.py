"""What a pipeline saw of one memory before it chose what to show.

Each pipeline has a ``survey(context, ordinal)`` that goes through the same steps as its ranking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Ordinals
from memdesk.retrieval.ranked import Context, RankedMemory


@dataclass(frozen=True, slots=True)
class Path:
    """How one of the two ways to candidates saw a memory.

    ``rank`` (from 1) is its place among all ``hits`` of the way, None where it is no hit;
    ``score`` its BM25 or centred cosine. The best ``taken`` were made candidates, the least of
    them with ``cutoff``; ``found`` tells whether it is one of them. ``floor`` is the score that a
    hit must have to be taken, where there is such a thing.
    """

    rank: int | None
    hits: int
    score: float
    taken: int
    cutoff: float | None
    found: bool
    floor: float | None = None


@dataclass(frozen=True, slots=True)
class Survey:
    """The ways to the memory, and all candidates that may be shown, best first in ``order``.

    ``words`` or ``meaning`` is None where the ranking has no such way, or where the question has
    no vector. ``company``: neither way led to it, but it is among the best of the time asked
    about (``period``) or of another writing system (``writing``), stands beside a memory that was
    found (``beside``), links lead to it from one (``linked``), or it opens a conversation whose
    title holds the words (``title``). A memory that is no candidate is put among them in
    ``order`` as if it were, if the ranking can score it. ``instead`` is the ordinal of the
    memory it was left out for, as saying the same. ``explained`` takes an ordinal of ``order``.
    """

    words: Path | None
    meaning: Path | None
    recalled: bool
    relevant: bool
    order: Ordinals
    explained: Callable[[int], RankedMemory]
    company: str = ""
    instead: int | None = None


def rank_in(order: Ordinals, ordinal: int) -> int | None:
    """Return the place of a memory in a list, from 1."""
    found = np.flatnonzero(order == ordinal)
    return int(found[0]) + 1 if len(found) else None


def path(ordinals: Ordinals, scores: NDArray[np.float64], ordinal: int, taken: Ordinals) -> Path:
    """Return how a way saw a memory, from all its hits and from those it took, best first.

    ``ordinals`` are the hits, ascending, with their ``scores``; equal scores go by ordinal.
    """
    chosen = rank_in(taken, ordinal)
    at = np.searchsorted(ordinals, taken)
    cutoff = float(scores[at].min()) if len(taken) else None
    place = int(np.searchsorted(ordinals, ordinal))
    if place == len(ordinals) or ordinals[place] != ordinal:
        return Path(None, len(ordinals), 0.0, len(taken), cutoff, chosen is not None)
    own = scores[place]
    rank = 1 + int((scores > own).sum()) + int((scores[:place] == own).sum())
    return Path(chosen or rank, len(ordinals), float(own), len(taken), cutoff, chosen is not None)


def meaning_path(context: Context, ordinal: int, taken: Ordinals) -> Path | None:
    """Return how near a memory is among all that may be answers, by an exact scan of them."""
    if context.aim is None or context.vectors is None:
        return None
    passing = np.flatnonzero(context.allowed)
    cosines = context.vectors.cosines_of(passing, context.aim)
    embedded = ~np.isnan(cosines)
    return path(passing[embedded], cosines[embedded], ordinal, taken)
