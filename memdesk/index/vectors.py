"""The vectors of all passages in memory, and finding the nearest to a question.

Embeddings of this kind crowd into a narrow cone (the mean cosine of any two is high), so the
vault's centre is subtracted before anything is compared: figures are *centred cosines*. Texts in
one writing system crowd together once more, whatever they say, and would hide an answer in
another; so the centre lies halfway between the vault's and that of the text's own writing system.

A vault of many passages is searched in three steps: the signs of the centred components (one bit
each) choose candidates by Hamming distance, then fewer by the distance that knows what the
question's components weigh, and the exact cosines of these are taken from the float16 rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.index.halves import BLOCK, to_float32
from memdesk.index.sign_bits import SignBits
from memdesk.vault import vectors as stored

_EXACT_UP_TO = 30_000
# Of all rows by Hamming distance, and of these by the weighed one. At 220,000 that gives the
# bench's vectors a recall@20 of .992; 5 % by Hamming distance alone gave .973.
_LOOKED_AT_SHARE = 0.16
_RESCORED_SHARE = 0.03
_RESCORED_AT_LEAST = 4_000
_COMPARED_OF_PART = 400
# In a million these lose nothing against the shares, in two thirds of their time.
_LOOKED_AT_AT_MOST = 100_000
_RESCORED_AT_MOST = 15_000
_CENTRE_SAMPLE = 20_000
_SPREAD_SAMPLE = 4_096
_GROWTH = 1.25
_LOADED_GROWTH = 4
# A text at the centre itself has no direction: what is left of it is float16's rounding.
_SMALLEST_NORM = 1e-3
# Measured on the demo vault: at 0 an English question finds one of nine Chinese statements among
# five, at 0.5 four; beyond 0.6 Chinese questions lose Chinese statements.
_WRITING_SHARE = 0.5
_WRITING_PRIOR = 20

# The arrays that have an entry for each row.
_BY_ROW = (
    "_rows",
    "_norms",
    "_numbers",
    "_passages",
    "_owners",
    "_writings",
    "_alive",
)

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a question is to memories: the best passage of each counts.

    ``ordinals`` ascending with their ``cosine`` (centred) and the ``passage`` it belongs to;
    ``mean`` and ``deviation`` describe the cosines over the whole vault, for z-scores.
    """

    ordinals: Ordinals
    cosine: NDArray[np.float64]
    passage: NDArray[np.int64]
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Aim:
    """A question's vector as seen from the centre of its writing system, at unit length."""

    direction: Matrix


