"""The four personal factors: how recent, how often returned, how important, pinned.

Recency and frequency follow MemX (arXiv 2603.16171): recency 2^(−age in days / 30) counted from
the last retrieval, else from creation; frequency min(1, ln(n + 1) / 10), n the retrievals, or
the looks where there are none. Importance counts from its default, so that a vault nobody has
rated is ranked by relevance alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from memdesk.vault.records import DEFAULT_IMPORTANCE

HALF_LIFE_DAYS = 30.0
_DAY = 86_400_000
NAMES = ("recency", "frequency", "importance", "pin")


@dataclass(frozen=True, slots=True)
class PersonalFactors:
    """Raw figures of one memory: age in days, number of retrievals, importance, pinned."""

    age_days: float | None
    retrievals: int
    importance: float
    pinned: bool

    @property
    def recency(self) -> float:
        """2^(−age / 30 days), 0 where the memory has no date."""
        if self.age_days is None:
            return 0.0
        return float(2.0 ** (-max(self.age_days, 0.0) / HALF_LIFE_DAYS))

    @property
    def frequency(self) -> float:
        """min(1, ln(n + 1) / 10)."""
        return min(1.0, math.log(self.retrievals + 1) / 10.0)


def personal_factors(
    *,
    now: int,
    created_at: int | None,
    last_retrieved_at: int | None,
    access_count: int,
    retrieval_count: int,
    importance: float = DEFAULT_IMPORTANCE,
    pinned: bool = False,
) -> PersonalFactors:
    """Return a memory's factors at the moment ``now``; times in UTC milliseconds."""
    since = created_at if last_retrieved_at is None else last_retrieved_at
    return PersonalFactors(
        age_days=None if since is None else (now - since) / _DAY,
        retrievals=retrieval_count or access_count,
        importance=importance,
        pinned=pinned,
    )
