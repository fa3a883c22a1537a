"""The part of a memory worth showing, and the words to mark in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdesk.retrieval.question import QuestionTerm
from memdesk.retrieval.results import Span
from memdesk.text.terms import occurrences

_LENGTH = 240
_LEAD = 60
_WORD_SEARCH = 24
_OPENING = re.compile(r"\n\s*|(?<!\d)[.!?]\s+|[。！？]\s*")
"""After this a line or a sentence begins."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Where a question's terms stand in a text.

    ``spans`` are the marked parts, joined where they touch (pairs of CJK characters overlap);
    ``places`` are the question's terms that matched, by their place in the question.
    """

    spans: tuple[Span, ...]
    places: frozenset[int]
    found: tuple[tuple[int, int, int], ...]


def match(content: str, terms: Sequence[QuestionTerm]) -> Matches:
    """Find the terms of a question in a text."""
    owner: dict[str, int] = {}
    for place, term in enumerate(terms):
        for form in term.forms:
            owner.setdefault(form, place)
    found = tuple((s, e, owner[t]) for s, e, t in occurrences(content, frozenset(owner)))
    spans: list[Span] = []
    for start, end, _ in found:
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], end))
        else:
            spans.append((start, end))
    return Matches(tuple(spans), frozenset(place for _, _, place in found), found)


def choose(
    content: str, matches: Matches, weights: Mapping[int, float], nearest: Span | None
) -> Span:
    """Return the span of ``content`` to show, about 240 characters.

    It holds the most valuable set of different matched words (``weights`` by the term's place);
    without any, it opens the passage nearest in meaning, else the text.
    """
    found = matches.found
    if not found:
        return _window(content, nearest[0] if nearest else 0)
    best_start, best_value = found[0][0], -1.0
    last = 0
    for first, (start, _, _) in enumerate(found):
        last = max(last, first)
        while last + 1 < len(found) and found[last + 1][1] - start <= _LENGTH - _LEAD:
            last += 1
        value = sum(weights.get(place, 0.0) for place in {f[2] for f in found[first : last + 1]})
        if value > best_value:
            best_start, best_value = start, value
    return _window(content, best_start - _LEAD, best_start)


def _window(content: str, start: int, found: int | None = None) -> Span:
    """Return a window that begins and ends between words.

    If a line or a sentence begins between ``start`` and what was ``found``, so does the window.
    """
    start = max(start, 0)
    if start:
        opening = _OPENING.search(content, start - 1, found) if found is not None else None
        if opening is not None:
            start = opening.end()
        else:
            start = _break(content, start, min(start + _WORD_SEARCH, len(content))) or start
    end = min(start + _LENGTH, len(content))
    if end < len(content):
        space = content.rfind(" ", end - _WORD_SEARCH, end)
        end = space if space > start else end
    return start, end


def _break(content: str, start: int, stop: int) -> int | None:
    for at in range(start, stop):
        if content[at].isspace() or content[at] in "。！？；，":
            return at + 1
    return None
