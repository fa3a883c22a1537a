"""Words of memories that the posting arrays do not hold yet: new ones, and edited ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.text.terms import index_tokens
from memdesk.vault import memories
from memdesk.vault.postings import Segment

MOST = 1_000
"""Counting the words of so many takes a tenth of a second or two."""


class FreshWords:
    """Counts the words of fresh memories, each version of one once."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._counted: dict[int, tuple[int, Counter[str]]] = {}
        self._holding: Counter[str] | None = None
        self._ascending: list[str] | None = None
        self.complete = False
        self.mask: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)

    def refresh(self, connection: apsw.Connection, segments: Sequence[Segment]) -> None:
        """Count what has become fresh. :attr:`complete` is false if that would be too much.

        :attr:`mask`, ``(size,)``, marks what the segments no longer tell rightly.
        """
        columns = self._columns
        version, alive = columns.field("version"), columns.field("alive")
        self.mask = self._outdated(segments, version)
        fresh = np.flatnonzero(self.mask & alive)
        self._holding = self._ascending = None
        self.complete = len(fresh) <= MOST
        if not self.complete:
            return
        known = self._counted
        self._counted = {
            ordinal: known[ordinal]
            for ordinal in fresh.tolist()
            if ordinal in known and known[ordinal][0] == version[ordinal]
        }
        missing = [ordinal for ordinal in fresh.tolist() if ordinal not in self._counted]
        identifiers = columns.field("id")[missing].tolist()
        texts = memories.contents(connection, identifiers)
        for ordinal, identifier in zip(missing, identifiers, strict=True):
            words = Counter(index_tokens(texts[identifier]))
            self._counted[ordinal] = (int(version[ordinal]), words)

    def occurrences(self, term: str) -> tuple[Ordinals, NDArray[np.float32]]:
        """Return the fresh memories that hold a term, and how often."""
        found = [(o, words[term]) for o, (_, words) in self._counted.items() if term in words]
        ordinals = np.array([ordinal for ordinal, _ in found], dtype=np.int64)
        return ordinals, np.array([count for _, count in found], dtype=np.float32)

    def holding(self) -> Counter[str]:
        """Return how many of the fresh memories hold each term."""
        if self._holding is None:
            self._holding = Counter(term for _, words in self._counted.values() for term in words)
        return self._holding

    def beginning(self, prefix: str) -> dict[str, int]:
        """Return the terms that begin with ``prefix``, and how many of the fresh hold each."""
        holding = self.holding()
        if self._ascending is None:
            self._ascending = sorted(holding)
        first = bisect_left(self._ascending, prefix)
        begun = takewhile(lambda term: term.startswith(prefix), self._ascending[first:])
        return {term: holding[term] for term in begun}

    def _outdated(
        self, segments: Sequence[Segment], version: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        ids = self._columns.field("id")
        outdated = np.ones(self._columns.size, dtype=np.bool_)
        for segment in segments:
            first, end = np.searchsorted(ids, (segment.after, segment.last), side="right")
            outdated[first:end] = version[first:end] > segment.version
        return outdated
