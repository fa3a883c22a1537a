"""MemX's pipeline (arXiv 2603.16171), stage by stage.

1. Vectors: the best 3 × limit by cosine, cosine ≥ 0.3.
2. Keywords: the whole query as one phrase, the best 3 × limit by bm25.
3. Nothing found by keywords and the best cosine < 0.50: nothing is returned.
4. Reciprocal rank fusion, s = Σ 1 / (60 + rank).
5. 0.45 s + 0.25 recency + 0.05 frequency + 0.10 importance.
6. The z-score over the candidates, then the logistic function.
7. Equal contents, and equal (type, tags) where there are tags, are kept once.

Its thresholds belong to its embedder, so the cosines here are centred ones.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from memdesk.retrieval import factors
from memdesk.retrieval.candidate_rows import CandidateRows
from memdesk.retrieval.explanation import Contribution, Group
from memdesk.retrieval.factors import Factors
from memdesk.retrieval.ranked import Context, RankedMemory, Ranking
from memdesk.retrieval.recall import parents
from memdesk.retrieval.survey import Survey, meaning_path, path
from memdesk.vault import memories, tags

RRF_K = 60
COSINE_FLOOR = 0.3
REJECTION_COSINE = 0.5
WEIGHTS = {"fusion": 0.45, "recency": 0.25, "frequency": 0.05, "importance": 0.10}


def rank(context: Context) -> Ranking:
    """Return MemX's ranking."""
    recalled = 3 * context.limit
    words = _by_phrase(context, recalled)
    near = _by_cosine(context, recalled)
    meaning = [(ordinal, cosine) for ordinal, cosine in near if cosine >= COSINE_FLOOR]
    best = near[0][1] if near else 0.0
    if not words and best < REJECTION_COSINE:
        reason = (
            "No memory holds the question as a phrase, and the nearest in meaning has cosine "
            f"{best:.2f}, below {REJECTION_COSINE:.2f}."
        )
        nearest = _contributions(context, {}, dict(near[:1]), [near[0][0]])[0] if near else None
        return Ranking((), rejected=reason, nearest=nearest)
    scored = _fused(context, words, meaning)
    kept, _ = _deduplicated(context, scored)
    ordinals = np.array(sorted(memory.ordinal for memory in scored), dtype=np.int64)
    return Ranking(tuple(kept[: context.limit]), matching=ordinals)


def survey(context: Context, ordinal: int) -> Survey:
    """Return what the stages up to the last made of a memory; see :func:`rank`."""
    recalled = 3 * context.limit
    hits = dict(_by_phrase(context, context.columns.size))
    words = _by_phrase(context, recalled)
    near = [found for found in _by_cosine(context, recalled) if found[1] >= COSINE_FLOOR]
    scored = _fused(context, words, near)
    kept, instead = _deduplicated(context, scored)
    explained = {memory.ordinal: memory for memory in scored}
    meaning = meaning_path(context, ordinal, np.array([o for o, _ in near], dtype=np.int64))
    if meaning is not None:
        meaning = replace(meaning, floor=COSINE_FLOOR)
    taken = np.array([o for o, _ in words], dtype=np.int64)
    held = np.array(sorted(hits), dtype=np.int64)
    bm25 = np.array([hits[int(o)] for o in held], dtype=np.float64)
    # What was left out for another keeps its place, so that the place can be told.
    order = [m.ordinal for m in (scored if ordinal in instead else kept)]
    return Survey(
        words=path(held, bm25, ordinal, taken),
        meaning=meaning,
        recalled=ordinal in explained,
        relevant=True,
        order=np.array(order, dtype=np.int64),
        explained=explained.__getitem__,
        instead=instead.get(ordinal),
    )


def _fused(
    context: Context, words: list[tuple[int, float]], meaning: list[tuple[int, float]]
) -> list[RankedMemory]:
    """Return what either way found, best first."""
    word_rank = {ordinal: at for at, (ordinal, _) in enumerate(words, start=1)}
    meaning_rank = {ordinal: at for at, (ordinal, _) in enumerate(meaning, start=1)}
    ordinals = sorted(word_rank.keys() | meaning_rank.keys())
    if not ordinals:
        return []
    scored = _contributions(context, dict(words), dict(meaning), ordinals, word_rank, meaning_rank)
    return sorted(scored, key=lambda memory: (-memory.score, memory.ordinal))


def _by_phrase(context: Context, limit: int) -> list[tuple[int, float]]:
    index = context.parents["memx"]
    index.refresh(context.connection)
    unfiltered = bool(context.allowed.sum() == context.columns.alive_count)
    hits = index.match(
        parents.memx_expression(context.question.text),
        limit if unfiltered else context.columns.size,
    )
    return [
        (ordinal, score)
        for identifier, score in hits
        for ordinal in context.columns.ordinals_of([identifier]).tolist()
        if context.allowed[ordinal]
    ][:limit]


