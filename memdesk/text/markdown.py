"""Markdown without its marks, for embedding and for one-line previews."""

from __future__ import annotations

import re

_RULE = r"[ \t]*:?-{2,}:?[ \t]*"
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\]\n]{0,2000})\]\((?:[^()\n]|\([^()\n]*\)){0,2000}\)"), r"\1"),
    (re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE), ""),
    (re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE), ""),
    (re.compile(rf"^[ \t]*\|?{_RULE}(?:\|{_RULE})*\|?[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*[-*+][ \t]+", re.MULTILINE), ""),
    (re.compile(r"(\*\*\*|\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"[ \t]*\|[ \t]*"), " "),
)
_SPACES = re.compile(r"\s+")


def strip(text: str) -> str:
    """Return the words of a Markdown text on one line, marks and link targets left out."""
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return _SPACES.sub(" ", text).strip()
