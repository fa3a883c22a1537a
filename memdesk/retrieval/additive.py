"""memdesk's own pipeline: recall, features, weights added up, rejection, folding.

Scores are fused, not ranks: a rank throws away how much better the first is than the second,
and that is what tells a real hit from the least bad one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Ordinals
from memdesk.retrieval import confidence, factors, features, folding, judging, rejection
from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.factors import PersonalFactors
from memdesk.retrieval.features import FEATURES, FeatureTable
from memdesk.retrieval.ranked import Context, RankedMemory, Ranking
from memdesk.retrieval.recall.pool import Pool, beside, recall
from memdesk.retrieval.survey import Survey, meaning_path, path
from memdesk.text.terms import word_set
from memdesk.vault import conversations, lookups, memories
from memdesk.vault.records import DEFAULT_IMPORTANCE

_RELEVANT_Z = 1.5
_FOLDED_SPARE = 20
_COMPARED = 1_000


def candidates(context: Context, also: Sequence[int] = ()) -> tuple[Pool, FeatureTable]:
    """Return the pool of a question and its features: what weights are fitted on.

    ``also`` names ordinals that are to be in it whether they were recalled or not.
    """
    pool = recall(
        context.question,
        context.aim,
        columns=context.columns,
        keywords=context.keywords,
        vectors=context.vectors,
        connection=context.connection,
        allowed=context.allowed,
        also=also,
    )
    owners = context.columns.field("conversation")[pool.ordinals]
    titles = conversations.titles(context.connection, [int(o) for o in np.unique(owners) if o > 0])
    table = features.compute(
        context.question,
        pool,
        columns=context.columns,
        vectors=context.vectors,
        texts=partial(_texts, context, {}),
        titles=[titles.get(int(owner), "") for owner in owners],
    )
    return pool, table


def _texts(context: Context, read: dict[int, str], ordinals: Ordinals) -> list[str]:
    """Return the texts of memories; ``read`` keeps those that were read before."""
    identifiers = context.ids(ordinals)
    missing = [identifier for identifier in identifiers if identifier not in read]
    read.update(memories.contents(context.connection, missing))
    return [read[identifier] for identifier in identifiers]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The candidates with their scores' parts; ``order`` are their places, best first."""

    context: Context
    pool: Pool
    table: FeatureTable
    weights: Mapping[str, float]
    personal: list[PersonalFactors]
    scores: NDArray[np.float64]
    order: NDArray[np.int64]

    def ranked(self, at: int) -> RankedMemory:
        """Return the candidate at a place of the pool with its contributions."""
        return _explained(self.context, self.pool, self.table, self.weights, self.personal, int(at))

    @property
    def relevant(self) -> NDArray[np.bool_]:
        """Which places of the pool may be shown at all."""
        return _relevant(self.table)


def weigh(context: Context, also: Sequence[int] = ()) -> Weighed:
    """Score the candidates, and the ordinals ``also`` among them."""
    pool, table = candidates(context, also)
    weights = {name: context.weight(name) for name in (*features.NAMES, *factors.NAMES)}
    personal = _personal(context, pool.ordinals)
    scores = table.values @ np.array([weights[name] for name in features.NAMES])
    if personal:
        added = np.array([_personal_values(one) for one in personal])
        scores += added @ np.array([weights[name] for name in factors.NAMES])
    created = context.columns.field("created_at")[pool.ordinals]
    order = np.lexsort((pool.ordinals, -created, created == NO_TIME, -scores))
    return Weighed(context, pool, table, weights, personal, scores, order)


def rank(context: Context) -> Ranking:
    """Return the ranking of the question's candidates."""
    weighed = weigh(context)
    pool, table, order, ranked = weighed.pool, weighed.table, weighed.order, weighed.ranked
    if not len(pool.ordinals):
        return Ranking((), rejected=rejection.NO_WORDS, rule="words")
    judged = judging.judge(context, pool, table, weighed.scores)
    refused = judging.refusal(context, pool, table, judged)
    relevant = order[weighed.relevant[order]]
    if refused is None and not len(relevant):
        refused = "relevance", "No memory comes near enough to the question."
    if refused is not None:
        rule, reason = refused
        nearest = ranked(order[0])
        return Ranking((), rejected=reason, nearest=nearest, rule=rule, confidence=judged)
    shown = _folded(context, pool, relevant[: context.limit + _FOLDED_SPARE])
    return Ranking(
        tuple(
            replace(ranked(group[0]), similar=tuple(context.ids(pool.ordinals[group[1:]])))
            for group in shown[: context.limit]
        ),
        matching=pool.ordinals[relevant],
        confidence=judged,
    )


def figures(weighed: Weighed) -> dict[str, float]:
    """Return what confidence in an answer can rest on; there must be candidates."""
    return confidence.figures(
        weighed.context.question,
        weighed.pool,
        weighed.table,
        weighed.scores,
        weighed.context.columns.alive_count,
    )


