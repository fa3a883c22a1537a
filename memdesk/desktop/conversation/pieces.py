"""A message's source cut into pieces small enough to be parsed between two frames.

Messages are untrusted and may be megabytes long, so nothing here looks at more than it yields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

LONG_LINE = 2400
"""Characters from which a line is a text without structure, shown as it is."""

_ENOUGH, _MUCH, _TOO_MUCH = 1000, 1600, 3200
_MANY_ROWS = 30
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*([^`\n]*)\Z")
_CONTINUES = re.compile(r"[ \t]|[-*+>|]|\d{1,9}[.)]")
_TABLE_RULE = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the source. ``size`` counts its characters; ``language`` belongs to code."""

    kind: Literal["markdown", "plain", "code"]
    text: str
    size: int
    language: str = ""


def pieces(text: str, *, markdown: bool = True) -> Iterator[Piece]:
    """Yield the source's pieces in order.

    Markdown is cut at blank lines where no list or quotation goes on, and between the rows of a
    long table, whose head is repeated; fenced code at the margin is a piece of its own, whole;
    plain text is cut between words.
    """
    if not markdown:
        yield from _plain(text)
        return
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    held: list[str] = []
    head: list[str] = []
    size = rows = 0
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if "|" not in line:
            head = []
        elif held and "|" in held[-1] and _TABLE_RULE.match(line):
            head = [held[-1], line]
        row = bool(head) and line is not head[1]
        rows = rows + 1 if row else 0
        endless = len(line) > LONG_LINE
        many = rows > _MANY_ROWS
        if fence is not None or endless or many or (held and _ends(held[-1], line, size)):
            if held:
                yield _markdown(held, size)
            held, size, rows = list(head) if row else [], 0, int(row)
        if fence is not None:
            at, piece = _code(lines, at, fence)
            yield piece
            continue
        if endless:
            yield from _plain(line)
        else:
            held.append(line)
            size += len(line) + 1
        at += 1
    if held:
        yield _markdown(held, size)


def _ends(previous: str, line: str, size: int) -> bool:
    """Whether a piece of ``size`` characters may end before ``line``."""
    if size > _TOO_MUCH:
        return True
    if size > _MUCH and _ITEM.match(line):
        return True
    return size > _ENOUGH and not previous.strip() and bool(line) and not _CONTINUES.match(line)


def _markdown(lines: list[str], size: int) -> Piece:
    return Piece("markdown", "\n".join(lines), size)


def _code(lines: list[str], at: int, fence: re.Match[str]) -> tuple[int, Piece]:
    """The code that a fence opens, and the line after it; an open fence lasts to the end."""
    mark = fence.group(1)
    closing = re.compile(rf" {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\Z")
    end = at + 1
    while end < len(lines) and not closing.match(lines[end]):
        end += 1
    text = "\n".join(lines[at + 1 : end])
    language = fence.group(2).strip().split(" ")[0]
    return end + 1, Piece("code", text, len(text) + 2 * len(mark), language)


def _plain(text: str) -> Iterator[Piece]:
    start = 0
    while start < len(text):
        end = start + LONG_LINE
        if end < len(text):
            space = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = space + 1 if space > start else end
        part = text[start:end]
        yield Piece("plain", part, len(part))
        start += len(part)
