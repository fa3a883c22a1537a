"""Markdown as the plain text that a card shows, with the way back to where it stood.

``memdesk.text.markdown.strip`` makes the text that is embedded, of which no place is asked. Here
matched words have to stay marked, code keeps its signs, and tables and lists stay readable on one
line: ``Hour · Look / 1 · bubbles`` and ``• flour • salt``. A paragraph that ends without a stop
is parted from the next one in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_FENCE = re.compile(r"[ \t]*+(?:```|~~~)")
_RULE = re.compile(r"[ \t]*+(?:[-*_=][ \t]*+){3,}+$")
_TABLE_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-*+:?[ \t]*+)++$")
_OPENING = re.compile(
    r"(?P<quote>(?:[ ]{0,3}>[ \t]?)*+)"
    r"(?:[ ]{0,3}(?P<heading>#{1,6}+[ \t]++)"
    r"|[ \t]*+(?P<bullet>[-*+][ \t]++)(?:\[[ xX]\][ \t]++)?)?+"
)
# Every alternative is linear, so that a hostile text takes no longer than another one.
_INLINE = re.compile(
    r"(?=[\\`!\[\]*_|~<\u202a-\u202e\u2066-\u2069]|[^\S ]|\s\s|https?:)(?:"
    r"(?P<escape>\\[*_|#~`])"
    r"|(?P<code>(?<!`)`++[^`\n]++`++)"
    r"|(?P<address>https?://[^\s<>|)\]]++)"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\](?:\((?:[^()\n]++|\([^()\n]*+\))*+\))?)"
    r"|(?P<emphasis>\*{1,3}+|_{1,3}+|~~)"
    r"|(?P<cell>[ \t]*+\|[ \t]*+)"
    r"|(?P<gap>[ \t]*+<br ?/?>[ \t]*+|\s{2,}+|[^\S ])"
    # What embeds, overrides or isolates a direction of writing is invisible and may mislead.
    r"|(?P<hidden>[\u202a-\u202e\u2066-\u2069]++)"
    r")"
)
_SIGN = re.compile(r"[^\S ]|[\\`\[\]*_|~<>#=+\u202a-\u202e\u2066-\u2069]|\s\s|^[ -]|\s$")
"""What a text without any of has no edits in it."""
_LITERAL = re.compile(r"(?P<gap>\s{2,}+|[^\S ])|(?P<hidden>[\u202a-\u202e\u2066-\u2069]++)")
_SEPARATORS = ("", " ", " · ", " / ", " / ", " • ")
_NOTHING, _SPACE, _CELL, _PARAGRAPH, _ROW, _ITEM = range(len(_SEPARATORS))
"""From the weakest to the strongest; of several side by side the strongest is shown."""
_STOPS = ".,:;!?…。，：；！？、"

_Edit = tuple[int, int, int]
"""What is left out, from and to, and the separator in its place."""


@dataclass(frozen=True, slots=True)
class PlainText:
    """``text``, and its unbroken pieces: place in the source, place in ``text``, length."""

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def place(self, source: int) -> int:
        """Where the character at ``source`` is shown; of one left out, where it would stand."""
        at = bisect_right(self.pieces, source, key=lambda piece: piece[0]) - 1
        if at < 0:
            return 0
        begin, place, length = self.pieces[at]
        return place + min(source - begin, length)


def plain_text(source: str, *, in_code: bool = False) -> PlainText:
    """The words of Markdown on one line; ``in_code`` says that it begins within a block of code.

    Linear in the length of ``source``.
    """
    if _SIGN.search(source) is None:
        return PlainText(source, ((0, 0, len(source)),))
    return _assembled(source, _edits(source, in_code))


def _edits(source: str, in_code: bool) -> list[_Edit]:
    """What is left out, and the separator in its place, in the order of the text."""
    edits: list[_Edit] = []
    start = 0
    in_table = False
    lines = source.splitlines(keepends=True)
    for line, following in zip(lines, (*lines[1:], ""), strict=True):
        end = start + len(line.rstrip())
        row = False
        after = _SPACE
        if end == start:
            after = _SPACE if in_code else _PARAGRAPH
        elif _FENCE.match(line):
            in_code = not in_code
            edits.append((start, end, _PARAGRAPH))
        elif in_code:
            edits += _within(_LITERAL, source, start, end)
        elif _TABLE_RULE.match(source, start, end):
            edits.append((start, end, _NOTHING))
            row = True
        elif _RULE.match(source, start, end):
            edits.append((start, end, _PARAGRAPH))
        else:
            row = "|" in line and (in_table or line.lstrip()[0] == "|" or _heads(following))
            opening = _OPENING.match(source, start, end)
            assert opening is not None
            first = opening.end()
            before = _PARAGRAPH if in_table else _NOTHING
            before = _ROW if in_table and row else _ITEM if opening["bullet"] else before
            edits.append((start, first, before))
            edits += _within(_INLINE, source, first, end, in_table=row)
            after = _PARAGRAPH if opening["heading"] else _SPACE
        in_table = row
        edits.append((end, start + len(line), after))
        start += len(line)
    return edits


def _heads(following: str) -> bool:
    """Whether the line before this one is the head of a table."""
    return _TABLE_RULE.match(following.rstrip()) is not None


def _within(
    pattern: re.Pattern[str], source: str, start: int, end: int, *, in_table: bool = False
) -> list[_Edit]:
    """The edits within one line."""
    edits: list[_Edit] = []
    brackets: list[_Edit] = []
    emphasis: dict[str, _Edit] = {}
    for match in pattern.finditer(source, start, end):
        first, last = match.span()
        match match.lastgroup:
            case "escape":
                edits.append((first, first + 1, _NOTHING))
            case "hidden":
                edits.append((first, last, _NOTHING))
            case "code":
                code = match.group().strip("`")
                inner = source.index(code, first)
                edits += ((first, inner, _NOTHING), (inner + len(code), last, _NOTHING))
            case "open":
                brackets.append((first, last, _NOTHING))
            case "close":
                opened = brackets.pop() if brackets else None
                if last - first > 1:
                    edits += (*((opened,) if opened else ()), (first, last, _NOTHING))
            case "emphasis":
                _pair(match.group(), (first, last, _NOTHING), source, emphasis, edits)
            case "cell" if in_table:
                edits.append((first, last, _CELL if start < first and last < end else _NOTHING))
            case "gap":
                edits.append((first, last, _SPACE))
    edits.sort()
    return edits


def _pair(
    mark: str, edit: _Edit, source: str, opened: dict[str, _Edit], edits: list[_Edit]
) -> None:
    """Take out the marks that embrace words; a lone one is a product, a pointer or a name."""
    first, last, _ = edit
    before = source[first - 1] if first else " "
    after = source[last] if last < len(source) else " "
    # Within a Latin word only two or three asterisks, or tildes, mean something.
    tied = mark == "*" or mark[0] == "_"
    closes = not before.isspace() and not (tied and after.isascii() and after.isalnum())
    opens = not after.isspace() and not (tied and before.isascii() and before.isalnum())
    if closes and mark in opened and opened[mark][1] < first:
        edits += (opened.pop(mark), edit)
    elif opens:
        opened.setdefault(mark, edit)


def _assembled(source: str, edits: list[_Edit]) -> PlainText:
    """What is between the edits, with one separator where some stand side by side."""
    parts: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    length, at, gap = 0, 0, _NOTHING
    spaced = True
    for first, last, separator in (*edits, (len(source), len(source), _NOTHING)):
        if at < first and source[at] == " " and (spaced or gap):
            at += 1
        if at < first:
            if gap:
                if gap == _PARAGRAPH and parts and parts[-1].rstrip()[-1:] in _STOPS:
                    gap = _SPACE
                # Nothing is parted at the beginning, but an item is an item.
                shown = _SEPARATORS[gap] if parts or gap == _ITEM else ""
                shown = shown[1:] if spaced else shown
                parts.append(shown)
                length += len(shown)
                gap = _NOTHING
            piece = source[at:first]
            parts.append(piece)
            pieces.append((at, length, len(piece)))
            length += len(piece)
            spaced = piece[-1] == " "
        gap = max(gap, separator)
        at = max(at, last)
    return PlainText("".join(parts).rstrip(), tuple(pieces))
