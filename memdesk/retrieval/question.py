"""What a question asks for: its terms, whose words, which time, what kind of answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memdesk.index.columns import Columns
from memdesk.retrieval import names
from memdesk.retrieval.query import ParsedQuery
from memdesk.text import numbers, question_words, questions, time_expressions, yearly_times
from memdesk.text.stopwords import is_stopword
from memdesk.text.terms import Term, analyse, fold, stem
from memdesk.text.writing import writing_system

Completions = Callable[[str, int], list[str]]

_COMPLETIONS = 40
_SHORTEST_PREFIX = 2
_SHORTEST_STEM = 3

# "What did I say", "my …": the person's own turns. "What did you recommend": the assistant's.
_SAID_BY_YOU = re.compile(
    r"\b(?:did|have|had|do|would|could|can) you\b|\byou(?:'ve| have| had)? "
    r"(?:said|told|suggest|recommend|propos|explain|wr[oi]te|g[ai]ve)|你(?:推荐|建议|说|告诉|教|讲|提|写|给)",
    re.IGNORECASE,
)
_SAID_BY_ME = re.compile(r"\b(?:i|my|me|mine|myself|i'm|i've|we|our)\b|我", re.IGNORECASE)
# "What do Ann and Bob both like?" asks for the words of either.
_TOGETHER = re.compile(r"\b(?:both|together|and|in common)\b|[和与跟]|都", re.IGNORECASE)
_FIRST_OF_SEVERAL = 0.6
_LOOKED_UP = 3


@dataclass(frozen=True, slots=True)
class QuestionTerm:
    """One term of the question: the index ``forms`` that answer it, and the word as typed."""

    forms: tuple[str, ...]
    word: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Author:
    """Whose words are asked for: an author's number or a role's, and how sure the question is."""

    label: str
    author: int | None = None
    role: int | None = None
    certainty: float = 1.0


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the pipeline sees it.

    ``asks_assistant``: an assistant's words are asked for. ``people`` are the names (folded) of
    all who spoke.
    """

    text: str
    terms: tuple[QuestionTerm, ...]
    author: Author | None
    period: tuple[int, int] | None
    asks_when: bool
    asks_hour: bool
    asks_count: bool
    asks_what: bool
    asks_assistant: bool
    order: questions.Order | None
    writing: int
    people: frozenset[str] = frozenset()
    other_years: tuple[tuple[int, int], ...] = ()

    @property
    def periods(self) -> tuple[tuple[int, int], ...]:
        """The times that may be meant, the likeliest first; none where no time is asked about."""
        return () if self.period is None else (self.period, *self.other_years)

    @property
    def is_lookup(self) -> bool:
        """Whether it is a few words to look up rather than a question."""
        return len(self.terms) <= _LOOKED_UP and not questions.is_question(self.text)

    @property
    def words(self) -> tuple[str, ...]:
        """The question's content words as typed."""
        return tuple(term.word for term in self.terms)


def understand(
    parsed: ParsedQuery,
    *,
    now: int,
    columns: Columns,
    completions: Completions,
    typing: bool,
) -> Question:
    """Read a parsed query's free text and phrases as a question to this vault.

    ``completions`` returns the vault's terms that begin with some letters, the commonest first, at
    most so many.
    """
    text = " ".join((parsed.text, *parsed.phrases)).strip()
    people = names.of_speakers(columns)
    spoken, speakers = names.named(text, people)
    times = time_expressions.find(parsed.text, now)
    found = analyse(text)
    unfinished = typing and parsed.ends_in_word and bool(found) and found[-1].end == len(text)
    within_time = [(t.start, t.end) for t in times]
    asking = question_words.spans(text)
    terms = _terms(found, spoken, within_time, asking, completions, unfinished=unfinished)
    period = (times[0].after, times[0].before) if times else None
    yearly = bool(times) and times[0].yearly
    author = _named_author(speakers, text, columns) or _asked_role(text, columns)
    return Question(
        text=text,
        terms=terms,
        author=author,
        period=period,
        asks_when=questions.asks_when(text),
        asks_hour=questions.asks_hour(text),
        asks_count=questions.asks_count(text) and not questions.asks_tally(text),
        asks_what=questions.asks_what(text),
        asks_assistant=author is not None and author.role == columns.roles.find("assistant"),
        order=questions.asks_order(text),
        writing=columns.writings.find(writing_system(text)),
        people=frozenset(people),
        other_years=yearly_times.earlier_years(period, now) if period and yearly else (),
    )


def _terms(
    found: Sequence[Term],
    spoken: Sequence[str],
    within_time: Sequence[tuple[int, int]],
    asking: Sequence[tuple[int, int]],
    completions: Completions,
    *,
    unfinished: bool,
) -> tuple[QuestionTerm, ...]:
    last = found[-1] if found and unfinished else None
    content = [
        term
        for term in found
        if term is last
        or not (
            is_stopword(fold(term.word))
            or (term.is_cjk and (is_stopword(term.text) or _touches(term, asking)))
        )
    ]
    # "Last week" says when, not what; a question about nothing else keeps its words.
    lasting = [
        term
        for term in content
        if not any(a <= term.start and term.end <= b for a, b in within_time)
    ]
    stems = {stem(word) for word in spoken}
    terms: dict[str, QuestionTerm] = {}
    for term in lasting or content or found:
        forms: tuple[str, ...] = (term.text, *numbers.same_as(term.text))
        if term is last or (term.is_cjk and len(term.word) == 1):
            forms = _with_completions(completions, term)
        terms.setdefault(term.text, QuestionTerm(forms, term.word, term.text in stems))
    return tuple(terms.values())


def _touches(term: Term, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < term.end and term.start < end for start, end in spans)


def _with_completions(completions: Completions, term: Term) -> tuple[str, ...]:
    """Return the index forms that the unfinished word may become, its own form first.

    Stemming may have taken letters off the indexed word (``happi`` for ``happiness``, ``run``
    for ``running``), so a prefix without any completion is shortened a little, and then only
    forms of about that length count.
    """
    prefix = fold(term.word)
    if len(prefix) < _SHORTEST_PREFIX and not term.is_cjk:
        return (term.text,)
    for cut in range(4):
        shortened = prefix[: len(prefix) - cut] if cut else prefix
        doubled = cut > 0 and shortened[-1:] == prefix[len(shortened)]
        if cut and len(shortened) < (_SHORTEST_STEM if doubled else _SHORTEST_STEM + 1):
            break
        longer = completions(shortened, _COMPLETIONS)
        if cut:
            longer = [form for form in longer if len(form) <= len(shortened) + 1]
        if longer:
            return tuple(dict.fromkeys((term.text, *longer)))
    return (term.text,)


def _named_author(numbers: Sequence[int], text: str, columns: Columns) -> Author | None:
    """Return whose words are asked for by name.

    Of several people the first is most likely the one who spoke ("What did Ann tell Bob?"),
    unless they are named together.
    """
    if not numbers or (len(numbers) > 1 and _TOGETHER.search(text)):
        return None
    certainty = 1.0 if len(numbers) == 1 else _FIRST_OF_SEVERAL
    return Author(columns.authors.names[numbers[0]] or "", numbers[0], certainty=certainty)


def _asked_role(text: str, columns: Columns) -> Author | None:
    if _SAID_BY_YOU.search(text):
        role = columns.roles.find("assistant")
        return Author("the assistant", role=role) if role > 0 else None
    if _SAID_BY_ME.search(text):
        role = columns.roles.find("user")
        return Author("you", role=role, certainty=0.6) if role > 0 else None
    return None
