"""Learning the weights of the additive model from questions with evidence.

Each question is a choice among its candidates: the model's scores become probabilities by a
softmax, and the weights maximise the mean log-probability of the evidence (listwise maximum
likelihood), less an L2 penalty on the weights of the standardised features. A weight keeps the
sign its feature's meaning asks for: that a memory holds more of the question's words must never
count against it, however the data set happens to correlate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval.features import FEATURES, NAMES

STEPS = 1_500
_LEARNING_RATE = 0.05
_PENALTY = 0.002
_GROUPS = tuple(feature.group for feature in FEATURES)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question's candidates: ``values`` is ``(n, features)``, ``evidence`` marks the wanted."""

    group: str
    values: NDArray[np.float64]
    evidence: NDArray[np.bool_]


def fit(choices: Sequence[Choice], steps: int = STEPS) -> dict[str, float]:
    """Return the weight of each feature by name; the scale is the softmax's own.

    Deterministic: starts at zero and takes a fixed number of Adam steps over all questions.
    """
    usable = [choice for choice in choices if choice.evidence.any()]
    width = max(len(choice.values) for choice in usable)
    shape = (len(usable), width, len(NAMES))
    values = np.zeros(shape, dtype=np.float32)
    present = np.zeros(shape[:2], dtype=np.bool_)
    wanted = np.zeros(shape[:2], dtype=np.float32)
    for at, choice in enumerate(usable):
        count = len(choice.values)
        values[at, :count] = choice.values
        present[at, :count] = True
        wanted[at, :count] = choice.evidence / choice.evidence.sum()
    scale = values[present].std(axis=0)
    live = scale > 1e-6
    values = np.where(live, values / np.where(live, scale, 1.0), 0.0).astype(np.float32)
    signs = np.array([-1.0 if group == "penalty" else 1.0 for group in _GROUPS])
    weights = _ascend(values, present, wanted, signs, steps)
    return {
        name: float(weight / factor) if alive else 0.0
        for name, weight, factor, alive in zip(NAMES, weights, scale, live, strict=True)
    }


def _ascend(
    values: NDArray[np.float32],
    present: NDArray[np.bool_],
    wanted: NDArray[np.float32],
    signs: NDArray[np.float64],
    steps: int,
) -> NDArray[np.float64]:
    weights = np.zeros(values.shape[2])
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    barred = np.where(present, 0.0, -np.inf).astype(np.float32)
    for step in range(1, steps + 1):
        scores = values @ weights.astype(np.float32) + barred
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        pull = np.einsum("qc,qcf->f", wanted - chances, values, optimize=True) / len(values)
        gradient = pull.astype(np.float64) - 2 * _PENALTY * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        corrected = first / (1 - 0.9**step)
        weights += _LEARNING_RATE * corrected / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        weights = np.where(weights * signs > 0, weights, 0.0)
    return weights
