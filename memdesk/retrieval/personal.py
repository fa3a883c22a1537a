"""The personal factors of all candidates at once, and how they read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Columns, Ordinals
from memdesk.retrieval import factors
from memdesk.vault.lookups import Use
from memdesk.vault.records import DEFAULT_IMPORTANCE

_DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Personal:
    """The factors of the candidates, each ``(candidates,)``; ``age_days`` is NaN without a date.

    ``values`` are what the weights of :data:`factors.NAMES` multiply, ``(candidates, 4)``.
    """

    age_days: NDArray[np.float64]
    retrievals: NDArray[np.int64]
    importance: NDArray[np.float64]
    pinned: NDArray[np.bool_]
    values: NDArray[np.float64]

    def words(self, at: int) -> tuple[tuple[float, str], ...]:
        """Return the raw figure and the words of each of :data:`factors.NAMES`."""
        age, retrievals = float(self.age_days[at]), int(self.retrievals[at])
        importance, pinned = float(self.importance[at]), bool(self.pinned[at])
        return (
            (0.0, "no date") if np.isnan(age) else (age, f"{age:.0f} days old"),
            (float(retrievals), f"{retrievals} retrievals"),
            (importance, f"importance {importance:.1f}"),
            (float(pinned), "pinned" if pinned else ""),
        )


def compute(columns: Columns, ordinals: Ordinals, uses: Sequence[Use], now: int) -> Personal:
    """Return the factors of memories at the moment ``now`` (UTC milliseconds).

    ``uses`` are how they were used; see :mod:`memdesk.retrieval.factors` for the formulas.
    """
    since = columns.field("created_at")[ordinals].copy()
    retrievals = np.zeros(len(ordinals), dtype=np.int64)
    for at, (looks, returned, last) in enumerate(uses):
        if last is not None:
            since[at] = last
        retrievals[at] = returned or looks
    known = since != NO_TIME
    age = np.where(known, (now - np.where(known, since, now)) / _DAY, np.nan)
    importance = columns.field("importance")[ordinals].astype(np.float64)
    pinned = columns.field("pinned")[ordinals]
    recency = np.exp2(-np.maximum(np.nan_to_num(age), 0.0) / factors.HALF_LIFE_DAYS) * known
    frequency = np.minimum(np.log1p(retrievals) / 10.0, 1.0)
    values = np.column_stack([recency, frequency, importance - DEFAULT_IMPORTANCE, pinned])
    return Personal(age, retrievals, importance, pinned, values)
