"""How well the confidence in answers is calibrated, and what it tells apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memdesk.bench import suites
from memdesk.bench.asked import Asked, Part
from memdesk.bench.confidence_fit import Fitted, answered, is_detail
from memdesk.bench.foreign import SEED
from memdesk.bench.report import Report, figure
from memdesk.embedding.model_card import ModelCard
from memdesk.retrieval import profiles

LOSSES = (0.02, 0.05, 0.10)
_BINS = 10
_SWEEP = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_ADVERSARIAL = "adversarial"
_CHATS_PARTS: tuple[Part, ...] = ("tuning", "held out")
CHATS = {"en": "both", "zh": "pairs"}
"""The set of coefficients that judges a language's suites."""
Scores = NDArray[np.float64]


def calibrate(
    asked: Sequence[Asked], fitted: Fitted, file: str, sha256: str, card: ModelCard
) -> Report:
    """Report each conversation by a fit on the others, and the chats that were held out."""
    return Report(
        bench="foreign",
        data={
            "file": file,
            "sha256": sha256,
            **{name: suites.load(name).sha256 for name in suites.names()},
        },
        model=card.identity,
        runs=_rows(asked, fitted),
        label="figure",
        seed=SEED,
    )


def auc(scores: Scores, valid: NDArray[np.bool_]) -> float:
    """Return the share of (valid, miss) pairs in the right order; equals count half."""
    higher, lower = scores[valid], np.sort(scores[~valid])
    below = np.searchsorted(lower, higher, side="left")
    at_most = np.searchsorted(lower, higher, side="right")
    return float((below + at_most).mean() / (2 * max(len(lower), 1)))


def emptied(scores: Scores, valid: NDArray[np.bool_], loss: float) -> float:
    """Return the share of misses below a threshold that at most ``loss`` of the valid are under."""
    threshold = np.sort(scores[valid])[int(loss * valid.sum())]
    return float((scores[~valid] < threshold).mean())


def reliability(scores: Scores, answers: NDArray[np.bool_]) -> list[dict[str, float]]:
    """Return for each tenth of probability how many there are, their mean, and how many hold."""
    bins = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    return [
        {
            "questions": float((bins == at).sum()),
            "probability": float(scores[bins == at].mean()),
            "answered": float(answers[bins == at].mean()),
        }
        for at in np.unique(bins)
    ]


def calibration_error(
    scores: Scores, answers: NDArray[np.bool_], shares: Scores | None = None
) -> float:
    """Return the expected calibration error over ten bins of equal width.

    ``shares`` are how much each question counts, equally if not given.
    """
    counted = np.ones(len(scores)) if shares is None else shares
    bins = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    gaps = [abs(float((counted * (scores - answers))[bins == at].sum())) for at in np.unique(bins)]
    return sum(gaps) / float(counted.sum())


def _even(valid: NDArray[np.bool_]) -> Scores:
    """Return shares by which what is answered somewhere and what is not count half each."""
    return np.where(valid, 0.5 / max(int(valid.sum()), 1), 0.5 / max(int((~valid).sum()), 1))


def _rows(asked: Sequence[Asked], fitted: Fitted) -> list[Any]:
    by_set = fitted.probabilities

    def of(part: Part, language: str, chosen: str) -> tuple[list[Asked], Scores]:
        places = [
            at
            for at, one in enumerate(asked)
            if (one.part, one.language) == (part, language) and not is_detail(one)
        ]
        return [asked[at] for at in places], by_set[chosen][places]

    told, calibrated = of("conversations", "", "both")
    answers = answered("both", told)
    agreement = np.array([one.figures["agreement"] if one.figures else -1.0 for one in told])
    cosine = np.array([one.figures["nearest"] if one.figures else -1.0 for one in told])
    hits = np.array([one.keyword_hits for one in told])
    everything = np.ones(len(told), dtype=np.bool_)
    fives = np.array([one.kind == _ADVERSARIAL for one in told])
    rows = [
        ("calibrated", calibrated, answers, everything),
        ("categories 1–4", calibrated, answers, ~fives),
        ("category 5", calibrated, answers, fives),
        ("meaning alone", of("conversations", "", "meaning")[1], answers, everything),
        ("words alone", of("conversations", "", "words")[1], answered("words", told), everything),
        ("best single figure (agreement)", agreement, None, everything),
        ("cosine of the nearest", cosine, None, everything),
        ("MemX's rule", np.where(hits, 2.0, cosine), None, everything),
    ]
    made = [_row(name, scores, holds, told, kept) for name, scores, holds, kept in rows]
    for language, chosen in CHATS.items():
        for part in _CHATS_PARTS:
            chats, scores = of(part, language, chosen)
            if chats and chosen in by_set:
                every = np.ones(len(chats), dtype=np.bool_)
                name = f"{language} suites, {part}"
                made.append(_row(name, scores, answered(chosen, chats), chats, every))
    return made


def _row(
    name: str,
    scores: Scores,
    holds: NDArray[np.bool_] | None,
    asked: Sequence[Asked],
    kept: NDArray[np.bool_],
) -> dict[str, Any]:
    split = list(dict.fromkeys(one.group for one in asked))
    valid = np.array([one.valid for one in asked])[kept]
    scores = scores[kept]
    both = bool(valid.any()) and not bool(valid.all())
    metrics: dict[str, float | None] = {
        "questions": float(len(scores)),
        "AUC": auc(scores, valid) if both else None,
        **{
            f"emptied at {loss:.0%}": emptied(scores, valid, loss) if both else None
            for loss in LOSSES
        },
        "ECE": None if holds is None else calibration_error(scores, holds[kept], _even(valid)),
    }
    row: dict[str, Any] = {"figure": name, "metrics": metrics, "split": split}
    if holds is not None:
        row["reliability"] = reliability(scores, holds[kept])
    row["sweep"] = [
        {
            "threshold": at,
            "valid lost": float((scores[valid] < at).mean()) if valid.any() else 0.0,
            "misses emptied": float((scores[~valid] < at).mean()) if both else 0.0,
        }
        for at in _SWEEP
    ]
    return row


def provenance(report: Report, spoken: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what the coefficients rest on and what they reached, for their file."""
    ranking = report.as_json()["profiles"][profiles.DEFAULT]["sha256"]
    return {
        "data": report.data,
        "conversations": report.runs[0]["split"],
        "suites": "fitted on the questions whose hash is even, the others are held out",
        "model": report.model,
        "ranking": ranking,
        "seed": report.seed,
        "figures": {row["figure"]: row["metrics"] for row in report.runs},
        "voices": list(spoken),
    }


def tables(report: Report) -> str:
    """Return the reliability and the sweep of the calibrated figure as tables."""
    lines = ["", "Probability and what came of it:", ""]
    for key in ("reliability", "sweep"):
        rows = report.runs[0][key]
        lines += [f"| {' | '.join(rows[0])} |", f"|{'---:|' * len(rows[0])}"]
        lines += [f"| {' | '.join(figure(value) for value in row.values())} |" for row in rows]
        lines.append("")
    return "\n".join(lines)
