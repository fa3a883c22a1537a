"""The figures that confidence in an answer can rest on."""

from __future__ import annotations

import math

import apsw
import pytest

from memdesk.retrieval import additive
from memdesk.retrieval.confidence import SETS, Coefficients
from memdesk.retrieval.results import SearchRequest
from tests.retrieval.small_vault import NOW, Small


def _figures(small: Small, text: str) -> dict[str, float]:
    def read(db: apsw.Connection) -> dict[str, float]:
        request = SearchRequest(text, now=NOW, count=False)
        return additive.figures(additive.weigh(small.engine.context(db, request)))

    return small.vault.read(read)


def test_words_that_stand_together_cover_the_question(unembedded: Small) -> None:
    figures = _figures(unembedded, "oatmeal pudding")
    assert figures["covered"] == pytest.approx(1.0)
    assert figures["absent"] == 0.0
    assert figures["vault"] == pytest.approx(math.log1p(len(unembedded.ids)))
    assert set().union(*SETS.values()) == set(figures)


def test_a_word_that_is_nowhere_counts_by_its_rarity(unembedded: Small) -> None:
    figures = _figures(unembedded, "oatmeal zeppelin")
    assert 0.5 < figures["absent"] < 1.0
    assert figures["covered"] == pytest.approx(1.0 - figures["absent"])


def test_figures_beyond_what_was_seen_count_as_the_last_that_was() -> None:
    fitted = Coefficients(0.0, {"x": 1.0}, {"x": -1.0}, {"x": 2.0})
    assert fitted.probability({"x": 0.0}) == 0.5
    assert fitted.probability({"x": 5.0}) == pytest.approx(1 / (1 + math.exp(-2)))
