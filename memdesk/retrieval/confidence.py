"""How probable it is that something relevant is among the first answers.

A logistic model: p = 1 / (1 + exp(-(b + Σ w·x))) over a few plain figures of the candidates, in
three sets: *both* words and meaning; *words* where the question was not compared by meaning;
*meaning* alone. ``memdesk bench foreign`` fits and measures it; a search does not use it yet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval.features import NAMES, FeatureTable
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool

Figures = Mapping[str, float]

SETS: dict[str, tuple[str, ...]] = {
    "both": (
        "agreement",
        "covered",
        "absent",
        "nearest",
        "first_meaning",
        "mean",
        "spread",
        "lead",
        "stands_out",
        "vault",
    ),
    "meaning": ("nearest", "first_meaning", "mean", "spread", "stands_out", "vault"),
    "words": ("covered", "window", "rarity", "absent", "lead", "vault"),
}
"""The figures of each set of coefficients; see :func:`figures`."""

_FIRST = 10
_LARGEST_GAIN = 2.2  # BM25 can at most be k1 + 1 times the idf.


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One fitted set. Figures are held within ``least`` and ``most``, the range they had."""

    intercept: float
    weights: Mapping[str, float]
    least: Mapping[str, float]
    most: Mapping[str, float]

    def probability(self, figures: Figures) -> float:
        """Return the model's probability for a question."""
        total = self.intercept
        for name, weight in self.weights.items():
            total += weight * min(max(figures[name], self.least[name]), self.most[name])
        return 1.0 / (1.0 + math.exp(-total))


def figures(
    question: Question, pool: Pool, table: FeatureTable, scores: NDArray[np.float64], vault: int
) -> dict[str, float]:
    """Return the figures of a question with at least one candidate.

    ``scores`` are the candidates', ``vault`` the number of memories. Words are the question's
    without names, shares of them weighed by idf. ``covered``: the most that a memory and its two
    neighbours hold. ``agreement``: half of that and the centred cosine, of the memory where the
    sum is largest. ``absent``: the share that occurs nowhere. ``rarity``: the summed idf of what
    one memory holds over the most that one idf can be. ``window``: the best BM25 of five turns
    over the most it could be. ``nearest`` and ``first_meaning``: the centred cosine of the
    nearest and of the first; ``mean`` and ``spread`` of the vault's cosines; ``stands_out``: from
    the nearest to the tenth. ``lead``: score of the first over the median. ``vault``:
    ln(1 + memories).
    """
    raw = {name: table.raw[:, at] for at, name in enumerate(NAMES)}
    asked = list(zip(pool.postings, question.terms, strict=True))
    asked = [one for one in asked if not one[1].is_name] or asked
    total = sum(posting.idf for posting, _ in asked) or 1.0
    absent = sum(posting.idf for posting, _ in asked if not len(posting.ordinals))
    most = math.log1p(max(vault, 1))
    first = int(np.argmax(scores))
    cosine = raw["meaning"]
    nearness = np.maximum(cosine, raw["near_context"])
    sorted_cosine = np.sort(cosine)[::-1]
    known = pool.nearness
    return {
        "agreement": float((0.5 * raw["context_words"] + nearness).max()),
        "covered": float(raw["context_words"].max()),
        "absent": absent / total,
        "rarity": float(raw["words"].max()) * total / most,
        "window": float(raw["window_keyword"].max()) / (_LARGEST_GAIN * total),
        "nearest": float(cosine.max()),
        "first_meaning": float(cosine[first]),
        "mean": known.mean if known else 0.0,
        "spread": known.deviation if known else 0.0,
        "stands_out": float(sorted_cosine[0] - sorted_cosine[min(_FIRST, len(cosine)) - 1]),
        "lead": float(scores[first] - np.median(scores)),
        "vault": most,
    }
