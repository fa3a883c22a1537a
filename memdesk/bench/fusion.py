"""Other ways of joining words and meaning, over the same candidates as the additive model.

Ranks count from 1 among the candidates. Who has no word in common has no rank by words, and so
nothing from it; every candidate has a rank by meaning.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from memdesk.bench.candidates import Candidates, Scores

_VECTOR_SHARE = 0.6


def reciprocal_ranks(one: Candidates, k: int) -> Scores:
    """Return Σ 1 / (k + rank) (Cormack, Clarke and Büttcher 2009; MemX takes k = 60)."""
    words = np.where(one.keyword > 0, 1.0 / (k + _ranks(one.keyword)), 0.0)
    return words + 1.0 / (k + _ranks(one.cosine))


def better(one: Candidates) -> Scores:
    """Return memesh B's score: the better of 1 − rank / n by words and the cosine."""
    return np.maximum(_by_rank(one), one.cosine)


def weighted(one: Candidates) -> Scores:
    """Return memesh C's score: 0.6 × cosine + 0.4 × (1 − rank / n by words)."""
    return _VECTOR_SHARE * one.cosine + (1 - _VECTOR_SHARE) * _by_rank(one)


def score_sum(one: Candidates) -> Scores:
    """Return half of BM25 / its maximum and half of the cosine: two scores, nothing learnt."""
    return 0.5 * one.keyword / max(float(one.keyword.max(initial=0.0)), 1e-9) + 0.5 * one.cosine


FUSIONS: dict[str, Callable[[Candidates], Scores]] = {
    "BM25 alone": lambda one: one.keyword,
    "cosine alone": lambda one: one.cosine,
    "RRF, k = 60": lambda one: reciprocal_ranks(one, 60),
    "RRF, k = 10": lambda one: reciprocal_ranks(one, 10),
    "max (memesh B)": better,
    "60/40 (memesh C)": weighted,
    "sum of two scores": score_sum,
}


def _ranks(scores: Scores) -> Scores:
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks


def _by_rank(one: Candidates) -> Scores:
    hits = one.keyword > 0
    # The first of n has 1 and the last 1 / n, as in memesh, whose ranks count from 0.
    score: Scores = 1.0 - (_ranks(one.keyword) - 1.0) / max(int(hits.sum()), 1)
    return np.where(hits, score, 0.0)
