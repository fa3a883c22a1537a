"""Short typed queries over the demo vault: as they are, cut short, and mistyped."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources

from memdesk import paths
from memdesk.bench import metrics, short_variants
from memdesk.bench.made_vault import made_vault, searchable
from memdesk.embedding.holder import ModelHolder
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import Mode, SearchRequest, SearchResult

SUITE = "short-demo.json"
SEED = 1
_LIMIT = 10
_NOW = int(datetime(2025, 12, 1, tzinfo=UTC).timestamp() * 1000)
_MODES: tuple[Mode, ...] = ("typing", "asked")
Row = dict[str, float]


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


@dataclass(frozen=True, slots=True)
class ShortRun:
    """One profile's figures in one mode: ``metrics`` over all queries of each form."""

    mode: str
    profile: str
    queries: dict[str, int]
    metrics: Row
    by_kind: dict[str, Row]


def load() -> tuple[list[ShortQuery], str]:
    """Return the suite and the SHA-256 of its file."""
    data = resources.files("memdesk.bench.suites").joinpath(SUITE).read_bytes()
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


@contextmanager
def demo(holder: ModelHolder) -> Iterator[SearchEngine]:
    """Yield a search engine over the demo vault, embedded."""
    with made_vault() as vault:
        with open_inputs([paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]) as found:
            for parser in found.parsers:
                ingest(parser, vault)
        yield searchable(vault, holder)


def run(
    engine: SearchEngine,
    queries: Sequence[ShortQuery],
    profiles: Sequence[str],
    *,
    progress: Callable[[str], None] = lambda line: None,
) -> list[ShortRun]:
    """Ask every form of every query of every profile, as it is typed and when Enter is hit."""
    asked = list(forms(queries))
    runs = []
    for profile in profiles:
        for mode in _MODES:
            progress(f"{profile} {mode}")
            rows: dict[str, list[tuple[str, Row]]] = {}
            for form, query, text in asked:
                row = _figures(form, query, _ranked(engine, text, profile, mode))
                rows.setdefault(form, []).append((query.kind, row))
            runs.append(_summary(mode, profile, rows))
    return runs


def _ranked(engine: SearchEngine, text: str, profile: str, mode: Mode) -> tuple[SearchResult, ...]:
    return engine.search(
        SearchRequest(text, profile=profile, mode=mode, limit=_LIMIT, now=_NOW, count=False)
    ).results


def _figures(form: str, query: ShortQuery, results: Sequence[SearchResult]) -> Row:
    hits = [query.accepts(result) for result in results]
    return {f"{form} first": float(any(hits[:1])), f"{form} @5": float(any(hits[:5]))}


def _summary(mode: Mode, profile: str, rows: dict[str, list[tuple[str, Row]]]) -> ShortRun:
    kinds = sorted({kind for found in rows.values() for kind, _ in found})
    by_kind: dict[str, Row] = {}
    overall: Row = {}
    for found in rows.values():
        overall |= metrics.mean([row for _, row in found])
        for kind in kinds:
            by_kind.setdefault(kind, {}).update(
                metrics.mean([row for own, row in found if own == kind])
            )
    return ShortRun(mode, profile, {form: len(r) for form, r in rows.items()}, overall, by_kind)
