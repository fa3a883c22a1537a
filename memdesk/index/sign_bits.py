"""One bit for each component of each vector: a first look at all of them, by Hamming distance.

The bits lie in 64-bit words, all rows' first word, then all rows' second: so distances are added
up in a few passes over arrays that are read from front to back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_WORD = 64


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
        self, direction: NDArray[np.float32], searched: NDArray[np.bool_], count: int
    ) -> NDArray[np.int64]:
        """Return the ``count`` nearest of the rows that are ``searched``, and their equals.

        ``searched`` is ``(size,)``; the rows come ascending, fewer if no more are searched.
        """
        distance = self._distances(direction, len(searched))
        if not searched.all():
            distance[~searched] = self._dimensions + 1
        within = np.cumsum(np.bincount(distance, minlength=self._dimensions + 2))
        furthest = min(int(np.searchsorted(within, count)), self._dimensions)
        return np.flatnonzero(distance <= furthest)

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
        distance = np.zeros(size, dtype=np.uint16)
        for words, wanted in zip(self._words, self._packed(direction[None, :])[:, 0], strict=True):
            distance += np.bitwise_count(words[:size] ^ wanted)
        return distance

    def _packed(self, rows: NDArray[np.float32]) -> NDArray[np.uint64]:
        """Return the signs of rows as words, ``(words, n)``."""
        bits = np.packbits(rows > 0, axis=1)
        whole = np.zeros((len(rows), len(self._words) * _WORD // 8), dtype=np.uint8)
        whole[:, : bits.shape[1]] = bits
        return whole.view(np.uint64).T
