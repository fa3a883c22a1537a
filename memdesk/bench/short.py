"""Short typed queries: as they are, cut short, and mistyped, while typing and after Enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from memdesk import paths
from memdesk.bench import metrics, short_suites, suite_vault, suites
from memdesk.bench.made_vault import made_vault, searchable
from memdesk.bench.short_suites import ShortQuery
from memdesk.embedding.holder import ModelHolder
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import Mode, SearchRequest, SearchResult

_LIMIT = 10
_NOW = int(datetime(2025, 12, 1, tzinfo=UTC).timestamp() * 1000)
_MODES: tuple[Mode, ...] = ("typing", "asked")
Row = dict[str, float]


@dataclass(frozen=True, slots=True)
class ShortRun:
    """One profile's figures in one mode: ``metrics`` over all queries of each form.

    ``protocol`` is the suite, or the half (``tuning``, ``held out``) of all suites together.
    """

    protocol: str
    mode: str
    profile: str
    queries: dict[str, int]
    metrics: Row
    by_kind: dict[str, Row]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one query in one form came to; ``groups`` are what it is counted under."""

    groups: tuple[str, ...]
    mode: str
    profile: str
    form: str
    kind: str
    figures: Row


@contextmanager
def engine(suite: str, holder: ModelHolder | None) -> Iterator[SearchEngine]:
    """Yield a search engine over a suite's vault, embedded if there is a ``holder``."""
    if suite != "demo":
        records = suites.load(f"{suite}-default").records
        with suite_vault.of_records(records, holder) as store:
            yield store.engine
        return
    with made_vault() as vault:
        with open_inputs([paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]) as found:
            for parser in found.parsers:
                ingest(parser, vault)
        yield searchable(vault, holder)


def answers(
    engine: SearchEngine,
    suite: str,
    queries: Sequence[ShortQuery],
    profiles: Sequence[str],
    *,
    progress: Callable[[str], None] = lambda line: None,
) -> Iterator[Answer]:
    """Ask every form of every query of every profile, as it is typed and when Enter is hit."""
    asked = list(short_suites.forms(queries))
    for profile in profiles:
        for mode in _MODES:
            progress(f"{suite} {profile} {mode}")
            for form, query, text in asked:
                row = _figures(form, query, _ranked(engine, text, profile, mode))
                groups = short_suites.groups(suite, query)
                yield Answer(groups, mode, profile, form, query.kind, row)


def runs(found: Sequence[Answer]) -> list[ShortRun]:
    """Return the figures of each suite and half, in the order in which they first occur."""
    keys = dict.fromkeys(
        (group, one.profile, one.mode)
        for at in (0, 1)
        for one in found
        for group in [one.groups[at]]
    )
    return [
        _summary(
            group,
            profile,
            mode,
            [a for a in found if group in a.groups and (a.profile, a.mode) == (profile, mode)],
        )
        for group, profile, mode in keys
    ]


def _ranked(engine: SearchEngine, text: str, profile: str, mode: Mode) -> tuple[SearchResult, ...]:
    return engine.search(
        SearchRequest(text, profile=profile, mode=mode, limit=_LIMIT, now=_NOW, count=False)
    ).results


def _figures(form: str, query: ShortQuery, results: Sequence[SearchResult]) -> Row:
    hits = [query.accepts(result) for result in results]
    return {f"{form} first": float(any(hits[:1])), f"{form} @5": float(any(hits[:5]))}


def _summary(group: str, profile: str, mode: str, found: Sequence[Answer]) -> ShortRun:
    return ShortRun(
        protocol=group,
        mode=mode,
        profile=profile,
        queries={form: len(rows) for form, rows in _by(found, lambda one: one.form).items()},
        metrics=_means(found),
        by_kind={
            kind: _means(rows) for kind, rows in sorted(_by(found, lambda one: one.kind).items())
        },
    )


def _means(found: Sequence[Answer]) -> Row:
    row: Row = {}
    for rows in _by(found, lambda one: one.form).values():
        row |= metrics.mean([one.figures for one in rows])
    return row


def _by(found: Sequence[Answer], key: Callable[[Answer], str]) -> Mapping[str, list[Answer]]:
    sorted_out: dict[str, list[Answer]] = {}
    for one in found:
        sorted_out.setdefault(key(one), []).append(one)
    return sorted_out