class VectorIndex:
    """All vectors of one model, following the vault as it is embedded and edited."""

    def __init__(self, columns: Columns, model: int, dimensions: int) -> None:
        self.model = model
        self.dimensions = dimensions
        self._columns = columns
        self._last = 0
        self._size = 0
        self._rows = np.zeros((0, dimensions), dtype=np.float16)
        self._signs = SignBits(dimensions)
        self._norms = np.zeros(0, dtype=np.float32)
        self._numbers = np.zeros(0, dtype=np.int64)
        self._passages = np.zeros(0, dtype=np.int64)
        self._owners = np.zeros(0, dtype=np.int64)
        self._alive = np.zeros(0, dtype=np.bool_)
        self._writings = np.zeros(0, dtype=np.int16)
        self._centres = np.zeros((1, dimensions), dtype=np.float32)
        self._centred_at = 0
        self._loading = True
        self._first_row = np.zeros(0, dtype=np.int64)
        self._by_owner = np.zeros(0, dtype=np.int64)
        self._sorted_owners = np.zeros(0, dtype=np.int64)
        self._sample: Matrix | None = None

    @property
    def count(self) -> int:
        """How many passages can be found by meaning."""
        return int(self._alive[: self._size].sum())

    def refresh(
        self, connection: apsw.Connection, changed: Ordinals, *, blocks: int | None = None
    ) -> bool:
        """Take over new vectors, and those of memories that left or came back.

        ``changed`` are the memories that may have changed since the last refresh. ``blocks``
        limits how much is read at once; returns whether that was all there is.
        """
        self._follow(connection, changed)
        if not self._size:
            # Room for all at once: growing step by step would copy everything again and again.
            embedded = stored.embedded_count(connection, self.model)
            if embedded:
                self._grow(embedded)
        former = self._size
        found = stored.since(connection, self.model, self._last, self.dimensions)
        taken = 0
        try:
            for numbers, rows in itertools.islice(found, blocks):
                taken += 1
                if not self._append(numbers, rows):
                    break
        finally:
            # Also when the reading was interrupted: the next refresh goes on from here.
            if self._size > former:
                self._replace_former(former)
                self._arrange()
        complete = taken != blocks
        if complete and self._loading:
            self._loading = False
            if self._centred_at != self._size:
                # In however many steps it was loaded, the centre is the same.
                self._recentre()
        return complete

    def aim(self, question: Matrix, writing: int) -> Aim:
        """Return what the other methods take for a question vector, ``(dimensions,)``.

        ``writing`` is the number of the question's writing system, -1 for one that no memory has.
        """
        direction = question - self._centre_of(np.array([writing]))[0]
        return Aim(direction / max(float(np.linalg.norm(direction)), 1e-12))

    def nearest(
        self,
        aim: Aim,
        count: int,
        allowed: NDArray[np.bool_] | None = None,
        *,
        exact: bool = False,
    ) -> Nearness | None:
        """Return the memories nearest to a question; None if there are no rows.

        The ``count`` nearest passages are covered; ``allowed`` (by ordinal) restricts them.
        ``exact`` compares every row, as is done anyway where there are few: for measuring.
        """
        if not self.count:
            return None
        searched = self._alive[: self._size]
        if allowed is not None and not allowed.all():
            searched = searched & allowed[self._owners[: self._size]]
        if not searched.any():
            return None
        if exact or self._size <= _EXACT_UP_TO:
            rows = np.flatnonzero(searched)
        else:
            rows = self._candidates(aim.direction, count, searched)
        cosines = self._cosines(rows, aim)
        sample = self._spread(aim)
        keep = min(count, len(rows))
        best = np.argpartition(-cosines, keep - 1)[:keep] if keep < len(rows) else slice(None)
        return self._by_memory(rows[best], cosines[best], sample)

    def nearest_of(self, ordinals: Ordinals, aim: Aim, count: int) -> Ordinals:
        """Return the ``count`` nearest of some memories, nearest first; fewer if not embedded.

        Of many passages those that differ in the fewest signs are compared.
        """
        rows, _ = self._rows_of(ordinals)
        rows = self._signs.nearest_of(aim.direction, rows, max(_COMPARED_OF_PART, count))
        rows = rows[np.lexsort((rows, -self._cosines(rows, aim)))]
        owners = self._owners[rows]
        _, first = np.unique(owners, return_index=True)
        return np.asarray(owners[np.sort(first)][:count])

    def cosines_of(self, ordinals: Ordinals, aim: Aim) -> NDArray[np.float64]:
        """Return each memory's best centred cosine; NaN where nothing is embedded yet."""
        result = np.full(len(ordinals), np.nan)
        rows, places = self._rows_of(ordinals)
        if len(rows):
            best = np.full(len(ordinals), -np.inf)
            np.maximum.at(best, places, self._cosines(rows, aim))
            result[best > -np.inf] = best[best > -np.inf]
        return result

    def window_cosines(
        self, windows: NDArray[np.int64], aim: Aim, *weightings: Sequence[float]
    ) -> list[NDArray[np.float64]]:
        """Return the centred cosines of the mean vector of each window of memories.

        ``windows`` is ``(n, w)`` ordinals, -1 for none; a memory counts by its opening passage,
        and each place of the window by its weight. Cosines come ``(n,)`` for each weighting, NaN
        where no memory of some weight is embedded. Averaging the vectors of neighbouring turns
        stands for embedding them as one text.
        """
        if not self._size:
            return [np.full(len(windows), np.nan) for _ in weightings]
        located = np.full(windows.shape, -1, dtype=np.int64)
        inside = (windows >= 0) & (windows < len(self._first_row))
        located[inside] = self._first_row[windows[inside]]
        # Windows overlap, so each row is converted once; the first stands for "none".
        rows, places = np.unique(located, return_inverse=True)
        vectors = self._centred(rows)
        vectors[rows < 0] = 0.0
        places = places.reshape(windows.shape)
        totals = [np.zeros((len(windows), self.dimensions), np.float32) for _ in weightings]
        for at in range(windows.shape[1]):
            part = vectors[places[:, at]]
            for total, weights in zip(totals, weightings, strict=True):
                if weights[at]:
                    total += part if weights[at] == 1.0 else part * np.float32(weights[at])
        return [
            np.where(
                (located[:, np.array(weights) > 0] >= 0).any(axis=1),
                (total @ aim.direction) / np.maximum(np.linalg.norm(total, axis=1), _SMALLEST_NORM),
                np.nan,
            ).astype(np.float64)
            for total, weights in zip(totals, weightings, strict=True)
        ]

    def _centre_of(self, writings: NDArray[Any]) -> Matrix:
        """Return the centre for each writing system's number, the vault's own for unknown ones."""
        known = (writings >= 0) & (writings < len(self._centres))
        return np.asarray(self._centres[np.where(known, writings, 0)])

    def _append(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> bool:
        """Add a block of rows; False if some have to wait for a later refresh."""
        columns = self._columns
        owners = np.searchsorted(columns.field("id"), numbers[:, 2])
        known = (owners < columns.size) & (
            columns.field("id")[np.minimum(owners, columns.size - 1)] == numbers[:, 2]
        )
        # A memory newer than the columns comes with a later refresh, so its vectors wait too.
        complete = bool(known.all())
        if not complete:
            stop = int(np.argmin(known))
            numbers, rows, owners = numbers[:stop], rows[:stop], owners[:stop]
            if not len(numbers):
                return False
        needed = self._size + len(rows)
        if len(self._rows) < needed:
            self._grow(max(needed, len(self._rows) * 3 // 2, 1024))
        new = slice(self._size, needed)
        self._rows[new] = rows
        self._numbers[new] = numbers[:, 0]
        self._passages[new] = numbers[:, 1]
        self._owners[new] = owners
        self._writings[new] = columns.field("writing")[owners]
        self._alive[new] = True
        self._derive(self._size, needed)
        self._size = needed
        self._last = max(self._last, int(numbers[-1, 0]))
        return complete

    def _replace_former(self, former: int) -> None:
        """Drop rows before ``former`` whose passage was embedded again since."""
        again = np.isin(self._passages[:former], self._passages[former : self._size])
        self._alive[:former][again] = False

    def _grow(self, capacity: int) -> None:
        for name in _BY_ROW:
            held = getattr(self, name)
            grown = np.zeros((capacity, *held.shape[1:]), dtype=held.dtype)
            grown[: self._size] = held[: self._size]
            setattr(self, name, grown)
        self._signs.grow(self._size, capacity)

    def _derive(self, first: int, last: int) -> None:
        """Compute norms and sign bits of rows [first, last) around the present centre."""
        for start in range(first, last, BLOCK):
            stop = min(start + BLOCK, last)
            centred = self._centred(np.arange(start, stop))
            self._norms[start:stop] = np.maximum(np.linalg.norm(centred, axis=1), _SMALLEST_NORM)
            self._signs.put(start, centred)

    def _centred(self, rows: NDArray[np.int64]) -> Matrix:
        """Return rows as seen from the centre of their writing system, ``(n, dimensions)``."""
        numbers = to_float32(self._rows[rows])
        numbers -= self._centre_of(self._writings[rows])
        return numbers

    def _recentre(self) -> None:
        """Compute the centres from an even sample; number 0 is the vault's own.

        A writing system of few passages is pulled towards the vault's centre, so that a handful
        of statements on one subject does not pass for a language.
        """
        alive = np.flatnonzero(self._alive[: self._size])
        chosen = alive[:: max(len(alive) // _CENTRE_SAMPLE, 1)]
        sample = to_float32(self._rows[chosen])
        writings = self._writings[chosen]
        vault = sample.mean(axis=0)
        self._centres = np.tile(vault, (int(writings.max()) + 1, 1))
        for writing in np.unique(writings):
            own = sample[writings == writing]
            share = _WRITING_SHARE * len(own) / (len(own) + _WRITING_PRIOR)
            self._centres[writing] = vault + share * (own.mean(axis=0) - vault)
        self._centred_at = self._size
        self._derive(0, self._size)

    def _arrange(self) -> None:
        """Derive what depends on all rows."""
        self._sample = None
        # While loading, what is there already is searched meanwhile; the end recentres anyway.
        if self._size >= (_LOADED_GROWTH if self._loading else _GROWTH) * self._centred_at:
            self._recentre()
        self._locate()

    def _locate(self) -> None:
        """Note for every memory the row of its first passage, -1 without one."""
        first = np.full(self._columns.size, -1, dtype=np.int64)
        rows = np.flatnonzero(self._alive[: self._size])
        # Ids ascend within a memory: writing in descending order leaves the lowest standing.
        order = rows[np.argsort(-self._passages[rows], kind="stable")]
        first[self._owners[order]] = order
        self._first_row = first
        self._by_owner = rows[np.argsort(self._owners[rows], kind="stable")]
        self._sorted_owners = self._owners[self._by_owner]

    def _follow(self, connection: apsw.Connection, changed: Ordinals) -> None:
        """Bring the rows of changed memories up to what the vault holds of them now.

        Only vectors up to the last one seen are looked at; newer ones come by themselves.
        """
        if not self._last or not len(changed):
            return
        ids = self._columns.field("id")[changed]
        present = np.array(
            stored.of_memories(connection, self.model, ids.tolist(), self._last), dtype=np.int64
        )
        rows = np.flatnonzero(np.isin(self._owners[: self._size], changed))
        numbers = self._numbers[rows]
        self._alive[rows] = np.isin(numbers, present)
        # Memories that lay in the trash when the vectors were loaded have no rows yet.
        missing = np.setdiff1d(present, numbers)
        try:
            for block, vectors in stored.numbered(connection, missing.tolist(), self.dimensions):
                self._append(block, vectors)
        finally:
            self._arrange()

    def _candidates(
        self, direction: Matrix, count: int, searched: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        share = min(int(self._size * _RESCORED_SHARE), _RESCORED_AT_MOST)
        rescored = max(share, _RESCORED_AT_LEAST, count)
        looked_at = min(int(self._size * _LOOKED_AT_SHARE), _LOOKED_AT_AT_MOST)
        looked_at = max(looked_at, 2 * rescored)
        return self._signs.near(direction, searched, rescored, looked_at)

    def _cosines(self, rows: NDArray[np.int64], aim: Aim) -> NDArray[np.float64]:
        result = np.empty(len(rows), dtype=np.float64)
        offsets = self._centres @ aim.direction
        for start in range(0, len(rows), BLOCK):
            part = rows[start : start + BLOCK]
            dots = to_float32(self._rows[part]) @ aim.direction
            writings = self._writings[part]
            offset = offsets[np.where(writings < len(offsets), writings, 0)]
            result[start : start + len(part)] = (dots - offset) / self._norms[part]
        return result

    def _spread(self, aim: Aim) -> tuple[float, float]:
        """Return mean and deviation of the cosines, read from an even sample of the rows."""
        if self._sample is None:
            alive = np.flatnonzero(self._alive[: self._size])
            rows = alive[:: max(len(alive) // _SPREAD_SAMPLE, 1)]
            self._sample = self._centred(rows) / self._norms[rows][:, None]
        cosines = (self._sample @ aim.direction).astype(np.float64)
        return float(cosines.mean()), max(float(cosines.std()), 1e-3)

    def _by_memory(
        self, rows: NDArray[np.int64], cosines: NDArray[np.float64], spread: tuple[float, float]
    ) -> Nearness:
        order = np.lexsort((-cosines, self._owners[rows]))
        rows, cosines = rows[order], cosines[order]
        owners, first = np.unique(self._owners[rows], return_index=True)
        return Nearness(owners, cosines[first], self._passages[rows[first]], *spread)

    def _rows_of(self, ordinals: Ordinals) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the rows of the given memories, and for each row the place of its memory."""
        if not self._size:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        left = np.searchsorted(self._sorted_owners, ordinals, side="left")
        right = np.searchsorted(self._sorted_owners, ordinals, side="right")
        counts = right - left
        places = np.repeat(np.arange(len(ordinals)), counts)
        steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        return self._by_owner[np.repeat(left, counts) + steps], places

    def passage_of(self, ordinals: Ordinals, aim: Aim) -> dict[int, int]:
        """Return for each embedded memory the id of its passage nearest to the question."""
        rows, places = self._rows_of(ordinals)
        if not len(rows):
            return {}
        cosines = self._cosines(rows, aim)
        best: dict[int, int] = {}
        for at in np.argsort(cosines, kind="stable"):
            best[int(ordinals[places[at]])] = int(self._passages[rows[at]])
        return best
