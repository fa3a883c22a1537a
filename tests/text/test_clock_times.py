"""Times of day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.clock_times import has_clock_time, has_time


@pytest.mark.parametrize(
    "text",
    [
        "No calls before ten, please.",
        "The bus leaves at 7:45",
        "It opens at 10 am",
        "We close at 6.30 pm",
        "half past nine",
        "a quarter to 5",
        "at nine o'clock sharp",
        "Until midnight we danced",
        "from two on",
        "十点之前别打电话",
        "下午三点开会",
        "九点半出门",
        "早上8点",
    ],
)
def test_times_of_day_are_seen(text: str) -> None:
    assert has_clock_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "We go on Sunday",
        "after two weeks",
        "by ten people",
        "from one to another",
        "version 3.12 of it",
        "有一点贵",
        "我有三点建议",
        "差一点摔倒",
        "",
    ],
)
def test_other_numbers_are_no_times_of_day(text: str) -> None:
    assert not has_clock_time(text)


def test_a_date_is_a_time_and_no_time_of_day() -> None:
    assert has_time("We moved in October 2024")
    assert not has_clock_time("We moved in October 2024")


@given(st.integers(0, 23), st.integers(0, 59))
def test_every_minute_of_the_day_is_read(hour: int, minute: int) -> None:
    assert has_clock_time(f"It begins at {hour}:{minute:02}.")


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    assert has_clock_time(text) in (True, False)
