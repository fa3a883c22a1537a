"""Features of time: agreement with the time asked about, and first or latest on the subject."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import NO_TIME, Columns
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.word_features import Columned, Values

_ON_SUBJECT = 0.5
_DAY = 86_400_000

# Chosen on half of the questions that name a time (docs/benchmarks.md). What happened in a month
# is told in it, or the day after it is over: near is good, and within is clearly better.
_OUTSIDE = 0.8
# "In March" is the last March, but one of another year's may be meant.
_OTHER_YEAR = 0.8


def compute(question: Question, near: Values | None, pool: Pool, columns: Columns) -> Columned:
    """Return ``date`` where a time is asked about, and ``order`` where an order is.

    ``near`` is the value of ``context_words``, None where the question has no words.
    """
    created = columns.field("created_at")[pool.ordinals]
    found: Columned = {}
    if question.periods:
        found["date"] = _date(question.periods, created)
    if question.order is not None and near is not None:
        order = _order(question.order == "latest", near, created)
        if order is not None:
            found["order"] = (order, order)
    return found


def _date(
    periods: tuple[tuple[int, int], ...], created: NDArray[np.int64]
) -> tuple[Values, Values]:
    """Return the agreement with the nearest of the times that may be meant, and the days to it.

    1 within the first time and 0.8 within one of the others; outside at most 0.8 of that, halved
    with each width of the time further away.
    """
    known = created != NO_TIME
    agreement, days = np.zeros(len(created)), np.zeros(len(created))
    for at, (first, end) in enumerate(periods):
        moments = np.where(known, created, first).astype(np.float64)
        outside = np.maximum(np.maximum(first - moments, moments - (end - 1)), 0.0)
        share = np.where(outside > 0.0, _OUTSIDE, 1.0)
        value = share * 0.5 ** (outside / max(end - first, _DAY))
        value = np.where(known, value * (_OTHER_YEAR if at else 1.0), 0.0)
        better = value > agreement if at else np.ones(len(created), dtype=np.bool_)
        agreement = np.where(better, value, agreement)
        days = np.where(better, outside / _DAY, days)
    return agreement, days


def _order(latest: bool, near: Values, created: NDArray[np.int64]) -> Values | None:
    """Return the share of the candidates on the subject that are older, if the latest is wanted.

    Where the first is asked for, those that are newer. On the subject is what has, with the
    turns around it, half as much of the question's words as the best candidate has; the others
    get nothing. "Which address does it have now?" is answered by the newest of all statements.
    """
    enough = near >= _ON_SUBJECT * near.max(initial=0.0)
    subject = np.flatnonzero(enough & (created != NO_TIME))
    if len(subject) < 2:
        return None
    moments = created[subject] if latest else -created[subject]
    share = np.searchsorted(np.sort(moments), moments, side="left") / (len(subject) - 1)
    value = np.zeros(len(near))
    value[subject] = np.minimum(share, 1.0)
    return value
