"""LoCoMo protocols: each conversation as its own vault, or all of them in one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from memdesk.bench import haystack, metrics
from memdesk.bench.haystack import Haystack
from memdesk.bench.locomo import CATEGORIES, Query, Sample
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.results import SearchRequest

LIMIT = 50
_DAY = 86_400_000
PROTOCOLS = ("per-conversation", "merged")
Row = dict[str, float]


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of one profile under one protocol.

    ``metrics`` are over the answerable questions (categories 1–4), ``all_evidence`` over every
    question with evidence, ``by_category`` over each category.
    """

    protocol: str
    profile: str
    questions: int
    metrics: Row
    all_evidence: Row
    by_category: dict[str, Row]
    elapsed_s: float
    milliseconds_p50: float
    milliseconds_p95: float


@contextmanager
def haystacks(
    samples: Sequence[Sample], protocol: str, holder: ModelHolder
) -> Iterator[Iterator[tuple[Haystack, list[Sample]]]]:
    """Yield an iterator over the protocol's vaults, each with the samples asked of it."""
    groups = [list(samples)] if protocol == "merged" else [[sample] for sample in samples]

    def each() -> Iterator[tuple[Haystack, list[Sample]]]:
        for group in groups:
            with haystack.of_samples(group, holder) as built:
                yield built, group

    yield each()


def run(
    samples: Sequence[Sample],
    protocol: str,
    profiles: Sequence[str],
    holder: ModelHolder,
    *,
    progress: Callable[[str], None] = lambda line: None,
) -> list[Run]:
    """Ask every question with evidence of every profile; all profiles see the same vaults."""
    rows: dict[str, list[tuple[int, Row]]] = {profile: [] for profile in profiles}
    times: dict[str, list[float]] = {profile: [] for profile in profiles}
    with haystacks(samples, protocol, holder) as each:
        for built, group in each:
            for sample in group:
                progress(f"{protocol} {sample.id}")
                for profile in profiles:
                    for query in with_evidence(sample):
                        started = time.perf_counter()
                        row = _ask(built, sample, query, profile)
                        times[profile].append(time.perf_counter() - started)
                        rows[profile].append((query.category, row))
    return [_summary(protocol, profile, rows[profile], times[profile]) for profile in profiles]


def with_evidence(sample: Sample) -> list[Query]:
    """Return the questions of a sample whose evidence is in it."""
    return [query for query in sample.queries if query.evidence]


def request(sample: Sample, query: Query, profile: str) -> SearchRequest:
    """Return the request for a question, asked a day after the conversation's end.

    The order is measured, however certain the answer is; ``bench foreign`` measures that.
    """
    return SearchRequest(
        query.text,
        profile=profile,
        limit=LIMIT,
        now=sample.end + _DAY,
        count=False,
        anyway=True,
    )


def _ask(built: Haystack, sample: Sample, query: Query, profile: str) -> Row:
    response = built.engine.search(request(sample, query, profile))
    ranked = [built.turns[result.id] for result in response.results]
    wanted = {(sample.id, turn) for turn in query.evidence}
    return metrics.of_list(ranked, wanted, built.sessions)


def _summary(protocol: str, profile: str, rows: list[tuple[int, Row]], times: list[float]) -> Run:
    answerable = [row for category, row in rows if category != 5]
    ordered = sorted(times)
    return Run(
        protocol=protocol,
        profile=profile,
        questions=len(answerable),
        metrics=metrics.mean(answerable),
        all_evidence=metrics.mean([row for _, row in rows]),
        by_category={
            name: metrics.mean([row for category, row in rows if category == number])
            for number, name in CATEGORIES.items()
        },
        elapsed_s=sum(times),
        milliseconds_p50=1000 * ordered[len(ordered) // 2],
        milliseconds_p95=1000 * ordered[int(len(ordered) * 0.95)],
    )
