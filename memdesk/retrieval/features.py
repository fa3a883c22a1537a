"""The figures of the additive model: one column a feature, one row a candidate.

Every feature is a plain number that a person can be shown, and adds (weight × value) to the
score. Where a figure does not exist (nothing embedded, no date in the question) the feature is
0 for all candidates alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Columns
from memdesk.index.vectors import VectorIndex
from memdesk.retrieval.explanation import Group
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.text import questions, time_expressions
from memdesk.text.terms import term_set

Values = NDArray[np.float64]

_MAXIMAL_Z = 6.0
_COMPARED_AT_LEAST = 5
_DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature's name, the group it is shown under, and how its raw figure reads."""

    name: str
    group: Group
    describe: Callable[[float, float], str]


FEATURES: tuple[Feature, ...] = (
    Feature("keyword", "keyword", lambda raw, _: f"bm25 {raw:.2f}"),
    Feature("words", "keyword", lambda raw, _: f"{raw:.0%} of the words"),
    Feature("title", "keyword", lambda raw, _: f"{raw:.0%} of the words in the title"),
    Feature("meaning", "meaning", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("near_context", "conversation", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("wide_context", "conversation", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("context_words", "conversation", lambda raw, _: f"{raw:.0%} of the words near by"),
    Feature("conversation_keyword", "conversation", lambda raw, _: f"bm25 {raw:.2f}"),
    Feature("conversation_meaning", "conversation", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("author", "author", lambda raw, _: "as asked" if raw else ""),
    Feature("question", "penalty", lambda raw, _: "is itself a question" if raw else ""),
    Feature("says_when", "time", lambda raw, _: "names a time" if raw else ""),
    Feature("says_how_many", "keyword", lambda raw, _: "names a number" if raw else ""),
    Feature("date", "time", lambda raw, _: f"{raw:.0f} days from the time asked about"),
)
NAMES = tuple(feature.name for feature in FEATURES)
WORD_FEATURES = ("keyword", "words", "context_words", "conversation_keyword")
"""What a memory in another writing system than the question can't have."""


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """``values`` are multiplied by weights, ``raw`` are shown; both ``(candidates, features)``."""

    values: Values
    raw: Values
    embedded: NDArray[np.bool_]


def compute(
    question: Question,
    pool: Pool,
    *,
    columns: Columns,
    vectors: VectorIndex | None,
    contents: Sequence[str],
    titles: Sequence[str],
) -> FeatureTable:
    """Return the features of every candidate; ``contents`` and ``titles`` are theirs, in order."""
    count = len(pool.ordinals)
    table: dict[str, tuple[Values, Values]] = {}
    _add_words(table, question, pool, columns, titles)
    embedded = _add_meaning(table, pool, columns, vectors)
    _excuse_other_writing(table, question, pool, columns)
    _add_author(table, question, pool, columns)
    _add_form(table, question, contents)
    _add_date(table, question, pool, columns)
    nothing = np.zeros(count)
    values = np.column_stack([table.get(name, (nothing, nothing))[0] for name in NAMES])
    raw = np.column_stack([table.get(name, (nothing, nothing))[1] for name in NAMES])
    return FeatureTable(values, raw, embedded)


def _add_words(
    table: dict[str, tuple[Values, Values]],
    question: Question,
    pool: Pool,
    columns: Columns,
    titles: Sequence[str],
) -> None:
    asked = list(zip(pool.postings, question.terms, strict=True))
    weighed = [(posting, term) for posting, term in asked if not term.is_name] or asked
    total = sum(posting.idf for posting, _ in weighed)
    if not total:
        return
    keyword = pool.keyword[pool.ordinals]
    best = max(float(pool.keyword.max(initial=0.0)), 1e-9)
    table["keyword"] = (keyword / best, keyword)
    # Against what every word of the question could give at best, not against the best there is:
    # where only a common word occurs anywhere, the best conversation is a poor one.
    conversation = pool.conversation[columns.group[pool.ordinals]]
    table["conversation_keyword"] = (conversation / pool.conversation_ideal, conversation)
    windows = columns.neighbours(pool.ordinals, 1)
    own, near, title = (np.zeros(len(pool.ordinals)) for _ in range(3))
    held = [_title_terms(text) for text in titles]
    for posting, term in weighed:
        share = posting.idf / total
        present = _holds(posting.ordinals, windows)
        own += share * present[:, 1]
        near += share * present.any(axis=1)
        forms = frozenset(term.forms)
        title += share * np.array([not forms.isdisjoint(terms) for terms in held])
    table["words"] = (own, own)
    table["context_words"] = (near, near)
    table["title"] = (title, title)


@lru_cache(maxsize=4096)
def _title_terms(title: str) -> frozenset[str]:
    return term_set(title)


def _holds(ordinals: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which of ``wanted`` (any shape) stand in ascending ``ordinals``."""
    if not len(ordinals):
        return np.zeros(wanted.shape, dtype=np.bool_)
    places = np.minimum(np.searchsorted(ordinals, wanted), len(ordinals) - 1)
    return np.asarray(ordinals[places] == wanted)


def _add_meaning(
    table: dict[str, tuple[Values, Values]],
    pool: Pool,
    columns: Columns,
    vectors: VectorIndex | None,
) -> NDArray[np.bool_]:
    nearness = pool.nearness
    if nearness is None or vectors is None or pool.aim is None:
        return np.zeros(len(pool.ordinals), dtype=np.bool_)

    def z(cosine: Values) -> Values:
        """Standardise over the vault; what is not embedded yet gets the pool's median."""
        score = (cosine - nearness.mean) / nearness.deviation
        known = ~np.isnan(score)
        filler = float(np.median(score[known])) if known.any() else 0.0
        return np.clip(np.where(known, score, filler), -_MAXIMAL_Z, _MAXIMAL_Z)

    cosine = vectors.cosines_of(pool.ordinals, pool.aim)
    table["meaning"] = (z(cosine), np.nan_to_num(cosine))
    for name, reach in (("near_context", 1), ("wide_context", 3)):
        around = vectors.window_cosines(columns.neighbours(pool.ordinals, reach), pool.aim)
        table[name] = (z(around), np.nan_to_num(around))
    groups = columns.group[nearness.ordinals]
    best = np.full(len(columns.group_terms), nearness.cosine.min())
    np.maximum.at(best, groups, nearness.cosine)
    conversation = best[columns.group[pool.ordinals]]
    table["conversation_meaning"] = (z(conversation), conversation)
    return ~np.isnan(cosine)


def _excuse_other_writing(
    table: dict[str, tuple[Values, Values]], question: Question, pool: Pool, columns: Columns
) -> None:
    """Give candidates in another writing system the word features they can't have.

    An English question shares no word with a Chinese answer, which says nothing about the
    answer: the figure is missing, not zero. It is filled in with the mean over the candidates
    in the question's writing that are at least as near in meaning.
    """
    if "meaning" not in table or question.writing < 0:
        return
    other = columns.field("writing")[pool.ordinals] != question.writing
    if not other.any() or other.all():
        return
    nearness = table["meaning"][0]
    comparable = np.flatnonzero(~other)
    comparable = comparable[np.argsort(-nearness[comparable], kind="stable")]
    at_least = np.searchsorted(-nearness[comparable], -nearness[other], side="right")
    counted = np.clip(at_least, min(_COMPARED_AT_LEAST, len(comparable)), None)
    for name in WORD_FEATURES:
        values, raw = table.get(name, (None, None))
        if values is None or raw is None:
            continue
        means = np.cumsum(values[comparable])[counted - 1] / counted
        values, raw = values.copy(), raw.copy()
        values[other] = np.maximum(values[other], means)
        table[name] = (values, raw)


def _add_author(
    table: dict[str, tuple[Values, Values]], question: Question, pool: Pool, columns: Columns
) -> None:
    asked = question.author
    if asked is None:
        return
    if asked.author is not None:
        matches = columns.field("author")[pool.ordinals] == asked.author
    else:
        matches = columns.field("role")[pool.ordinals] == asked.role
    table["author"] = (matches * asked.certainty, matches.astype(np.float64))


def _add_form(
    table: dict[str, tuple[Values, Values]], question: Question, contents: Sequence[str]
) -> None:
    asking = np.array([questions.is_question(text) for text in contents], dtype=np.float64)
    table["question"] = (asking, asking)
    if question.asks_when:
        when = np.array([time_expressions.has_time_expression(text) for text in contents], float)
        table["says_when"] = (when, when)
    if question.asks_count:
        number = np.array([questions.has_number(text) for text in contents], float)
        table["says_how_many"] = (number, number)


def _add_date(
    table: dict[str, tuple[Values, Values]], question: Question, pool: Pool, columns: Columns
) -> None:
    """Agreement with the asked time: 1 inside it, halved with each width of it further away."""
    if question.period is None:
        return
    first, end = question.period
    created = columns.field("created_at")[pool.ordinals]
    known = created != NO_TIME
    moments = np.where(known, created, first).astype(np.float64)
    outside = np.maximum(np.maximum(first - moments, moments - (end - 1)), 0.0)
    agreement = np.where(known, 0.5 ** (outside / max(end - first, _DAY)), 0.0)
    table["date"] = (agreement, outside / _DAY)
