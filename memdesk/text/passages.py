"""Cutting a text into the passages that are embedded.

A passage is about a hundred tokens: short enough that one vector can stand for it, long enough
to keep a thought together. Consecutive passages share a sentence where they can, so that a
statement cut in two is still whole in one of them.
"""

from __future__ import annotations

import re
from itertools import pairwise

from memdesk.text.script import CJK_CLASS

# About four Latin characters or one and a half CJK characters make a token of the model.
_TARGET_TOKENS = 110
_LATIN_CHARACTERS_A_TOKEN = 4.2
_CJK_CHARACTERS_A_TOKEN = 1.5
_OVERLAP = 0.15
_LEFT_OVER = 0.3
_WHOLE = 1.4

# A run without any of the characters is skipped at once, which takes half the time of looking for
# a break at each place. It may end in none: in a full stop inside a number, or with the text.
_BREAK = re.compile(r"[^.!?;:\n。！？；]*+(?:[.!?;:]\s+|\n\s*|[。！？；]|(?P<none>[.!?;:]?))")
_CJK = re.compile(rf"[{CJK_CLASS}]")

Span = tuple[int, int]


def split(text: str) -> list[Span]:
    """Return the passages of a text as character spans in order; none for a blank text.

    Every character that is not white space lies in at least one passage. Linear in the text's
    length.
    """
    start, end = _stripped(text, 0, len(text))
    if start >= end:
        return []
    size = _size(text[start:end])
    if end - start <= size * _WHOLE:
        return [(start, end)]
    pieces = _pieces(text, start, end, size)
    passages: list[Span] = []
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= size:
            last += 1
        if last == len(pieces) - 2 and pieces[-1][1] - pieces[-1][0] < size * _LEFT_OVER:
            last += 1
        passages.append(_stripped(text, pieces[first][0], pieces[last][1]))
        if last == len(pieces) - 1:
            break
        # The last sentence begins the next passage as well if it is short and not all of it.
        is_short = pieces[last][1] - pieces[last][0] <= size * _OVERLAP
        leads_on = pieces[last + 1][1] - pieces[last][0] <= size
        first = last if last > first and is_short and leads_on else last + 1
    return [span for span in passages if span[0] < span[1]]


def _size(text: str) -> int:
    """Return how many characters of this text make a passage."""
    if text.isascii():
        return int(_TARGET_TOKENS * _LATIN_CHARACTERS_A_TOKEN)
    sample = text[:4000]
    share = len(_CJK.findall(sample)) / len(sample)
    a_token = share * _CJK_CHARACTERS_A_TOKEN + (1 - share) * _LATIN_CHARACTERS_A_TOKEN
    return int(_TARGET_TOKENS * a_token)


def _pieces(text: str, start: int, end: int, size: int) -> list[Span]:
    """Cut at sentence ends and line breaks; a piece longer than a passage is cut at spaces."""
    breaks = (match for match in _BREAK.finditer(text, start, end) if match["none"] is None)
    bounds = [start, *(match.end() for match in breaks), end]
    pieces = [(left, right) for left, right in pairwise(bounds) if left < right]
    if all(right - left <= size for left, right in pieces):
        return pieces
    return [part for piece in pieces for part in _cut(text, *piece, size)]


def _cut(text: str, start: int, end: int, size: int) -> list[Span]:
    parts: list[Span] = []
    while end - start > size:
        space = text.rfind(" ", start + size // 2, start + size)
        at = space + 1 if space > 0 else start + size
        parts.append((start, at))
        start = at
    parts.append((start, end))
    return parts


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
