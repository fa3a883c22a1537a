"""The search engine of an open vault: keeps the search arrays, runs profiles, answers requests.

One engine serves one thread at a time; :meth:`SearchEngine.interrupt` may be called from any.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.embedding.holder import ModelHolder
from memdesk.index import column_snapshot
from memdesk.index.columns import NO_TIME, Columns, Ordinals
from memdesk.index.keywords import KeywordIndex
from memdesk.index.vectors import VectorIndex
from memdesk.retrieval import additive, filtering, memesh, memx, names, profiles, why_not
from memdesk.retrieval.mending import Mender
from memdesk.retrieval.present import present
from memdesk.retrieval.query import ParsedQuery, parse
from memdesk.retrieval.question import Question, understand
from memdesk.retrieval.ranked import Context, RankedMemory, Ranking
from memdesk.retrieval.recall.parents import ParentIndex, memesh_text, memx_text
from memdesk.retrieval.results import (
    Facets,
    Filters,
    Rejection,
    SearchRequest,
    SearchResponse,
    Understood,
)
from memdesk.retrieval.text_forms import TextForms
from memdesk.text import questions
from memdesk.text.terms import is_unspaced
from memdesk.vault import counters, tags, vectors
from memdesk.vault.clock import now as present_time
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_PIPELINES: dict[str, Callable[[Context], Ranking]] = {
    "additive": additive.rank,
    "memesh": memesh.rank,
    "memx": memx.rank,
}
_CACHED_QUESTIONS = 64
_BLOCKS = 8
_NAMED_WORDS = 3


class SearchInterruptedError(Exception):
    """A newer question made this one pointless."""


class SearchEngine:
    """Answers :class:`SearchRequest` with :class:`SearchResponse`.

    ``wait_for_model`` decides what a search does before the model is loaded: wait for it (the
    command line), or answer by words alone (a window that must not wait).
    """

    def __init__(
        self, vault: Vault, holder: ModelHolder | None, *, wait_for_model: bool = True
    ) -> None:
        self._vault = vault
        self._holder = holder
        self._wait_for_model = wait_for_model
        self._lock = threading.Lock()
        self._columns = Columns()
        self._keywords = KeywordIndex(self._columns)
        self._vectors: VectorIndex | None = None
        self._parents = {"memx": ParentIndex(memx_text), "memesh": ParentIndex(memesh_text)}
        self._question_vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._forms = TextForms()
        self._busy: apsw.Connection | None = None
        self._passages: int | None = None
        self._changed: Ordinals = np.zeros(0, dtype=np.int64)

    def warm(self) -> None:
        """Load the search arrays, so that the first question need not wait for them."""
        while not self.warm_a_little():
            pass

    def warm_a_little(self) -> bool:
        """Load some of the search arrays, a few tenths of a second's worth; True if that was all.

        Questions that come in between are answered with what is there, and typed ones need no
        vectors.
        """
        with self._lock:
            first = not self._columns.size
            complete = self._vault.read(lambda db: self._refresh(db, 0 if first else _BLOCKS))
            if complete and not first:
                self._vault.read(self._keywords.vocabulary)
            return complete and not (first and self._columns.size)

    def interrupt(self) -> None:
        """Make the search under way give up; it raises :class:`SearchInterruptedError`."""
        busy = self._busy
        if busy is not None:
            busy.interrupt()

    def search(self, request: SearchRequest) -> SearchResponse:
        """Answer a request. Raises UnknownProfileError, VaultError, SearchInterruptedError."""
        started = time.perf_counter()
        moment = present_time() if request.now is None else request.now
        with self._lock:
            vector = self._embed(request, moment)
            connection = self._vault.reader()
            self._busy = connection
            try:
                response = self._vault.read(lambda db: self._answer(db, request, moment, vector))
            except apsw.InterruptError as error:
                raise SearchInterruptedError from error
            finally:
                self._busy = None
        if request.mode == "asked" and request.count and response.results:
            returned = [result.id for result in response.results]
            self._vault.writer.submit(
                lambda db: counters.returned(db, returned, moment), Urgency.BULK
            )
        return replace(response, elapsed_ms=(time.perf_counter() - started) * 1000)

    def context(self, connection: apsw.Connection, request: SearchRequest) -> Context:
        """Return what a pipeline would see for a request; for fitting and measuring."""
        moment = present_time() if request.now is None else request.now
        vector = self._embed(request, moment)
        return self._context(connection, request, moment, vector)[0]

    def _context(
        self,
        connection: apsw.Connection,
        request: SearchRequest,
        moment: int,
        vector: NDArray[np.float32] | None,
    ) -> tuple[Context, ParsedQuery, Filters]:
        # While typing vectors have no part in it, and they may take long to load.
        self._refresh(connection, 0 if request.mode == "typing" else None)
        parsed = self._read(connection, request, moment)
        question = understand(
            parsed,
            now=moment,
            columns=self._columns,
            completions=partial(self._keywords.completions, connection),
            typing=request.mode != "asked" or self._mender(connection).breaks_off(parsed.text),
        )
        filters = _merged(request.filters, parsed.filters)
        aim = None
        if vector is not None and self._vectors is not None:
            aim = self._vectors.aim(vector, question.writing)
        allowed = filtering.mask(self._columns, connection, filters, excluded=parsed.excluded)
        holding = filtering.holding(self._columns, connection, parsed.phrases)
        is_quoted = bool(parsed.phrases) and bool((allowed & holding).any())
        if (allowed & holding).any():
            allowed = allowed & holding
        elif parsed.phrases:
            # A question may quote a title that nobody wrote just so; its words still count.
            quoted = ", ".join(f"“{phrase}”" for phrase in parsed.phrases)
            problem = f"Nothing holds {quoted} word for word; the words were searched instead."
            parsed = replace(parsed, problems=(*parsed.problems, problem))
        context = Context(
            question=question,
            aim=aim,
            now=moment,
            limit=request.limit,
            profile=profiles.load(request.profile),
            multipliers=request.weights,
            allowed=allowed,
            columns=self._columns,
            keywords=self._keywords,
            vectors=self._vectors,
            connection=connection,
            parents=self._parents,
            forms=self._forms,
            mode=request.mode,
            quoted=is_quoted,
            anyway=request.anyway,
        )
        return context, parsed, filters

    def _read(
        self, connection: apsw.Connection, request: SearchRequest, moment: int
    ) -> ParsedQuery:
        """Read a query; slips in it are mended from what the vault holds.

        The parents' profiles read it as they do at home.
        """
        parsed = parse(request.text, moment)
        own = profiles.load(request.profile).pipeline == "additive"
        if not own or not request.mend or not parsed.text:
            return parsed
        if not self._columns.version:
            self._refresh(connection, 0)
        unfinished = request.mode != "asked" or not questions.is_question(parsed.text)
        text, mended = self._mender(connection).mend(
            parsed.text, moment, unfinished=unfinished and parsed.ends_in_word
        )
        return replace(parsed, text=text, mended=mended)

    def _mender(self, connection: apsw.Connection) -> Mender:
        people = names.of_speakers(self._columns)
        return Mender(self._columns, self._keywords, connection, people)

    def _answer(
        self,
        connection: apsw.Connection,
        request: SearchRequest,
        moment: int,
        vector: NDArray[np.float32] | None,
    ) -> SearchResponse:
        context, parsed, filters = self._context(connection, request, moment, vector)
        if parsed.is_blank:
            restricted = filters != Filters() or bool(parsed.excluded)
            ranking = _listed(context, request.sort) if restricted else _everything(context)
        else:
            ranking = _PIPELINES[context.profile.pipeline](context)
        by_relevance = request.sort == "relevance"
        results = present(
            context, _sorted(ranking, context, request.sort), by_relevance=by_relevance
        )
        absent = _absent_words(context)
        if results and absent and request.mode != "typing":
            said = ", ".join(f"“{word}”" for word in absent[:_NAMED_WORDS])
            problem = f"No memory holds {said}."
            if len(absent) == len(context.question.terms):
                problem = f"No memory holds {said}; these are the nearest in meaning."
            parsed = replace(parsed, problems=(*parsed.problems, problem))
        rejected = None
        if ranking.rejected is not None:
            nearest = (
                present(context, (ranking.nearest,), by_relevance=False)[0]
                if ranking.nearest
                else None
            )
            rejected = Rejection(ranking.rejected, nearest, ranking.rule)
        placement, expected = None, None
        if request.expected is not None:
            answered = why_not.Answered(request, context, parsed, filters, ranking, results)
            placement, expected = why_not.place(answered, request.expected)
        return SearchResponse(
            understood=_understood(parsed, context.question, filters),
            profile=context.profile.name,
            results=results,
            rejected=rejected,
            facets=_facets(context, ranking),
            matching=len(ranking.matching),
            searched=self._columns.alive_count,
            embedded=self._vectors.count if self._vectors is not None else 0,
            embeddable=self._passages or 0,
            placement=placement,
            expected=expected,
            mode=request.mode,
            confidence=ranking.confidence,
        )

    def _refresh(self, connection: apsw.Connection, blocks: int | None) -> bool:
        """Follow the vault; at most so many blocks of vectors. Returns whether all is there."""
        changed = self._refresh_columns(connection)
        if len(changed):
            # Noted before anything else is read: an interruption must not lose it.
            self._keywords.forget()
            self._forms.follow(self._columns.size, changed)
            self._changed = _either(self._changed, changed, self._columns.size)
            self._passages = None
        self._keywords.refresh(connection)
        if self._passages is None:
            self._passages = vectors.passage_count(connection)
        if self._vectors is None and self._holder is not None:
            model = self._holder.get() if self._wait_for_model else self._holder.if_loaded()
            number = vectors.known_model(connection, model.card.identity) if model else None
            if model is not None and number is not None:
                self._vectors = VectorIndex(self._columns, number, model.card.dimensions)
        if blocks == 0:
            return True
        complete = True
        if self._vectors is not None:
            complete = self._vectors.refresh(connection, self._changed, blocks=blocks)
        self._changed = self._changed[:0]
        return complete

    def _refresh_columns(self, connection: apsw.Connection) -> Ordinals:
        """Follow the vault; returns the ordinals of what is new or has changed."""
        if self._columns.size:
            return self._columns.refresh(connection)
        column_snapshot.load(connection, self._columns)
        loaded = np.arange(self._columns.size)
        return _either(loaded, self._columns.refresh(connection), self._columns.size)

    def _embed(self, request: SearchRequest, moment: int) -> NDArray[np.float32] | None:
        """Return the question's vector; None while typing or while there is no model."""
        if request.mode == "typing" or self._holder is None:
            return None
        if not profiles.load(request.profile).uses_meaning:
            return None
        parsed = self._vault.read(lambda db: self._read(db, request, moment))
        text = " ".join((parsed.text, *parsed.phrases)).strip()
        if profiles.load(request.profile).pipeline == "additive":
            text = names.without(text, names.of_speakers(self._columns))
        model = self._holder.get() if self._wait_for_model else self._holder.if_loaded()
        if model is None or not text:
            return None
        known = self._question_vectors.get(text)
        if known is None:
            known = self._question_vectors[text] = model.embed_query(text)
            if len(self._question_vectors) > _CACHED_QUESTIONS:
                self._question_vectors.popitem(last=False)
        return known


