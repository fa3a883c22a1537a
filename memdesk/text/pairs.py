"""How near two words of a question stand to each other in a text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from memdesk.text.terms import is_unspaced, stem

_HALF_AT = 10.0
"""Characters between two words that halve their nearness."""
_REVERSED = 0.5
_SHORT_STEM = 2


def nearness(text: str, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> list[float]:
    """Return how near the words of each pair stand in a text, 1 side by side, 0 not both there.

    A pair is two words in their index forms, in the order in which they are asked for. Nearness is
    halved by every ten characters between them, and where they stand in the other order.
    """
    forms = tuple(dict.fromkeys(form for pair in pairs for word in pair for form in word))
    places: dict[str, list[tuple[int, int]]] = {}
    for match in _pattern(forms).finditer(text):
        start, end = match.span(1)
        word = match[1]
        form = word if is_unspaced(word) else stem(word)
        if form in forms:
            places.setdefault(form, []).append((start, end))
    return [
        max(
            (
                _near(one, other)
                for first in pair[0]
                for second in pair[1]
                for one in places.get(first, ())
                for other in places.get(second, ())
                if one != other
            ),
            default=0.0,
        )
        for pair in pairs
    ]


def _near(one: tuple[int, int], other: tuple[int, int]) -> float:
    in_order = one[0] < other[0]
    gap = other[0] - one[1] if in_order else one[0] - other[1]
    # A space or a full stop between two words, or none in Chinese, is as near as can be.
    near = math.exp2(-max(gap - 1, 0) / _HALF_AT)
    return near if in_order else _REVERSED * near


@lru_cache(maxsize=64)
def _pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Find what may be one of the words; what a stemmer took off its end is found as well.

    Chinese pairs of characters overlap, so each match is looked ahead for.
    """
    unspaced = [re.escape(form) for form in forms if is_unspaced(form)]
    spaced = {form[:-1] if len(form) > _SHORT_STEM else form[:1] for form in forms}
    parts = []
    if unspaced:
        parts.append("|".join(unspaced))
    if spaced:
        openings = "|".join(sorted(map(re.escape, filter(None, spaced))))
        parts.append(rf"(?<![^\W_])(?:{openings})[^\W_\u2e80-\u9fff]*")
    return re.compile(rf"(?=({'|'.join(parts)}))", re.IGNORECASE)
