"""Logistic regression by Newton's method, with an L2 penalty on standardised figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval.confidence import Coefficients, Figures

_PENALTY = 1e-3
_STEPS = 60
_ENDS = (0.005, 0.995)


def fit(names: Sequence[str], rows: Sequence[Figures], answered: Sequence[bool]) -> Coefficients:
    """Return the coefficients of the likeliest model.

    Figures are held within all but the outer half per cent at either end. Deterministic.
    """
    values = np.array([[row[name] for name in names] for row in rows])
    least, most = np.quantile(values, _ENDS, axis=0)
    values = np.clip(values, least, most)
    mean, scale = values.mean(axis=0), np.maximum(values.std(axis=0), 1e-9)
    weights = _ascend((values - mean) / scale, np.array(answered, dtype=np.float64))
    own = weights[1:] / scale
    return Coefficients(
        intercept=float(weights[0] - own @ mean),
        weights=dict(zip(names, map(float, own), strict=True)),
        least=dict(zip(names, map(float, least), strict=True)),
        most=dict(zip(names, map(float, most), strict=True)),
    )


def _ascend(values: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    rows = np.column_stack([np.ones(len(values)), values])
    penalty = np.full(rows.shape[1], _PENALTY)
    penalty[0] = 1e-9
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ weights)))
        gradient = rows.T @ (wanted - chance) / len(rows) - penalty * weights
        curve = (rows.T * (chance * (1.0 - chance))) @ rows / len(rows) + np.diag(penalty)
        step = np.linalg.solve(curve, gradient)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return weights
