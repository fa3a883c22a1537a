"""Markdown's inline tokens as the HTML that Qt's rich text understands.

Everything is escaped, nothing is loaded: images become their description, raw HTML stays text,
and only web and mail addresses become links.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

LINK_SCHEMES = frozenset({"http", "https", "mailto"})

_BARE_ADDRESS = re.compile(r"https?://[^\s<>\"“”«»|\\^`{}]+")
_TRAILING = ".,;:!?'\"*_~。，；：！？、）】》"
_SIMPLE = {
    "strong_open": '<span class="strong">',
    "strong_close": "</span>",
    "em_open": "<i>",
    "em_close": "</i>",
    "s_open": "<s>",
    "s_close": "</s>",
    "softbreak": "<br>",
    "hardbreak": "<br>",
}
_MATHS = {r"\(": r"\)", r"\[": r"\]", "$$": "$$"}


def parser() -> MarkdownIt:
    """A CommonMark parser with tables, struck text, and formulas left as they are written."""
    made = MarkdownIt("commonmark", {"html": False})
    made.enable(["table", "strikethrough"])
    made.inline.ruler.before("escape", "maths", _maths)
    return made


def is_web_address(address: str) -> bool:
    """Whether a link may be opened in the browser or the mail program."""
    try:
        return urlsplit(address).scheme.lower() in LINK_SCHEMES
    except ValueError:
        return False


def with_links(text: str) -> str:
    """Plain text as HTML, bare web addresses as links and line ends as breaks."""
    parts: list[str] = []
    at = 0
    for match in _BARE_ADDRESS.finditer(text):
        address = match.group().rstrip(_TRAILING)
        while address.endswith(")") and address.count(")") > address.count("("):
            address = address[:-1].rstrip(_TRAILING)
        end = match.start() + len(address)
        parts.append(escape(text[at : match.start()]))
        parts.append(f'<a href="{escape(address)}">{escape(address)}</a>')
        at = end
    parts.append(escape(text[at:]))
    return "".join(parts).replace("\n", "<br>")


def inline_html(tokens: Sequence[Token]) -> str:
    """The HTML of a paragraph's, heading's or cell's inline tokens."""
    parts: list[str] = []
    opened: list[bool] = []
    for token in tokens:
        if token.type in _SIMPLE:
            parts.append(_SIMPLE[token.type])
        elif token.type in ("code_inline", "maths"):
            parts.append(f'<span class="code">{escape(token.content)}</span>')
        elif token.type == "link_open":
            address = str(token.attrGet("href") or "")
            opened.append(is_web_address(address))
            if opened[-1]:
                parts.append(f'<a href="{escape(address)}">')
        elif token.type == "link_close":
            if opened.pop():
                parts.append("</a>")
        elif token.type == "image":
            parts.append(_image(token, linked=any(opened)))
        else:
            parts.append(escape(token.content) if any(opened) else with_links(token.content))
    return "".join(parts)


def _image(token: Token, *, linked: bool) -> str:
    address = str(token.attrGet("src") or "")
    text = escape(token.content.strip() or address or "…")
    if is_web_address(address) and not linked:
        text = f'<a href="{escape(address)}">{text}</a>'
    return f'<span class="image">▧ {text}</span>'


def _maths(state: StateInline, silent: bool) -> bool:
    """A formula between its marks; its backslashes and underscores are no Markdown."""
    opening = state.src[state.pos : state.pos + 2]
    closing = _MATHS.get(opening)
    if closing is None:
        return False
    end = state.src.find(closing, state.pos + 2, state.posMax)
    if end < 0:
        return False
    if not silent:
        token = state.push("maths", "", 0)
        token.content = state.src[state.pos : end + 2]
    state.pos = end + 2
    return True
