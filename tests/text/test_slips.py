"""Words one slip apart, and what slips cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text import slips

_WORDS = st.text(alphabet="abcde", min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("typed", "meant", "cost"),
    [
        ("crumepts", "crumpets", slips.SWAPPED),
        ("booiler", "boiler", slips.DOUBLED),
        ("umbrela", "umbrella", slips.DOUBLED),
        ("pasport", "passport", slips.DOUBLED),
        ("jois", "joris", slips.MISSING),
        ("bronpton", "brompton", slips.BESIDE),
        ("kitchin", "kitchen", slips.VOWEL),
        ("boilxer", "boiler", slips.TOO_MANY),
        ("boizer", "boiler", slips.WRONG),
        ("noiler", "boiler", slips.FIRST + slips.BESIDE),
        ("obiler", "boiler", slips.FIRST + slips.SWAPPED),
    ],
)
def test_a_slip_costs_by_its_kind(typed: str, meant: str, cost: float) -> None:
    assert slips.unslipped(typed)[meant] == pytest.approx(cost)


@given(_WORDS, _WORDS)
def test_exactly_the_words_at_distance_one_are_one_slip_away(left: str, right: str) -> None:
    assert (right in slips.unslipped(left)) == (slips.distance(left, right, 1) == 1)


@pytest.mark.parametrize(
    ("left", "right", "most", "expected"),
    [
        ("boiler", "boiler", 2, 0),
        ("configur", "confgiurr", 2, 2),
        ("wielemaker", "weilemakr", 2, 2),
        ("boiler", "kettle", 2, 3),
        ("a", "abcd", 2, 3),
    ],
)
def test_the_distance_counts_slips_up_to_a_limit(
    left: str, right: str, most: int, expected: int
) -> None:
    assert slips.distance(left, right, most) == expected
