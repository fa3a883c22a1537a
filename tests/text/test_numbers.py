"""A number is the same in digits and in words."""

from __future__ import annotations

import pytest

from memdesk.text.numbers import same_as
from memdesk.text.terms import stem


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("seven", "7"),
        ("15", "fifteen"),
        ("15", "十五"),
        ("seventy", "70"),
        ("seventy", "70th"),
        ("七十", "70"),
        ("seventieth", "seventy"),
        ("thousand", "1000"),
        ("一千", "1000"),
        ("40", "forty"),
    ],
)
def test_a_number_is_the_same_both_ways(word: str, other: str) -> None:
    assert stem(other) in same_as(stem(word))
    assert stem(word) in same_as(stem(other))


@pytest.mark.parametrize("word", ["one", "71", "kettle", "七"])
def test_other_words_are_no_number_that_has_another_form(word: str) -> None:
    assert same_as(stem(word)) == ()
