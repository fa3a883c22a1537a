"""Markdown without its marks, for embedding and for one-line previews."""

from __future__ import annotations

import re

# Texts come from anywhere, so every pattern has to be linear: possessive quantifiers keep the
# engine from trying a long run again from each of its ends.
_RULE = r"[ \t]*+:?-++:?[ \t]*+"
_LINE_MARKS = re.compile(
    r"^(?:"
    r"[ \t]*+(?:```|~~~)[^\n]*+"
    rf"|[ \t]*+\|?{_RULE}(?:\|{_RULE})*+\|?[ \t]*+$"
    r"|[ \t]*+(?:[*_][ \t]*+){3,}+$"
    r"|(?:[ ]{0,3}>[ \t]?)*+(?:[ \t]*+[-*+][ \t]++|[ ]{0,3}\#{1,6}+[ \t]++)?+"
    r")",
    re.MULTILINE,
)
_LINK = re.compile(
    r"!?\[(?P<text>[^\[\]\n]*+)\]"
    r"\((?:[^()\n]++|\([^()\n]*+\))*+\)"
)
_MARK = re.compile(r"(?<!`)`++[^`\n]++`++|\*{1,3}+|__|~~|\n")
_SPACES = re.compile(r"\s+")


def strip(text: str) -> str:
    """Return the words of a Markdown text on one line, marks and link targets left out.

    Linear in the text's length, whatever the text.
    """
    text = _LINE_MARKS.sub("", text)
    # Twice, for an image inside a link.
    text = _LINK.sub(r"\g<text>", _LINK.sub(r"\g<text>", text))
    text = _without_emphasis(text)
    return _SPACES.sub(" ", text.replace("|", " ")).strip()


def _without_emphasis(text: str) -> str:
    """Take out the ticks around code, and the pairs of marks that embrace words of one line."""
    opened: dict[str, tuple[int, int]] = {}
    marks: list[tuple[int, int]] = []
    for match in _MARK.finditer(text):
        mark, (start, end) = match.group(), match.span()
        if mark == "\n":
            opened.clear()
        elif mark[0] == "`":
            code = mark.strip("`")
            first = start + mark.index(code)
            marks += ((start, first), (first + len(code), end))
        else:
            before = text[start - 1] if start else " "
            after = text[end] if end < len(text) else " "
            # One asterisk between word characters is a product or a pointer.
            alone = mark == "*"
            closes = not before.isspace() and not (alone and after.isalnum())
            opens = not after.isspace() and not (alone and before.isalnum())
            if closes and mark in opened and opened[mark][1] < start:
                marks += (opened.pop(mark), (start, end))
            elif opens:
                opened.setdefault(mark, (start, end))
    parts: list[str] = []
    at = 0
    for start, end in sorted(marks):
        parts.append(text[at:start])
        at = end
    parts.append(text[at:])
    return "".join(parts)
