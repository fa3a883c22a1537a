"""Where the words of a hit stand in the text as it is shown.

Rendering drops Markdown's marks, so positions in the source mean nothing afterwards; the words
found at them are looked for again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memdesk.desktop.widgets.direction import without_overrides
from memdesk.text.script import UNSPACED_CLASS

MOST_MARKS = 400
"""Marks in one block; more would colour everything and slow the drawing."""

_WORD = re.compile(rf"[{UNSPACED_CLASS}]+|[^\W{UNSPACED_CLASS}]+")
_UNSPACED = re.compile(rf"[{UNSPACED_CLASS}]")


def words_at(content: str, spans: Iterable[Sequence[int]]) -> frozenset[str]:
    """The words, in lower case, that stand at ``spans`` (start, end) of a source text."""
    return frozenset(
        match.group().lower()
        for start, end in spans
        for match in _WORD.finditer(without_overrides(content[start:end]))
    )


def word_pattern(words: frozenset[str]) -> re.Pattern[str] | None:
    """A pattern for whole words; scripts without spaces match anywhere. None for no words."""
    if not words:
        return None
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    alternatives = (
        re.escape(word) if _UNSPACED.match(word) else rf"(?<!\w){re.escape(word)}(?!\w)"
        for word in longest_first
    )
    return re.compile("|".join(alternatives), re.IGNORECASE)


def places(text: str, pattern: re.Pattern[str] | None) -> list[tuple[int, int]]:
    """Where the pattern stands in ``text``, counted as Qt does, in UTF-16 units."""
    if pattern is None:
        return []
    found: list[tuple[int, int]] = []
    at = units = 0
    for match in pattern.finditer(text):
        start = units + _units(text[at : match.start()])
        end = start + _units(match.group())
        found.append((start, end))
        at, units = match.end(), end
        if len(found) == MOST_MARKS:
            break
    return found


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
