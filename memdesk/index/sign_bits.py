"""One bit for each component of each vector: a first look at all of them, by Hamming distance.

The bits lie in 64-bit words, all rows' first word, then all rows' second: so distances are added
up in a few passes over arrays that are read from front to back.

What comes nearest is looked at once more, with a sign that differs counting as much as the
direction's component weighs: its size in three binary digits, and for each digit the differing
signs of the components that have it are counted as before. The rows' own sizes are not known, the
direction's are; knowing one of the two orders the rows much better (RaBitQ, arXiv 2405.12497).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_WORD = 64
_FEW = 3
_DIGITS = 3
# The few largest components would leave the others too little of the scale.
_FULL_SCALE = 0.98


class SignBits:
    """The signs of centred rows, by row."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._words = np.zeros((-(-dimensions // _WORD), 0), dtype=np.uint64)

    def grow(self, size: int, capacity: int) -> None:
        """Make room for ``capacity`` rows and keep the first ``size``."""
        grown = np.zeros((len(self._words), capacity), dtype=np.uint64)
        grown[:, :size] = self._words[:, :size]
        self._words = grown

    def put(self, first: int, centred: NDArray[np.float32]) -> None:
        """Take the signs of rows, ``(n, dimensions)``, as those from row ``first`` on."""
        self._words[:, first : first + len(centred)] = self._packed(centred)

    def near(
        self,
        direction: NDArray[np.float32],
        searched: NDArray[np.bool_],
        count: int,
        looked_at: int,
    ) -> NDArray[np.int64]:
        """Return about the ``count`` nearest of the rows that are ``searched``, and their equals.

        They are chosen among the ``looked_at`` of the smallest Hamming distance. ``searched`` is
        ``(size,)``; the rows come ascending, fewer if no more are searched.
        """
        distance = self._distances(direction, len(searched))
        if not searched.all():
            distance[~searched] = self._dimensions + 1
        within = np.cumsum(np.bincount(distance, minlength=self._dimensions + 2))
        furthest = min(int(np.searchsorted(within, looked_at)), self._dimensions)
        rows = np.flatnonzero(distance <= furthest)
        if len(rows) <= count:
            return rows
        weighed = self._weighed_distances(direction, rows)
        furthest = int(np.partition(weighed, count - 1)[count - 1])
        return rows[weighed <= furthest]

    def nearest_of(
        self, direction: NDArray[np.float32], rows: NDArray[np.int64], count: int
    ) -> NDArray[np.int64]:
        """Return the ``count`` nearest of some rows, in no order; all of them if they are fewer."""
        if len(rows) <= count:
            return rows
        distance = np.zeros(len(rows), dtype=np.uint16)
        for words, wanted in zip(self._words, self._packed(direction[None, :])[:, 0], strict=True):
            distance += np.bitwise_count(words[rows] ^ wanted)
        return rows[np.argpartition(distance, count - 1)[:count]]

    def _distances(self, direction: NDArray[np.float32], size: int) -> NDArray[np.uint16]:
        """Return in how many signs each of the first ``size`` rows differs from a direction."""
        wanted = self._packed(direction[None, :])[:, 0]
        differing = (words[:size] ^ one for words, one in zip(self._words, wanted, strict=True))
        return _counted(differing, np.zeros(size, dtype=np.uint16))

    def _weighed_distances(
        self, direction: NDArray[np.float32], rows: NDArray[np.int64]
    ) -> NDArray[np.uint16]:
        """Return the sum of the direction's sizes, 0 to 7, where the rows' signs differ."""
        sizes = _levels(direction)
        differing = self._words[:, rows] ^ self._packed(direction[None, :])
        total = np.zeros(len(rows), dtype=np.uint16)
        for digit in reversed(range(_DIGITS)):
            having = self._packed((sizes[None, :] >> digit & 1).astype(np.float32))[:, 0]
            total <<= np.uint16(1)
            _counted((words & one for words, one in zip(differing, having, strict=True)), total)
        return total

    def _packed(self, rows: NDArray[np.float32]) -> NDArray[np.uint64]:
        """Return the signs of rows as words, ``(words, n)``."""
        bits = np.packbits(rows > 0, axis=1)
        whole = np.zeros((len(rows), len(self._words) * _WORD // 8), dtype=np.uint8)
        whole[:, : bits.shape[1]] = bits
        return whole.view(np.uint64).T


def _counted(words: Iterable[NDArray[np.uint64]], total: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Add the number of bits that are set in each row's words to ``total``, and return it."""
    # The counts of a few words fit into bytes, which are added up several times as fast.
    few = np.zeros(len(total), dtype=np.uint8)
    for place, one in enumerate(words, 1):
        few += np.bitwise_count(one)
        if place % _FEW == 0:
            total += few
            few[:] = 0
    total += few
    return total


def _levels(direction: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return how much each component weighs, 0 to 7."""
    sizes = np.abs(direction)
    scale = max(float(np.quantile(sizes, _FULL_SCALE)), 1e-12)
    top = (1 << _DIGITS) - 1
    return np.minimum((sizes / scale * top).round(), top).astype(np.int64)
