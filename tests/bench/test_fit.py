"""Fitting finds the weights that made the choices."""

from __future__ import annotations

import numpy as np
import pytest

from memdesk.bench.fit import Choice, fit
from memdesk.retrieval.features import NAMES

TRUE = {"keyword": 3.0, "meaning": 1.0, "author": 2.0, "question": -1.5}


def _choices(count: int, seed: int = 1) -> list[Choice]:
    """Questions whose evidence is drawn by the softmax of known weights."""
    chance = np.random.default_rng(seed)
    weights = np.array([TRUE.get(name, 0.0) for name in NAMES])
    made = []
    for _ in range(count):
        values = chance.normal(size=(chance.integers(20, 30), len(NAMES)))
        values[:, NAMES.index("date")] = 0.0
        scores = values @ weights
        chances = np.exp(scores - scores.max())
        evidence = np.zeros(len(values), dtype=np.bool_)
        evidence[chance.choice(len(values), p=chances / chances.sum())] = True
        made.append(Choice("one", values, evidence))
    return made


def test_known_weights_are_recovered() -> None:
    found = fit(_choices(600))
    for name, weight in TRUE.items():
        assert found[name] == pytest.approx(weight, rel=0.15)
    for name in set(NAMES) - set(TRUE):
        assert abs(found[name]) < 0.3


def test_a_feature_that_never_differs_has_no_weight() -> None:
    assert fit(_choices(30))["date"] == 0.0


def test_the_same_choices_give_the_same_weights() -> None:
    assert fit(_choices(30)) == fit(_choices(30))


def test_questions_without_evidence_among_the_candidates_change_nothing() -> None:
    usable = _choices(30)
    lost = Choice("one", np.ones((5, len(NAMES))), np.zeros(5, dtype=np.bool_))
    assert fit([*usable, lost]) == fit(usable)


def test_weights_keep_the_sign_of_their_meaning() -> None:
    chance = np.random.default_rng(3)
    made = []
    for _ in range(100):
        values = chance.normal(size=(20, len(NAMES)))
        # The data prefers few words and questions, which must not be learnt.
        at = np.argmin(values[:, NAMES.index("words")] - values[:, NAMES.index("question")])
        evidence = np.arange(20) == at
        made.append(Choice("one", values, evidence))
    found = fit(made)
    assert found["words"] >= 0.0
    assert found["question"] <= 0.0


def test_a_question_counts_as_much_as_it_is_told_to() -> None:
    one, other = _choices(40, seed=1), _choices(40, seed=2)
    ignored = [Choice("one", c.values, c.evidence, counted=0.0) for c in other]
    assert fit([*one, *ignored])["keyword"] == pytest.approx(fit(one)["keyword"], rel=0.05)
