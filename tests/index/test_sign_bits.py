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
    looked_at: int,
) -> list[int]:
    differing = (rows > 0) != (direction > 0)
    allowed = np.sort(differing.sum(axis=1)[searched])
    furthest = allowed[min(looked_at, len(allowed)) - 1]
    near = np.flatnonzero(searched & (differing.sum(axis=1) <= furthest))
    sizes = np.abs(direction)
    levels = [min(round(7 * float(size / np.quantile(sizes, 0.98))), 7) for size in sizes]
    weighed = (differing[near] * np.array(levels)).sum(axis=1)
    return [int(row) for row in near[weighed <= np.sort(weighed)[min(count, len(near)) - 1]]]


@pytest.mark.parametrize("dimensions", [3, 64, 100, 384])
@pytest.mark.parametrize(("count", "looked_at"), [(1, 1), (1, 40), (20, 60), (20, 300), (300, 300)])
def test_the_nearest_by_hand_are_found(dimensions: int, count: int, looked_at: int) -> None:
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
        found = bits.near(direction, searched, count, looked_at)
        assert found.tolist() == _by_hand(rows, direction, searched, count, looked_at)


def test_a_sign_counts_as_much_as_the_direction_weighs_there() -> None:
    bits = SignBits(4)
    bits.grow(0, 2)
    # The first row differs in one heavy component, the second in two light ones.
    rows = np.array([[-1, 1, 1, 1], [1, 1, -1, -1]], dtype=np.float32)
    bits.put(0, rows)
    direction = np.array([0.9, 0.3, 0.1, 0.1], dtype=np.float32)
    everything = np.ones(2, dtype=np.bool_)
    assert bits.near(direction, everything, 1, 1).tolist() == [0]
    assert bits.near(direction, everything, 1, 2).tolist() == [1]


def test_a_row_that_is_not_searched_is_never_found() -> None:
    bits = SignBits(8)
    bits.grow(0, 3)
    bits.put(0, np.array([[1] * 8, [-1] * 8, [1] * 8], dtype=np.float32))
    searched = np.array([False, True, False])
    assert bits.near(np.ones(8, dtype=np.float32), searched, 3, 3).tolist() == [1]


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
