"""memesh's three published modes, as pipelines.

A: full text only (any word), score 1 − rank / n over its best 20.
B: the better of that score and the cosine.
C: 0.6 × cosine + 0.4 × that score.
Cosines are centred ones: memesh's figures belong to an embedder whose cosines spread further.
"""

from __future__ import annotations

import numpy as np

from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.ranked import Context, RankedMemory, Ranking
from memdesk.retrieval.recall import parents

RECALLED = 20
_VECTOR_SHARE = 0.6
_TEXT_SHARE = 0.4


def rank(context: Context) -> Ranking:
    """Return memesh's ranking in the mode that the profile's name ends in."""
    mode = context.profile.name[-1]
    text = _text_scores(context)
    cosine = {} if mode == "a" else _cosines(context)
    ranked = [
        _scored(context, mode, ordinal, text.get(ordinal), cosine.get(ordinal))
        for ordinal in text.keys() | cosine.keys()
    ]
    ranked.sort(key=lambda memory: (-memory.score, memory.ordinal))
    if not ranked:
        return Ranking((), rejected="No memory holds any of these words.")
    shown = tuple(ranked[: context.limit])
    return Ranking(shown, matching=np.array([m.ordinal for m in ranked], dtype=np.int64))


def _text_scores(context: Context) -> dict[int, tuple[float, float]]:
    """Return ordinal → (score 1 − rank/n, bm25)."""
    index = context.parents["memesh"]
    index.refresh(context.connection)
    expression = parents.memesh_expression(context.question.text)
    hits = [
        (ordinal, score)
        for identifier, score in index.match(expression, _wanted(context))
        for ordinal in context.columns.ordinals_of([identifier]).tolist()
        if context.allowed[ordinal]
    ][:RECALLED]
    return {ordinal: (1.0 - place / len(hits), bm25) for place, (ordinal, bm25) in enumerate(hits)}


def _wanted(context: Context) -> int:
    """With filters in force more has to be read, as memesh itself knows none."""
    unfiltered = bool(context.allowed.sum() == context.columns.alive_count)
    return RECALLED if unfiltered else context.columns.size


def _cosines(context: Context) -> dict[int, float]:
    if context.aim is None or context.vectors is None:
        return {}
    nearness = context.vectors.nearest(context.aim, 4 * RECALLED, context.allowed)
    if nearness is None:
        return {}
    best = np.argsort(-nearness.cosine, kind="stable")[:RECALLED]
    return {int(nearness.ordinals[at]): float(nearness.cosine[at]) for at in best}


def _scored(
    context: Context,
    mode: str,
    ordinal: int,
    text: tuple[float, float] | None,
    cosine: float | None,
) -> RankedMemory:
    relevance, bm25 = text if text is not None else (0.0, 0.0)
    nearness = cosine if cosine is not None else 0.0
    text_weight, vector_weight = {
        "a": (1.0, 0.0),
        "b": (1.0, 0.0) if relevance >= nearness else (0.0, 1.0),
        "c": (_TEXT_SHARE, _VECTOR_SHARE),
    }[mode]
    text_weight *= context.multipliers.get("keyword", 1.0)
    vector_weight *= context.multipliers.get("meaning", 1.0)
    contributions = [
        Contribution(
            "keyword",
            "keyword",
            bm25,
            relevance,
            text_weight,
            text_weight * relevance,
            f"bm25 {bm25:.2f}" if text is not None else "no word in common",
        )
    ]
    if mode != "a":
        contributions.append(
            Contribution(
                "meaning",
                "meaning",
                nearness,
                nearness,
                vector_weight,
                vector_weight * nearness,
                f"cos {nearness:.2f}" if cosine is not None else "not among the nearest",
            )
        )
    return RankedMemory(ordinal, tuple(contributions))
