"""Where a search put one memory that somebody expected: what each stage made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from memdesk.retrieval.explanation import Contribution, Group

Outcome = Literal[
    "shown",
    "folded",
    "below",
    "irrelevant",
    "missed",
    "rejected",
    "filtered",
    "trash",
    "gone",
    "unasked",
]
"""``folded``: under a result that says the same. ``below``: after the last place shown.
``irrelevant``: looked at, but with nothing in common with the question. ``missed``: not among the
candidates. ``rejected``: the answer as a whole was turned away. ``unasked``: there was no
question."""

StageName = Literal[
    "vault",
    "filters",
    "words",
    "meaning",
    "company",
    "relevance",
    "score",
    "folding",
    "confidence",
    "answer",
]
Verdict = Literal["passed", "missed", "stopped"]
"""``missed``: this way did not lead to the memory, another may have. ``stopped``: here it fell."""


@dataclass(frozen=True, slots=True)
class Stage:
    """What one stage of the search made of the memory, with a plain sentence.

    ``rank`` counts from 1 among ``of``. ``figure`` is in the stage's unit (a BM25 value, a
    centred cosine, a score), and ``cutoff`` the least of it that came through.
    """

    name: StageName
    verdict: Verdict
    text: str
    rank: int | None = None
    of: int | None = None
    figure: float | None = None
    cutoff: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory's score, its parts, and its rank (from 1) among the candidates."""

    id: int
    rank: int
    contributions: Sequence[Contribution]

    @property
    def score(self) -> float:
        """The sum of the contributions."""
        return float(sum(part.value for part in self.contributions))


@dataclass(frozen=True, slots=True)
class Placement:
    """The whole account of one memory.

    ``place`` (from 1) is its place in the list, or that of the result it is folded under, whose
    id is ``under``. ``own`` is its standing beside that of the ``first`` result and of the
    ``last`` shown; for a memory that was not among the candidates it is what it would have had
    there, and None for rankings that give such a memory no score. ``restrictions`` are the
    filters and operators that leave it out, as they are typed.
    """

    id: int
    outcome: Outcome
    sentence: str
    stages: tuple[Stage, ...]
    shown: int = 0
    candidates: int = 0
    place: int | None = None
    rank: int | None = None
    own: Standing | None = None
    first: Standing | None = None
    last: Standing | None = None
    under: int | None = None
    restrictions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """One stage's contribution to the scores of three memories; None where there is none such."""

    stage: str
    group: Group
    own: float
    last: float | None
    first: float | None


def compared(placement: Placement) -> tuple[Compared, ...]:
    """Return the contributions of the memory beside those of the last shown and of the first.

    A stage that adds nothing to one of them is 0 there.
    """
    if placement.own is None:
        return ()
    standings = (placement.own, placement.last, placement.first)
    groups = {p.stage: p.group for one in standings if one is not None for p in one.contributions}
    own, last, first = map(_values, standings)
    return tuple(
        Compared(
            stage,
            group,
            own.get(stage, 0.0),
            None if placement.last is None else last.get(stage, 0.0),
            None if placement.first is None else first.get(stage, 0.0),
        )
        for stage, group in groups.items()
    )


def _values(standing: Standing | None) -> dict[str, float]:
    return {part.stage: part.value for part in standing.contributions} if standing else {}
