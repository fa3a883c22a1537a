"""Words of the vault that a mistyped word may stand for, the likeliest first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memdesk.index.vocabulary import Vocabulary
from memdesk.text import slips
from memdesk.text.terms import index_tokens, stem

_SHORTEST_BEGINNING = 5
_TWO_SLIPS = 8
"""From so many letters on a word may have two slips in it, but not in its first two letters."""
_TWO_COST = 1.5
_COMMON = 0.25
"""How much likelier a word is for being e times as common."""


@dataclass(frozen=True, slots=True)
class NearWord:
    """A word that may have been meant, its index form, and what the slips cost.

    ``word`` is None where only the form is known, ``form`` where it is but a beginning of words.
    """

    word: str | None
    form: str | None
    cost: float


def near(word: str, vocabulary: Vocabulary, most: float) -> list[NearWord]:
    """Return the words one slip away that costs ``most`` at most; without any, two slips away.

    A slip is undone in the word as typed, and what that gives is stemmed: an index term may have
    lost the letters that show the slip.
    """
    costs = {one: cost for one, cost in slips.unslipped(word).items() if cost <= most}
    words = list(costs)
    # One call for all: each is one word of plain letters, and gives one term.
    forms = index_tokens(" ".join(words))
    counts = vocabulary.counts_of(forms)
    found = [
        NearWord(words[at], forms[at], _cost(costs[words[at]], int(counts[at])))
        for at in np.flatnonzero(counts).tolist()
    ]
    if not found and len(word) >= _TWO_SLIPS and most >= _TWO_COST:
        form = stem(word)
        found = [
            NearWord(None, term, _cost(_TWO_COST, count))
            for term, count in vocabulary.beginning(word[:2])
            if slips.distance(form, term, 2) <= 2
        ]
    return sorted(found, key=lambda one: (one.cost, one.word or "", one.form))


def beginning(word: str, vocabulary: Vocabulary, most: float) -> NearWord | None:
    """Return the likeliest beginning of words one slip away from an unfinished word."""
    if len(word) < _SHORTEST_BEGINNING:
        return None
    costs = {
        one: cost
        for one, cost in slips.unslipped(word).items()
        if cost <= most and len(one) >= _SHORTEST_BEGINNING
    }
    words = list(costs)
    counts = vocabulary.counts_beginning(words)
    found = [
        NearWord(words[at], None, _cost(costs[words[at]], int(counts[at])))
        for at in np.flatnonzero(counts).tolist()
    ]
    return min(found, key=lambda one: (one.cost, one.word), default=None)


def _cost(slip: float, count: int) -> float:
    return slip - _COMMON * float(np.log(count))
