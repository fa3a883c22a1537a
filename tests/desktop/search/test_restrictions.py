"""Filters are said one by one, and a fruitless search can be loosened."""

from __future__ import annotations

from datetime import datetime

from memdesk.desktop.search.restrictions import loosenings, period_words, restrictions
from memdesk.retrieval.results import Filters


def ms(*moment: int) -> int:
    return round(datetime(*moment).timestamp() * 1000)  # type: ignore[arg-type]


def test_each_value_is_a_restriction_of_its_own() -> None:
    filters = Filters(sources=frozenset({"claude", "chatgpt"}), tags=frozenset({"baking"}))
    found = restrictions(filters)
    assert [one.words for one in found] == ["ChatGPT", "Claude", "#baking"]
    assert found[0].without == Filters(sources=frozenset({"claude"}), tags=frozenset({"baking"}))


def test_periods_are_said_shortly() -> None:
    assert period_words(ms(2024, 1, 1), ms(2025, 1, 1)) == "2024"
    assert period_words(ms(2024, 3, 14), None) == "since 14 Mar 2024"
    assert period_words(None, ms(2024, 3, 14)) == "before 14 Mar 2024"
    assert period_words(ms(2024, 3, 1), ms(2024, 4, 1)) == "1 Mar 2024 – 1 Apr 2024"


def test_a_search_is_loosened_by_one_thing_at_a_time() -> None:
    filters = Filters(sources=frozenset({"note"}), roles=frozenset({"user"}))
    assert [way.words for way in loosenings('"passport renewal"', filters)] == [
        "Without filters",
        "Without “Note”",
        "Without “You”",
        "Words in any order",
    ]


def test_loosened_texts_keep_the_rest() -> None:
    ways = {way.words: way.text for way in loosenings('tag:trips "to sea" -boat', Filters())}
    assert ways == {
        "Without operators": '"to sea" -boat',
        "Words in any order": "tag:trips to sea -boat",
        "Without exclusions": 'tag:trips "to sea"',
    }


def test_a_plain_search_has_nothing_to_loosen() -> None:
    assert loosenings("passport", Filters()) == []
