"""Index terms: what the full-text index stores and what a question is matched by.

The index holds normalised text: NFKC, words separated by spaces, runs of CJK characters as
overlapping pairs (bigrams). SQLite's ``porter unicode61 remove_diacritics 2`` then folds case,
drops diacritics and stems. The same tokenizer stems the words of a question, so that both sides
always agree.

A run's last character is indexed by itself as well: every character then begins a term, and a
question of one character is answered by a prefix match.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import apsw

from memdesk.text.script import CJK_CLASS

TOKENIZER = "porter unicode61 remove_diacritics 2"

_RUNS = re.compile(rf"(?P<cjk>[{CJK_CLASS}]+)|[^\W_{CJK_CLASS}]+")
_CJK_START = re.compile(rf"[{CJK_CLASS}]")
_ASCII_WORDS = re.compile(r"[A-Za-z0-9]+")
_LONGEST_WORD = 64


@dataclass(frozen=True, slots=True)
class Term:
    """An index term and the characters [start, end) of the text it was read from."""

    text: str
    start: int
    end: int
    word: str

    @property
    def is_cjk(self) -> bool:
        """Whether the term is a run of CJK characters rather than a stemmed word."""
        return _CJK_START.match(self.word) is not None


def index_text(text: str) -> tuple[str, int]:
    """Return the text as the full-text index takes it, and its number of terms."""
    if text.isascii():
        # Nothing to normalise and no CJK: the tokenizer splits the text just as it is.
        words = [w for w in _ASCII_WORDS.findall(text) if len(w) <= _LONGEST_WORD]
        return " ".join(words), len(words)
    parts: list[str] = []
    for match in _RUNS.finditer(unicodedata.normalize("NFKC", text)):
        run = match.group()
        if match.lastgroup == "cjk":
            parts.extend(run[i : i + 2] for i in range(len(run)))
        elif len(run) <= _LONGEST_WORD:
            parts.append(run)
    return " ".join(parts), len(parts)


def analyse(text: str) -> list[Term]:
    """Return the terms of a text with their places in it, in reading order.

    Works on the text as it stands, so that matches can be marked in what a person sees.
    """
    terms: list[Term] = []
    for match in _RUNS.finditer(text):
        run, start = match.group(), match.start()
        if match.lastgroup == "cjk":
            if len(run) == 1:
                terms.append(Term(_fold(run), start, start + 1, run))
            for i in range(len(run) - 1):
                pair = run[i : i + 2]
                terms.append(Term(_fold(pair), start + i, start + i + 2, pair))
        elif len(run) <= _LONGEST_WORD:
            terms.append(Term(stem(run), start, match.end(), run))
    return terms


def _fold(run: str) -> str:
    return unicodedata.normalize("NFKC", run)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the index's form of one word: folded, without diacritics, Porter-stemmed."""
    found = _tokenize(unicodedata.normalize("NFKC", word))
    return found[0] if found else word.casefold()


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """Return a word folded and without diacritics, but not stemmed (for stop words, prefixes)."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


class _Tokenizer:
    """FTS5's own tokenizer. SQLite hands it out per connection, so one is kept for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._connection = apsw.Connection(":memory:")
        name, *arguments = TOKENIZER.split()
        self._tokenizer = self._connection.fts5_tokenizer(name, arguments)

    def __call__(self, text: str) -> list[str]:
        data = text.encode("utf-8", "replace")
        with self._lock:
            found = self._tokenizer(
                data,
                apsw.FTS5_TOKENIZE_DOCUMENT,
                None,
                include_offsets=False,
                include_colocated=False,
            )
        return [str(token) for token in found]


_tokenize = _Tokenizer()
