"""The personal factors by their formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.index.columns import NO_TIME, Columns
from memdesk.retrieval import factors
from memdesk.retrieval.factors import Factors

DAY = 86_400_000
NOW = 1_736_942_400_000


class _Columns(Columns):
    """Columns of memories with a date, an importance and a pin."""

    def __init__(self, rows: list[tuple[int | None, float, bool]]) -> None:
        super().__init__()
        self.size = len(rows)
        moments = [NO_TIME if row[0] is None else row[0] for row in rows]
        self._data["created_at"] = np.array(moments, dtype=np.int64)
        self._data["importance"] = np.array([row[1] for row in rows], dtype=np.float32)
        self._data["pinned"] = np.array([row[2] for row in rows], dtype=np.bool_)


def _one(
    *,
    created_at: int | None = NOW,
    last_retrieved_at: int | None = None,
    access_count: int = 0,
    retrieval_count: int = 0,
    importance: float = 0.5,
    pinned: bool = False,
) -> Factors:
    columns = _Columns([(created_at, importance, pinned)])
    uses = [(access_count, retrieval_count, last_retrieved_at)]
    return factors.compute(columns, np.arange(1), uses, NOW)


def _value(name: str, found: Factors) -> float:
    return float(found.values[0, factors.NAMES.index(name)])


@pytest.mark.parametrize(("days", "recency"), [(0, 1.0), (30, 0.5), (60, 0.25), (300, 2**-10)])
def test_recency_halves_every_thirty_days(days: int, recency: float) -> None:
    assert _value("recency", _one(created_at=NOW - days * DAY)) == pytest.approx(recency)


def test_recency_counts_from_the_last_retrieval_if_there_was_one() -> None:
    found = _one(created_at=NOW - 300 * DAY, last_retrieved_at=NOW - 30 * DAY)
    assert _value("recency", found) == pytest.approx(0.5)
    assert found.words(0)[0] == (30.0, "30 days old")


def test_the_future_is_no_more_recent_than_now_and_no_date_is_not_recent() -> None:
    assert _value("recency", _one(created_at=NOW + 5 * DAY)) == 1.0
    undated = _one(created_at=None)
    assert _value("recency", undated) == 0.0
    assert undated.words(0)[0] == (0.0, "no date")


def test_frequency_grows_with_the_logarithm_of_retrievals_up_to_one() -> None:
    assert _value("frequency", _one()) == 0.0
    once = _one(retrieval_count=1)
    assert _value("frequency", once) == pytest.approx(math.log(2) / 10)
    assert once.words(0)[1] == (1.0, "1 retrievals")
    assert _value("frequency", _one(retrieval_count=9)) == pytest.approx(math.log(10) / 10)
    assert _value("frequency", _one(retrieval_count=100_000)) == 1.0


def test_looks_count_only_where_there_are_no_retrievals() -> None:
    looked = _one(access_count=9)
    assert _value("frequency", looked) == pytest.approx(math.log(10) / 10)
    returned = _one(access_count=9, retrieval_count=1)
    assert _value("frequency", returned) == pytest.approx(math.log(2) / 10)


def test_importance_counts_from_its_default_and_a_pin_is_one() -> None:
    found = _one(importance=0.75, pinned=True)
    assert (_value("importance", found), _value("pin", found)) == (0.25, 1.0)
    assert found.words(0)[2:] == ((0.75, "importance 0.8"), (1.0, "pinned"))
    plain = _one()
    assert (_value("importance", plain), _value("pin", plain)) == (0.0, 0.0)
    assert plain.words(0)[3] == (0.0, "")


_moments = st.none() | st.integers(NOW - 4_000 * DAY, NOW + 30 * DAY)
_counts = st.integers(0, 3_000_000)
_memories = st.tuples(
    _moments, _moments, _counts, _counts, st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()
)


@given(st.lists(_memories, max_size=8))
def test_all_at_once_gives_what_each_by_itself_gives(
    rows: list[tuple[int | None, int | None, int, int, float, bool]],
) -> None:
    columns = _Columns([(created, weight, pin) for created, _, _, _, weight, pin in rows])
    uses = [(looks, returned, last) for _, last, looks, returned, _, _ in rows]
    found = factors.compute(columns, np.arange(len(rows)), uses, NOW)
    assert found.values.shape == (len(rows), len(factors.NAMES))
    for at, (created, last, looks, returned, weight, pin) in enumerate(rows):
        one = _one(
            created_at=created,
            last_retrieved_at=last,
            access_count=looks,
            retrieval_count=returned,
            importance=weight,
            pinned=pin,
        )
        assert found.values[at].tolist() == one.values[0].tolist()
        assert found.words(at) == one.words(0)
