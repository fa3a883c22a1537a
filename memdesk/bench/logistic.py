"""Logistic regression by Newton's method, with an L2 penalty on standardised figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memdesk.retrieval.confidence import Coefficients, Figures

PENALTY = 1e-3
_STEPS = 60
_ENDS = (0.005, 0.995)


def fit(
    names: Sequence[str],
    rows: Sequence[Figures],
    answered: Sequence[bool],
    shares: NDArray[np.float64] | None = None,
    *,
    penalty: float = PENALTY,
) -> Coefficients:
    """Return the coefficients of the likeliest model; thresholds are left at 0 and 1.

    ``shares`` are how much each row counts, equally if not given. Figures are held within all but
    the outer half per cent at either end. Deterministic.
    """
    values = np.array([[row[name] for name in names] for row in rows])
    least, most = np.quantile(values, _ENDS, axis=0)
    values = np.clip(values, least, most)
    mean, scale = values.mean(axis=0), np.maximum(values.std(axis=0), 1e-9)
    counted = np.ones(len(values)) if shares is None else shares
    wanted = np.array(answered, dtype=np.float64)
    weights = _ascend((values - mean) / scale, wanted, counted / counted.sum(), penalty)
    own = weights[1:] / scale
    return Coefficients(
        intercept=float(weights[0] - own @ mean),
        weights=dict(zip(names, map(float, own), strict=True)),
        least=dict(zip(names, map(float, least), strict=True)),
        most=dict(zip(names, map(float, most), strict=True)),
    )


def _ascend(
    values: NDArray[np.float64],
    wanted: NDArray[np.float64],
    shares: NDArray[np.float64],
    penalty: float,
) -> NDArray[np.float64]:
    rows = np.column_stack([np.ones(len(values)), values])
    held = np.full(rows.shape[1], penalty)
    held[0] = 1e-9
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ weights)))
        gradient = rows.T @ (shares * (wanted - chance)) - held * weights
        curve = (rows.T * (shares * chance * (1.0 - chance))) @ rows + np.diag(held)
        step = np.linalg.solve(curve, gradient)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return weights
