"""Answers in another writing system than the question's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from memdesk.index.columns import Columns
from memdesk.index.vectors import Nearness
from memdesk.retrieval import additive, features, other_script
from memdesk.retrieval.contributions import total
from memdesk.retrieval.features import FeatureTable
from memdesk.retrieval.question import Question
from memdesk.retrieval.recall.pool import Pool
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from tests.retrieval.small_vault import Small

LATIN, HAN, HANGUL = 1, 2, 3
_COSINE = features.NAMES.index("meaning")
_LIFT = features.NAMES.index(other_script.NAME)


class _Writings(Columns):
    """Columns of memories that have nothing but a writing system."""

    def __init__(self, writings: list[int]) -> None:
        super().__init__()
        self._writings = np.array(writings, dtype=np.int16)

    def field(self, name: str) -> NDArray[Any]:
        assert name == "writing"
        return self._writings


def _lift(
    writings: list[int],
    scores: list[float],
    cosines: list[float],
    *,
    question: str = "Where did we sleep that night on the island?",
) -> NDArray[Any]:
    count = len(writings)
    ordinals = np.arange(count)
    raw = np.zeros((count, len(features.NAMES)))
    raw[:, _COSINE] = cosines
    table = FeatureTable(np.zeros_like(raw), raw, np.ones(count, dtype=np.bool_))
    none = ordinals[:0]
    nearness = Nearness(none, np.zeros(0), none, mean=0.0, deviation=0.08)
    empty = np.zeros(0)
    found = Pool(ordinals, (), empty, empty, 1.0, nearness, None, none, none)
    asked = Question(
        text=question,
        terms=(),
        author=None,
        period=None,
        asks_when=False,
        asks_hour=False,
        asks_count=False,
        asks_what=True,
        asks_assistant=False,
        order=None,
        writing=LATIN,
    )
    levelled = other_script.level(table, np.array(scores), asked, found, _Writings(writings))
    return levelled.values[:, _LIFT]


# Ten texts in another script that are as near as such texts are; the first may stand out.
_PLATEAU = [0.15] * 10


def test_the_best_in_another_script_comes_just_below_the_best_in_the_question_s() -> None:
    scores = [0.7, 0.6, 0.4, *[0.3] * 10]
    lift = _lift([LATIN, LATIN, *[HAN] * 11], scores, [0.4, 0.4, 0.3, *_PLATEAU])
    total = lift + scores
    assert total[0] > total[2] > total[1]
    assert total[2] == pytest.approx(0.69)


def test_what_is_clearly_nearer_in_meaning_comes_just_above() -> None:
    scores = [0.7, 0.6, 0.4, *[0.3] * 10]
    lift = _lift([LATIN, LATIN, *[HAN] * 11], scores, [0.2, 0.4, 0.3, *_PLATEAU])
    assert (lift + scores)[2] == pytest.approx(0.71)


def test_what_does_not_stand_out_among_its_like_is_not_lifted() -> None:
    lift = _lift(
        [LATIN, LATIN, *[HAN] * 11], [0.7, 0.6, 0.4, *[0.3] * 10], [0.4, 0.4, 0.15, *_PLATEAU]
    )
    assert not lift.any()


def test_a_lift_grows_with_what_stands_out() -> None:
    lift = _lift([LATIN, *[HAN] * 12], [0.7, 0.4, 0.39, *[0.3] * 10], [0.4, 0.3, 0.2, *_PLATEAU])
    assert lift[1] == pytest.approx(0.29)
    assert lift[2] == pytest.approx(0.145)
    assert not lift[3:].any()


def test_a_few_texts_that_are_near_to_nothing_are_not_lifted() -> None:
    # Three notes of a thousand: the tenth nearest of their script does not exist.
    assert not _lift([LATIN, HAN, HAN, HAN], [0.7, 0.2, 0.2, 0.2], [0.4, 0.11, 0.1, 0.0]).any()


def test_each_script_is_brought_level_by_itself() -> None:
    scores = [0.7, 0.4, 0.2]
    total = _lift([LATIN, HAN, HANGUL], scores, [0.4, 0.3, 0.3]) + scores
    # A script of one text is its own plateau, so nothing is known of how it stands out.
    assert total == pytest.approx(scores)
    scores = [0.7, 0.4, *[0.1] * 10, 0.2, *[0.1] * 10]
    cosines = [0.4, 0.3, *_PLATEAU, 0.3, *_PLATEAU]
    total = _lift([LATIN, *[HAN] * 11, *[HANGUL] * 11], scores, cosines) + scores
    assert total[1] == pytest.approx(0.69)
    assert total[12] == pytest.approx(0.69)


def test_the_best_already_is_left_alone() -> None:
    assert not _lift([LATIN, *[HAN] * 11], [0.5, 0.6, *[0.3] * 10], [0.4, 0.3, *_PLATEAU]).any()


def test_nothing_is_lifted_where_words_are_looked_up() -> None:
    assert not _lift(
        [LATIN, *[HAN] * 11], [0.7, 0.4, *[0.3] * 10], [0.4, 0.3, *_PLATEAU], question="island"
    ).any()


@settings(max_examples=200)
@given(
    arrays.arrays(np.int64, 30, elements=st.integers(LATIN, HANGUL)),
    arrays.arrays(np.float64, 30, elements=st.floats(-1, 2)),
    arrays.arrays(np.float64, 30, elements=st.floats(-1, 1)),
)
def test_no_lift_goes_further_than_just_above_the_best(
    writings: NDArray[Any],
    scores: NDArray[Any],
    cosines: NDArray[Any],
) -> None:
    lift = _lift(writings.tolist(), scores.tolist(), cosines.tolist())
    assert (lift >= 0.0).all()
    own = writings == LATIN
    assert not lift[own].any()
    lifted = lift > 0.0
    if lifted.any():
        assert (scores + lift)[lifted].max() <= scores[own].max() + 0.011


def test_the_nearest_in_another_script_are_looked_at_and_say_so(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(additive, "PER_PATH", 3)
    note = NewMemory("雨里的山、花和鸟。", source="note")
    identifier = small.vault.write(lambda db: memories.add(db, note))
    small.embed()
    response = small.ask("How warm should the kitchen be for the bulk rise?", expected=identifier)
    assert response.placement is not None
    [company] = [one for one in response.placement.stages if one.name == "company"]
    assert company.text == (
        "It was looked at as one of the nearest that are written in another script."
    )


def test_figures_add_up_in_a_vault_of_two_scripts(kept: Small) -> None:
    response = kept.ask("Where does the feline sleep at night?", limit=50)
    assert response.results
    for result in response.results:
        assert total(result.explanation.contributions) == pytest.approx(result.score, abs=1e-9)


@pytest.mark.parametrize(("cosine", "share"), [(0.30, 1.0), (0.27, 0.5), (0.24, 0.0), (0.20, 0.0)])
def test_what_is_far_less_near_than_the_nearest_of_the_question_is_not_lifted(
    cosine: float, share: float
) -> None:
    # The nearest in the question's writing has .6: half of it is .3, and .24 is the end.
    writings = [LATIN] * 3 + [HAN] * 12
    scores = [0.9, 0.8, 0.7] + [0.2] * 12
    lift = _lift(writings, scores, [0.6, 0.4, 0.3] + [cosine] + [0.05] * 11)
    assert lift[3] == pytest.approx(share * (0.9 - 0.2 - 0.01), abs=1e-9)
