"""How near two words of a question stand to each other in a text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from memdesk.text.terms import beginning_with, is_unspaced, starts, stem, term_openings

_HALF_AT = 10.0
"""Characters between two words that halve their nearness."""
_REVERSED = 0.5
_REST = re.compile(r"[^\W_\u2e80-\u9fff]*")


def nearness(text: str, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> list[float]:
    """Return how near the words of each pair stand in a text, 1 side by side, 0 not both there.

    A pair is two words in their index forms, in the order in which they are asked for. Nearness is
    halved by every ten characters between them, and where they stand in the other order.
    """
    forms = frozenset(form for pair in pairs for word in pair for form in word)
    places = _places(text.lower(), forms)
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


def _places(text: str, forms: frozenset[str]) -> dict[str, list[tuple[int, int]]]:
    """Return where each of the index forms stands in a text in lower case."""
    unspaced = frozenset(filter(is_unspaced, forms))
    places: dict[str, list[tuple[int, int]]] = {}
    for form in unspaced:
        places[form] = [(at, at + len(form)) for at in starts(text, form)]
    for start, end in beginning_with(text, term_openings(forms - unspaced), _REST):
        form = _stem(text[start:end])
        if form in forms:
            places.setdefault(form, []).append((start, end))
    return places


_stem = lru_cache(maxsize=4096)(stem)
