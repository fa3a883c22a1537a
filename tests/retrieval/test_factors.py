"""The personal factors by their formulas."""

from __future__ import annotations

import math

import pytest

from memdesk.retrieval.factors import personal_factors

DAY = 86_400_000
NOW = 1_736_942_400_000


def _factors(**given: int | None) -> tuple[float, float]:
    fields: dict[str, int | None] = {
        "created_at": NOW,
        "last_retrieved_at": None,
        "access_count": 0,
        "retrieval_count": 0,
    }
    found = personal_factors(now=NOW, **{**fields, **given})  # type: ignore[arg-type]
    return found.recency, found.frequency


@pytest.mark.parametrize(("days", "recency"), [(0, 1.0), (30, 0.5), (60, 0.25), (300, 2**-10)])
def test_recency_halves_every_thirty_days(days: int, recency: float) -> None:
    assert _factors(created_at=NOW - days * DAY)[0] == pytest.approx(recency)


def test_recency_counts_from_the_last_retrieval_if_there_was_one() -> None:
    old = NOW - 300 * DAY
    assert _factors(created_at=old, last_retrieved_at=NOW - 30 * DAY)[0] == pytest.approx(0.5)


def test_the_future_is_no_more_recent_than_now_and_no_date_is_not_recent() -> None:
    assert _factors(created_at=NOW + 5 * DAY)[0] == 1.0
    assert _factors(created_at=None)[0] == 0.0


def test_frequency_grows_with_the_logarithm_of_retrievals_up_to_one() -> None:
    assert _factors()[1] == 0.0
    assert _factors(retrieval_count=1)[1] == pytest.approx(math.log(2) / 10)
    assert _factors(retrieval_count=9)[1] == pytest.approx(math.log(10) / 10)
    assert _factors(retrieval_count=100_000)[1] == 1.0


def test_looks_count_only_where_there_are_no_retrievals() -> None:
    assert _factors(access_count=9)[1] == pytest.approx(math.log(10) / 10)
    assert _factors(access_count=9, retrieval_count=1)[1] == pytest.approx(math.log(2) / 10)
