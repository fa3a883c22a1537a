"""Times that name no year, as of Monday, 15 December 2025."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.time_expressions import find
from memdesk.text.yearly_times import YEARS_BACK, earlier_years

NOW = int(datetime(2025, 12, 15, 9, tzinfo=UTC).timestamp() * 1000)


def _day(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).date()


@pytest.mark.parametrize(
    ("text", "yearly"),
    [
        ("What happened in March?", True),
        ("early in March", True),
        ("on March 14", True),
        ("from March to May", True),
        ("in spring", True),
        ("三月做了什么", True),
        ("三月五日做了什么", True),
        ("in March 2024", False),
        ("last March", False),
        ("last spring", False),
        ("since March", False),
        ("March last year", False),
        ("2024年三月", False),
        ("yesterday", False),
    ],
)
def test_what_names_no_year_comes_every_year(text: str, yearly: bool) -> None:
    [expression] = find(text, NOW, UTC)
    assert expression.yearly is yearly


@pytest.mark.parametrize(
    "text",
    ["How much is the rent from January?", "Who pays until January?", "从一月起房租是多少？"],
)
def test_what_looks_ahead_is_no_time_at_which_something_was_said(text: str) -> None:
    assert find(text, NOW, UTC) == []


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("How much was the rent from January?", date(2025, 1, 1)),
        ("How much is the rent in January?", date(2025, 1, 1)),
        ("How much is the rent from October?", date(2025, 10, 1)),
        ("从一月起涨了多少？", date(2025, 1, 1)),
        ("从十月起房租是多少？", date(2025, 10, 1)),
    ],
)
def test_what_was_or_has_just_been_looks_back(text: str, month: date) -> None:
    [expression] = find(text, NOW, UTC)
    assert _day(expression.after) == month


def test_a_month_of_earlier_years_is_the_whole_month() -> None:
    [february] = find("in February", NOW, UTC)
    windows = earlier_years((february.after, february.before), NOW, UTC)
    assert [(_day(a), _day(b)) for a, b in windows[:2]] == [
        (date(2024, 2, 1), date(2024, 3, 1)),
        (date(2023, 2, 1), date(2023, 3, 1)),
    ]
    assert len(windows) == YEARS_BACK


@given(st.dates(date(1950, 1, 1), date(2098, 12, 31)), st.integers(1, 300))
def test_the_same_days_of_another_year_are_as_many_within_a_day(first: date, count: int) -> None:
    def moment(day: date) -> int:
        return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)

    window = moment(first), moment(first + timedelta(days=count))
    for back, (start, end) in enumerate(earlier_years(window, NOW, UTC), start=1):
        assert abs((_day(end) - _day(start)).days - count) <= 1
        assert _day(start).year == first.year - back
