"""The part of a memory worth showing on a card."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from memdesk.desktop.widgets.direction import without_overrides
from memdesk.retrieval.results import Span

_LEAD = 36
_FAR = 70
_DENSITY_WINDOW = 160


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text on one line, and the matched words in it as offsets into ``text``."""

    text: str
    marks: tuple[Span, ...]


def excerpt(content: str, passage: Span, marks: tuple[Span, ...], limit: int = 420) -> Excerpt:
    """Cut ``passage`` (offsets into ``content``) to about ``limit`` characters.

    White space is collapsed; Markdown's heading, emphasis and fence signs and those that turn the
    direction of writing are left out. If the
    first matched words lie far inside, the text starts shortly before the densest run of them, at
    a word's beginning, with … in front.
    """
    kept = _kept(content, *passage)
    text = "".join(character for character, _ in kept)
    origins = [origin for _, origin in kept]
    moved = []
    for start, end in marks:
        first, last = bisect_left(origins, start), bisect_left(origins, end)
        if first < last:
            moved.append((first, last))
    start = _start(text, moved)
    end = min(len(text), start + limit)
    front = "… " if start else ""
    shift = len(front) - start
    shown = tuple(
        (first + shift, min(last, end) + shift) for first, last in moved if start <= first < end
    )
    return Excerpt(front + text[start:end].rstrip(), shown)


def _kept(content: str, start: int, end: int) -> list[tuple[str, int]]:
    """The characters that stay, each with its place in ``content``."""
    kept: list[tuple[str, int]] = []
    line_start = True
    at = start
    while at < end:
        character = content[at]
        if line_start and character in "#>":
            at += 1
            continue
        if line_start and content.startswith("```", at):
            newline = content.find("\n", at, end)
            at = end if newline < 0 else newline
            continue
        if content.startswith("**", at):
            at += 2
            continue
        if not without_overrides(character):
            at += 1
            continue
        if character.isspace():
            line_start = line_start or character == "\n"
            if kept and kept[-1][0] != " ":
                kept.append((" ", at))
        else:
            line_start = False
            kept.append((character, at))
        at += 1
    while kept and kept[-1][0] == " ":
        kept.pop()
    return kept


def _start(text: str, marks: list[Span]) -> int:
    if not marks or marks[0][0] <= _FAR:
        return 0
    densest = max(
        marks,
        key=lambda mark: (
            sum(1 for other in marks if mark[0] <= other[0] < mark[0] + _DENSITY_WINDOW),
            -mark[0],
        ),
    )
    if densest[0] <= _FAR:
        return 0
    wanted = densest[0] - _LEAD
    space = text.find(" ", wanted, densest[0])
    if space >= 0:
        return space + 1
    # An address or a path breaks at its signs; a script without spaces anywhere.
    signs = (at for at in range(wanted, densest[0]) if not text[at].isalnum())
    return next(signs, wanted - 1) + 1
