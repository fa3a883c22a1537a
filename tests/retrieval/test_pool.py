"""The best by words are those of a full sort, however few are sorted."""

from __future__ import annotations

import numpy as np
import pytest

from memdesk.retrieval.recall.pool import _best


@pytest.mark.parametrize("size", [0, 3, 150, 5_000])
@pytest.mark.parametrize("density", [0.0, 0.01, 0.4, 1.0])
@pytest.mark.parametrize("values", [4, 1_000_000])
def test_the_best_are_those_of_a_full_sort(size: int, density: float, values: int) -> None:
    chance = np.random.default_rng(size)
    holds = chance.random(size) < density
    scores = np.where(holds, chance.integers(1, values, size) / values, 0.0)
    for count in (1, 20, 150):
        expected = [int(o) for o in np.argsort(-scores, kind="stable") if scores[o] > 0.0]
        assert _best(scores, count).tolist() == expected[:count]
