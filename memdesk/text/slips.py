"""Slips of the fingers: which words are one slip away from a typed one, and how likely each is.

The four slips are Damerau's (A technique for computer detection and correction of spelling
errors, 1964): two letters swapped, one missing, one too many, one wrong. Only words of a to z are
looked at, as the full-text index holds Latin words without their accents.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import ascii_lowercase

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    letter: row[max(at - 1, 0) : at] + row[at + 1 : at + 2]
    for row in _ROWS
    for at, letter in enumerate(row)
}
_VOWELS = "aeiouy"

SWAPPED, DOUBLED, MISSING, BESIDE = 0.0, 0.0, 0.3, 0.3
"""Costs of the slips that fingers make: the lower, the likelier."""
VOWEL, TOO_MANY, WRONG = 0.6, 0.8, 1.2
"""Costs of the slips that are hardly the fingers' own."""
FIRST = 1.0
"""Added where the first letter changes: people hardly ever get that wrong."""


@lru_cache(maxsize=64)
def unslipped(word: str) -> Mapping[str, float]:
    """Return the words that ``word`` (a to z) is one slip away from, with what the slip costs."""
    found: dict[str, float] = {}

    def note(candidate: str, cost: float) -> None:
        if candidate != word and found.get(candidate, cost + 1.0) > cost:
            found[candidate] = cost

    for at in range(len(word) + 1):
        before, here, after = word[:at], word[at : at + 1], word[at + 1 :]
        first = FIRST if at == 0 else 0.0
        around = word[at - 1 : at] + here
        for letter in ascii_lowercase:
            doubled = letter in around
            note(before + letter + here + after, first + (DOUBLED if doubled else MISSING))
            if here:
                note(before + letter + after, first + _wrong(here, letter))
        if here:
            repeated = here == word[at - 1 : at]
            note(before + after, first + (DOUBLED if repeated else TOO_MANY))
        if after:
            note(before + after[0] + here + after[1:], first + SWAPPED)
    return found


def _wrong(typed: str, meant: str) -> float:
    if meant in _BESIDE.get(typed, ""):
        return BESIDE
    return VOWEL if typed in _VOWELS and meant in _VOWELS else WRONG


def distance(left: str, right: str, most: int) -> int:
    """Return the number of slips between two words, ``most`` + 1 if there are more.

    The optimal string alignment distance: no part of a word is changed twice.
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for at, letter in enumerate(left, start=1):
        former, before, row = before, row, [at]
        for column, other in enumerate(right, start=1):
            cost = min(
                before[column] + 1, row[column - 1] + 1, before[column - 1] + (letter != other)
            )
            swapped = at > 1 and column > 1 and letter == right[column - 2]
            if swapped and left[at - 2] == other:
                cost = min(cost, former[column - 2] + 1)
            row.append(cost)
        if min(row) > most and min(before) > most:
            return most + 1
    return min(row[-1], most + 1)
