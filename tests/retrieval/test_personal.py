"""The personal factors of all candidates are those of each by itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.index.columns import NO_TIME, Columns
from memdesk.retrieval.factors import personal_factors
from memdesk.retrieval.personal import compute

_DAY = 86_400_000
_NOW = 20_000 * _DAY
_moments = st.none() | st.integers(_NOW - 4_000 * _DAY, _NOW + 30 * _DAY)
_memories = st.tuples(
    _moments,
    _moments,
    st.integers(0, 3_000_000),
    st.integers(0, 3_000_000),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    st.booleans(),
)


class _Columns(Columns):
    def __init__(self, rows: list[tuple[int | None, float, bool]]) -> None:
        super().__init__()
        self.size = len(rows)
        moments = [NO_TIME if row[0] is None else row[0] for row in rows]
        self._data["created_at"] = np.array(moments, dtype=np.int64)
        self._data["importance"] = np.array([row[1] for row in rows], dtype=np.float32)
        self._data["pinned"] = np.array([row[2] for row in rows], dtype=np.bool_)


@given(st.lists(_memories, max_size=8))
def test_all_at_once_gives_what_each_by_itself_gives(
    rows: list[tuple[int | None, int | None, int, int, float, bool]],
) -> None:
    columns = _Columns([(created, weight, pin) for created, _, _, _, weight, pin in rows])
    uses = [(looks, returned, last) for _, last, looks, returned, _, _ in rows]
    found = compute(columns, np.arange(len(rows)), uses, _NOW)
    assert found.values.shape == (len(rows), 4)
    for at, (created, last, looks, returned, weight, pin) in enumerate(rows):
        one = personal_factors(
            now=_NOW,
            created_at=created,
            last_retrieved_at=last,
            access_count=looks,
            retrieval_count=returned,
            importance=weight,
            pinned=pin,
        )
        expected = (one.recency, one.frequency, one.importance - 0.5, float(one.pinned))
        assert found.values[at].tolist() == pytest.approx(expected, abs=1e-12)
        age, retrievals, importance, pinned = found.words(at)
        assert age[0] == (one.age_days or 0.0)
        assert age[1] == ("no date" if one.age_days is None else f"{one.age_days:.0f} days old")
        assert retrievals == (float(one.retrievals), f"{one.retrievals} retrievals")
        assert importance == (one.importance, f"importance {one.importance:.1f}")
        assert pinned == (float(pin), "pinned" if pin else "")