def _either(left: Ordinals, right: Ordinals, size: int) -> Ordinals:
    """Return what is in either, ascending; np.union1d hashes and takes ten times as long."""
    named = np.zeros(size, dtype=np.bool_)
    named[left] = True
    named[right] = True
    return np.flatnonzero(named)


def _merged(left: Filters, right: Filters) -> Filters:
    def later(a: int | None, b: int | None) -> int | None:
        return a if b is None else b if a is None else max(a, b)

    def earlier(a: int | None, b: int | None) -> int | None:
        return a if b is None else b if a is None else min(a, b)

    return Filters(
        sources=left.sources | right.sources,
        roles=left.roles | right.roles,
        types=left.types | right.types,
        tags=left.tags | right.tags,
        in_title=right.in_title or left.in_title,
        after=later(left.after, right.after),
        before=earlier(left.before, right.before),
        is_=left.is_ | right.is_,
        has=left.has | right.has,
    )


def _everything(context: Context) -> Ranking:
    """With neither words nor filters there is nothing to list, only to count."""
    return Ranking((), matching=np.flatnonzero(context.allowed))


def _listed(context: Context, sort: str) -> Ranking:
    """With filters but no words: what passes them, by time; what has no date comes last."""
    passing = np.flatnonzero(context.allowed)
    created = context.columns.field("created_at")[passing]
    by_time = created if sort == "oldest" else -created
    order = passing[np.lexsort((-passing, by_time, created == NO_TIME))]
    shown = order[: context.limit]
    return Ranking(tuple(RankedMemory(int(o), ()) for o in shown), matching=order)


