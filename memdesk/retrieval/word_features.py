"""Features of the question's words: in a memory, near it, in its conversation, in its title.

An idf is divided by ln(1 + memories), the most it can be, so that figures from vaults of all
sizes compare: a word's *rarity* lies between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.index.keywords import Posting, bm25, length_norm
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.text.terms import term_openings, term_set

Values = NDArray[np.float64]
Columned = dict[str, tuple[Values, Values]]
"""Feature → (what is multiplied by the weight, what is shown)."""

# A word counts for the turns around it as well, the less the further it stands from them. What
# was said before a turn tells more of its subject than what came after.
_REACH = 5
_BEFORE = 0.8
_AFTER = 0.4
_WINDOW = 2
_NO_TERMS: frozenset[str] = frozenset()
ESSAY = 40
"""An assistant's text of more words than these is an essay."""


@dataclass(frozen=True, slots=True)
class WordFeatures:
    """``columns`` by feature; ``before`` is what the words up to the preceding turn add up to.

    ``previous`` is that turn, -1 for none.
    """

    columns: Columned
    previous: Ordinals
    before: Values


def compute(
    question: Question, pool: Pool, columns: Columns, titles: Sequence[str]
) -> WordFeatures:
    """Return the word features of every candidate.

    ``keyword``: BM25 over the best. ``words``: idf share of the words in the memory.
    ``context_words``: ln(1 + Σ rarity · nearness), nearness 1 in the memory itself, 0.8 to the
    power of the distance before it and 0.4 after it; shown as the share of the words in it and
    right beside it. ``window_keyword``: BM25 of the memory with two turns on either side, over
    the best of the candidates. ``first_words``: idf share of the words that the conversation
    has here for the first time. ``title``: idf share of the words in the conversation's title.
    ``conversation_keyword``: BM25 of the whole conversation over the most the words could give.
    """
    count = len(pool.ordinals)
    windows = surroundings(question, pool, columns, _REACH)
    previous = windows[:, _REACH - 1]
    asked = list(zip(pool.postings, question.terms, strict=True))
    weighed = [(posting, term) for posting, term in asked if not term.is_name] or asked
    total = sum(posting.idf for posting, _ in weighed)
    if not total:
        return WordFeatures({}, previous, np.zeros(count))
    most = np.log1p(max(columns.alive_count, 1))
    lengths = np.where(windows >= 0, columns.field("term_count")[windows], 0)
    inner = slice(_REACH - _WINDOW, _REACH + _WINDOW + 1)
    average = (2 * _WINDOW + 1) * columns.term_total / max(columns.alive_count, 1)
    window_norm = length_norm(lengths[:, inner].sum(axis=1), average)
    distances = np.arange(-_REACH, _REACH + 1)
    nearness = np.where(distances < 0, _BEFORE ** np.abs(distances), _AFTER ** np.abs(distances))
    openings = term_openings(frozenset(form for _, term in weighed for form in term.forms))
    held = [
        _title_terms(text)
        if not text.isascii() or any(map(text.lower().__contains__, openings))
        else _NO_TERMS
        for text in titles
    ]
    idf = np.array([posting.idf for posting, _ in weighed])
    share, rarity = idf / total, idf / most
    times = np.stack([posting.frequency_in(windows) for posting, _ in weighed])
    holds = times > 0
    opens = np.stack([_opens(posting, pool.ordinals, columns) for posting, _ in weighed])
    own = _added(share, holds[:, :, _REACH])
    beside = _added(share, np.any(holds[:, :, _REACH - 1 : _REACH + 2], axis=2))
    near = _added(rarity, (holds * nearness).max(axis=2))
    before = _added(rarity, (holds[:, :, :_REACH] * nearness[:_REACH]).max(axis=2)) / _BEFORE
    window = _added(idf, bm25(times[:, :, inner].sum(axis=2), window_norm, 1.0))
    first = _added(share, holds[:, :, _REACH] & opens)
    titled = [[not terms.isdisjoint(term.forms) for terms in held] for _, term in weighed]
    title = _added(share, np.array(titled))
    keyword = pool.keyword[pool.ordinals]
    best = max(float(pool.keyword.max(initial=0.0)), 1e-9)
    # Against what every word of the question could give at best, not against the best there is:
    # where only a common word occurs anywhere, the best conversation is a poor one.
    conversation = pool.conversation[columns.group[pool.ordinals]]
    return WordFeatures(
        {
            "keyword": (keyword / best, keyword),
            "words": (own, own),
            "context_words": (np.log1p(near), beside),
            "window_keyword": (window / max(float(window.max(initial=0.0)), 1e-9), window),
            "first_words": (first, first),
            "title": (title, title),
            "conversation_keyword": (conversation / pool.conversation_ideal, conversation),
        },
        previous,
        np.log1p(before),
    )


def _added(weights: Values, figures: NDArray[Any]) -> Values:
    """Return the words' ``figures``, ``(terms, n)``, weighed and added up: ``(n,)``."""
    return np.asarray((weights[:, None] * figures).sum(axis=0))


def surroundings(question: Question, pool: Pool, columns: Columns, reach: int) -> NDArray[np.int64]:
    """Return the turns around every candidate, ``(n, 2·reach+1)``, -1 for none; itself amid.

    An assistant's essays are left out, unless its words are asked for or words looked up: long and
    general, they hold words of many questions and tell little of what was said beside them.
    """
    windows = columns.neighbours(pool.ordinals, reach)
    if not (question.asks_assistant or question.is_lookup):
        said = columns.field("role")[windows] == columns.roles.find("assistant")
        essay = said & (columns.field("term_count")[windows] > ESSAY)
        windows[essay] = -1
        windows[:, reach] = pool.ordinals
    return windows


@lru_cache(maxsize=4096)
def _title_terms(title: str) -> frozenset[str]:
    return term_set(title)


def _opens(posting: Posting, candidates: Ordinals, columns: Columns) -> NDArray[np.bool_]:
    """Tell for each candidate whether its conversation holds the term nowhere before it."""
    groups = columns.group
    concerned = np.zeros(len(columns.group_terms), dtype=np.bool_)
    concerned[groups[candidates]] = True
    holding = posting.ordinals[concerned[groups[posting.ordinals]]]
    earliest = np.full(len(concerned), columns.size, dtype=np.int64)
    np.minimum.at(earliest, groups[holding], columns.place(holding))
    return np.asarray(columns.place(candidates) <= earliest[groups[candidates]])
