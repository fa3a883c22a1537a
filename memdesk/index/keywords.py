"""Posting lists of a question's terms, and BM25 over them, for memories and conversations.

BM25 is FTS5's: idf = ln((N − n + ½) / (n + ½)), at least 1e-6; k1 = 1.2, b = 0.75.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.vault import fulltext

K1 = 1.2
B = 0.75
_CACHED_TERMS = 256


@dataclass(frozen=True, slots=True)
class Posting:
    """Where a term (or any of several forms of it) occurs: ordinals ascending, and how often."""

    ordinals: Ordinals
    frequency: NDArray[np.float64]
    idf: float


class KeywordIndex:
    """Posting lists read from the vault's full-text index, the recent ones kept."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._cache: OrderedDict[tuple[str, ...], Posting] = OrderedDict()

    def forget(self) -> None:
        """Drop what was kept; to be called when the vault has changed."""
        self._cache.clear()

    def posting(self, connection: apsw.Connection, forms: Sequence[str]) -> Posting:
        """Return the posting list of a term given in one or more index forms."""
        key = tuple(forms)
        known = self._cache.get(key)
        if known is not None:
            self._cache.move_to_end(key)
            return known
        parts = [fulltext.postings(connection, form) for form in forms]
        ids = np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, np.int64)
        counts = np.concatenate([part[1] for part in parts]) if parts else np.zeros(0, np.int64)
        if len(parts) > 1:
            ids, inverse = np.unique(ids, return_inverse=True)
            counts = np.bincount(inverse, weights=counts).astype(np.int64)
        ids, counts = self._known(ids, counts)
        posting = Posting(
            ordinals=self._columns.ordinals_of(ids),
            frequency=counts.astype(np.float64),
            idf=_idf(self._columns.alive_count, len(ids)),
        )
        self._cache[key] = posting
        if len(self._cache) > _CACHED_TERMS:
            self._cache.popitem(last=False)
        return posting

    def _known(
        self, ids: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Leave out memories that came after the columns were last refreshed."""
        known = np.isin(ids, self._columns.field("id"), assume_unique=True)
        return ids[known], counts[known]

    def score(self, postings: Sequence[Posting]) -> NDArray[np.float64]:
        """Return the BM25 of every memory, ``(size,)``; 0 where no term occurs."""
        columns = self._columns
        scores = np.zeros(columns.size)
        average = columns.term_total / max(columns.alive_count, 1)
        lengths = columns.field("term_count")
        for posting in postings:
            rows = posting.ordinals
            scores[rows] += bm25(posting.frequency, lengths[rows], average, posting.idf)
        return scores

    def score_conversations(self, postings: Sequence[Posting]) -> tuple[NDArray[np.float64], float]:
        """Return the BM25 of every conversation taken as one text, ``(conversations,)``.

        The second figure is the most that these terms can give: Σ idf · (k1 + 1).
        """
        columns = self._columns
        size, total = len(columns.group_terms), columns.conversation_count
        scores = np.zeros(size)
        ideal = 0.0
        average = columns.term_total / max(total, 1)
        for posting in postings:
            frequency = np.bincount(
                columns.group[posting.ordinals], weights=posting.frequency, minlength=size
            ).astype(np.float64)
            holds = np.flatnonzero(frequency)
            idf = _idf(total, len(holds))
            ideal += idf * (K1 + 1.0)
            scores[holds] += bm25(frequency[holds], columns.group_terms[holds], average, idf)
        return scores, max(ideal, 1e-9)


def _idf(total: int, holding: int) -> float:
    return max(float(np.log((total - holding + 0.5) / (holding + 0.5))), 1e-6)


def bm25(
    frequency: NDArray[np.float64], length: NDArray[Any], average: float, idf: float
) -> NDArray[np.float64]:
    """Return the BM25 of one term in texts that hold it ``frequency`` times."""
    norm = K1 * (1.0 - B + B * length / max(average, 1e-9))
    return np.asarray(idf * frequency * (K1 + 1.0) / (frequency + norm))
