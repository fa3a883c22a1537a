"""How near the words of a question stand in a text."""

from __future__ import annotations

import pytest

from memdesk.text.pairs import nearness
from memdesk.text.terms import stem


def near(text: str, one: str, other: str) -> float:
    [found] = nearness(text, [((stem(one),), (stem(other),))])
    return found


def test_side_by_side_is_as_near_as_can_be() -> None:
    assert near("It runs Redis 16 now.", "Redis", "16") == 1.0
    assert near("吃的是二甲双胍", "二甲", "甲双") == 1.0


def test_every_ten_characters_between_halve_it() -> None:
    assert near("Redis " + 10 * "x" + " 16", "Redis", "16") == pytest.approx(0.5**1.1)


def test_the_other_order_counts_half() -> None:
    assert near("Oban Leith", "Leith", "Oban") == 0.5
    assert near("Oban Leith", "Oban", "Leith") == 1.0


def test_the_nearest_of_several_places_counts() -> None:
    assert near("16 kettles, Redis 14, then Redis 16", "Redis", "16") == 1.0


def test_both_have_to_be_there_as_whole_words() -> None:
    assert near("Redis 14", "Redis", "16") == 0.0
    assert near("Redis 2016", "Redis", "16") == 0.0
    assert near("Redis 16x", "Redis", "16") == 0.0


def test_words_are_compared_by_their_stems() -> None:
    assert near("She was baking scones", "bakes", "scone") == 1.0
    assert near("装着 Redis 16 的机器", "redis", "16") == 1.0
