"""LongMemEval's two protocols: a vault for each question's own history, or one for all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from memdesk.bench import longmemeval, longmemeval_vault, metrics
from memdesk.bench.longmemeval import Session, Split
from memdesk.bench.longmemeval_vault import UNITS, Asked, Key, SessionVault, Unit
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import profiles as known
from memdesk.retrieval.results import SearchRequest

LIMIT = 50
Protocol = Literal["own", "merged"]
PROTOCOLS: tuple[Protocol, ...] = ("own", "merged")
Records = Literal["as-published", "turn", "session"]
RECORDS: tuple[Records, ...] = ("as-published", *UNITS)
"""What a record is; *as published*: a session for memesh's modes, a turn for the others."""
Row = dict[str, float]
_FACTS = {
    "hit@1": "fact_hit@1",
    "any@5": "fact_any@5",
    "any@10": "fact_any@10",
    "mrr": "fact_mrr",
    "recall@10": "fact_recall@10",
}


@dataclass(frozen=True, slots=True)
class LongMemEvalRun:
    """The figures of one profile under one protocol.

    ``questions`` have an answer, and ``metrics`` are theirs alone: those of sessions over all of
    them, those of facts over the ``with_facts`` of them whose turns are labelled (none where
    sessions are records). ``emptied`` is the share of the ``abstentions``, which nothing answers,
    that were answered with nothing; None if there are none.
    """

    protocol: str
    profile: str
    records: Unit
    questions: int
    with_facts: int
    abstentions: int
    metrics: Row
    emptied: float | None
    by_ability: dict[str, Row]
    elapsed_s: float
    milliseconds_median: float


@dataclass(slots=True)
class _Tally:
    """What was measured of one profile so far: by question, its ability, sessions', facts' rows."""

    valid: list[tuple[str, Row, Row | None]] = field(default_factory=list)
    emptied: list[bool] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def run(
    path: Path,
    protocol: Protocol,
    profiles: Sequence[str],
    holder: ModelHolder,
    *,
    records: Records = "as-published",
    split: Split = "all",
    limit: int | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> list[LongMemEvalRun]:
    """Ask a file's questions of every profile. Raises DatasetError."""
    units = {profile: _unit(profile, records) for profile in profiles}
    tallies = {profile: _Tally() for profile in profiles}

    def measure(vault: SessionVault, unit: Unit, questions: Sequence[Asked]) -> None:
        for profile in (name for name, its in units.items() if its == unit):
            for question in questions:
                _ask(vault, unit, question, profile, tallies[profile])

    for unit in dict.fromkeys(units.values()):
        if protocol == "own":
            for number, instance in enumerate(longmemeval.read(path, split, limit), start=1):
                progress(f"own history, records are {unit}s: question {number}, {instance.id}")
                with longmemeval_vault.of_sessions(instance.sessions, unit, holder) as vault:
                    measure(vault, unit, [longmemeval_vault.asked(instance)])
        else:
            questions: list[Asked] = []
            progress(f"merged, records are {unit}s: reading and embedding")
            told = _told(path, split, limit, questions)
            with longmemeval_vault.of_sessions(told, unit, holder) as vault:
                progress(f"merged, records are {unit}s: {len(questions)} questions")
                measure(vault, unit, questions)
    return [_summary(protocol, name, units[name], tallies[name]) for name in profiles]


def _unit(profile: str, records: Records) -> Unit:
    if records == "as-published":
        return "session" if known.load(profile).pipeline == "memesh" else "turn"
    return records


def _told(path: Path, split: Split, limit: int | None, questions: list[Asked]) -> Iterator[Session]:
    """Yield all sessions, and note the questions on the way, so that the file is read once."""
    for instance in longmemeval.read(path, split, limit):
        questions.append(longmemeval_vault.asked(instance))
        yield from instance.sessions


def _ask(vault: SessionVault, unit: Unit, question: Asked, profile: str, tally: _Tally) -> None:
    # The order is measured however certain the answer is, refusals where there is none.
    request = SearchRequest(
        question.text,
        profile=profile,
        limit=LIMIT,
        now=question.at,
        count=False,
        anyway=not question.abstention,
    )
    started = time.perf_counter()
    response = vault.engine.search(request)
    tally.seconds.append(time.perf_counter() - started)
    ranked = [vault.records[result.id] for result in response.results]
    if question.abstention:
        tally.emptied.append(not ranked)
    elif question.sessions:
        tally.valid.append((question.ability, *_rows(ranked, unit, question)))


def _rows(ranked: Sequence[Key], unit: Unit, question: Asked) -> tuple[Row, Row | None]:
    """Return the figures of the sessions, ranked by their best record, and of the facts.

    None for the facts where sessions are records or the file labels no turn.
    """
    sessions = list(dict.fromkeys(key.session for key in ranked))
    places = [place for place, name in enumerate(sessions, start=1) if name in question.sessions]
    first = places[0] if places else 0
    row = {
        "session_any@1": float(first == 1),
        "session_any@5": float(0 < first <= 5),
        "session_all@5": float(sum(place <= 5 for place in places) == len(question.sessions)),
        "session_any@10": float(0 < first <= 10),
        "session_mrr": 1 / first if first else 0.0,
        "answered": float(bool(ranked)),
    }
    if unit == "session" or not question.facts:
        return row, None
    found = metrics.of_list(
        ranked, question.facts, {key: key.session for key in {*ranked, *question.facts}}
    )
    return row, {name: found[its] for its, name in _FACTS.items()}


def _summary(protocol: str, profile: str, unit: Unit, tally: _Tally) -> LongMemEvalRun:
    abilities = dict.fromkeys((*longmemeval.ABILITIES, *(name for name, _, _ in tally.valid)))
    return LongMemEvalRun(
        protocol=protocol,
        profile=profile,
        records=unit,
        questions=len(tally.valid),
        with_facts=sum(row is not None for _, _, row in tally.valid),
        abstentions=len(tally.emptied),
        metrics=_means(tally.valid),
        emptied=statistics.fmean(tally.emptied) if tally.emptied else None,
        by_ability={
            name: {"questions": float(len(rows)), **_means(rows)}
            for name in abilities
            if (rows := [row for row in tally.valid if row[0] == name])
        },
        elapsed_s=sum(tally.seconds),
        milliseconds_median=1000 * statistics.median(tally.seconds),
    )


def _means(rows: Sequence[tuple[str, Row, Row | None]]) -> Row:
    facts = [row for _, _, row in rows if row is not None]
    return {**metrics.mean([row for _, row, _ in rows]), **metrics.mean(facts)}
