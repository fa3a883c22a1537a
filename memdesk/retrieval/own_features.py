"""Features of what a memory says by itself, and of what kind of turn it is.

What stands around a turn tells its subject, but statements about one subject often differ in one
detail only: a number, a name, from where to where. Only the turn itself can tell which it is.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.text_forms import Texts
from memdesk.retrieval.word_features import Columned, Values
from memdesk.text import pairs, questions

_READ = 60
"""How many of the candidates, the best by their own words, are read for pairs of words."""
_LONGEST_READ = 2_000
_SKIPPED = 0.5
"""What two words count that have a third between them in the question."""
_ADVICE_FROM = 20
_ADVICE_FULL = 80


def compute(
    question: Question,
    pool: Pool,
    columns: Columns,
    texts: Texts,
    asking: Callable[[Ordinals], NDArray[np.float32]],
) -> Columned:
    """Return ``pairs``, ``request`` and ``advice`` of every candidate, nothing for a lookup.

    ``pairs``: how near to each other, and in their order, the question's neighbouring words stand
    in the memory itself, weighed by the commoner of the two. ``request``: the share of what a
    person writes to an assistant that asks, unless the question is about what was asked.
    ``advice``: an assistant's text where it was not asked for, growing from 20 to 80 words.
    ``texts`` reads the texts of memories, ``asking`` tells which share of them asks.
    """
    if question.is_lookup:
        return {}
    near = _pairs(question, pool, texts)
    table: Columned = {"pairs": (near, near)}
    roles = columns.field("role")[pool.ordinals]
    assistant = columns.roles.find("assistant")
    around = columns.neighbours(pool.ordinals, 1)
    answered = ((around >= 0) & (columns.field("role")[around] == assistant)).any(axis=1)
    told = answered & (roles == columns.roles.find("user"))
    if questions.about_asking(question.text):
        told[:] = False
    request = np.zeros(len(pool.ordinals))
    request[told] = asking(pool.ordinals[told])
    table["request"] = (request, request)
    if not question.asks_assistant:
        advised = roles == assistant
        length = columns.field("term_count")[pool.ordinals].astype(np.float64)
        share = np.clip((length - _ADVICE_FROM) / (_ADVICE_FULL - _ADVICE_FROM), 0.0, 1.0)
        table["advice"] = (advised * share, advised * length)
    return table


def _pairs(question: Question, pool: Pool, texts: Texts) -> Values:
    count = len(pool.ordinals)
    found = np.zeros(count)
    held = [
        (term.forms, posting.idf)
        for posting, term in zip(pool.postings, question.terms, strict=True)
        if len(posting.ordinals) and not term.is_name
    ]
    if len(held) < 2:
        return found
    asked, masses = [], []
    for step, share in ((1, 1.0), (2, _SKIPPED)):
        for one, other in zip(held, held[step:], strict=False):
            asked.append((one[0], other[0]))
            masses.append(share * min(one[1], other[1]))
    weights = np.array(masses)
    keyword = pool.keyword[pool.ordinals]
    best = np.argsort(-keyword, kind="stable")[:_READ]
    held_in = sum(posting.holds(pool.ordinals[best]).astype(int) for posting in pool.postings)
    read = best[held_in > 1]
    for at, text in zip(read, texts(pool.ordinals[read]), strict=True):
        found[at] = weights @ pairs.nearness(text[:_LONGEST_READ], asked)
    return found / max(float(weights.sum()), 1e-9)
