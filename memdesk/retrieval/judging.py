"""Judging an answer: how probable it is that it holds what was asked for, and what is said of it.

Some answers are not judged. What was found as it was written (all the words of a few, a quoted
phrase, a title) is there, whatever a model of questions thinks; and while a question is being
typed it is not known yet what it asks.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval import confidence, rejection
from memdesk.retrieval.confidence import Coefficients, Figures
from memdesk.retrieval.features import FeatureTable
from memdesk.retrieval.ranked import Context
from memdesk.retrieval.recall.pool import Pool
from memdesk.retrieval.voice import Confidence, Rule, Voice, percent
from memdesk.text import questions
from memdesk.text.terms import is_unspaced

_COMPLETE = 0.999
_AS_LOOKED_UP = ("all_words", "as_written", "called")
_NAMED = 3
_LEADING = 3


def is_judged(context: Context, pool: Pool, table: FeatureTable) -> bool:
    """Tell whether confidence in the answer has a meaning; there must be candidates."""
    question = context.question
    if context.mode == "typing" or context.quoted or not question.terms:
        return False
    if _is_titled(table):
        return False
    if not questions.is_question(question.text) and table.raw_of("words").max() > _COMPLETE:
        return False
    if question.is_lookup:
        return not any(table.raw_of(name).max() > 0.0 for name in _AS_LOOKED_UP)
    # Pairs of characters cross the borders of words: how many are held says little by itself.
    return pool.nearness is not None or not confidence.is_in_pairs(question)


def judge(
    context: Context, pool: Pool, table: FeatureTable, scores: NDArray[np.float64]
) -> Confidence | None:
    """Return the confidence in an answer with at least one candidate; None if it has no meaning.

    Where a word occurs, nothing is said only of a question that was asked for good: while it may
    still grow what was found stays, and so it does where some of a few words were found, or where
    one of the first three is written in another script.
    """
    if not is_judged(context, pool, table):
        return None
    writings = context.columns.field("writing")[pool.ordinals]
    basis = confidence.basis(context.question, pool, table, writings)
    known = confidence.figures(context.question, pool, table, scores, context.columns.alive_count)
    sets = confidence.load()
    probability, voice = voiced(
        known, sets, basis, embedded=bool(table.embedded.all()) or pool.nearness is None
    )
    partly = context.question.is_lookup and pool.has_keyword_hits
    # Words can't speak for what is written in another script than the question.
    leading = writings[np.argsort(-scores, kind="stable")[:_LEADING]]
    foreign = bool((leading != context.question.writing).any())
    if voice == "nothing" and (context.mode != "asked" or partly or foreign):
        voice = "unsure"
    if _is_nowhere(context, pool):
        voice = "nothing"
    return Confidence(
        probability=probability,
        voice=voice,
        missing=_missing(context, pool),
        basis=basis,
        figures={name: known[name] for name in confidence.SETS[basis]},
    )


def voiced(
    figures: Figures, sets: Mapping[str, Coefficients], basis: str, *, embedded: bool
) -> tuple[float, Voice]:
    """Return the probability and the voice by one set of coefficients.

    ``embedded``: all candidates are. Meaning that is not there yet must not silence words.
    """
    chosen = sets[basis]
    probability = chosen.probability(figures)
    heard = [basis] if embedded else [basis, "words"]
    said = chosen.voice(probability)
    silent = all(sets[one].voice(sets[one].probability(figures)) == "nothing" for one in heard)
    return probability, "unsure" if said == "nothing" and not silent else said


def refusal(
    context: Context, pool: Pool, table: FeatureTable, judged: Confidence | None
) -> tuple[Rule, str] | None:
    """Return the rule by which an answer is turned away and the reason in plain words, or None."""
    if _is_nowhere(context, pool) and not _is_titled(table):
        return "words", rejection.reason(pool)
    if judged is not None and judged.voice == "nothing" and not context.anyway:
        return "confidence", reason(judged)
    return None


def reason(judged: Confidence) -> str:
    """Return in plain words why nothing is shown."""
    chance = f"Chance of an answer: about {percent(judged.probability)}."
    if not judged.missing:
        return f"What comes nearest may be on the subject, but hardly answers this. {chance}"
    named = " or ".join(f"“{word}”" for word in judged.missing[:_NAMED])
    return f"No memory mentions {named}, and what comes nearest is about something else. {chance}"


def _is_titled(table: FeatureTable) -> bool:
    """Tell whether some conversation's title holds all the words."""
    return bool(table.raw_of("title").max() > _COMPLETE)


def _is_nowhere(context: Context, pool: Pool) -> bool:
    return rejection.by_rule(pool, context.profile.parameters["rejection_cosine"])


def _missing(context: Context, pool: Pool) -> tuple[str, ...]:
    return tuple(
        term.word
        for posting, term in zip(pool.postings, context.question.terms, strict=True)
        if not len(posting.ordinals) and not is_unspaced(term.word)
    )
