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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import apsw

from memdesk.text.normalisation import normalise
from memdesk.text.script import MARKS, UNSPACED_CLASS

# Marks count as parts of words: left out, as they are by default, they would cut the words of
# Hindi or Thai into single consonants. Accents on Latin letters are dropped all the same.
_TOKENIZER = ("porter", "unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")
TOKENIZER = " ".join(f"'{part}'" if " " in part else part for part in _TOKENIZER)
"""The full-text index's ``tokenize`` option."""

_LETTER = rf"[^\W_{UNSPACED_CLASS}]"
_RUNS = re.compile(rf"(?P<unspaced>[{UNSPACED_CLASS}]+)|(?:{_LETTER}++[{MARKS}]*+)++")
_UNSPACED_START = re.compile(rf"[{UNSPACED_CLASS}]")
# Several times faster than a regular expression, and most of what an import has to do here.
_ASCII_TO_WORDS = bytes(c if chr(c).isalnum() and c < 128 else 32 for c in range(256))
# Signs of good typography that are in no word, nor is what NFKC makes of them: with a space for
# each a text is mostly ASCII, and its words stay where they are.
SIGNS = "‘’‚“”„–—…•·→←⇒×÷°€£«»′″−≈≤≥\u00a0\u2002\u2003\u2009\u202f"
_SIGNS = re.compile(f"[{SIGNS}]")
_ASCII_REST = re.compile(r"[a-z0-9]*")
_LONGEST_WORD = 64
_SHORT_STEM = 2
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Term:
    """An index term, and the characters [start, end) of the text it was read from.

    ``word`` is that part of the text in NFKC: a whole word, or a pair of CJK characters (one
    character where it stands alone).
    """

    text: str
    start: int
    end: int
    word: str

    @property
    def is_cjk(self) -> bool:
        """Whether the term is a pair of characters of a script without spaces."""
        return is_unspaced(self.word)


def is_unspaced(word: str) -> bool:
    """Tell whether a word is written in a script without spaces between words."""
    return _UNSPACED_START.match(word) is not None


def index_text(text: str) -> tuple[str, int]:
    """Return the text as the full-text index takes it, and its number of terms."""
    if text.isascii():
        # Nothing to normalise and no CJK: the tokenizer splits the text just as it is.
        words = text.encode().translate(_ASCII_TO_WORDS).split()
        if max(map(len, words), default=0) <= _LONGEST_WORD:
            return text, len(words)
        words = [word for word in words if len(word) <= _LONGEST_WORD]
        return b" ".join(words).decode(), len(words)
    parts: list[str] = []
    for match in _RUNS.finditer(unicodedata.normalize("NFKC", text)):
        run = match.group()
        if match.lastgroup == "unspaced":
            parts.extend(run[i : i + 2] for i in range(len(run)))
        elif len(run) <= _LONGEST_WORD:
            parts.append(run)
    return " ".join(parts), len(parts)


def index_tokens(text: str) -> tuple[str, ...]:
    """Return what the full-text index holds of a text, term by term, in reading order."""
    return _tokenize(index_text(text)[0])


def analyse(text: str) -> list[Term]:
    """Return the terms of a text with their places in it, in reading order.

    The places are those of the text as it stands, so that matches can be marked in what a
    person sees.
    """
    normalised = normalise(text)
    return [
        Term(token, *normalised.origin(start, end), normalised.text[start:end])
        for start, end in _words(normalised.text)
        for token in _tokens(normalised.text[start:end])
    ]


def term_set(text: str) -> frozenset[str]:
    """Return the different terms of a text."""
    if text.isascii():
        return frozenset(
            token
            for word in text.encode().translate(_ASCII_TO_WORDS).decode().split()
            if len(word) <= _LONGEST_WORD
            for token in _tokens(word)
        )
    normalised = normalise(text).text
    return frozenset(
        token for start, end in _words(normalised) for token in _tokens(normalised[start:end])
    )


@lru_cache(maxsize=1024)
def word_set(text: str) -> frozenset[str]:
    """Return the different words and CJK pairs of a text in lower case, neither folded nor stemmed.

    For comparing whole texts: it takes a tenth of the time of :func:`term_set`.
    """
    if text.isascii():
        return frozenset(text.lower().encode().translate(_ASCII_TO_WORDS).decode().split())
    plain = _SIGNS.sub(" ", text)
    if plain.isascii():
        words = plain.lower().encode().translate(_ASCII_TO_WORDS).decode().split()
        return frozenset(word for word in words if len(word) <= _LONGEST_WORD)
    return frozenset(index_text(text)[0].lower().split())


