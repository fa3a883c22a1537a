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

from memdesk.index.columns import NO_TIME
from memdesk.retrieval import (
    confidence,
    factors,
    features,
    folding,
    judging,
    link_expansion,
    other_script,
    rearranging,
    rejection,
)
from memdesk.retrieval.candidate_rows import CandidateRows
from memdesk.retrieval.contributions import Contributions
from memdesk.retrieval.explanation import Contribution, Group
from memdesk.retrieval.factors import Factors
from memdesk.retrieval.features import FEATURES, FeatureTable
from memdesk.retrieval.ranked import Context, RankedMemory, Ranking
from memdesk.retrieval.recall.pool import PER_PATH, TYPED_PER_PATH, Pool, beside, leading, recall
from memdesk.retrieval.survey import Survey, meaning_path, path
from memdesk.text.terms import word_set
from memdesk.vault import conversations

_RELEVANT_Z = 1.5
_FOLDED_SPARE = 20
_COMPARED = 1_000
_STAGES = (*features.NAMES, *factors.NAMES)
_PERSONAL: Group = "personal"
_GROUPS: tuple[Group, ...] = (
    *(feature.group for feature in FEATURES),
    *(_PERSONAL for _ in factors.NAMES),
)


def candidates(context: Context, also: Sequence[int] = ()) -> tuple[Pool, FeatureTable]:
    """Return the pool of a question and its features: what weights are fitted on.

    ``also`` names ordinals that are to be in it whether they were recalled or not.
    """
    return _candidates(context, CandidateRows(context), also)


def _candidates(
    context: Context, rows: CandidateRows, also: Sequence[int]
) -> tuple[Pool, FeatureTable]:
    pool = recall(
        context.question,
        context.aim,
        columns=context.columns,
        keywords=context.keywords,
        vectors=context.vectors,
        connection=context.connection,
        allowed=context.allowed,
        also=also,
        per_path=TYPED_PER_PATH if context.mode == "typing" else PER_PATH,
    )
    owners = context.columns.field("conversation")[pool.ordinals]
    titles = conversations.titles(context.connection, [int(o) for o in np.unique(owners) if o > 0])
    table = features.compute(
        context.question,
        pool,
        columns=context.columns,
        vectors=context.vectors,
        texts=rows.texts,
        forms=context.forms,
        titles=[titles.get(int(owner), "") for owner in owners],
    )
    return pool, table


@dataclass(frozen=True, slots=True)
class Weighed:
    """The candidates with their scores' parts; ``order`` are their places, best first.

    ``added`` are the contributions that depend on other memories, by place of the pool.
    """

    context: Context
    pool: Pool
    table: FeatureTable
    weights: Mapping[str, float]
    personal: Factors
    rows: CandidateRows
    scores: NDArray[np.float64]
    relevant: NDArray[np.bool_]
    added: Mapping[int, Sequence[Contribution]]
    order: NDArray[np.int64]

    def ranked(self, at: int) -> RankedMemory:
        """Return the candidate at a place of the pool with its contributions."""
        added = self.added.get(int(at), ())
        return _explained(self.pool, self.table, self.personal, self.weights, int(at), added)


def weigh(context: Context, also: Sequence[int] = ()) -> Weighed:
    """Score the candidates, and the ordinals ``also`` among them."""
    rows = CandidateRows(context)
    pool, table = _candidates(context, rows, also)
    weights = {name: context.weight(name) for name in _STAGES}
    uses = rows.uses(pool.ordinals)
    own = factors.compute(context.columns, pool.ordinals, uses, context.now)
    scores = table.values @ np.array([weights[name] for name in features.NAMES])
    scores += own.values @ np.array([weights[name] for name in factors.NAMES])
    table = other_script.level(table, scores, context.question, pool, context.columns)
    scores += weights[other_script.NAME] * table.value_of(other_script.NAME)
    relevant = _relevant(table)
    moved = rearranging.rearrange(context, pool, scores, relevant)
    relevant[moved.linked] = True
    created = context.columns.field("created_at")[pool.ordinals]
    order = np.lexsort((pool.ordinals, -created, created == NO_TIME, -moved.scores))
    return Weighed(
        context, pool, table, weights, own, rows, moved.scores, relevant, moved.added, order
    )


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
    shown = _folded(weighed, relevant[: context.limit + _FOLDED_SPARE])
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
        company = _company(context, pool, ordinal)
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


def _company(context: Context, pool: Pool, ordinal: int) -> str:
    """Tell how a candidate came among them that neither words nor meaning led to."""
    if ordinal in pool.of_period:
        return "period"
    if ordinal in pool.of_writings:
        return "writing"
    by_words, by_meaning = pool.by_words, pool.by_meaning
    if ordinal in beside(context.columns, by_words, by_meaning, pool.per_path):
        return "beside"
    leaders = leading(by_words, by_meaning)
    if ordinal in link_expansion.around(context.connection, context.columns, leaders):
        return "linked"
    return "title"


def _relevant(table: FeatureTable) -> NDArray[np.bool_]:
    """Tell which candidates have a word, a title or a meaning in common with the question.

    A turn may answer in words and meaning of its own ("yes, in Paris"): what stands around it
    counts as well. Words count by their raw figures: what was filled in for another writing
    system is no match.
    """
    meanings = [table.value_of(name) for name in ("meaning", "near_context", "wide_context")]
    near = np.max(meanings, axis=0) >= _RELEVANT_Z
    words = table.raw_of("keyword") + table.raw_of("title") + table.raw_of("context_words")
    shared = words > 0
    return np.asarray(shared | near)


def _folded(weighed: Weighed, order: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    context = weighed.context
    texts = weighed.rows.texts(weighed.pool.ordinals[order])
    sets = [word_set(text[:_COMPARED]) for text in texts]
    groups = folding.fold(sets, context.profile.parameters["similar"], context.limit)
    return [order[np.array(group)] for group in groups]


def _explained(
    pool: Pool,
    table: FeatureTable,
    personal: Factors,
    weights: Mapping[str, float],
    at: int,
    added: Sequence[Contribution],
) -> RankedMemory:
    values = [
        weights[stage] * value
        for stage, value in zip(
            _STAGES, (*table.values[at].tolist(), *personal.values[at].tolist()), strict=True
        )
    ]
    stages, groups = _STAGES, _GROUPS
    if added:
        stages = (*stages, *(part.stage for part in added))
        groups = (*groups, *(part.group for part in added))
        values.extend(part.value for part in added)
    make = partial(_parts, table, personal, weights, at, added)
    return RankedMemory(
        int(pool.ordinals[at]),
        Contributions(stages, groups, values, make),
        embedded=bool(table.embedded[at]) or pool.nearness is None,
    )


def _parts(
    table: FeatureTable,
    personal: Factors,
    weights: Mapping[str, float],
    at: int,
    added: Sequence[Contribution],
) -> tuple[Contribution, ...]:
    parts = []
    figures = zip(FEATURES, table.values[at].tolist(), table.raw[at].tolist(), strict=True)
    for feature, value, raw in figures:
        weight = weights[feature.name]
        filled_in = feature.name in features.WORD_FEATURES and raw == 0.0 and value > 0.0
        detail = "usual for a text in another script" if filled_in else feature.describe(raw, value)
        parts.append(
            Contribution(feature.name, feature.group, raw, value, weight, weight * value, detail)
        )
    stages = zip(factors.NAMES, personal.values[at].tolist(), personal.words(at), strict=True)
    for stage, value, (raw, detail) in stages:
        weight = weights[stage]
        parts.append(Contribution(stage, "personal", raw, value, weight, weight * value, detail))
    return (*parts, *added)
