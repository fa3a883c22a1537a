"""Operators are completed and explained as they are typed."""

from __future__ import annotations

import pytest

from memdesk.desktop.search.operators import operators, suggestions, word_at
from memdesk.retrieval.query import OPERATORS
from memdesk.retrieval.results import Facets

FACETS = Facets(tags={"baking": 12, "big plans": 3, "shopping": 1})


@pytest.mark.parametrize(
    ("text", "caret", "word"),
    [
        ("starter ta", 10, "ta"),
        ("starter tag:ba now", 14, "tag:ba"),
        ('in:"bread and b', 15, 'in:"bread and b'),
        ("", 0, ""),
        ("done ", 5, ""),
    ],
)
def test_the_word_at_the_caret_is_found(text: str, caret: int, word: str) -> None:
    start, end = word_at(text, caret)
    assert text[start:end] == word


def test_two_letters_of_an_operator_suggest_it_with_its_meaning() -> None:
    assert [(s.insert, s.meaning) for s in suggestions("ta", FACETS)] == [("tag:", "with this tag")]
    assert suggestions("t", FACETS) == []
    assert suggestions("starter", FACETS) == []


def test_values_come_from_the_facets_commonest_first() -> None:
    assert [s.insert for s in suggestions("tag:", FACETS)] == [
        "tag:baking ",
        'tag:"big plans" ',
        "tag:shopping ",
    ]
    assert [s.meaning for s in suggestions("tag:", FACETS)] == [
        "12 memories",
        "3 memories",
        "1 memory",
    ]


def test_values_are_narrowed_by_what_is_typed() -> None:
    assert [s.insert for s in suggestions("tag:sh", FACETS)] == ["tag:shopping "]
    assert suggestions("tag:shopping", FACETS) == []
    assert [s.insert for s in suggestions("is:p", FACETS)] == ["is:pinned "]


def test_dates_are_explained() -> None:
    assert ("before:2024-03 ", "a month") in [
        (s.insert, s.meaning) for s in suggestions("before:", FACETS)
    ]


def test_every_operator_of_the_query_language_is_offered() -> None:
    assert {name.rstrip(":") for name in operators() if name.endswith(":")} == set(OPERATORS)
