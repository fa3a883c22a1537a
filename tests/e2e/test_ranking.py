"""Narrowing and re-ranking what was found."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from memdesk.desktop.widgets.chip import RemovableChip
from tests.e2e.conftest import Start
from tests.e2e.person import Person

QUESTION = "What do I know about gauges?"


def test_a_source_chip_narrows_and_its_removal_widens_again(start: Start, vault: Path) -> None:
    person = start(vault)
    before = person.searches(QUESTION)
    assert {result.source for result in before} == {"chatgpt", "claude"}
    filters = person.window.search.filters
    source = filters.menuChip("source")
    person.clicks(source)
    person.ticks(source.menu(), "Claude")
    person.waits_for(lambda: {result.source for result in person.results()} == {"claude"})
    (chip,) = filters.findChildren(RemovableChip)
    assert "Claude" in chip.text()
    person.clicks(chip)
    person.waits_for(lambda: {r.source for r in person.results()} == {"chatgpt", "claude"})


def test_a_filter_typed_as_an_operator_narrows_too(start: Start, vault: Path) -> None:
    person = start(vault)
    found = person.searches("gauge role:user")
    assert found
    assert {result.role for result in found} == {"user"}


def test_another_profile_ranks_anew_with_an_account_of_its_own(start: Start, vault: Path) -> None:
    person = start(vault)
    before = person.searches("fish quay gauge")
    search = person.window.search
    person.clicks(search.filters.profile)
    choice = search.drawer.findChild(QComboBox, "profile-choice")
    assert choice is not None
    choice.setFocus()
    while choice.currentText() != "MemX":
        person.presses(Qt.Key.Key_Down)
        assert choice.currentIndex() < choice.count()
    person.waits_for(lambda: search.filters.profile.detail() == "MemX")
    former = {c.stage for c in before[0].explanation.contributions}
    person.waits_for(lambda: _stages(person) != former)
    for result in person.results():
        assert abs(sum(c.value for c in result.explanation.contributions) - result.score) < 1e-9
    assert [r.id for r in person.results()] != [r.id for r in before]


def test_the_profile_chosen_is_there_at_the_next_start(start: Start, vault: Path) -> None:
    person = start(vault)
    search = person.window.search
    person.clicks(search.filters.profile)
    choice = search.drawer.findChild(QComboBox, "profile-choice")
    choice.setFocus()
    person.presses(Qt.Key.Key_Down)
    chosen = search.filters.profile.detail()
    person.window.close()
    person.application.finish()
    assert start(vault).window.search.filters.profile.detail() == chosen


def test_a_slider_moves_the_results(start: Start, vault: Path) -> None:
    person = start(vault)
    before = person.searches(QUESTION)
    search = person.window.search
    person.clicks(search.filters.profile)
    most = max(before[0].explanation.contributions, key=lambda part: part.value)
    assert most.value > 0.05
    stage = most.stage
    slider = search.drawer.slider(stage)
    slider.setFocus()
    person.presses(Qt.Key.Key_Home)
    person.waits_for(lambda: _value(person, before[0].id, stage) == 0)
    assert search.filters.profile.accessibleName().endswith("adjusted")


def test_nothing_relevant_names_the_reason(start: Start, vault: Path) -> None:
    person = start(vault)
    assert person.searches("gauge before:2001") == ()
    assert person.sees("Nothing relevant found")


def _stages(person: Person) -> set[str]:
    return {c.stage for result in person.results()[:1] for c in result.explanation.contributions}


def _value(person: Person, memory: int, stage: str) -> float | None:
    for result in person.results():
        if result.id == memory:
            return sum(c.value for c in result.explanation.contributions if c.stage == stage)
    return 0
