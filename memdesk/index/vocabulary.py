"""The words of the vault as arrays, to look up hundreds of terms at once.

Of the index's terms only those of a to z, as long as a word may be: what typed words can be
mended into. About 28 bytes a term.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.vault import postings
from memdesk.vault.postings import Segment

LONGEST = 24
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Terms ascending as bytes, and about how many memories hold each."""

    terms: NDArray[np.bytes_]
    counts: NDArray[np.int64]

    def counts_of(self, terms: Sequence[str]) -> NDArray[np.int64]:
        """Return how many memories hold each of ``terms``; 0 for what is no word of the vault."""
        asked = np.array([term.encode() for term in terms], dtype=np.bytes_)
        places = np.searchsorted(self.terms, asked)
        known = places < len(self.terms)
        known[known] = self.terms[places[known]] == asked[known]
        counts = np.zeros(len(terms), dtype=np.int64)
        counts[known] = self.counts[places[known]]
        return counts

    def counts_beginning(self, prefixes: Sequence[str]) -> NDArray[np.int64]:
        """Return how many memories hold words that begin with each, several words added up."""
        asked = [prefix.encode() for prefix in prefixes]
        first = np.searchsorted(self.terms, np.array(asked, dtype=np.bytes_))
        end = np.searchsorted(self.terms, np.array([p + b"~" for p in asked], dtype=np.bytes_))
        total = np.concatenate([[0], np.cumsum(self.counts)])
        return np.asarray(total[end] - total[first])

    def beginning(self, prefix: str) -> list[tuple[str, int]]:
        """Return the terms that begin with ``prefix`` and their counts, by term."""
        first, end = np.searchsorted(self.terms, np.array([prefix, f"{prefix}~"], dtype=np.bytes_))
        return [
            (term.decode(), int(count))
            for term, count in zip(self.terms[first:end], self.counts[first:end], strict=True)
        ]


def stored(connection: apsw.Connection, segments: Sequence[Segment]) -> Vocabulary:
    """Return the words of the posting arrays."""
    return of(item for segment in segments for item in postings.terms(connection, segment))


def of(found: Iterable[tuple[str, int]]) -> Vocabulary:
    """Return a vocabulary of terms with counts; those of the same term are added up."""
    sums: dict[bytes, int] = {}
    for term, count in found:
        if _SHORTEST <= len(term) <= LONGEST and term.isascii() and term.isalpha():
            data = term.encode()
            sums[data] = sums.get(data, 0) + count
    terms = sorted(sums)
    return Vocabulary(
        np.array(terms, dtype=f"S{LONGEST}"), np.array([sums[t] for t in terms], dtype=np.int64)
    )


def together(parts: Sequence[Vocabulary]) -> Vocabulary:
    """Return several vocabularies as one."""
    filled = [part for part in parts if len(part.terms)]
    if len(filled) <= 1:
        return filled[0] if filled else parts[0]
    terms, places = np.unique(np.concatenate([p.terms for p in filled]), return_inverse=True)
    counts = np.bincount(places, weights=np.concatenate([p.counts for p in filled]))
    return Vocabulary(terms, counts.astype(np.int64))
