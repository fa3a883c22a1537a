"""A message's source as the blocks that are shown by widgets of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from memdesk.desktop.conversation.inline import inline_html, parser, with_links
from memdesk.desktop.conversation.pieces import Piece

MAX_DEPTH = 8
"""Levels of lists and quotations that are told apart by indentation."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Running text, lists and quotations as rich text."""

    html: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table as rich text, ``depth`` lists deep."""

    html: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code, ``depth`` lists deep; ``language`` may be empty."""

    text: str
    language: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


Block: TypeAlias = Prose | Table | Code | Rule


def blocks(piece: Piece) -> Iterator[Block]:
    """Yield the blocks of one piece."""
    if piece.kind == "code":
        yield Code(piece.text, piece.language)
    elif piece.kind == "plain":
        yield Prose(f'<p class="plain">{with_links(piece.text)}</p>')
    else:
        yield from _Reader().read(_parser().parse(piece.text))


@cache
def _parser() -> MarkdownIt:
    return parser()


@dataclass(slots=True)
class _List:
    ordered: bool
    number: int


@dataclass(slots=True)
class _Reader:
    """Flattens the nesting: each paragraph knows how deep it lies and which mark precedes it.

    Code inside a list can then interrupt the text without breaking the list.
    """

    lists: list[_List] = field(default_factory=list)
    quotes: int = 0
    mark: str | None = None
    tight: bool = False
    written: list[str] = field(default_factory=list)
    written_quotes: int = 0

    def read(self, tokens: list[Token]) -> Iterator[Block]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            kind = token.type
            if kind in ("fence", "code_block"):
                yield from self._flush()
                language = token.info.strip().split(" ")[0] if token.info else ""
                yield Code(token.content.rstrip("\n"), language, self._depth())
                self.mark = None
            elif kind == "table_open":
                yield from self._flush()
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                yield Table(_table(tokens[at:end]), self._depth())
                at = end
            elif kind == "hr":
                yield from self._flush()
                yield Rule()
            elif kind == "inline":
                yield from self._paragraph(tokens[at - 1], token)
            else:
                self._nest(token)
            at += 1
        yield from self._flush()

    def _depth(self) -> int:
        return min(len(self.lists), MAX_DEPTH)

    def _nest(self, token: Token) -> None:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            start = token.attrGet("start")
            number = int(start) if start is not None else 1
            self.lists.append(_List(token.type == "ordered_list_open", number))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self.lists.pop()
        elif token.type == "list_item_open":
            current = self.lists[-1]
            self.mark = str(current.number) if current.ordered else ""
            current.number += 1
        elif token.type == "list_item_close":
            self.mark = None
        elif token.type == "blockquote_open":
            self.quotes += 1
        elif token.type == "blockquote_close":
            self.quotes -= 1

    def _paragraph(self, opening: Token, token: Token) -> Iterator[Block]:
        if self.quotes != self.written_quotes:
            yield from self._flush()
            self.written_quotes = self.quotes
        content = inline_html(token.children or [])
        name = opening.tag if opening.type == "heading_open" else "p"
        depth = self._depth()
        gap = "item" if opening.hidden or self.mark is not None else "text"
        if not self.written:
            gap = "first"
        elif name != "p":
            gap = "heading"
        ticked = _ticked(content) if self.mark == "" else content
        if self.mark is not None and ticked == content:
            tag, start = ("ol", f' start="{self.mark}"') if self.mark else ("ul", "")
            self.written.append(
                f'<{tag}{start} style="-qt-list-indent:{depth}">'
                f'<li class="{name} {gap}">{content}</li></{tag}>'
            )
        else:
            indent = f' style="-qt-block-indent:{depth}"' if depth else ""
            self.written.append(f'<p class="{name} {gap}"{indent}>{ticked}</p>')
        self.mark = None

    def _flush(self) -> Iterator[Block]:
        if self.written:
            html = "".join(self.written)
            if self.written_quotes:
                # A bar for each level side by side: frames inside frames take Qt ever longer.
                bars = "<td></td>" * (min(self.written_quotes, MAX_DEPTH) - 1)
                html = f'<table class="quote"><tr>{bars}<td width="100%">{html}</td></tr></table>'
            self.written = []
            yield Prose(html)


def _ticked(content: str) -> str:
    """A task's box as a sign."""
    for written, sign in (("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")):
        if content.startswith(written):
            return sign + content[len(written) :]
    return content


def _table(tokens: list[Token]) -> str:
    parts = ['<table class="grid" cellspacing="0" cellpadding="0">']
    for token in tokens:
        if token.type == "tr_open":
            parts.append("<tr>")
        elif token.type == "tr_close":
            parts.append("</tr>")
        elif token.type in ("th_open", "td_open"):
            style = str(token.attrGet("style") or "")
            align = style.partition("text-align:")[2]
            aligned = f' align="{escape(align)}"' if align in ("left", "center", "right") else ""
            # Qt centres a header cell that does not say how it wants to stand.
            if token.type == "th_open" and not aligned:
                aligned = ' align="left"'
            parts.append(f'<{token.tag} class="cell"{aligned}>')
        elif token.type in ("th_close", "td_close"):
            parts.append(f"</{token.tag}>")
        elif token.type == "inline":
            parts.append(inline_html(token.children or []))
    parts.append("</table>")
    return "".join(parts)
