"""What fingers make of a query: its last word not yet finished, or one slip in a word."""

from __future__ import annotations

import random
import re

from memdesk.text.script import UNSPACED_CLASS

_CUT_TO = 3
_LONG_ENOUGH = 5
_WORD = re.compile(rf"[A-Za-z]{{{_LONG_ENOUGH},}}")
_LAST = re.compile(rf"(?<![^\s])[A-Za-z]{{{_CUT_TO + 1},}}$")
_LAST_UNSPACED = re.compile(rf"(?<![^\s])[{UNSPACED_CLASS}]{{2,}}$")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    letter: row[max(at - 1, 0) : at] + row[at + 1 : at + 2]
    for row in _ROWS
    for at, letter in enumerate(row)
}


def cut(query: str) -> str | None:
    """Return the query with its last word not yet finished; None where it is too short for that.

    A word of more than three Latin letters is cut to three. What stands last between spaces in a
    script without spaces keeps its first half, of an odd number of characters the larger one.
    """
    match = _LAST.search(query)
    if match is not None:
        return query[: match.start() + _CUT_TO]
    unspaced = _LAST_UNSPACED.search(query)
    return None if unspaced is None else query[: -(len(unspaced.group()) // 2)]


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