def occurrences(text: str, wanted: frozenset[str]) -> list[tuple[int, int, str]]:
    """Return (start, end, term) wherever one of the wanted terms stands, in reading order.

    The same as filtering :func:`analyse`, in less time.
    """
    plain = text if text.isascii() else _SIGNS.sub(" ", text)
    if plain.isascii():
        return [
            (start, end, token)
            for start, end in beginning_with(plain.lower(), term_openings(wanted), _ASCII_REST)
            if end - start <= _LONGEST_WORD
            for token in _tokens(plain[start:end])
            if token in wanted
        ]
    normalised = normalise(text)
    return [
        (*normalised.origin(start, end), token)
        for start, end, token in sorted(_wanted(normalised.text, wanted))
    ]


def _wanted(text: str, wanted: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Yield where the wanted terms stand in normalised text.

    Pairs of CJK characters are terms as they stand, and sought as such: reading all pairs of a
    text takes several times as long.
    """
    pairs = [term for term in wanted if len(term) <= _PAIR and is_unspaced(term)]
    for match in _RUNS.finditer(text):
        start, end = match.span()
        if match.lastgroup != "unspaced":
            if end - start <= _LONGEST_WORD:
                yield from ((start, end, t) for t in _tokens(text[start:end]) if t in wanted)
            continue
        for pair in pairs:
            if len(pair) == 1:
                if end - start == 1 and text[start] == pair:
                    yield start, end, pair
                continue
            yield from ((at, at + len(pair), pair) for at in starts(text, pair, start, end))


def starts(text: str, part: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Yield where ``part`` begins in text[start:end], in reading order, overlapping or not."""
    at = text.find(part, start, end)
    while at >= 0:
        yield at
        at = text.find(part, at + 1, end)


@lru_cache(maxsize=64)
def term_openings(terms: frozenset[str]) -> tuple[str, ...]:
    """Return what words without diacritics that may be one of the terms begin with, in lower case.

    Porter's stemmer changes or adds no more than the last letter of what it leaves of a word, so
    all words with a stem begin with the stem but for its last letter.
    """
    return tuple(
        sorted({term[:-1] if len(term) > _SHORT_STEM else term[:1] for term in terms if term})
    )


def beginning_with(
    text: str, openings: Sequence[str], rest: re.Pattern[str]
) -> list[tuple[int, int]]:
    """Return the spans of the words that begin with one of ``openings``, in reading order.

    ``text`` is in lower case like the openings; ``rest`` matches the rest of a word, which may be
    nothing. An expression with all openings in it takes longer to compile than most questions take
    to be answered.
    """
    found: set[tuple[int, int]] = set()
    for opening in openings:
        for at in starts(text, opening):
            if not at or not _goes_on(text[at - 1]):
                after = rest.match(text, at + len(opening))
                assert after is not None
                found.add((at, after.end()))
    return sorted(found)


def _goes_on(before: str) -> bool:
    """Tell whether a word goes on after this character."""
    return before.isalnum() and not is_unspaced(before)


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of words and of CJK pairs; a lone CJK character stands for itself."""
    for match in _RUNS.finditer(text):
        start, end = match.span()
        if match.lastgroup == "unspaced":
            yield from ((i, i + 2) for i in range(start, end - 1))
            if end - start == 1:
                yield start, end
        elif end - start <= _LONGEST_WORD:
            yield start, end


def stem(word: str) -> str:
    """Return the index's form of one word: folded, without diacritics, Porter-stemmed."""
    found = _tokens(unicodedata.normalize("NFKC", word))
    return found[0] if found else word.casefold()


def fold(word: str) -> str:
    """Return a word folded and without diacritics, but not stemmed (for stop words, prefixes)."""
    found = _folded(unicodedata.normalize("NFKC", word))
    return "".join(found) if found else word.casefold()


class _Tokenizer:
    """FTS5's own tokenizer. SQLite hands it out per connection, so one is kept for it."""

    def __init__(self, name: str, *arguments: str) -> None:
        self._lock = Lock()
        self._connection = apsw.Connection(":memory:")
        self._tokenizer = self._connection.fts5_tokenizer(name, list(arguments))

    def __call__(self, text: str) -> tuple[str, ...]:
        data = text.encode("utf-8", "replace")
        with self._lock:
            found = self._tokenizer(
                data,
                apsw.FTS5_TOKENIZE_DOCUMENT,
                None,
                include_offsets=False,
                include_colocated=False,
            )
        return tuple(str(token) for token in found)


# Characters newer than the tokenizer's tables separate words for it, so that what looks like one
# word can be none or two.
_tokenize = _Tokenizer(*_TOKENIZER)
_tokens = lru_cache(maxsize=65536)(_tokenize)
_folded = lru_cache(maxsize=65536)(_Tokenizer(*_TOKENIZER[1:]))
