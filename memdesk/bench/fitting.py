"""Fitting the default profile: candidates of every question, weights, cross-validation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from memdesk.bench import candidates, haystack, metrics, suites, tuning
from memdesk.bench.fit import Choice, fit
from memdesk.bench.locomo import CATEGORIES, Sample
from memdesk.bench.report import Report
from memdesk.bench.retrieval_run import LIMIT, PROTOCOLS
from memdesk.bench.tuning import OwnQuestion
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import profiles
from memdesk.retrieval.features import NAMES

_USUAL_TOP_SCORE = 0.8
# One question in four names the wrong speaker: people do misremember, but not as often.
_COUNTED = {5: 0.5}
# No question of the suites wants such a turn, but people will now and then.
_NOT_BELOW = {"request": -0.15, "advice": -0.15}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its candidates; ``turns`` are (sample, turn) in the candidates' order."""

    choice: Choice
    turns: list[tuple[str, str]]
    wanted: set[tuple[str, str]]
    category: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fitted profile as JSON data, and the figures of the fit."""

    profile: dict[str, Any]
    report: Report


def fit_profile(
    samples: Sequence[Sample],
    sha256: str,
    name: str,
    holder: ModelHolder,
    *,
    own: Sequence[OwnQuestion] = (),
    progress: Callable[[str], None] = lambda line: None,
) -> Fitted:
    """Fit on every question with evidence, each conversation its own vault.

    With the tuning half of ``own`` questions each of their stores counts as much as a conversation
    does on average, so that many questions of one kind do not drown few of another. The report
    holds the figures of the fit itself and, beside it, those of leaving one conversation out at a
    time: what is said of a conversation was then fitted without it.
    """
    asked = _gather(samples, holder, progress)
    sessions = haystack.sessions_of(samples)
    counted = sum(one.choice.counted for one in asked) / len(samples)
    tuned = tuning.choices(own, counted)
    weights = fit([*(one.choice for one in asked), *tuned])
    held_out: list[dict[str, float]] = []
    for sample in samples:
        progress(f"leaving out {sample.id}")
        others = fit([*(one.choice for one in asked if one.choice.group != sample.id), *tuned])
        rest = [one for one in asked if one.choice.group == sample.id]
        held_out += _rows(rest, others, sessions)
    fitted = _rows(asked, weights, sessions)
    answerable = [at for at, one in enumerate(_ordered(asked, samples)) if one.category != 5]
    rows = {
        "fitted on all": metrics.mean(
            [fitted[at] for at, o in enumerate(asked) if o.category != 5]
        ),
        "fitted on all, every question": metrics.mean(fitted),
        "left out": metrics.mean([held_out[at] for at in answerable]),
        "left out, every question": metrics.mean(held_out),
    }
    scaled = _scaled(weights, asked)
    profile = _profile(scaled, [one.choice for one in asked] + tuned, sha256, name, holder, rows)
    profile["provenance"]["split"] = [sample.id for sample in samples]
    if own:
        halves = tuning.figures(own, profile["weights"])
        profile["provenance"]["suites"] = _of_suites(own, halves)
        rows |= {f"suites, {half}": row for half, row in halves.items()}
    return Fitted(profile, _report(sha256, name, holder, rows))


def write(profile: dict[str, Any], path: Path) -> None:
    """Write a profile's file."""
    path.write_text(json.dumps(profile, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _ordered(asked: Sequence[Asked], samples: Sequence[Sample]) -> list[Asked]:
    """Return the questions in the order in which the left-out figures come."""
    return [one for sample in samples for one in asked if one.choice.group == sample.id]


def _gather(
    samples: Sequence[Sample], holder: ModelHolder, progress: Callable[[str], None]
) -> list[Asked]:
    asked = []
    for one in candidates.gather(samples, PROTOCOLS[0], holder, progress):
        evidence = np.array([turn in one.wanted for turn in one.turns], dtype=np.bool_)
        counted = _COUNTED.get(one.category, 1.0)
        choice = Choice(one.sample, one.values, evidence, counted)
        asked.append(Asked(choice, list(one.turns), set(one.wanted), one.category))
    return asked


def _rows(
    asked: Sequence[Asked],
    weights: dict[str, float],
    sessions: dict[tuple[str, str], tuple[str, int]],
) -> list[dict[str, float]]:
    vector = np.array([weights[name] for name in NAMES])
    rows = []
    for one in asked:
        order = np.argsort(-(one.choice.values @ vector), kind="stable")[:LIMIT]
        rows.append(metrics.of_list([one.turns[at] for at in order], one.wanted, sessions))
    return rows


def _scaled(weights: dict[str, float], asked: Sequence[Asked]) -> dict[str, float]:
    """Scale the weights so that the usual best score is 0.8: a bar that fills most of its width."""
    vector = np.array([weights[name] for name in NAMES])
    best = float(np.median([(one.choice.values @ vector).max() for one in asked]))
    return {
        name: max(round(weight * _USUAL_TOP_SCORE / best, 4), _NOT_BELOW.get(name, -np.inf))
        for name, weight in weights.items()
    }


def _of_suites(own: Sequence[OwnQuestion], halves: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Return what a profile says of the suites it was fitted on."""
    names = sorted({one.suite for one in own})
    return {
        "sha256": {name: suites.load(name).sha256 for name in names},
        "untaught": list(tuning.UNTAUGHT),
        "not_below": dict(_NOT_BELOW),
        **{
            half: {key: round(row[key], 4) for key in ("hit@1", "any@5", "mrr")}
            for half, row in halves.items()
        },
    }


def _profile(
    weights: dict[str, float],
    choices: Sequence[Choice],
    sha256: str,
    name: str,
    holder: ModelHolder,
    rows: dict[str, dict[str, float]],
) -> dict[str, Any]:
    present = profiles.load(profiles.DEFAULT)
    # Weights of what the data set does not have (titles, pins) stay as they were set by hand.
    seen = np.concatenate([choice.values for choice in choices]).std(axis=0) > 0.0
    learnt = {name: weights[name] for name, varies in zip(NAMES, seen, strict=True) if varies}
    return {
        "title": present.title,
        "description": present.description,
        "pipeline": present.pipeline,
        "weights": {**present.weights, **learnt},
        "parameters": dict(present.parameters),
        "provenance": {
            "fitted": sorted(learnt),
            "data": {"file": name, "sha256": sha256},
            "model": holder.get().card.identity,
            "counted": {CATEGORIES[number]: share for number, share in _COUNTED.items()},
            "any@5": {key: round(row["any@5"], 4) for key, row in rows.items()},
            "mrr": {key: round(row["mrr"], 4) for key, row in rows.items()},
        },
    }


def _report(
    sha256: str, name: str, holder: ModelHolder, rows: dict[str, dict[str, float]]
) -> Report:
    return Report(
        bench="locomo-fit",
        data={"file": name, "sha256": sha256},
        model=holder.get().card.identity,
        runs=[{"weights": key, "metrics": row} for key, row in rows.items()],
        label="weights",
    )