def _sorted(ranking: Ranking, context: Context, sort: str) -> tuple[RankedMemory, ...]:
    if sort == "relevance":
        return ranking.memories
    created = context.columns.field("created_at")
    sign = -1 if sort == "newest" else 1
    return tuple(
        sorted(
            ranking.memories,
            key=lambda m: (
                created[m.ordinal] == NO_TIME,
                sign * int(created[m.ordinal]),
                m.ordinal,
            ),
        )
    )


def _absent_words(context: Context) -> list[str]:
    """Return the question's words that occur nowhere in the vault.

    Pairs of CJK characters are left out: they cross the borders of words.
    """
    return [
        term.word
        for term in context.question.terms
        if not is_unspaced(term.word)
        and not len(context.keywords.posting(context.connection, term.forms).ordinals)
    ]


def _understood(parsed: ParsedQuery, question: Question, filters: Filters) -> Understood:
    summary: list[str] = []
    if question.period is not None:
        summary.append(_period_words(*question.period))
    if question.author is not None:
        summary.append(f"said by {question.author.label}")
    return Understood(
        text=parsed.text,
        phrases=parsed.phrases,
        excluded=parsed.excluded,
        filters=filters,
        period=question.period,
        author=question.author.label if question.author else None,
        summary=tuple(summary),
        problems=parsed.problems,
        mended=parsed.mended,
    )


