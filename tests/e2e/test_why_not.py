"""Asking where a memory went that was expected."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from memdesk.retrieval.account import nth
from memdesk.retrieval.results import SearchResult
from tests.e2e.conftest import Start
from tests.e2e.person import Person

QUESTION = "What do I know about gauges?"


def _chip(person: Person) -> str:
    return person.window.search.expected.place()


def _says_place(person: Person, listed: Sequence[SearchResult]) -> bool:
    """Whether the account gives the place in the list, or none to a memory that is not listed."""
    search = person.window.search
    ids = [result.id for result in listed]
    expected = search.expecting.memory()
    said = search.why_not.sentence()
    if expected not in ids:
        return not said.endswith(" shown.")
    return said.startswith(f"{nth(ids.index(expected) + 1)} of the {len(ids)} shown.")


def test_a_memory_looked_up_is_placed_in_every_ranking(start: Start, vault: Path) -> None:
    person = start(vault)
    listed = person.searches(QUESTION)
    search = person.window.search
    person.presses(
        Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert search.why_not.lookup.field.line.hasFocus()
    person.types("gauge")
    found = search.why_not.lookup.list
    person.waits_for(lambda: found.isVisible() and found.results())
    person.presses(Qt.Key.Key_Down)
    meant = found.currentIndex().data(int(Qt.ItemDataRole.UserRole))
    person.presses(Qt.Key.Key_Return)
    person.waits_for(lambda: search.why_not.stages.isVisible())
    assert person.window.search.expecting.memory() == meant.id
    assert _says_place(person, listed)
    choice = search.why_not.findChild(QComboBox, "why-not-profile")
    assert choice is not None
    told = {_chip(person)}
    for title in ("memesh A", "memesh B", "memesh C", "MemX"):
        before = search.why_not.sentence(), search.why_not.stages.texts()
        choice.setFocus()
        person.presses(Qt.Key.Key_Down)
        assert choice.currentText() == title
        person.waits_for(
            lambda before=before: (
                (
                    search.why_not.sentence(),
                    search.why_not.stages.texts(),
                )
                != before
            )
        )
        told.add(_chip(person))
        assert _says_place(person, person.results())
    assert all(meant.title[:10] in chip for chip in told)


def test_a_result_pinned_by_its_menu_tells_what_leaves_it_out(start: Start, vault: Path) -> None:
    person = start(vault)
    results = person.searches(QUESTION)
    search = person.window.search
    mine = next(result for result in results if result.role == "user")
    menu = search.answer.results.menuFor(mine)
    menu.popup(search.mapToGlobal(search.rect().center()))
    person.ticks(menu, "Expected this for another search")
    person.waits_for(lambda: "of the" in search.expected.sentence())
    person.searches(f"{QUESTION} role:assistant")
    person.waits_for(lambda: "left out by role:assistant" in _chip(person))
    assert search.expected.sentence() == (
        "Left out by role:assistant; without that it would be searched."
    )
    person.clicks(search.expected.chip)
    assert person.sees("It does not meet role:assistant.", search.why_not)
    person.clicks(search.expected.remove)
    assert not search.expected.isVisible()


def test_a_turn_of_a_conversation_is_pinned_from_its_menu(start: Start, vault: Path) -> None:
    person = start(vault)
    first = person.searches("Where did Haoran propose?")[0]
    person.waits_for(lambda: (hit := person.hit()) is not None and hit.memory.id == first.id)
    heading = person.window.conversation.heading
    person.clicks(heading.copy)
    person.ticks(heading.menu, "Expected this for another search")
    search = person.window.search
    person.waits_for(lambda: search.expected.sentence().startswith("1st of the "))
    assert search.expecting.memory() == first.id
