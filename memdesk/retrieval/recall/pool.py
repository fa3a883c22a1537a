"""Recall: which memories are worth scoring in full, found by words and by meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.index.keywords import KeywordIndex, Posting
from memdesk.index.vectors import Aim, Nearness, VectorIndex
from memdesk.retrieval import link_expansion
from memdesk.retrieval.filtering import Mask
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall import parts
from memdesk.vault import fulltext

PER_PATH = 150
TYPED_PER_PATH = 60
"""So many are scored while one types: another list follows with the next letter."""
_LENT_SHARE = 4 / 15
_LINKED_FROM = 10
_SAMPLED = 16


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of one question, and the arrays that recall computed on the way.

    ``keyword`` is the BM25 of every memory and ``conversation`` that of every conversation,
    ``conversation_ideal`` what the question's terms could give a conversation at best;
    ``nearness`` is None where the question has no vector or nothing is embedded; ``of_period`` and
    ``of_writings`` are the best of the time asked about and of the other writing systems.
    """

    ordinals: Ordinals
    postings: tuple[Posting, ...]
    keyword: NDArray[np.float64]
    conversation: NDArray[np.float64]
    conversation_ideal: float
    nearness: Nearness | None
    aim: Aim | None
    of_period: Ordinals
    of_writings: Ordinals
    per_path: int = PER_PATH

    @property
    def has_keyword_hits(self) -> bool:
        """Whether any term of the question occurs among the memories asked about."""
        return bool(self.keyword.any())

    @property
    def by_words(self) -> Ordinals:
        """The candidates that words led to, best first."""
        return _best(self.keyword, self.per_path)

    @property
    def by_meaning(self) -> Ordinals:
        """The candidates that meaning led to, nearest first."""
        return _nearest(self.nearness, self.per_path)


def recall(
    question: Question,
    aim: Aim | None,
    *,
    columns: Columns,
    keywords: KeywordIndex,
    vectors: VectorIndex | None,
    connection: apsw.Connection,
    allowed: Mask,
    also: Sequence[int] = (),
    per_path: int = PER_PATH,
) -> Pool:
    """Return the candidates for a question among the allowed memories.

    The best by BM25, the best by cosine, the turns around the very best of both, and the
    opening turns of conversations whose title holds the question's words; what links lead to from
    the very best; the best of the time asked about and of other writing systems; where words are
    looked up, the best that hold all of them; and whatever is named in ``also``. Words and meaning
    lead to at most ``per_path`` each.
    """
    postings = tuple(keywords.posting(connection, term.forms) for term in question.terms)
    weighed = [p for p, term in zip(postings, question.terms, strict=True) if not term.is_name]
    scored = weighed or list(postings)
    keyword = keywords.score(scored)
    if not allowed.all():
        keyword[~allowed] = 0.0
    conversation, conversation_ideal = keywords.score_conversations(scored)
    by_words = _best(keyword, per_path)
    nearness = None
    if aim is not None and vectors is not None:
        nearness = vectors.nearest(aim, 4 * per_path, allowed)
    by_meaning = _nearest(nearness, per_path)
    around = beside(columns, by_words, by_meaning, per_path)
    titled = _titled(question.words, columns, connection)
    of_period = parts.of_periods(
        question.periods,
        columns=columns,
        vectors=vectors,
        aim=aim,
        keyword=keyword,
        allowed=allowed,
    )
    of_writings = parts.of_writings(
        question.writing, nearness, columns=columns, vectors=vectors, aim=aim, allowed=allowed
    )
    named = np.array(also, dtype=np.int64)
    complete = by_words[:0]
    if question.is_lookup and len(by_words) == per_path:
        complete = _complete(scored, keyword, per_path)
    linked = link_expansion.around(connection, columns, leading(by_words, by_meaning))
    ways = [by_words, by_meaning, around, linked, titled, of_period, of_writings, complete, named]
    pool = np.unique(np.concatenate(ways))
    return Pool(
        ordinals=pool[allowed[pool]],
        postings=postings,
        keyword=keyword,
        conversation=conversation,
        conversation_ideal=conversation_ideal,
        nearness=nearness,
        aim=aim,
        of_period=of_period,
        of_writings=of_writings,
        per_path=per_path,
    )


def _complete(postings: Sequence[Posting], keyword: NDArray[np.float64], count: int) -> Ordinals:
    """Return the best by BM25 of the memories that hold every term, the rarest looked at first."""
    rarest, *others = sorted(postings, key=lambda posting: len(posting.ordinals))
    holding = rarest.ordinals[keyword[rarest.ordinals] > 0.0]
    for other in others:
        holding = holding[other.holds(holding)]
    return holding[np.argsort(-keyword[holding], kind="stable")][:count]


def beside(columns: Columns, by_words: Ordinals, by_meaning: Ordinals, per_path: int) -> Ordinals:
    """Return the turns around the very best of both ways, and these themselves."""
    best = leading(by_words, by_meaning, round(_LENT_SHARE * per_path))
    around = columns.neighbours(best, 1).ravel()
    return np.asarray(around[around >= 0], dtype=np.int64)


def leading(by_words: Ordinals, by_meaning: Ordinals, count: int = _LINKED_FROM) -> Ordinals:
    """Return the very best of both ways, which links are followed from."""
    return np.unique(np.concatenate([by_words[:count], by_meaning[:count]]))


def _nearest(nearness: Nearness | None, count: int) -> Ordinals:
    """Return the ordinals of the highest cosines, nearest first, ties by ordinal."""
    if nearness is None:
        return np.zeros(0, dtype=np.int64)
    return nearness.ordinals[np.argsort(-nearness.cosine, kind="stable")[:count]]


def _best(scores: NDArray[np.float64], count: int) -> Ordinals:
    """Return the ordinals of the highest positive scores, best first, ties by ordinal."""
    # The best of some are no better than the best of all: what is below them need not be sorted.
    some = scores[::_SAMPLED]
    least = np.partition(some, len(some) - count)[len(some) - count] if len(some) > count else 0.0
    hits = np.flatnonzero(scores >= least if least > 0.0 else scores > 0.0)
    if len(hits) > count:
        threshold = np.partition(scores[hits], len(hits) - count)[len(hits) - count]
        hits = hits[scores[hits] >= threshold]
    return hits[np.argsort(-scores[hits], kind="stable")][:count]


def _titled(words: Sequence[str], columns: Columns, connection: apsw.Connection) -> Ordinals:
    conversations = fulltext.titles_with(connection, words)[:50]
    if not conversations:
        return np.zeros(0, dtype=np.int64)
    members = np.flatnonzero(np.isin(columns.field("conversation"), conversations))
    _, first = np.unique(columns.field("conversation")[members], return_index=True)
    return members[first]