def _period_words(first: int, end: int) -> str:
    start = datetime.fromtimestamp(first / 1000)
    last = datetime.fromtimestamp((end - 1) / 1000)
    if (start.month, start.day, last.month, last.day) == (1, 1, 12, 31) and start.year == last.year:
        return str(start.year)
    if start.date() == last.date():
        return f"{start.day} {start:%b %Y}"
    if start.day == 1 and (start.year, start.month) == (last.year, last.month) and last.day >= 28:
        return f"{start:%B %Y}"
    return f"{start.day} {start:%b %Y} – {last.day} {last:%b %Y}"


def _facets(context: Context, ranking: Ranking) -> Facets:
    columns, matching = context.columns, ranking.matching

    def counted(field: str, names: list[str | None]) -> dict[str, int]:
        counts = np.bincount(columns.field(field)[matching], minlength=len(names))
        order = np.argsort(-counts, kind="stable")
        return {str(names[n]): int(counts[n]) for n in order if counts[n] and names[n] is not None}

    created = columns.field("created_at")[matching]
    known = created[created != NO_TIME]
    years, in_year = np.unique(
        known.astype("datetime64[ms]").astype("datetime64[Y]").astype(np.int64) + 1970,
        return_counts=True,
    )
    tagged = Counter(
        name
        for names in tags.of(context.connection, context.ids(matching[:500])).values()
        for name in names
    )
    return Facets(
        sources=counted("source", columns.sources.names),
        roles=counted("role", columns.roles.names),
        types=counted("type", columns.types.names),
        tags=dict(tagged.most_common()),
        years=dict(zip(years.tolist(), in_year.tolist(), strict=True)),
    )
