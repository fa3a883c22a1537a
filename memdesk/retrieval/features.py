"""The figures of the additive model: one column a feature, one row a candidate.

Every feature is a plain number that a person can be shown, and adds (weight × value) to the
score. Where a figure does not exist (nothing embedded, no date in the question) the feature is
0 for all candidates alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.index.vectors import VectorIndex
from memdesk.retrieval import (
    lookup_features,
    meaning_features,
    own_features,
    time_features,
    word_features,
)
from memdesk.retrieval.explanation import Group
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.text_forms import Form, TextForms, Texts
from memdesk.retrieval.word_features import Columned, Values, WordFeatures

_COMPARED_AT_LEAST = 5
# An assistant's essay must not win by its length: beyond this many words it makes no difference.
_LONG = 40
_DILUTED_FROM = 80


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
    Feature("all_words", "keyword", lookup_features.completeness),
    Feature("as_written", "keyword", lambda raw, _: "as typed" if raw else ""),
    Feature("called", "keyword", lambda raw, _: "what its conversation is called" if raw else ""),
    Feature("pairs", "keyword", lambda raw, _: f"{raw:.0%} of the words side by side"),
    Feature("prominence", "keyword", lambda raw, _: f"bm25 {raw:.2f}"),
    Feature("share", "keyword", lambda raw, _: f"{raw:.0%} of the words"),
    Feature("first_words", "keyword", lambda raw, _: f"first here: {raw:.0%} of the words"),
    Feature("meaning", "meaning", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("nearest", "meaning", lambda raw, _: f"{raw:.0%} of the nearest"),
    Feature("other_script", "meaning", lambda raw, _: f"cos {raw:.2f} above its like"),
    Feature("near_context", "conversation", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("wide_context", "conversation", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("context_words", "conversation", lambda raw, _: f"{raw:.0%} of the words near by"),
    Feature("window_keyword", "conversation", lambda raw, _: f"bm25 {raw:.2f} with its turns"),
    Feature("conversation_keyword", "conversation", lambda raw, _: f"bm25 {raw:.2f}"),
    Feature("conversation_meaning", "conversation", lambda raw, z: f"cos {raw:.2f} · z {z:.1f}"),
    Feature("answer", "conversation", lambda raw, _: "answers a question" if raw else ""),
    Feature("author", "author", lambda raw, _: "as asked" if raw else ""),
    Feature("first_person", "author", lambda raw, _: "speaks of oneself" if raw else ""),
    Feature("length", "keyword", lambda raw, _: f"{raw:.0f} words"),
    Feature("question", "penalty", lambda raw, _: "is itself a question" if raw else ""),
    Feature("request", "penalty", lambda raw, _: f"{raw:.0%} asks an assistant" if raw else ""),
    Feature("advice", "penalty", lambda raw, _: f"{raw:.0f} words of an assistant" if raw else ""),
    Feature("says_when", "time", lambda raw, _: "names a time" if raw else ""),
    Feature("says_how_many", "keyword", lambda raw, _: "names a number" if raw else ""),
    Feature("says_name", "keyword", lambda raw, _: "names something" if raw else ""),
    Feature("date", "time", lambda raw, _: f"{raw:.0f} days from the time asked about"),
    Feature("order", "time", lambda raw, _: f"{raw:.0%} of the way in time" if raw else ""),
)
NAMES = tuple(feature.name for feature in FEATURES)
WORD_FEATURES = (
    "keyword",
    "words",
    "first_words",
    "pairs",
    "context_words",
    "window_keyword",
    "conversation_keyword",
)
"""What a memory in another writing system than the question can't have."""


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """``values`` are multiplied by weights, ``raw`` are shown; both ``(candidates, features)``."""

    values: Values
    raw: Values
    embedded: NDArray[np.bool_]

    def value_of(self, name: str) -> Values:
        """Return what the weight of a feature multiplies, ``(candidates,)``."""
        return self.values[:, NAMES.index(name)]

    def raw_of(self, name: str) -> Values:
        """Return the raw figure of a feature, ``(candidates,)``."""
        return self.raw[:, NAMES.index(name)]


