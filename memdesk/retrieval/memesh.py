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
from memdesk.retrieval.survey import Survey, meaning_path, path

RECALLED = 20
_VECTOR_SHARE = 0.6
_TEXT_SHARE = 0.4


def rank(context: Context) -> Ranking:
    """Return memesh's ranking in the mode that the profile's name ends in."""
    ranked = _scored_all(context)
    if not ranked:
        return Ranking((), rejected="No memory holds any of these words.")
    shown = tuple(ranked[: context.limit])
    return Ranking(shown, matching=np.array([m.ordinal for m in ranked], dtype=np.int64))


def survey(context: Context, ordinal: int) -> Survey:
    """Return what both ways made of a memory; see :func:`rank`."""
    ranked = _scored_all(context)
    hits = dict(_hits(context, context.columns.size))
    held = np.array(sorted(hits), dtype=np.int64)
    bm25 = np.array([hits[int(o)] for o in held], dtype=np.float64)
    taken = np.array(list(_text_scores(context)), dtype=np.int64)
    meaning = None
    if context.profile.name[-1] != "a":
        meaning = meaning_path(context, ordinal, np.array(list(_cosines(context)), dtype=np.int64))
    explained = {memory.ordinal: memory for memory in ranked}
    return Survey(
        words=path(held, bm25, ordinal, taken),
        meaning=meaning,
        recalled=ordinal in explained,
        relevant=True,
        order=np.array([memory.ordinal for memory in ranked], dtype=np.int64),
        explained=explained.__getitem__,
    )


def _scored_all(context: Context) -> list[RankedMemory]:
    """Return what either way found, best first."""
    mode = context.profile.name[-1]
    text = _text_scores(context)
    cosine = {} if mode == "a" else _cosines(context)
    ranked = [
        _scored(context, mode, ordinal, text.get(ordinal), cosine.get(ordinal))
        for ordinal in text.keys() | cosine.keys()
    ]
    return sorted(ranked, key=lambda memory: (-memory.score, memory.ordinal))


def _text_scores(context: Context) -> dict[int, tuple[float, float]]:
    """Return ordinal → (score 1 − rank/n, bm25)."""
    hits = _hits(context, _wanted(context))[:RECALLED]
    return {ordinal: (1.0 - place / len(hits), bm25) for place, (ordinal, bm25) in enumerate(hits)}


def _hits(context: Context, limit: int) -> list[tuple[int, float]]:
    """Return (ordinal, bm25) of what holds any of the words, best first."""
    index = context.parents["memesh"]
    index.refresh(context.connection)
    expression = parents.memesh_expression(context.question.text)
    return [
        (ordinal, score)
        for identifier, score in index.match(expression, limit)
        for ordinal in context.columns.ordinals_of([identifier]).tolist()
        if context.allowed[ordinal]
    ]


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
