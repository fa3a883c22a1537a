"""What a search is asked and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from memdesk.retrieval.explanation import Explanation
from memdesk.retrieval.placement import Placement
from memdesk.retrieval.voice import Confidence, Rule

Sort = Literal["relevance", "newest", "oldest"]
Mode = Literal["typing", "paused", "asked"]
Span = tuple[int, int]

TYPED_LIMIT = 20
"""How many results a search-as-you-type should ask for: more than a window shows at once. The rest
comes with the search after a moment's rest."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Restrictions set by chips or operators; empty means no restriction.

    Values within one field are alternatives, fields restrict together. ``after`` is inclusive
    and ``before`` exclusive, both UTC milliseconds.
    """

    sources: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    in_title: str | None = None
    after: int | None = None
    before: int | None = None
    is_: frozenset[str] = frozenset()
    has: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question to the vault.

    ``mode`` ``typing`` is search-as-you-type: the last word is a prefix, no counter moves and
    the question is not embedded. ``paused`` is the same text after a moment's rest: embedded,
    but still no counter moves. ``asked`` is a deliberate search (Enter, command line).
    ``now`` (UTC milliseconds) stands for the present, so that a search can be repeated exactly.
    ``count`` False keeps the retrieval counters as they are, for measurements.
    ``weights`` overrides single weights of the profile by stage name (multipliers, 1 = as is).
    ``expected`` is the id of a memory whose place is to be told, wherever it is.
    ``mend`` False searches just what was typed, slips and all. ``anyway`` shows what comes nearest
    even where it hardly answers.
    """

    text: str
    filters: Filters = field(default_factory=Filters)
    profile: str = "memdesk"
    limit: int = 50
    sort: Sort = "relevance"
    mode: Mode = "asked"
    now: int | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    count: bool = True
    expected: int | None = None
    mend: bool = True
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Mended:
    """A mistyped word and the word of the vault it was read as.

    ``unfinished``: what was read is but the beginning of words.
    """

    typed: str
    read: str
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Understood:
    """How the query was read: parts in the person's words, and remarks about unread ones.

    ``text`` is the free part with the slips mended that ``mended`` lists.
    """

    text: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    period: tuple[int, int] | None = None
    author: str | None = None
    summary: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    mended: tuple[Mended, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One memory that answers.

    ``passage`` is the part of ``content`` (character offsets) worth showing and ``marks`` the
    matched words in it, as offsets into ``content``. ``similar`` are the ids folded under it.
    """

    id: int
    score: float
    content: str
    passage: Span
    marks: tuple[Span, ...]
    conversation_id: int | None
    title: str
    role: str
    author: str | None
    source: str
    type: str
    model: str | None
    created_at: int | None
    importance: float
    pinned: bool
    tags: tuple[str, ...]
    explanation: Explanation
    similar: tuple[int, ...] = ()
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why nothing was returned, what came nearest, and the rule that turned the answer away."""

    reason: str
    nearest: SearchResult | None = None
    rule: Rule = "profile"

    @property
    def shows_more(self) -> bool:
        """Whether the question asked with ``anyway`` lists what comes nearest."""
        return self.nearest is not None and self.rule == "confidence"


@dataclass(frozen=True, slots=True)
class Facets:
    """How many of the matching memories each filter value would leave."""

    sources: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, int] = field(default_factory=dict)
    types: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, int] = field(default_factory=dict)
    years: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The answer. ``matching`` counts the memories recall found, before the limit.

    ``placement`` tells where the memory asked for in ``expected`` stands, and ``expected`` is
    that memory, whether it is among the results or not; None if there is no such memory.
    ``mode`` is the request's. ``confidence`` is None where the answer was not judged: while typing,
    for what was found as it was written, without a question, and by the parents' profiles.
    """

    understood: Understood
    profile: str
    results: tuple[SearchResult, ...]
    rejected: Rejection | None = None
    facets: Facets = field(default_factory=Facets)
    matching: int = 0
    searched: int = 0
    embedded: int = 0
    embeddable: int = 0
    elapsed_ms: float = 0.0
    placement: Placement | None = None
    expected: SearchResult | None = None
    mode: Mode = "asked"
    confidence: Confidence | None = None
