"""What a word may become that is not typed to its end: some of each, not much of one.

Three letters begin many words, and the commonest of them would fill the list. So what holds the
word itself comes first, then the best memory of each longer word, the rarer the sooner: rare
words are what is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval.question import QuestionTerm
from memdesk.text.stopwords import is_stopword
from memdesk.text.terms import beginning_with, fold, is_unspaced, stem

_REST = re.compile(r"[^\W_]*")
_LONGER, _RARER, _MORE_OF_IT = 0.8, 0.1, 0.7


def completion(
    term: QuestionTerm, contents: Sequence[str], keyword: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what each candidate's word is worth for ``term``, 0.7 to 1.

    1 for the word itself; 0.8 to 0.9 for the candidate with the highest ``keyword`` of those that
    hold a certain longer word, by how few they are; 0.7 for the others. A stop word is no more
    than a beginning.
    """
    values = np.ones(len(contents))
    if len(term.forms) == 1 or is_unspaced(term.word):
        return values
    beginning = fold(term.word)
    only_begins = is_stopword(beginning)
    holders: dict[str, list[int]] = {}
    for at, content in enumerate(contents):
        lower = content.lower()
        words = {lower[start:end] for start, end in beginning_with(lower, (beginning,), _REST)}
        forms = {stem(word) for word in words if not is_stopword(word)}
        if words and (only_begins or term.forms[0] not in forms):
            values[at] = _MORE_OF_IT
            for form in forms:
                holders.setdefault(form, []).append(at)
    most = np.log1p(max(map(len, holders.values()), default=1))
    for places in holders.values():
        best = max(places, key=lambda at: float(keyword[at]))
        rarity = 1.0 - float(np.log1p(len(places)) / most)
        values[best] = max(values[best], _LONGER + _RARER * rarity)
    return values
