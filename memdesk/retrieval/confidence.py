"""How probable it is that something relevant is among the first answers.

A logistic model: p = 1 / (1 + exp(-(b + Σ w·x))) over a few plain figures of the candidates.
Coefficients and thresholds are data (``confidence.json``), written by ``memdesk bench foreign
--fit``. There are four sets: *both* words and meaning; *pairs*, the same for questions written
without spaces, whose words are known as pairs of characters only; *meaning* where the nearest
memory is in another writing system and can have no word of the question; *words* where the
question was not compared by meaning.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval.features import FeatureTable
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.voice import Voice
from memdesk.text.terms import is_unspaced

Figures = Mapping[str, float]

SETS: dict[str, tuple[str, ...]] = {
    "both": (
        "agreement",
        "covered",
        "absent",
        "first_meaning",
        "mean",
        "spread",
        "lead",
        "stands_out",
        "reach",
        "first_length",
        "words_rank",
        "vault",
    ),
    "pairs": (
        "first_context",
        "mean",
        "spread",
        "lead",
        "stands_out",
        "reach",
        "first_length",
        "meaning_rank",
    ),
    "meaning": ("nearest", "first_meaning", "mean", "spread", "stands_out", "vault"),
    "words": ("covered", "window", "rarity", "absent", "lead", "vault"),
}
"""The figures of each set of coefficients; see :func:`figures`."""

FILE = "confidence.json"
_FIRST = 10
_LARGEST_GAIN = 2.2  # BM25 can at most be k1 + 1 times the idf.
_LONG = 200


@dataclass(frozen=True, slots=True)
class Coefficients:
    """One fitted set. Figures are held within ``least`` and ``most``, the range they had.

    Below ``nothing_below`` an answer is turned away; from ``sure_from`` on it is given plainly.
    """

    intercept: float
    weights: Mapping[str, float]
    least: Mapping[str, float]
    most: Mapping[str, float]
    nothing_below: float = 0.0
    sure_from: float = 1.0

    def probability(self, figures: Figures) -> float:
        """Return the model's probability for a question."""
        total = self.intercept
        for name, weight in self.weights.items():
            total += weight * min(max(figures[name], self.least[name]), self.most[name])
        return 1.0 / (1.0 + math.exp(-total))

    def voice(self, probability: float) -> Voice:
        """Return the voice that a probability is given in."""
        if probability < self.nothing_below:
            return "nothing"
        return "sure" if probability >= self.sure_from else "unsure"


def read(data: Mapping[str, Any]) -> Coefficients:
    """Return a set of coefficients from its JSON shape."""
    return Coefficients(
        intercept=data["intercept"],
        weights=data["weights"],
        least=data["least"],
        most=data["most"],
        nothing_below=data["nothing_below"],
        sure_from=data["sure_from"],
    )


@lru_cache(maxsize=1)
def load() -> Mapping[str, Coefficients]:
    """Return the sets that memdesk comes with."""
    text = resources.files(__package__ or "").joinpath(FILE).read_text("utf-8")
    return {name: read(data) for name, data in json.loads(text)["sets"].items()}


def basis(question: Question, pool: Pool, table: FeatureTable, writings: NDArray[np.int64]) -> str:
    """Return which set judges; ``writings`` are the candidates' writing systems."""
    if pool.nearness is None:
        return "words"
    nearest = int(np.argmax(table.raw_of("meaning")))
    if writings[nearest] != question.writing:
        return "meaning"
    return "pairs" if is_in_pairs(question) else "both"


def is_in_pairs(question: Question) -> bool:
    """Tell whether most of a question's terms are pairs of characters rather than words."""
    pairs = sum(is_unspaced(term.word) for term in question.terms)
    return 2 * pairs > len(question.terms)


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
    nearest and of the first, ``first_context`` that with the turns beside it; ``mean`` and
    ``spread`` of the vault's cosines; ``stands_out``: from the nearest to the tenth; ``reach``:
    how far the nearest with its turns beside is above the mean, in spreads. ``lead``: score of
    the first over the median. ``first_length``: ln(1 + words of the first), as an essay is near
    to everything. ``words_rank`` and ``meaning_rank``: -ln(1 + candidates that come before the
    first by BM25, by cosine). ``vault``: ln(1 + memories).
    """
    asked = list(zip(pool.postings, question.terms, strict=True))
    asked = [one for one in asked if not one[1].is_name] or asked
    total = sum(posting.idf for posting, _ in asked) or 1.0
    absent = sum(posting.idf for posting, _ in asked if not len(posting.ordinals))
    most = math.log1p(max(vault, 1))
    first = int(np.argmax(scores))
    cosine, beside = table.raw_of("meaning"), table.raw_of("near_context")
    keyword = pool.keyword[pool.ordinals]
    sorted_cosine = np.sort(cosine)[::-1]
    mean, spread = 0.0, 0.0
    if pool.nearness is not None:
        mean, spread = pool.nearness.mean, pool.nearness.deviation
    return {
        "agreement": float(
            (0.5 * table.raw_of("context_words") + np.maximum(cosine, beside)).max()
        ),
        "covered": float(table.raw_of("context_words").max()),
        "absent": absent / total,
        "rarity": float(table.raw_of("words").max()) * total / most,
        "window": float(table.raw_of("window_keyword").max()) / (_LARGEST_GAIN * total),
        "nearest": float(cosine.max()),
        "first_meaning": float(cosine[first]),
        "first_context": float(beside[first]),
        "mean": mean,
        "spread": spread,
        "stands_out": float(sorted_cosine[0] - sorted_cosine[min(_FIRST, len(cosine)) - 1]),
        "reach": (float(beside.max()) - mean) / spread if spread else 0.0,
        "lead": float(scores[first] - np.median(scores)),
        "first_length": math.log1p(min(float(table.raw_of("length")[first]), _LONG)),
        "words_rank": -math.log1p(int((keyword > keyword[first]).sum())),
        "meaning_rank": -math.log1p(int((cosine > cosine[first]).sum())),
        "vault": most,
    }
