"""``memdesk bench scenarios``: our own suites, questions that nothing answers among them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from memdesk.bench import metrics, suite_vault
from memdesk.bench.suite_vault import SuiteVault
from memdesk.bench.suites import NOW, Suite
from memdesk.bench.suites.halves import HALVES
from memdesk.bench.suites.material import MISSES, Query
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.results import SearchRequest

LIMIT = 50
_RANKED = ("hit@1", "any@5", "any@10", "mrr", "recall@10")
Row = dict[str, float]


@dataclass(frozen=True, slots=True)
class ScenarioRun:
    """The figures of one profile on one suite.

    ``questions`` and the ranking figures of ``metrics`` count what is answered somewhere;
    ``misses`` is the number of questions that nothing answers. Shares of all of their sort:
    ``valid_lost`` is answered with nothing although something answers it, ``misses_emptied`` is
    answered with nothing as it should be. ``by_half`` keeps apart the questions that weights are
    learnt on. ``wrong`` lists what did not come first.
    """

    protocol: str
    profile: str
    questions: int
    misses: int
    metrics: Row
    by_category: dict[str, Row]
    by_half: dict[str, Row]
    wrong: tuple[Wrong, ...]
    elapsed_s: float


@dataclass(frozen=True, slots=True)
class Wrong:
    """A question whose statement did not come first: its ``rank`` (0: not there), and what did.

    ``folded`` tells that the statement was folded under another as nearly the same.
    """

    question: str
    kind: str
    wanted: tuple[str, ...]
    first: str | None
    rank: int
    folded: bool


def run(
    suites: Sequence[Suite],
    profiles: Sequence[str],
    holder: ModelHolder,
    *,
    progress: Callable[[str], None] = lambda line: None,
) -> list[ScenarioRun]:
    """Ask every question of every profile; suites over the same store share a vault."""
    runs = []
    for stores, group in groupby(suites, key=lambda suite: suite.stores):
        asked = list(group)
        progress(f"embedding {len(asked[0].records)} records ({' and '.join(stores)})")
        with suite_vault.of_records(asked[0].records, holder) as vault:
            for suite in asked:
                for profile in profiles:
                    progress(f"{suite.name} {profile}")
                    runs.append(_of_profile(vault, suite, profile))
    return runs


def _of_profile(vault: SuiteVault, suite: Suite, profile: str) -> ScenarioRun:
    sessions = {record.id: record.conversation for record in suite.records}
    by_kind: dict[str, list[Row]] = {}
    by_half: dict[str, list[Row]] = {half: [] for half in HALVES}
    wrong = []
    elapsed = 0.0
    for query in suite.queries:
        started = time.perf_counter()
        response = vault.engine.search(
            SearchRequest(query.text, profile=profile, limit=LIMIT, now=NOW, count=False)
        )
        elapsed += time.perf_counter() - started
        ranked = [vault.records[result.id] for result in response.results]
        rows = by_kind.setdefault(query.kind, [])
        half = suite.half(query)
        if half is None:
            rows.append({"misses_emptied": float(not ranked)})
            continue
        figures = metrics.of_list(ranked, query.wanted, sessions)
        row = {name: figures[name] for name in _RANKED}
        rows.append({**row, "valid_lost": 1.0 - figures["answered"]})
        by_half[half].append(row)
        if not row["hit@1"]:
            folded = {vault.records[i] for result in response.results for i in result.similar}
            wrong.append(_wrong(query, ranked, folded))
    return _summary(suite, profile, by_kind, by_half, tuple(wrong), elapsed)


def _wrong(query: Query, ranked: Sequence[str], folded: set[str]) -> Wrong:
    places = [ranked.index(name) + 1 for name in query.wanted if name in ranked]
    return Wrong(
        question=query.text,
        kind=query.kind,
        wanted=query.wanted,
        first=ranked[0] if ranked else None,
        rank=min(places, default=0),
        folded=bool(folded & set(query.wanted)),
    )


def _summary(
    suite: Suite,
    profile: str,
    by_kind: dict[str, list[Row]],
    by_half: dict[str, list[Row]],
    wrong: tuple[Wrong, ...],
    elapsed: float,
) -> ScenarioRun:
    valid = [row for kind, rows in by_kind.items() if kind not in MISSES for row in rows]
    misses = [row for kind, rows in by_kind.items() if kind in MISSES for row in rows]
    return ScenarioRun(
        protocol=suite.name,
        profile=profile,
        questions=len(valid),
        misses=len(misses),
        metrics={**metrics.mean(valid), **metrics.mean(misses)},
        by_category=_counted_means(by_kind),
        by_half=_counted_means(by_half),
        wrong=wrong,
        elapsed_s=elapsed,
    )


def _counted_means(rows: Mapping[str, list[Row]]) -> dict[str, Row]:
    return {
        name: {"questions": float(len(some)), **metrics.mean(some)} for name, some in rows.items()
    }
