"""Posting lists of a question's terms, and BM25 over them, for memories and conversations.

BM25 is FTS5's: idf = ln((N − n + ½) / (n + ½)), at least 1e-6; k1 = 1.2, b = 0.75.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index import vocabulary
from memdesk.index.columns import Columns, Ordinals
from memdesk.index.fresh import FreshWords
from memdesk.index.vocabulary import Vocabulary
from memdesk.vault import fulltext, postings
from memdesk.vault.postings import Segment

K1 = 1.2
B = 0.75
_CACHED_TERMS = 256


@dataclass(frozen=True, slots=True)
class Posting:
    """Where a term (or any of several forms of it) occurs: ordinals ascending, and how often."""

    ordinals: Ordinals
    frequency: NDArray[np.float32]
    idf: float

    def frequency_in(self, wanted: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return how often the term occurs in each of ``wanted`` (any shape, -1 for none)."""
        if not len(self.ordinals):
            return np.zeros(wanted.shape, dtype=np.float32)
        places = np.searchsorted(self.ordinals, wanted)
        places[places == len(self.ordinals)] = 0
        return np.where(self.ordinals[places] == wanted, self.frequency[places], np.float32(0.0))

    def holds(self, wanted: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return in which of ``wanted`` (any shape, -1 for none) the term occurs."""
        return self.frequency_in(wanted) > 0.0


class KeywordIndex:
    """Posting lists as of the vault's present state, the recent ones kept.

    Most of a list comes from the vault's posting arrays; memories that are too fresh for those
    are counted here. Where too many are fresh, as in the middle of an import, or there are no
    arrays yet, the full-text index is walked instead: slower, with the same result.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._cache: OrderedDict[tuple[str, ...], Posting] = OrderedDict()
        self._segments: tuple[Segment, ...] = ()
        self._settled = False
        self._fresh = FreshWords(columns)
        self._lengths: NDArray[np.float32] | None = None
        self._conversation_lengths: NDArray[np.float64] | None = None
        self._completions: OrderedDict[tuple[str, int], list[str]] = OrderedDict()
        self._titles: tuple[bytes, Vocabulary] | None = None
        self._stored: tuple[tuple[Segment, ...], Vocabulary] | None = None
        self._vocabulary: Vocabulary | None = None
        self._walked: tuple[tuple[Segment, ...], Vocabulary] | None = None

    def forget(self) -> None:
        """Drop what was kept; to be called when the columns have changed."""
        self._settled = False

    def refresh(self, connection: apsw.Connection) -> None:
        """Follow the vault; to be called before anything is asked.

        If it is interrupted, the next call does all of it again.
        """
        segments = postings.segments(connection)
        if self._settled and segments == self._segments:
            return
        self._settled = False
        self._segments = segments
        self._cache.clear()
        self._completions.clear()
        self._lengths = self._conversation_lengths = None
        self._vocabulary = None
        self._fresh.refresh(connection, segments)
        self._settled = True

    def posting(self, connection: apsw.Connection, forms: Sequence[str]) -> Posting:
        """Return the posting list of a term given in one or more index forms."""
        key = tuple(forms)
        known = self._cache.get(key)
        if known is not None:
            self._cache.move_to_end(key)
            return known
        ordinals, frequency = self._together([self._occurrences(connection, f) for f in forms])
        posting = Posting(
            ordinals=ordinals,
            frequency=frequency,
            idf=_idf(self._columns.alive_count, len(ordinals)),
        )
        self._cache[key] = posting
        if len(self._cache) > _CACHED_TERMS:
            self._cache.popitem(last=False)
        return posting

    def vocabulary(self, connection: apsw.Connection) -> Vocabulary:
        """Return the words of the vault.

        In the middle of an import these are not all; and a word that nothing holds any more may
        still be among them.
        """
        if not self._fresh.complete:
            # Walking the index takes long in a large vault: not again for every memory added.
            if self._walked is None or self._walked[0] != self._segments:
                self._walked = (self._segments, vocabulary.of(fulltext.vocabulary(connection)))
            return self._walked[1]
        if self._stored is None or self._stored[0] != self._segments:
            self._stored = (self._segments, vocabulary.stored(connection, self._segments))
            self._walked = None
        if self._vocabulary is None:
            fresh = vocabulary.of(self._fresh.holding().items())
            self._vocabulary = vocabulary.together((self._stored[1], fresh))
        return self._vocabulary

    def title_vocabulary(self, connection: apsw.Connection) -> Vocabulary:
        """Return the words of the conversations' titles."""
        state = fulltext.title_state(connection)
        if self._titles is None or self._titles[0] != state:
            self._titles = (state, vocabulary.of(fulltext.title_vocabulary(connection)))
        return self._titles[1]

    def completions(self, connection: apsw.Connection, prefix: str, limit: int) -> list[str]:
        """Return the terms that begin with ``prefix``, about the most frequent first."""
        if not self._fresh.complete:
            return fulltext.completions(connection, prefix, limit)
        known = self._completions.get((prefix, limit))
        if known is None:
            known = self._completions[prefix, limit] = self._begun(connection, prefix, limit)
            if len(self._completions) > _CACHED_TERMS:
                self._completions.popitem(last=False)
        return known

    def _begun(self, connection: apsw.Connection, prefix: str, limit: int) -> list[str]:
        counts = Counter(self._fresh.beginning(prefix))
        for segment in self._segments:
            counts.update(dict(postings.beginning(connection, segment, prefix)))
        terms = sorted(counts, key=lambda term: (-counts[term], term))
        if not self._fresh.mask.any():
            return terms[:limit]
        # What the arrays name may have gone since.
        held = (term for term in terms if len(self.posting(connection, (term,)).ordinals))
        return list(islice(held, limit))

    def _occurrences(
        self, connection: apsw.Connection, term: str
    ) -> tuple[Ordinals, NDArray[np.float32]]:
        """Return where one index term occurs and how often, ordinals ascending."""
        if not self._fresh.complete:
            return self._known(*fulltext.postings(connection, term))
        parts = [self._fresh.occurrences(term)]
        stale = self._fresh.mask
        any_stale = bool(stale.any())
        for segment in self._segments:
            found = postings.read(connection, segment, term)
            if found is not None:
                ordinals, frequency = self._known(*found)
                if any_stale:
                    kept = ~stale[ordinals]
                    ordinals, frequency = ordinals[kept], frequency[kept]
                parts.append((ordinals, frequency))
        if len(parts) == 2 and not len(parts[0][0]):
            return parts[1]
        ordinals = np.concatenate([part[0] for part in parts])
        frequency = np.concatenate([part[1] for part in parts])
        if len(parts[0][0]):
            order = np.argsort(ordinals, kind="stable")
            return ordinals[order], frequency[order]
        return ordinals, frequency

    def _known(
        self, ids: NDArray[np.integer], counts: NDArray[np.integer]
    ) -> tuple[Ordinals, NDArray[np.float32]]:
        """Leave out the trash, and what came after the columns were last refreshed."""
        ordinals = self._columns.ordinal_or_none(ids)
        known = ordinals >= 0
        if not known.all():
            ordinals, counts = ordinals[known], counts[known]
        if self._columns.alive_count < self._columns.size:
            alive = self._columns.field("alive")[ordinals]
            ordinals, counts = ordinals[alive], counts[alive]
        return ordinals, counts.astype(np.float32)

    def _together(
        self, parts: Sequence[tuple[Ordinals, NDArray[np.float32]]]
    ) -> tuple[Ordinals, NDArray[np.float32]]:
        """Take several forms for one term."""
        if len(parts) == 1:
            return parts[0]
        total = np.zeros(self._columns.size, dtype=np.float32)
        for ordinals, frequency in parts:
            total[ordinals] += frequency
        holding = np.flatnonzero(total)
        return holding, total[holding]

    def score(self, postings: Sequence[Posting]) -> NDArray[np.float64]:
        """Return the BM25 of every memory, ``(size,)``; 0 where no term occurs."""
        columns = self._columns
        scores = np.zeros(columns.size)
        if self._lengths is None:
            average = columns.term_total / max(columns.alive_count, 1)
            self._lengths = length_norm(columns.field("term_count"), average).astype(np.float32)
        for posting in postings:
            rows = posting.ordinals
            scores[rows] += bm25(posting.frequency, self._lengths[rows], posting.idf)
        return scores

    def score_conversations(self, postings: Sequence[Posting]) -> tuple[NDArray[np.float64], float]:
        """Return the BM25 of every conversation taken as one text, ``(conversations,)``.

        The second figure is the most that these terms can give: Σ idf · (k1 + 1).
        """
        columns = self._columns
        size, total = len(columns.group_terms), columns.conversation_count
        scores = np.zeros(size)
        ideal = 0.0
        norms = self._conversation_lengths
        if norms is None:
            norms = length_norm(columns.group_terms, columns.term_total / max(total, 1))
            self._conversation_lengths = norms
        for posting in postings:
            frequency = np.bincount(
                columns.group[posting.ordinals], weights=posting.frequency, minlength=size
            ).astype(np.float64)
            holds = np.flatnonzero(frequency)
            idf = _idf(total, len(holds))
            ideal += idf * (K1 + 1.0)
            scores[holds] += bm25(frequency[holds], norms[holds], idf)
        return scores, max(ideal, 1e-9)


def _idf(total: int, holding: int) -> float:
    return max(float(np.log((total - holding + 0.5) / (holding + 0.5))), 1e-6)


def length_norm(length: NDArray[np.generic], average: float) -> NDArray[np.float64]:
    """Return what the length of texts adds to BM25's denominator; ``average`` is of them all."""
    return np.asarray(K1 * (1.0 - B + B * length.astype(np.float64) / max(average, 1e-9)))


def bm25(
    frequency: NDArray[np.floating], norm: NDArray[np.floating], idf: float
) -> NDArray[np.floating]:
    """Return the BM25 of one term in texts that hold it ``frequency`` times."""
    return np.asarray(idf * (K1 + 1.0) * (frequency / (frequency + norm)))
