"""The four personal factors: how recent, how often returned, how important, pinned.

Recency and frequency follow MemX (arXiv 2603.16171): recency 2^(−age in days / 30) counted from
the last retrieval, else from creation, 0 without a date; frequency min(1, ln(n + 1) / 10), n the
retrievals, or the looks where there are none. Importance counts from its default, so that a vault
nobody has rated is ranked by relevance alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Columns, Ordinals
from memdesk.vault.lookups import Use
from memdesk.vault.records import DEFAULT_IMPORTANCE

HALF_LIFE_DAYS = 30.0
_DAY = 86_400_000
NAMES = ("recency", "frequency", "importance", "pin")


@dataclass(frozen=True, slots=True)
class Factors:
    """The raw figures of memories, each ``(n,)``; ``age_days`` is NaN without a date.

    ``values`` are what the weights of :data:`NAMES` multiply, ``(n, 4)``.
    """

    age_days: NDArray[np.float64]
    retrievals: NDArray[np.int64]
    importance: NDArray[np.float64]
    pinned: NDArray[np.bool_]
    values: NDArray[np.float64]

    def words(self, at: int) -> tuple[tuple[float, str], ...]:
        """Return the raw figure and the words of each of :data:`NAMES`."""
        age, retrievals = float(self.age_days[at]), int(self.retrievals[at])
        importance, pinned = float(self.importance[at]), bool(self.pinned[at])
        return (
            (0.0, "no date") if np.isnan(age) else (age, f"{age:.0f} days old"),
            (float(retrievals), f"{retrievals} retrievals"),
            (importance, f"importance {importance:.1f}"),
            (float(pinned), "pinned" if pinned else ""),
        )


def compute(columns: Columns, ordinals: Ordinals, uses: Sequence[Use], now: int) -> Factors:
    """Return the factors of memories at the moment ``now`` (UTC milliseconds).

    ``uses`` are how they were used, in the same order.
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
    recency = np.exp2(-np.maximum(np.nan_to_num(age), 0.0) / HALF_LIFE_DAYS) * known
    frequency = np.minimum(np.log1p(retrievals) / 10.0, 1.0)
    values = np.column_stack([recency, frequency, importance - DEFAULT_IMPORTANCE, pinned])
    return Factors(age, retrievals, importance, pinned, values)
