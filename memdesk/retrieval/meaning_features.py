"""Features of meaning: centred cosines of a memory and of the turns around it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns
from memdesk.index.vectors import VectorIndex
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.word_features import Columned, Values, surroundings

_MAXIMAL_Z = 6.0
_REACH = 3
_BESIDE = (0.0, 0.0, 0.5, 1.0, 0.5, 0.0, 0.0)
_WIDE = (1.0,) * 7


def compute(
    question: Question, pool: Pool, columns: Columns, vectors: VectorIndex | None
) -> tuple[Columned, NDArray[np.bool_]]:
    """Return the meaning features of every candidate, and which are embedded.

    All but ``nearest`` are z-scores over the vault's cosines, within ±6. ``meaning``: the memory
    by itself. ``nearest``: its z-score over that of the nearest candidate (taken as 1 at least),
    for where all are near or none is. ``near_context``: with the turn before and after, these at
    half weight. ``wide_context``: with three turns on either side. ``conversation_meaning``: the
    best ``near_context`` of its conversation's candidates. Averaging the vectors of turns stands
    for embedding them as one text, and was measured to rank as well.
    """
    nearness = pool.nearness
    if nearness is None or vectors is None or pool.aim is None or not len(pool.ordinals):
        return {}, np.zeros(len(pool.ordinals), dtype=np.bool_)

    def z(cosine: Values) -> Values:
        """Standardise over the vault; what is not embedded yet gets the pool's median."""
        score = (cosine - nearness.mean) / nearness.deviation
        known = ~np.isnan(score)
        filler = float(np.median(score[known])) if known.any() else 0.0
        return np.clip(np.where(known, score, filler), -_MAXIMAL_Z, _MAXIMAL_Z)

    cosine = vectors.cosines_of(pool.ordinals, pool.aim)
    own = z(cosine)
    windows = surroundings(question, pool, columns, _REACH)
    beside, wide = vectors.window_cosines(windows, pool.aim, _BESIDE, _WIDE)
    near = z(beside)
    groups, member = np.unique(columns.group[pool.ordinals], return_inverse=True)
    leader = np.full(len(groups), -1, dtype=np.int64)
    order = np.argsort(near, kind="stable")
    leader[member[order]] = order
    best = leader[member]
    raw = np.nan_to_num(beside)
    share = np.maximum(own, 0.0) / max(float(own.max(initial=0.0)), 1.0)
    return {
        "meaning": (own, np.nan_to_num(cosine)),
        "nearest": (share, share),
        "near_context": (near, raw),
        "wide_context": (z(wide), np.nan_to_num(wide)),
        "conversation_meaning": (near[best], raw[best]),
    }, ~np.isnan(cosine)
