"""Fitting confidence: coefficients, and the thresholds of its three voices.

Conversations and chats differ, so both are fitted on: within each, questions that are answered
there and those that are not count half, and chats count as :data:`CHATS_COUNT` of all. Statements
that differ in a detail only are measured, not fitted on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memdesk.bench import logistic
from memdesk.bench.asked import Asked, Part
from memdesk.bench.suites.material import MISSES
from memdesk.retrieval.confidence import SETS, Coefficients, Figures

CHATS_COUNT = 0.4
MAY_BE_LOST = 0.02
MAY_BE_SURE = 0.10
PENALTY = 1e-2
_ENOUGH = 20
_FITTED_ON: tuple[Part, ...] = ("conversations", "sessions", "tuning")
_LIKE_CHATS: tuple[Part, ...] = ("tuning", "held out")
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The sets with thresholds. ``probabilities`` of a set are those of all the questions, each by
    a fit without its group; 0 where there was no candidate.
    """

    sets: Mapping[str, Coefficients]
    probabilities: Mapping[str, Scores]


def figures_of(name: str, one: Asked) -> Figures | None:
    """Return what a set reads of a question."""
    return one.words if name == "words" else one.figures


def answered(name: str, asked: Iterable[Asked]) -> NDArray[np.bool_]:
    """Return which questions were answered among the first ten."""
    return np.array([o.answered_by_words if name == "words" else o.answered for o in asked])


def is_detail(one: Asked) -> bool:
    """Tell whether statements like the one asked for are there, of another person or date."""
    return one.kind == MISSES[1]


def fit(asked: Sequence[Asked]) -> Fitted:
    """Fit on all but what is held out, and read the thresholds from fits that leave groups out."""
    known = [one for one in asked if one.part in _FITTED_ON]
    sets = _sets(known)
    probabilities = {name: _probabilities(name, sets, asked) for name in sets}
    for group in dict.fromkeys(one.group for one in known):
        left_out = [at for at, one in enumerate(asked) if one.group == group]
        others = _sets([one for one in known if one.group != group])
        for name, scores in probabilities.items():
            by_others = _probabilities(name, others, [asked[at] for at in left_out])
            for at, probability in zip(left_out, by_others, strict=True):
                if asked[at].part in _FITTED_ON:
                    scores[at] = probability
    return Fitted(
        {name: _with_thresholds(name, sets[name], asked, probabilities[name]) for name in sets},
        probabilities,
    )


def write(fitted: Fitted, provenance: Mapping[str, Any], path: Path) -> None:
    """Write the file that :mod:`memdesk.retrieval.confidence` reads."""
    sets = {name: _rounded(asdict(one)) for name, one in fitted.sets.items()}
    data = {"sets": sets, "provenance": provenance}
    path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _rounded(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _rounded(value) for name, value in data.items()}
    return round(data, 6)


def _sets(asked: Sequence[Asked]) -> dict[str, Coefficients]:
    made = {}
    for name, names in SETS.items():
        rows = [one for one in asked if _is_fitted_on(name, one)]
        if rows:
            known = [figures for one in rows if (figures := figures_of(name, one)) is not None]
            made[name] = logistic.fit(
                names, known, answered(name, rows).tolist(), _shares(rows), penalty=PENALTY
            )
    return made


def _is_fitted_on(name: str, one: Asked) -> bool:
    if figures_of(name, one) is None or is_detail(one):
        return False
    return name == "meaning" or one.in_pairs == (name == "pairs")


def _shares(rows: Sequence[Asked]) -> Scores:
    chats = np.array([one.part in _LIKE_CHATS for one in rows])
    valid = np.array([one.valid for one in rows])
    shares = np.zeros(len(rows))
    for like, count in ((chats, CHATS_COUNT), (~chats, 1.0 - CHATS_COUNT)):
        for sort in (like & valid, like & ~valid):
            shares[sort] = count / 2 / max(int(sort.sum()), 1)
    return shares


def _probabilities(name: str, sets: Mapping[str, Coefficients], asked: Sequence[Asked]) -> Scores:
    fitted = sets.get(name)
    return np.array(
        [
            0.0
            if fitted is None or (known := figures_of(name, one)) is None
            else fitted.probability(known)
            for one in asked
        ]
    )


def _with_thresholds(
    name: str, fitted: Coefficients, asked: Sequence[Asked], scores: Scores
) -> Coefficients:
    """Take the most careful of what conversations and chats ask for.

    Below ``nothing_below`` are at most two in a hundred of the questions whose answer was among
    the first ten, from ``sure_from`` on at most one in ten of those that nothing answers.
    """
    nothing, sure = [], []
    for part in ("conversations", "tuning"):
        own = [at for at, one in enumerate(asked) if one.part == part and _is_fitted_on(name, one)]
        found = np.sort([scores[at] for at in own if asked[at].answered])
        misses = np.sort([scores[at] for at in own if not asked[at].valid])
        if len(found) >= _ENOUGH:
            nothing.append(float(found[int(MAY_BE_LOST * len(found))]))
        if len(misses) >= _ENOUGH:
            sure.append(float(misses[int((1.0 - MAY_BE_SURE) * len(misses))]))
    least = min(nothing, default=0.0)
    return replace(fitted, nothing_below=least, sure_from=max([*sure, least], default=1.0))
