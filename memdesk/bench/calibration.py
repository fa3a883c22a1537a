"""Fitting the confidence in an answer, and the figures of how well it is calibrated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memdesk.bench import logistic
from memdesk.bench.foreign import SEED, Asked
from memdesk.bench.report import Report, figure
from memdesk.embedding.model_card import ModelCard
from memdesk.retrieval.confidence import SETS, Coefficients, Figures

LOSSES = (0.02, 0.05, 0.10)
_BINS = 10
_SWEEP = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_ADVERSARIAL = 5
Scores = NDArray[np.float64]


def calibrate(asked: Sequence[Asked], file: str, sha256: str, card: ModelCard) -> Report:
    """Report each conversation by a fit on the others."""
    reported = [one for one in asked if one.whole]
    left_out = {name: np.zeros(len(reported)) for name in SETS}
    for sample in dict.fromkeys(one.sample for one in reported):
        others = _fit([one for one in asked if one.sample != sample])
        for at, one in enumerate(reported):
            if one.sample == sample:
                for name, fitted in others.items():
                    left_out[name][at] = _probability(name, fitted, one)
    either = np.maximum(left_out["both"], left_out["meaning"])
    return Report(
        bench="foreign",
        data={"file": file, "sha256": sha256},
        model=card.identity,
        runs=_rows(reported, left_out, either),
        label="figure",
        seed=SEED,
    )


def _figures(name: str, one: Asked) -> Figures | None:
    return one.words if name == "words" else one.figures


def _answered(name: str, asked: Sequence[Asked]) -> NDArray[np.bool_]:
    return np.array([o.answered_by_words if name == "words" else o.answered for o in asked])


def _fit(asked: Sequence[Asked]) -> dict[str, Coefficients]:
    fitted = {}
    for name, names in SETS.items():
        answered = _answered(name, asked).tolist()
        known = [
            (figures, holds)
            for one, holds in zip(asked, answered, strict=True)
            if (figures := _figures(name, one)) is not None
        ]
        fitted[name] = logistic.fit(
            names, [figures for figures, _ in known], [holds for _, holds in known]
        )
    return fitted


def _probability(name: str, fitted: Coefficients, one: Asked) -> float:
    figures = _figures(name, one)
    return 0.0 if figures is None else fitted.probability(figures)


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


def reliability(scores: Scores, answered: NDArray[np.bool_]) -> list[dict[str, float]]:
    """Return for each tenth of probability how many there are, their mean, and how many hold."""
    bins = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    return [
        {
            "questions": float((bins == at).sum()),
            "probability": float(scores[bins == at].mean()),
            "answered": float(answered[bins == at].mean()),
        }
        for at in np.unique(bins)
    ]


def calibration_error(scores: Scores, answered: NDArray[np.bool_]) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    rows = reliability(scores, answered)
    gaps = [row["questions"] * abs(row["probability"] - row["answered"]) for row in rows]
    return sum(gaps) / len(scores)


def _rows(asked: Sequence[Asked], left_out: dict[str, Scores], either: Scores) -> list[Any]:
    answered = _answered("both", asked)
    agreement = np.array([one.figures["agreement"] if one.figures else -1.0 for one in asked])
    cosine = np.array([one.figures["nearest"] if one.figures else -1.0 for one in asked])
    hits = np.array([one.keyword_hits for one in asked])
    everything = np.ones(len(asked), dtype=np.bool_)
    fives = np.array([one.category == _ADVERSARIAL for one in asked])
    memx = np.where(hits, 2.0, cosine)
    rows = [
        ("calibrated", left_out["both"], answered, everything),
        ("categories 1–4", left_out["both"], answered, ~fives),
        ("category 5", left_out["both"], answered, fives),
        ("refusal (words and meaning agree)", either, None, everything),
        ("meaning alone", left_out["meaning"], answered, everything),
        ("words alone", left_out["words"], _answered("words", asked), everything),
        ("best single figure (agreement)", agreement, None, everything),
        ("cosine of the nearest", cosine, None, everything),
        ("MemX's rule", memx, None, everything),
    ]
    valid = np.array([one.valid for one in asked])
    split = list(dict.fromkeys(one.sample for one in asked))
    return [_row(n, s, a, valid, kept, split) for n, s, a, kept in rows]


def _row(
    name: str,
    scores: Scores,
    answered: NDArray[np.bool_] | None,
    valid: NDArray[np.bool_],
    kept: NDArray[np.bool_],
    split: list[str],
) -> dict[str, Any]:
    scores, valid = scores[kept], valid[kept]
    both = bool(valid.any()) and not bool(valid.all())
    metrics: dict[str, float | None] = {
        "questions": float(len(scores)),
        "AUC": auc(scores, valid) if both else None,
        **{
            f"emptied at {loss:.0%}": emptied(scores, valid, loss) if both else None
            for loss in LOSSES
        },
        "ECE": None if answered is None else calibration_error(scores, answered[kept]),
    }
    row: dict[str, Any] = {"figure": name, "metrics": metrics, "split": split}
    if answered is not None:
        row["reliability"] = reliability(scores, answered[kept])
    row["sweep"] = [
        {
            "threshold": at,
            "valid lost": float((scores[valid] < at).mean()) if valid.any() else 0.0,
            "misses emptied": float((scores[~valid] < at).mean()) if both else 0.0,
        }
        for at in _SWEEP
    ]
    return row


def tables(report: Report) -> str:
    """Return the reliability and the sweep of the calibrated figure as tables."""
    lines = ["", "Probability and what came of it:", ""]
    for key in ("reliability", "sweep"):
        rows = report.runs[0][key]
        lines += [f"| {' | '.join(rows[0])} |", f"|{'---:|' * len(rows[0])}"]
        lines += [f"| {' | '.join(figure(value) for value in row.values())} |" for row in rows]
        lines.append("")
    return "\n".join(lines)
