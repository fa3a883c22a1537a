"""Mending slips of the fingers: words that occur nowhere, read as near words of the vault.

A word is mended only if no memory and no title holds it, into the likeliest of the vault's own
words one slip away (of long words two): the commoner the slip and the word the likelier, and
likelier still where a memory holds it together with the query's other words. What only titles
hold comes after that. Words of identifiers and of file names, and words in capitals, are mended
only into what some memory has just so. Never mended are numbers, what stands in quotation marks,
names of those who speak, and scripts without spaces.

Nor are questions, whose words need not occur in any memory: of LoCoMo's 1,155 questions 18 have a
long word that occurs nowhere and is a likely slip away from one that does, and 4 are mistyped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from string import punctuation

import apsw

from memdesk.index.columns import Columns, Ordinals
from memdesk.index.keywords import KeywordIndex, Posting
from memdesk.index.vocabulary import LONGEST
from memdesk.retrieval import near_words
from memdesk.retrieval.near_words import NearWord
from memdesk.retrieval.results import Mended
from memdesk.text import questions, slips, time_expressions
from memdesk.text.stopwords import is_stopword
from memdesk.text.terms import Term, analyse, fold, index_text, occurrences, stem
from memdesk.vault import fulltext, memories

_SHORTEST = 4
_SHORTEST_BEGUN = 3
_COMPARED = 12
_TOGETHER = 1.0
"""How much likelier a word is for each other word of the query that some memory has beside it."""
_ANY_SLIP = 9.0
_LOOKED_INTO = 5
_LONGEST_CUT = 5
_SURE_SLIP = max(slips.MISSING, slips.BESIDE)
# A part of the query between spaces that is plain words: no identifier, path or number.
_PLAIN = re.compile(r"[\"'“”‘’(\[]*[^\W\d_]+(?:['’-][^\W\d_]+)*[\"'“”‘’)\],.;:!?…]*")
_PART = re.compile(r"\S+")
_ENDINGS = (
    "ings", "ed", "ers", "es", "est", "ions", "ations", "ness", "ly", "ments", "ful", "ability",
    "able", "ible", "ally", "ity", "ive", "ous", "ance", "ence", "ancy", "ency", "ism", "ist",
    "izer", "ization", "ator", "ical",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mender:
    """Reads queries against a vault. ``people`` are the names of those who speak, folded."""

    columns: Columns
    keywords: KeywordIndex
    connection: apsw.Connection
    people: Collection[str] = ()

    def mend(self, text: str, now: int, *, unfinished: bool) -> tuple[str, tuple[Mended, ...]]:
        """Return a query's free text with its slips mended, and what was read as what.

        With ``unfinished`` the last word may be the beginning of a longer one. ``now`` (UTC
        milliseconds) is what expressions of time refer to; they are left as they are.
        """
        if questions.is_question(text):
            return text, ()
        found = analyse(text)
        last = found[-1] if found and unfinished and found[-1].end == len(text) else None
        absent = [
            term
            for term in found
            if self._may_be_mended(term) and self._is_absent(term, beginning=term is last)
        ]
        if not absent:
            return text, ()
        times = [(time.start, time.end) for time in time_expressions.find(text, now)]
        said = [t for t in found if t not in absent and not is_stopword(fold(t.word))]
        present = [self._posting(term.text) for term in said]
        mended: list[Mended] = []
        for term in reversed(absent):
            if _within(term, times):
                continue
            read = self._read(fold(term.word), present, beginning=term is last)
            if read is None:
                continue
            word = self._as_written(read, fold(term.word))
            if term.word[0].isupper():
                word = word.upper() if term.word.isupper() else word.capitalize()
            if not self._may_stand(text, term, word, beginning=read.form is None):
                continue
            mended.insert(0, Mended(term.word, word, unfinished=read.form is None))
            text = text[: term.start] + word + text[term.end :]
        return text, tuple(mended)

    def breaks_off(self, text: str) -> bool:
        """Tell whether a query may end in the beginning of a word.

        It does where more memories hold longer words than the word itself, or where it is
        nothing but a stop word. A question is written to its end.
        """
        found = analyse(text)
        if not found or found[-1].end != len(text) or found[-1].is_cjk:
            return False
        if questions.is_question(text):
            return False
        if self._is_absent(found[-1], beginning=False):
            return not self._is_absent(found[-1], beginning=True)
        word = fold(found[-1].word)
        if len(word) < _SHORTEST_BEGUN or not (word.isascii() and word.isalpha()):
            return False
        vocabulary = self.keywords.vocabulary(self.connection)
        beginning = int(vocabulary.counts_beginning([word])[0])
        if is_stopword(word):
            return len(found) == 1 and beginning > 0
        return beginning > 2 * len(self._holding(found[-1].text))

    def _may_be_mended(self, term: Term) -> bool:
        word = fold(term.word)
        return (
            _SHORTEST <= len(word) < LONGEST
            and word.isascii()
            and word.isalpha()
            # Capitals after the first letter make an identifier.
            and (term.word[1:] == term.word[1:].lower() or term.word.isupper())
            and word not in self.people
            and not is_stopword(word)
        )

    def _may_stand(self, text: str, term: Term, word: str, *, beginning: bool) -> bool:
        """Tell whether a word may stand in a term's place; in an identifier if it is known so."""
        part = next(p for p in _PART.finditer(text) if p.start() <= term.start < p.end())
        if _PLAIN.fullmatch(part[0]) and not term.word.isupper():
            return True
        mended = (text[part.start() : term.start] + word + text[term.end : part.end()]).strip(
            punctuation
        )
        words = index_text(mended)[0].split()
        holding = fulltext.phrase_matches(self.connection, words, as_prefix=beginning)
        texts = memories.contents(self.connection, holding[:_LOOKED_INTO].tolist()).values()
        if term.word.isupper():
            return any(mended in one for one in texts)
        return any(mended.casefold() in one.casefold() for one in texts)

    def _is_absent(self, term: Term, *, beginning: bool) -> bool:
        if len(self._holding(term.text)):
            return False
        if fulltext.titles_with(self.connection, [term.word], as_prefix=beginning):
            return False
        return not (beginning and self._begins_a_word(fold(term.word)))

    def _begins_a_word(self, word: str) -> bool:
        """Tell whether a word of the vault begins so, an ending that stemming took off counted."""
        if self.keywords.completions(self.connection, word, 1):
            return True
        for cut in range(1, min(_LONGEST_CUT, len(word) - 2)):
            shortened, ending = word[:-cut], word[-cut:]
            forms = [shortened, stem(shortened), f"{shortened}e"]
            if shortened[-1] == ending[0] and ending[1:]:
                ending = ending[1:]  # "runni" of "running"
            if any(one.startswith(ending) for one in _ENDINGS) and any(
                len(self._holding(form)) for form in forms
            ):
                return True
        return False

    def _posting(self, form: str) -> Posting:
        return self.keywords.posting(self.connection, (form,))

    def _holding(self, form: str) -> Ordinals:
        return self._posting(form).ordinals

    def _read(self, word: str, present: Sequence[Posting], *, beginning: bool) -> NearWord | None:
        """Return what a word most likely stands for, None if nothing is near enough."""
        vocabulary = self.keywords.vocabulary(self.connection)
        most = _SURE_SLIP if len(word) == _SHORTEST else _ANY_SLIP
        best: tuple[float, NearWord] | None = None
        for one in near_words.near(word, vocabulary, most)[:_COMPARED]:
            holding = self._posting(one.form or "")
            if not len(holding.ordinals):
                continue
            cost = one.cost - _TOGETHER * sum(_meet(holding, other) for other in present)
            if best is None or cost < best[0]:
                best = (cost, one)
        if best is not None:
            return best[1]
        titles = self.keywords.title_vocabulary(self.connection)
        titled = near_words.near(word, titles, most)
        if titled:
            return titled[0]
        return near_words.beginning(word, vocabulary, _SURE_SLIP) if beginning else None

    def _as_written(self, read: NearWord, typed: str) -> str:
        """Return the word as some memory has it: different words have the same index form."""
        if read.form is None:
            return read.word or ""
        identifiers = self.columns.field("id")[self._holding(read.form)[:_LOOKED_INTO]].tolist()
        words = {
            fold(text[start:end])
            for text in memories.contents(self.connection, identifiers).values()
            for start, end, _ in occurrences(text, frozenset({read.form}))
        }
        if read.word in words or not words:
            return read.word or read.form
        return min(words, key=lambda word: (slips.distance(typed, word, len(word)), word))


def _within(term: Term, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= term.start and term.end <= end for start, end in spans)


def _meet(one: Posting, other: Posting) -> bool:
    """Tell whether some memory holds both, looking up the rarer's memories."""
    rarer, commoner = sorted((one, other), key=lambda posting: len(posting.ordinals))
    return bool(commoner.holds(rarer.ordinals).any())