def _by_cosine(context: Context, limit: int) -> list[tuple[int, float]]:
    if context.aim is None or context.vectors is None:
        return []
    nearness = context.vectors.nearest(context.aim, 4 * limit, context.allowed)
    if nearness is None:
        return []
    best = np.argsort(-nearness.cosine, kind="stable")[:limit]
    return [(int(nearness.ordinals[at]), float(nearness.cosine[at])) for at in best]


def _contributions(
    context: Context,
    bm25: dict[int, float],
    cosine: dict[int, float],
    ordinals: list[int],
    word_rank: dict[int, int] | None = None,
    meaning_rank: dict[int, int] | None = None,
) -> list[RankedMemory]:
    places = np.array(ordinals, dtype=np.int64)
    own = factors.compute(context.columns, places, CandidateRows(context).uses(places), context.now)
    parts = {
        ordinal: _factor_parts(
            context,
            (word_rank or {}).get(ordinal),
            (meaning_rank or {}).get(ordinal),
            bm25.get(ordinal),
            cosine.get(ordinal),
            own,
            at,
        )
        for at, ordinal in enumerate(ordinals)
    }
    raw = np.array([sum(part.value for part in parts[o]) for o in ordinals])
    mean, deviation = float(raw.mean()), float(raw.std())
    result = []
    for ordinal, total in zip(ordinals, raw, strict=True):
        # Equal sums differ in their last digit at most.
        z = (float(total) - mean) / deviation if deviation > 1e-12 else 0.0
        logistic = 1.0 / (1.0 + math.exp(-z))
        rest = Contribution(
            "normalisation",
            "normalisation",
            z,
            logistic - float(total),
            1.0,
            logistic - float(total),
            f"z {z:.2f}, then logistic",
        )
        ranks = [
            (name, at[ordinal])
            for name, at in (("keyword", word_rank or {}), ("meaning", meaning_rank or {}))
            if ordinal in at
        ]
        result.append(RankedMemory(ordinal, (*parts[ordinal], rest), tuple(ranks)))
    return result


def _factor_parts(
    context: Context,
    word_rank: int | None,
    meaning_rank: int | None,
    bm25: float | None,
    cosine: float | None,
    own: Factors,
    at: int,
) -> tuple[Contribution, ...]:
    by_words = 1.0 / (RRF_K + word_rank) if word_rank else 0.0
    by_meaning = 1.0 / (RRF_K + meaning_rank) if meaning_rank else 0.0
    (age, age_words), (returned, returned_words), (importance, importance_words), _ = own.words(at)
    recency, frequency = own.values[at, :2].tolist()

    def part(
        stage: str, group: Group, raw: float, feature: float, weight: float, detail: str
    ) -> Contribution:
        weighed = weight * context.multipliers.get(stage, 1.0)
        return Contribution(stage, group, raw, feature, weighed, weighed * feature, detail)

    return (
        part(
            "keyword",
            "keyword",
            bm25 or 0.0,
            by_words,
            WEIGHTS["fusion"],
            f"rank {word_rank}, bm25 {bm25:.2f}" if word_rank else "not as a phrase",
        ),
        part(
            "meaning",
            "meaning",
            cosine or 0.0,
            by_meaning,
            WEIGHTS["fusion"],
            f"rank {meaning_rank}, cos {cosine:.2f}" if meaning_rank else "not near enough",
        ),
        part("recency", "personal", age, recency, WEIGHTS["recency"], age_words),
        part("frequency", "personal", returned, frequency, WEIGHTS["frequency"], returned_words),
        # MemX counts importance from 0.
        part(
            "importance",
            "personal",
            importance,
            importance,
            WEIGHTS["importance"],
            importance_words,
        ),
    )


def _deduplicated(
    context: Context, ranked: list[RankedMemory]
) -> tuple[list[RankedMemory], dict[int, int]]:
    """Return what is kept, and for the ordinal of each other that of the one kept instead."""
    identifiers = context.ids([memory.ordinal for memory in ranked])
    texts = memories.contents(context.connection, identifiers)
    tagged = tags.of(context.connection, identifiers)
    kinds = context.columns.field("type")
    seen: dict[str, int] = {}
    signatures: dict[tuple[int, tuple[str, ...]], int] = {}
    kept: list[RankedMemory] = []
    instead: dict[int, int] = {}
    for memory, identifier in zip(ranked, identifiers, strict=True):
        content = texts[identifier].strip()
        signature = (int(kinds[memory.ordinal]), tuple(sorted(tagged.get(identifier, ()))))
        former = seen.get(content)
        if former is None and signature[1]:
            former = signatures.get(signature)
        if former is not None:
            instead[memory.ordinal] = former
            continue
        seen[content] = signatures[signature] = memory.ordinal
        kept.append(memory)
    return kept, instead
