"""Answers in another writing system than the question's: each system ranked by itself, and joined.

A text in the question's own writing collects words that no text in another can have, and its
cosine is higher for the same statement. Within its own system an answer stands where it belongs;
what is wrong is only the joining. So the best of each other system is brought level with the best
of the question's: just below it, or just above where it is clearly nearer in meaning. The others
of its system follow as far as they stand out from their like: where nothing in it answers, the
nearest texts are about as near as the next ones, and none is lifted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns
from memdesk.retrieval import features
from memdesk.retrieval.features import FeatureTable
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool

NAME = "other_script"

# Chosen on half of the questions (docs/benchmarks.md): the plateau is the cosine of the tenth
# nearest of the system, or what few texts of the vault reach where it has fewer.
_PLATEAU = 9
_LEAST_Z = 1.5
_STANDS_OUT = 0.1
_NEARER = 0.05
# What is not half as near as the nearest of the question's own system is no answer beside it: of
# 51 answers across scripts one was, of 28 others that were lifted six.
_HALF_AS_NEAR, _TOO_FAR = 0.5, 0.4
_MARGIN = 0.01

Values = NDArray[np.float64]


def level(
    table: FeatureTable, scores: Values, question: Question, pool: Pool, columns: Columns
) -> FeatureTable:
    """Return the table with the column ``other_script``, which is to be added to the scores.

    ``scores`` ``(candidates,)`` are those without it. The value of a candidate is what its system
    lacks to the question's, times the share of 0.1 by which its cosine exceeds the plateau of its
    system; the raw figure is that excess. Nothing is done where words are looked up, nothing was
    compared by meaning or no candidate is in the question's writing.
    """
    nearness = pool.nearness
    if nearness is None or question.is_lookup or not len(scores):
        return table
    writing = columns.field("writing")[pool.ordinals]
    own = writing == question.writing
    if not own.any() or own.all():
        return table
    cosine = np.where(table.embedded, table.raw_of("meaning"), -1.0)
    floor = nearness.mean + _LEAST_Z * nearness.deviation
    value, raw = np.zeros(len(scores)), np.zeros(len(scores))
    for system in np.unique(writing[~own]):
        members = writing == system
        excess = np.maximum(cosine[members] - _plateau(cosine[members], floor), 0.0)
        raw[members] = excess
        lacking = _lacking(scores, cosine, own, members) * _beside(cosine, own, members)
        value[members] = lacking * np.minimum(excess / _STANDS_OUT, 1.0)
    at = features.NAMES.index(NAME)
    values, raws = table.values.copy(), table.raw.copy()
    values[:, at], raws[:, at] = value, np.where(value > 0.0, raw, 0.0)
    return replace(table, values=values, raw=raws)


def _plateau(cosine: Values, floor: float) -> float:
    tenth = np.sort(cosine)[::-1][min(_PLATEAU, len(cosine) - 1)]
    return max(float(tenth), floor)


def _beside(cosine: Values, own: NDArray[np.bool_], members: NDArray[np.bool_]) -> float:
    """Return 1 where a system's nearest is half as near as the question's, fading to 0 at 0.4."""
    nearest = max(float(cosine[own].max()), 1e-9)
    share = float(cosine[members].max()) / nearest
    return min(max((share - _TOO_FAR) / (_HALF_AS_NEAR - _TOO_FAR), 0.0), 1.0)


def _lacking(
    scores: Values, cosine: Values, own: NDArray[np.bool_], members: NDArray[np.bool_]
) -> float:
    """Return how much the best of a system lacks to its place beside the best of the question's."""
    best = int(np.argmax(np.where(own, scores, -np.inf)))
    other = int(np.argmax(np.where(members, scores, -np.inf)))
    lacks = float(scores[best] - scores[other])
    if lacks <= 0.0:
        return 0.0
    nearer = cosine[other] - cosine[best] > _NEARER
    return max(lacks + (_MARGIN if nearer else -_MARGIN), 0.0)
