"""Sign bits name the rows that differ least in their signs, all equals among them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from memdesk.index.sign_bits import SignBits


def _by_hand(
    rows: NDArray[np.float32],
    direction: NDArray[np.float32],
    searched: NDArray[np.bool_],
    count: int,
) -> list[int]:
    differing = ((rows > 0) != (direction > 0)).sum(axis=1)
    allowed = np.sort(differing[searched])
    furthest = allowed[min(count, len(allowed)) - 1]
    return [int(row) for row in np.flatnonzero(searched & (differing <= furthest))]


@pytest.mark.parametrize("dimensions", [3, 64, 100, 384])
@pytest.mark.parametrize("count", [1, 20, 300])
def test_the_nearest_by_hand_are_found(dimensions: int, count: int) -> None:
    chance = np.random.default_rng(dimensions)
    rows = chance.normal(size=(300, dimensions)).astype(np.float32)
    direction = chance.normal(size=dimensions).astype(np.float32)
    bits = SignBits(dimensions)
    bits.grow(0, 130)
    bits.put(0, rows[:130])
    bits.grow(130, 400)
    bits.put(130, rows[130:])
    everything = np.ones(300, dtype=np.bool_)
    some = chance.random(300) < 0.4
    for searched in (everything, some):
        found = bits.near(direction, searched, count)
        assert found.tolist() == _by_hand(rows, direction, searched, count)


def test_a_row_that_is_not_searched_is_never_found() -> None:
    bits = SignBits(8)
    bits.grow(0, 3)
    bits.put(0, np.array([[1] * 8, [-1] * 8, [1] * 8], dtype=np.float32))
    searched = np.array([False, True, False])
    assert bits.near(np.ones(8, dtype=np.float32), searched, 3).tolist() == [1]


def test_the_nearest_of_some_rows_differ_in_the_fewest_signs() -> None:
    chance = np.random.default_rng(5)
    rows = chance.normal(size=(300, 70)).astype(np.float32)
    bits = SignBits(70)
    bits.grow(0, 300)
    bits.put(0, rows)
    asked = np.arange(1, 300, 3)
    found = bits.nearest_of(rows[4], asked, 10)
    different = ((rows > 0) != (rows[4] > 0)).sum(axis=1)
    assert 4 in found
    assert set(found.tolist()) <= set(asked.tolist())
    assert different[found].max() <= np.sort(different[asked])[9]
    assert bits.nearest_of(rows[4], asked, 500).tolist() == asked.tolist()