def survey(context: Context, ordinal: int) -> Survey:
    """Return what the stages up to the last made of a memory; see :func:`rank`."""
    weighed = weigh(context)
    pool = weighed.pool
    recalled = bool((pool.ordinals == ordinal).any())
    by_words, by_meaning = pool.by_words, pool.by_meaning
    hits = np.flatnonzero(pool.keyword)
    words = path(hits, pool.keyword[hits], ordinal, by_words)
    meaning = meaning_path(context, ordinal, by_meaning)
    company = ""
    if recalled and ordinal not in by_words and ordinal not in by_meaning:
        company = "beside" if ordinal in beside(context.columns, by_words, by_meaning) else "title"
    if not recalled:
        weighed = weigh(context, also=(ordinal,))
    places = {int(o): at for at, o in enumerate(weighed.pool.ordinals)}
    own = places[ordinal]
    listed = weighed.relevant.copy()
    relevant = bool(listed[own])
    # It has a place in the list that it would have had, whether it may be shown or not.
    listed[own] = True
    order = weighed.order[listed[weighed.order]]
    return Survey(
        words=words,
        meaning=meaning,
        recalled=recalled,
        relevant=relevant,
        order=weighed.pool.ordinals[order],
        explained=lambda one: weighed.ranked(places[one]),
        company=company,
    )


def _relevant(table: FeatureTable) -> NDArray[np.bool_]:
    """Tell which candidates have a word, a title or a meaning in common with the question.

    A turn may answer in words and meaning of its own ("yes, in Paris"): what stands around it
    counts as well. Words count by their raw figures: what was filled in for another writing
    system is no match.
    """
    column = {name: table.values[:, at] for at, name in enumerate(features.NAMES)}
    raw = {name: table.raw[:, at] for at, name in enumerate(features.NAMES)}
    nearness = np.maximum(column["meaning"], column["near_context"])
    near = np.maximum(nearness, column["wide_context"]) >= _RELEVANT_Z
    shared = raw["keyword"] + raw["title"] + raw["context_words"] > 0
    return np.asarray(shared | near)


def _folded(context: Context, pool: Pool, order: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    texts = memories.contents(context.connection, context.ids(pool.ordinals[order]))
    sets = [word_set(texts[i][:_COMPARED]) for i in context.ids(pool.ordinals[order])]
    groups = folding.fold(sets, context.profile.parameters["similar"], context.limit)
    return [order[np.array(group)] for group in groups]


def _personal(context: Context, ordinals: NDArray[np.int64]) -> list[PersonalFactors]:
    identifiers = context.ids(ordinals)
    known = lookups.factors(context.connection, identifiers)
    columns = context.columns
    own = zip(
        identifiers,
        columns.field("created_at")[ordinals].tolist(),
        columns.field("importance")[ordinals].tolist(),
        columns.field("pinned")[ordinals].tolist(),
        strict=True,
    )
    result = []
    for identifier, moment, importance, pinned in own:
        looks, retrievals, last = known[identifier]
        result.append(
            factors.personal_factors(
                now=context.now,
                created_at=None if moment == NO_TIME else moment,
                last_retrieved_at=last,
                access_count=looks,
                retrieval_count=retrievals,
                importance=importance,
                pinned=pinned,
            )
        )
    return result


def _personal_values(personal: PersonalFactors) -> tuple[float, ...]:
    """Return what the weights of :data:`factors.NAMES` multiply, in that order."""
    return (
        personal.recency,
        personal.frequency,
        personal.importance - DEFAULT_IMPORTANCE,
        float(personal.pinned),
    )


def _personal_words(personal: PersonalFactors) -> tuple[tuple[float, str], ...]:
    """Return the raw figure and the words of each of :data:`factors.NAMES`."""
    age = personal.age_days
    return (
        (age or 0.0, "no date" if age is None else f"{age:.0f} days old"),
        (float(personal.retrievals), f"{personal.retrievals} retrievals"),
        (personal.importance, f"importance {personal.importance:.1f}"),
        (float(personal.pinned), "pinned" if personal.pinned else ""),
    )


def _explained(
    context: Context,
    pool: Pool,
    table: FeatureTable,
    weights: Mapping[str, float],
    personal: list[PersonalFactors],
    at: int,
) -> RankedMemory:
    parts = []
    figures = zip(FEATURES, table.values[at].tolist(), table.raw[at].tolist(), strict=True)
    for feature, value, raw in figures:
        weight = weights[feature.name]
        filled_in = feature.name in features.WORD_FEATURES and raw == 0.0 and value > 0.0
        detail = "usual for a text in another script" if filled_in else feature.describe(raw, value)
        parts.append(
            Contribution(feature.name, feature.group, raw, value, weight, weight * value, detail)
        )
    own = personal[at]
    stages = zip(factors.NAMES, _personal_values(own), _personal_words(own), strict=True)
    for stage, value, (raw, detail) in stages:
        weight = weights[stage]
        parts.append(Contribution(stage, "personal", raw, value, weight, weight * value, detail))
    embedded = bool(table.embedded[at]) or pool.nearness is None
    return RankedMemory(int(pool.ordinals[at]), tuple(parts), embedded=embedded)
