"""The names of the people who speak in the vault, as they stand in a question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from memdesk.index.columns import Columns
from memdesk.text.stopwords import is_stopword
from memdesk.text.terms import fold

People: TypeAlias = Mapping[str, frozenset[int]]
"""Part of a name, folded → the numbers of the authors who have it."""

_WORD = re.compile(r"(\w+)(?:['’]s\b)?")


_known: WeakKeyDictionary[Columns, tuple[int, People]] = WeakKeyDictionary()


def of_speakers(columns: Columns) -> People:
    """Return the names of all authors that spoke; a tool's (``python``) is no person's."""
    known = _known.get(columns)
    if known is None or known[0] != columns.version:
        known = _known[columns] = (columns.version, _of_speakers(columns))
    return known[1]


def _of_speakers(columns: Columns) -> People:
    author = columns.field("author")
    speaks = (author > 0) & (columns.field("role") != columns.roles.find("tool"))
    counts = np.bincount(author[speaks & columns.field("alive")])
    people: dict[str, frozenset[int]] = {}
    for number in np.flatnonzero(counts):
        for part in (columns.authors.names[number] or "").split():
            name = fold(part)
            if len(part) > 1 and not is_stopword(name):
                people[name] = people.get(name, frozenset()) | {int(number)}
    return people


def named(text: str, people: People) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names in a text (folded), and the authors that they leave no doubt about.

    Both in the order of the text, each once.
    """
    found = [name for match in _WORD.finditer(text) if (name := fold(match[1])) in people]
    certain = [number for name in found if len(people[name]) == 1 for number in people[name]]
    return tuple(dict.fromkeys(found)), tuple(dict.fromkeys(certain))


def without(text: str, people: People) -> str:
    """Return a question without the names of those who speak in the vault.

    Turns that *address* somebody are near to a question with that name, and they are the turns
    of everybody else. A text with no other subject stays as it is.
    """
    kept = _WORD.sub(lambda match: "" if fold(match[1]) in people else match[0], text)
    if kept == text or all(is_stopword(fold(match[1])) for match in _WORD.finditer(kept)):
        return text
    return " ".join(kept.split())
