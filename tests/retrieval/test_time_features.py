"""Agreement with the time asked about, and what is recalled of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.recall import parts
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from tests.retrieval.small_vault import Small


def _moment(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, 12, tzinfo=UTC).timestamp() * 1000)


def _note(small: Small, text: str, at: int | None) -> None:
    note = NewMemory(text, source="note", created_at=at)
    small.vault.write(lambda db: memories.add(db, note))


def _date(small: Small, question: str, text: str) -> Contribution:
    [found] = [r for r in small.ask(question, limit=50).results if r.content == text]
    [part] = [c for c in found.explanation.contributions if c.stage == "date"]
    return part


def test_the_month_itself_is_clearly_better_than_the_one_beside_it(unembedded: Small) -> None:
    _note(unembedded, "kayak on the river", _moment(2024, 11, 20))
    _note(unembedded, "kayak on the lake", _moment(2024, 10, 31))
    inside = _date(unembedded, "kayak in November 2024", "kayak on the river")
    beside = _date(unembedded, "kayak in November 2024", "kayak on the lake")
    assert inside.feature == 1.0
    assert 0.7 < beside.feature <= 0.8


def test_a_month_without_a_year_is_every_year_s_and_best_the_last_one(unembedded: Small) -> None:
    for year in (2024, 2023, 2019):
        _note(unembedded, f"kayak trip {year}", _moment(year, 6, 15))
    question = "Where did we go by kayak in June?"
    assert _date(unembedded, question, "kayak trip 2024").feature == 1.0
    for year in (2023, 2019):
        other = _date(unembedded, question, f"kayak trip {year}")
        assert (other.feature, other.raw) == (pytest.approx(0.8), 0.0)
    named = _date(unembedded, "Where did we go by kayak in June 2024?", "kayak trip 2019")
    assert named.feature < 0.01


def test_what_has_no_date_agrees_with_no_time(unembedded: Small) -> None:
    _note(unembedded, "kayak for sale", None)
    assert _date(unembedded, "kayak in June", "kayak for sale").feature == 0.0


@pytest.fixture
def crowded(unembedded: Small) -> Iterator[Small]:
    """Many notes with the word, told better than the one of the month asked about."""

    def fill(db: Any) -> None:
        for number in range(200):
            text = f"kayak number {number}"
            note = NewMemory(text, source="note", created_at=_moment(2023, 3, 1))
            memories.add(db, note)
        long = "We came back from the river, where the kayak of our friends had leaked all day."
        memories.add(db, NewMemory(long, source="note", created_at=_moment(2024, 8, 9)))

    unembedded.vault.write(fill)
    yield unembedded


def test_the_best_of_the_time_asked_about_are_looked_at(crowded: Small) -> None:
    first = crowded.ask("kayak in August 2024").results[0]
    assert first.content.startswith("We came back")
    everywhere = crowded.ask("kayak", limit=500).results
    assert not any(r.content.startswith("We came back") for r in everywhere)


def test_a_time_of_very_many_memories_is_not_scanned(
    crowded: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LARGEST_PERIOD", 0)
    found = crowded.ask("kayak in August 2024", limit=500).results
    assert not any(r.content.startswith("We came back") for r in found)


def test_what_was_looked_at_for_its_time_says_so(crowded: Small) -> None:
    [wanted] = [
        r.id for r in crowded.ask("kayak in August 2024").results if "came back" in r.content
    ]
    placement = crowded.ask("kayak in August 2024", expected=wanted).placement
    assert placement is not None
    [company] = [one for one in placement.stages if one.name == "company"]
    assert company.text == "It was looked at as one of the best of the time that was asked about."
