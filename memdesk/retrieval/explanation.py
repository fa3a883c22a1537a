"""Why a result stands where it stands, in figures that add up.

The same object feeds the window, the command line and the JSON output. Its contributions sum to
the result's score to within 1e-9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Group = Literal[
    "keyword", "meaning", "conversation", "author", "time", "personal", "penalty", "normalisation"
]


@dataclass(frozen=True, slots=True)
class Contribution:
    """One stage's share of a score: ``value`` = ``weight`` × ``feature``.

    ``raw`` is the figure in its own unit (a BM25 value, a centred cosine, days, a count);
    ``feature`` the number the weight multiplies. ``detail`` says the raw figure in words
    (``bm25 7.42``), ready to show.
    """

    stage: str
    group: Group
    raw: float
    feature: float
    weight: float
    value: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark about a result (``superseded``, ``similar``, …) with its words."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that made a score. ``matched_terms`` are the question's words as typed."""

    contributions: Sequence[Contribution]
    matched_terms: tuple[str, ...] = ()
    sentence: str = ""
    notes: tuple[Note, ...] = ()
    ranks: tuple[tuple[str, int], ...] = ()
