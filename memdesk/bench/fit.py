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

_STEPS = 60
_LEAST_GAIN = 1e-7
_PENALTY = 0.002
_GROUPS = tuple(feature.group for feature in FEATURES)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question's candidates: ``values`` is ``(n, features)``, ``evidence`` marks the wanted.

    ``counted`` is how much the question counts among the others.
    """

    group: str
    values: NDArray[np.float64]
    evidence: NDArray[np.bool_]
    counted: float = 1.0


def fit(choices: Sequence[Choice]) -> dict[str, float]:
    """Return the weight of each feature by name; the scale is the softmax's own.

    Deterministic: Newton's method from zero, until a step gains next to nothing.
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
    counted = np.array([choice.counted for choice in usable], dtype=np.float32)
    weights = _ascend(_Listed(values, present, wanted, counted / counted.sum()), signs)
    return {
        name: float(weight / factor) if alive else 0.0
        for name, weight, factor, alive in zip(NAMES, weights, scale, live, strict=True)
    }


@dataclass(frozen=True, slots=True)
class _Listed:
    """The choices as arrays: values ``(q, c, f)``, the rest ``(q, c)``; ``counted`` ``(q,)``."""

    values: NDArray[np.float32]
    present: NDArray[np.bool_]
    wanted: NDArray[np.float32]
    counted: NDArray[np.float32]

    def likelihood(self, weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float32]]:
        """Return the penalised mean log-probability, and every candidate's probability."""
        scores = np.where(self.present, self.values @ weights.astype(np.float32), -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        total = chances.sum(axis=1, keepdims=True)
        logs = np.where(self.present, scores - np.log(total), 0.0)
        mean = float((self.counted[:, None] * self.wanted * logs).sum(dtype=np.float64))
        return mean - _PENALTY * float(weights @ weights), chances / total

    def slope(
        self, weights: NDArray[np.float64], chances: NDArray[np.float32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the gradient and the negative Hessian of the likelihood."""
        share = self.counted[:, None] * chances
        means = np.einsum("qc,qcf->qf", chances, self.values, optimize=True)
        pull = self.counted[:, None] * self.wanted - share
        gradient = np.einsum("qc,qcf->f", pull, self.values, optimize=True)
        spread = (self.values * np.sqrt(share)[:, :, None]).reshape(-1, self.values.shape[2])
        curve = spread.T @ spread - (means * self.counted[:, None]).T @ means
        ridge = 2 * _PENALTY * np.eye(len(weights))
        return gradient - 2 * _PENALTY * weights, curve.astype(np.float64) + ridge


def _ascend(listed: _Listed, signs: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = np.zeros(listed.values.shape[2])
    reached, chances = listed.likelihood(weights)
    for _ in range(_STEPS):
        gradient, curve = listed.slope(weights, chances)
        # A weight at its bound stays there while the gradient pushes it further out.
        free = ~((weights == 0.0) & (gradient * signs <= 0.0))
        step = np.zeros_like(weights)
        step[free] = np.linalg.solve(curve[np.ix_(free, free)], gradient[free])
        length, former = 1.0, reached
        while True:
            tried = weights + length * step
            tried = np.where(tried * signs > 0.0, tried, 0.0)
            reached, chances = listed.likelihood(tried)
            if reached >= former - 1e-9 or length < 1e-3:
                break
            length /= 2
        weights = tried
        if reached - former < _LEAST_GAIN:
            break
    return weights
