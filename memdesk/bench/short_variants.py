"""What fingers make of a query: its last word not yet finished, or one slip in a word."""

from __future__ import annotations

import random
import re

_CUT_TO = 3
_LONG_ENOUGH = 5
_WORD = re.compile(rf"[A-Za-z]{{{_LONG_ENOUGH},}}")
_LAST = re.compile(rf"(?<![^\s])[A-Za-z]{{{_CUT_TO + 1},}}$")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    letter: row[max(at - 1, 0) : at] + row[at + 1 : at + 2]
    for row in _ROWS
    for at, letter in enumerate(row)
}


def cut(query: str) -> str | None:
    """Return the query with its last word cut to three letters; None where it has no more."""
    match = _LAST.search(query)
    return None if match is None else query[: match.start() + _CUT_TO]


def mistyped(query: str, generator: random.Random) -> str | None:
    """Return the query with one slip in a word of five Latin letters or more; None without one.

    Two letters swapped, one left out, one doubled, or the key beside it hit: any but the first
    letter, each kind as likely.
    """
    words = list(_WORD.finditer(query))
    if not words:
        return None
    word = generator.choice(words)
    at = generator.randrange(word.start() + 1, word.end() - 1)
    kind = generator.choice(("swap", "drop", "double", "beside"))
    here, following = query[at], query[at + 1]
    if kind == "swap" and here != following:
        return query[:at] + following + here + query[at + 2 :]
    if kind == "drop":
        return query[:at] + query[at + 1 :]
    if kind == "double":
        return query[:at] + here + query[at:]
    wrong = generator.choice(_BESIDE[here.lower()])
    return query[:at] + wrong + query[at + 1 :]