def compute(
    question: Question,
    pool: Pool,
    *,
    columns: Columns,
    vectors: VectorIndex | None,
    texts: Texts,
    forms: TextForms,
    titles: Sequence[str],
) -> FeatureTable:
    """Return the features of every candidate.

    ``texts`` reads the texts of memories, ``forms`` knows what they are like; ``titles`` are those
    of the candidates' conversations.
    """
    count = len(pool.ordinals)
    words = word_features.compute(question, pool, columns, titles)
    meaning, embedded = meaning_features.compute(question, pool, columns, vectors)
    table = {**words.columns, **meaning}
    table |= own_features.compute(
        question, pool, columns, texts, partial(forms.asking_shares, texts=texts)
    )
    _excuse_other_writing(table, question, pool, columns)
    _add_answer(table, question, words, pool, columns, partial(forms.tell, texts=texts))
    if "words" in words.columns and question.is_lookup:
        contents = texts(pool.ordinals)
        held, titled = words.columns["words"][1], words.columns["title"][1]
        table |= lookup_features.compute(question, pool, columns, held, titled, contents, titles)
    _add_author(table, question, pool, columns)
    _add_form(table, question, pool, columns, partial(forms.tell, texts=texts))
    near = table.get("context_words")
    table |= time_features.compute(question, near[0] if near else None, pool, columns)
    nothing = np.zeros(count)
    values = np.column_stack([table.get(name, (nothing, nothing))[0] for name in NAMES])
    raw = np.column_stack([table.get(name, (nothing, nothing))[1] for name in NAMES])
    return FeatureTable(values, raw, embedded)


def _excuse_other_writing(
    table: Columned, question: Question, pool: Pool, columns: Columns
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


def _add_answer(
    table: Columned,
    question: Question,
    words: WordFeatures,
    pool: Pool,
    columns: Columns,
    tell: Callable[[Form, Ordinals], NDArray[np.bool_]],
) -> None:
    """What answers a question about the same thing: the words of the turns up to that question.

    ln(1 + Σ rarity · nearness) of the words at and before the preceding turn, if that turn asks
    something and somebody else said it. "It's a mix of drama and romance!" shares no word with
    "Which genre is the screenplay?", but the turn that it replies to does. What an assistant
    replies is mostly advice, and counts only where the assistant's words are asked for.
    """
    previous = words.previous
    role, author = columns.field("role"), columns.field("author")
    other = (role[previous] != role[pool.ordinals]) | (author[previous] != author[pool.ordinals])
    told = (role[pool.ordinals] != columns.roles.find("assistant")) | question.asks_assistant
    at = np.flatnonzero((previous >= 0) & other & told & (words.before > 0))
    value = np.zeros(len(pool.ordinals))
    value[at] = words.before[at] * tell("question", previous[at])
    table["answer"] = (value, value)


def _add_author(
    table: Columned,
    question: Question,
    pool: Pool,
    columns: Columns,
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
    table: Columned,
    question: Question,
    pool: Pool,
    columns: Columns,
    tell: Callable[..., NDArray[np.bool_]],
) -> None:
    asking = tell("question", pool.ordinals).astype(np.float64)
    table["question"] = (asking, asking)
    length = columns.field("term_count")[pool.ordinals].astype(np.float64)
    table["length"] = (np.log1p(np.minimum(length, _LONG)) / np.log1p(_LONG), length)
    # A long text is bound to hold a number or a name; that says less of it.
    diluted = _DILUTED_FROM / np.maximum(length, _DILUTED_FROM)
    told: list[Form] = []
    if question.asks_hour:
        told.append("says_hour")
    elif question.asks_when:
        told.append("says_when")
    if question.asks_count:
        told.append("says_how_many")
    if question.asks_what:
        told.append("says_name")
    if question.author is not None and not question.asks_assistant:
        # What is asked about a person was mostly told by that person.
        told.append("first_person")
    for form in told:
        found = tell(form, pool.ordinals, people=question.people).astype(np.float64)
        table["says_when" if form == "says_hour" else form] = (found * diluted, found)
