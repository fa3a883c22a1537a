"""Telling that one statement says anew, with another figure or name, what an older one said."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memdesk.text.numbers import same_as
from memdesk.text.stopwords import is_stopword
from memdesk.text.terms import analyse, fold

_LEAST_WORDS = 2
MOST_WORDS = 40
_SAME_SHARE = 0.6
_FEW_WORDS = 3
_ASKS = re.compile(r"[?？]\s*$")
# What changes between a statement and its successor without being its subject.
_TIMES = (
    "now today yesterday tomorrow currently anymore still again finally recently meanwhile since"
    " monday tuesday wednesday thursday friday saturday sunday week month year"
    " january february march april may june july august september october november december"
)
_TIME_WORDS = frozenset(_TIMES.split())
_DENYING = (
    "not no never without stopped quit longer don doesn didn isn aren wasn weren won can cannot"
    " 不 没 别 无 不再 没有"
)
_NEGATIONS = frozenset(_DENYING.split())


@dataclass(frozen=True, slots=True)
class Statement:
    """What a short text is about, and what it says of it.

    ``subject`` are its content words as index terms, without figures; ``figures`` its numbers;
    ``negated`` whether it denies.
    """

    subject: frozenset[str]
    figures: frozenset[str]
    negated: bool


def statement(text: str) -> Statement | None:
    """Read a text as a statement; None for a question and for what is too short or too long."""
    if _ASKS.search(text):
        return None
    subject: set[str] = set()
    figures: set[str] = set()
    negated = False
    terms = analyse(text)
    if len(terms) > MOST_WORDS:
        return None
    for term in terms:
        word = fold(term.word)
        if any(char.isdigit() for char in word) or same_as(term.text):
            figures.add(min((term.text, *same_as(term.text))))
        elif word in _NEGATIONS or (term.is_cjk and word[0] in _NEGATIONS):
            negated = True
        elif not is_stopword(word) and word not in _TIME_WORDS:
            subject.add(term.text)
    if len(subject) < _LEAST_WORDS:
        return None
    return Statement(frozenset(subject), frozenset(figures), negated)


def restates(new: Statement, old: Statement) -> float:
    """Return how surely ``new`` replaces ``old``, 0 to 1.

    They must be about the same (Jaccard index of their subjects at least 0.6) and differ in a
    figure, in a word or two, or in that one denies; what says the same replaces nothing, nor does
    what names figures where the other names none. Of fewer than three words all have to be the
    same, and another figure has to be named.
    """
    together = len(new.subject | old.subject)
    same = len(new.subject & old.subject) / together
    if same < _SAME_SHARE or bool(new.figures) != bool(old.figures):
        return 0.0
    other_figures, denies = new.figures != old.figures, new.negated != old.negated
    if same == 1.0 and not (other_figures or denies):
        return 0.0
    if together < _FEW_WORDS and not (other_figures and same == 1.0):
        return 0.0
    surer = 0.2 if other_figures or denies else 0.0
    return min(1.0, 0.8 * same + surer)
