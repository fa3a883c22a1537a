"""Suites of short typed queries, and the forms in which each is put to a search.

*demo* is over the demo vault, *en* and *zh* over the stores of the scenarios in that language.
Half of the queries over the stores are held out: chosen by a hash of their text, they are never
looked at while a ranking is changed. Those over the demo were.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from memdesk.bench import short_variants
from memdesk.retrieval.results import SearchResult

SUITES = ("demo", "en", "zh")
SEED = 1


@dataclass(frozen=True, slots=True)
class ShortQuery:
    """A query; any memory in ``wanted`` (external ids) or of ``conversations`` (titles) will do."""

    text: str
    kind: str
    wanted: frozenset[str]
    conversations: frozenset[str]

    def accepts(self, result: SearchResult) -> bool:
        """Tell whether a result is one of the wanted."""
        return result.external_id in self.wanted or result.title in self.conversations

    @property
    def is_of_held_half(self) -> bool:
        """Whether the hash of the text puts it into the half that is held out."""
        return hashlib.sha256(self.text.encode()).digest()[0] % 2 == 1


def file(suite: str) -> str:
    """Return the name of a suite's file."""
    return f"short-{suite}.json"


def load(suite: str) -> tuple[list[ShortQuery], str]:
    """Return a suite and the SHA-256 of its file."""
    data = resources.files("memdesk.bench.suites").joinpath(file(suite)).read_bytes()
    queries = [
        ShortQuery(
            entry["query"],
            entry["kind"],
            frozenset(entry["wanted"]),
            frozenset(entry["conversations"]),
        )
        for entry in json.loads(data)
    ]
    return queries, hashlib.sha256(data).hexdigest()


def groups(suite: str, query: ShortQuery) -> tuple[str, ...]:
    """Return what a query's figures are counted under."""
    held_out = suite != "demo" and query.is_of_held_half
    return suite, "held out" if held_out else "tuning"


def forms(queries: Sequence[ShortQuery], seed: int = SEED) -> Iterator[tuple[str, ShortQuery, str]]:
    """Yield (form, query, text as typed): each query as it is, cut short, mistyped."""
    generator = random.Random(seed)
    for query in queries:
        yield "as typed", query, query.text
        shortened = short_variants.cut(query.text)
        if shortened is not None:
            yield "cut", query, shortened
        slipped = short_variants.mistyped(query.text, generator)
        if slipped is not None:
            yield "typo", query, slipped
