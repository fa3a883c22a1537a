"""The part of a memory worth showing on a card."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from memdesk.desktop.search.plain_text import plain_text
from memdesk.retrieval.results import Span

_LEAD = 36
_FAR = 70
_DENSITY_WINDOW = 160
_AROUND = 400
"""How far a passage is completed to whole lines, so that no link or table begins within it."""
_WORD_SEARCH = 24
_SENTENCE_ENDS = ".!?:…。！？：\n"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text on one line, and the matched words in it as offsets into ``text``."""

    text: str
    marks: tuple[Span, ...]


def excerpt(content: str, passage: Span, marks: tuple[Span, ...], limit: int = 420) -> Excerpt:
    """Cut ``passage`` (offsets into ``content``) to about ``limit`` characters of plain text.

    What Markdown's signs take up is filled with what follows in the line. If the first matched
    words lie far inside, the text starts shortly before the densest run of them, at a word's
    beginning. … stands where a sentence is cut.
    """
    start, end = passage
    first = max(content.rfind("\n", 0, start) + 1, start - _AROUND)
    line_end = content.find("\n", end, end + _AROUND)
    last = line_end if line_end >= 0 else min(end + _AROUND, len(content))
    within = marks[bisect_left(marks, (start,)) : bisect_left(marks, (last,))]
    return _shown(
        content[first:last],
        (start - first, end - first),
        tuple((a - first, b - first) for a, b in within),
        limit,
        in_code=content.count("```", 0, first) % 2 == 1,
        goes_on=bool(content[last : last + _AROUND].strip()),
    )


def begins_far(passage: Span, marks: tuple[Span, ...]) -> bool:
    """Whether the first matched words may stand too far inside for the passage to begin there."""
    at = bisect_left(marks, (passage[0],))
    return at < len(marks) and passage[0] + _FAR < marks[at][0] < passage[1]


# Answers to what is being typed have most of their memories in common.
@lru_cache(maxsize=1024)
def _shown(
    lines: str,
    passage: Span,
    marks: tuple[Span, ...],
    limit: int,
    *,
    in_code: bool,
    goes_on: bool,
) -> Excerpt:
    plain = plain_text(lines, in_code=in_code)
    text = plain.text
    first = plain.place(passage[0])
    if first < len(text) and text[first] == " ":
        first += 1
    moved = [(plain.place(start), plain.place(end)) for start, end in marks]
    moved = [(start, end) for start, end in moved if start < end]
    room = passage[1] - passage[0]
    begin = _start(text, first, [mark for mark in moved if mark[0] < first + room])
    end = _end(text, begin, begin + min(room, limit))
    cut = begin > first or (first > 0 and text[:first].rstrip()[-1:] not in _SENTENCE_ENDS)
    front = "… " if cut else ""
    shift = len(front) - begin
    shown = text[begin:end].rstrip()
    more = " …" if shown and (goes_on or text[end:].strip()) else ""
    return Excerpt(
        front + shown + more,
        tuple(
            (start + shift, min(stop, end) + shift) for start, stop in moved if begin <= start < end
        ),
    )


def _start(text: str, first: int, marks: list[Span]) -> int:
    if not marks or marks[0][0] - first <= _FAR:
        return first
    densest = max(
        marks,
        key=lambda mark: (
            sum(1 for other in marks if mark[0] <= other[0] < mark[0] + _DENSITY_WINDOW),
            -mark[0],
        ),
    )
    if densest[0] - first <= _FAR:
        return first
    wanted = densest[0] - _LEAD
    space = text.find(" ", wanted, densest[0])
    if space >= 0:
        return space + 1
    # An address or a path breaks at its signs; a script without spaces anywhere.
    signs = (at for at in range(wanted, densest[0]) if not text[at].isalnum())
    return next(signs, wanted - 1) + 1


def _end(text: str, begin: int, wanted: int) -> int:
    if wanted >= len(text) or not text[wanted - 1 : wanted + 1].isalnum():
        return min(wanted, len(text))
    space = text.rfind(" ", max(begin, wanted - _WORD_SEARCH), wanted)
    return space if space > begin else wanted
