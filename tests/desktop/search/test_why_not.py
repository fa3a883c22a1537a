"""Pinning an expected memory, and the account of where the search put it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.search.comparison import lines
from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.search.place_words import of_memory, of_result, place_words
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.retrieval.placement import Outcome, Placement
from memdesk.retrieval.results import SearchRequest, SearchResponse
from tests.desktop.search.test_pane import Asked, Reader
from tests.shots import samples, why_not
from tests.shots.conversation import SURROUNDED, conversation


def answered(pane: SearchPane, qtbot: QtBot, response: SearchResponse | None = None) -> Asked:
    """Type a question, and answer it."""
    asked = Asked(pane)
    qtbot.keyClicks(pane.field.line, "starter")
    qtbot.waitUntil(lambda: "paused" in asked.modes())
    pane.showResponse(response or samples.response(samples.few()))
    QApplication.processEvents()
    asked.requests.clear()
    return asked


def expect(pane: SearchPane) -> None:
    pane.expect(of_result(why_not.missed_memory()))


# Pinning.


def test_nothing_is_expected_at_first(pane: SearchPane, qtbot: QtBot) -> None:
    answered(pane, qtbot)
    assert pane.expected.isHidden() and pane.why_not.isHidden()
    assert pane.request("paused").expected is None


def test_the_menu_of_a_result_pins_it_and_the_place_is_asked_for(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = answered(pane, qtbot)
    third = samples.few()[2]
    menu = pane.answer.results.menuFor(third)
    [action] = [a for a in menu.actions() if a.text() == "Expected this for another search"]
    action.trigger()
    assert [(r.expected, r.mode) for r in asked.requests] == [(third.id, "paused")]
    assert not pane.expected.isHidden()
    assert pane.expected.place() == "Expected Rye bread for Mara"
    pane.showResponse(why_not.answer(why_not.shown(), third))
    assert pane.expected.place() == "Expected Rye bread for Mara 3rd"
    assert pane.expected.sentence() == "3rd of the 5 shown."


def test_the_pin_stays_while_question_filter_and_ranking_change(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = answered(pane, qtbot)
    expect(pane)
    pane.showResponse(why_not.answer(why_not.below()))
    assert pane.expected.place() == "Expected Invoice of the mill not among the 5 · 17th"
    qtbot.keyClicks(pane.field.line, " flour")
    qtbot.waitUntil(lambda: "paused" in asked.modes()[1:])
    pane.why_not.profileChanged.emit("memx")
    qtbot.waitUntil(lambda: asked.requests[-1].profile == "memx")
    assert {request.expected for request in asked.requests} == {77}
    pane.field.clear()
    assert not pane.expected.isHidden()
    assert pane.expected.sentence() == "Ask something to see where it stands."


def test_an_answer_about_another_memory_changes_nothing(pane: SearchPane, qtbot: QtBot) -> None:
    answered(pane, qtbot)
    expect(pane)
    pane.showResponse(why_not.answer(replace(why_not.below(), id=78)))
    assert pane.expected.place() == "Expected Invoice of the mill"


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_the_pin_is_let_go_with_a_key_or_its_button(
    pane: SearchPane, qtbot: QtBot, key: Qt.Key
) -> None:
    asked = answered(pane, qtbot)
    expect(pane)
    qtbot.keyClick(pane.expected.chip, key)
    assert pane.expected.isHidden()
    assert asked.requests[-1].expected is None
    expect(pane)
    qtbot.mouseClick(pane.expected.remove, Qt.MouseButton.LeftButton)
    assert pane.expected.isHidden()


def test_a_message_of_a_conversation_is_pinned_by_its_menu(qtbot: QtBot) -> None:
    view = ConversationView()
    qtbot.addWidget(view)
    view.resize(600, 700)
    view.show()
    view.showConversation(
        conversation(), SURROUNDED, first=0, total=len(SURROUNDED), focus=SURROUNDED[1].id, marks={}
    )
    [action] = [
        a for a in view.heading.menu.actions() if a.text() == "Expected this for another search"
    ]
    with qtbot.waitSignal(view.expected) as signal:
        action.trigger()
    memory, title = signal.args
    assert memory.id == SURROUNDED[1].id
    assert title == conversation().title
    pinned = of_memory(memory, title)
    assert (pinned.id, pinned.title) == (memory.id, title)
    assert pinned.text


# The words of the chip.


@pytest.mark.parametrize(
    ("outcome", "fields", "words"),
    [
        ("shown", {"place": 3}, "3rd"),
        ("folded", {"place": 2}, "under the 2nd"),
        ("below", {"shown": 50, "rank": 212}, "not among the 50 · 212th"),
        ("missed", {}, "not looked at"),
        ("irrelevant", {}, "nothing in common"),
        ("rejected", {}, "nothing shown"),
        ("filtered", {"restrictions": ("role:user", "-cake")}, "left out by role:user"),
        ("trash", {}, "in the trash"),
        ("gone", {}, "deleted"),
        ("unasked", {}, "nothing asked"),
    ],
)
def test_the_chip_tells_the_place_in_few_words(
    outcome: Outcome, fields: dict[str, Any], words: str
) -> None:
    assert place_words(Placement(1, outcome, "", (), **fields)) == words


# The account.


def test_the_chip_opens_and_closes_the_account(pane: SearchPane, qtbot: QtBot) -> None:
    answered(pane, qtbot)
    expect(pane)
    pane.showResponse(why_not.answer(why_not.below()))
    qtbot.keyClick(pane.expected.chip, Qt.Key.Key_Return)
    assert pane.why_not.isVisible() and pane.expected.chip.isChecked()
    assert pane.why_not.memory() == "Invoice of the mill"
    assert pane.why_not.sentence() == why_not.below().sentence
    assert pane.why_not.stages.texts()[3].startswith(
        "Found by meaning, not this way: 1,212th of 209,666"
    )
    assert pane.why_not.stages.texts()[-1] == (
        "In the list, stopped here: 5 are shown; it comes 12 places later."
    )
    qtbot.keyClick(pane.why_not, Qt.Key.Key_Escape)
    assert pane.why_not.isHidden() and not pane.expected.chip.isChecked()


def test_of_a_result_that_is_shown_the_account_says_why_it_is_there(
    pane: SearchPane, qtbot: QtBot
) -> None:
    answered(pane, qtbot)
    first = samples.starter()
    pane.expect(of_result(first))
    pane.expecting.show_(True)
    placement = replace(why_not.shown(), id=first.id, place=1, sentence="1st of the 5 shown.")
    pane.showResponse(why_not.answer(placement, first))
    assert pane.why_not.sentence() == f"1st of the 5 shown. {first.explanation.sentence}"


def test_columns_of_the_account_add_up_to_the_scores() -> None:
    placement = why_not.below()
    *parts, total = lines(placement, "{count} small ones", "Score")
    assert [line.name for line in parts][-1] == "3 small ones"
    assert placement.own and placement.last and placement.first
    for at, standing in enumerate((placement.own, placement.last, placement.first)):
        values = [line.values[at] for line in parts]
        assert sum(v for v in values if v is not None) == pytest.approx(standing.score, abs=1e-9)
        assert total.values[at] == pytest.approx(standing.score, abs=1e-9)


def test_a_memory_without_score_has_no_columns(pane: SearchPane, qtbot: QtBot) -> None:
    answered(pane, qtbot)
    expect(pane)
    pane.expecting.show_(True)
    pane.showResponse(why_not.answer(why_not.filtered()))
    assert pane.why_not.comparison.isHidden()
    assert len(pane.why_not.stages.texts()) == 2
    pane.showResponse(why_not.answer(why_not.below()))
    assert pane.why_not.comparison.isVisible()
    assert len(pane.why_not.stages.texts()) == 7


def test_the_account_without_a_memory_says_how_to_name_one(pane: SearchPane, qtbot: QtBot) -> None:
    answered(pane, qtbot)
    [link] = [b for b in pane.answer.findChildren(LinkButton) if b.text() == "Missing one?"]
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert pane.why_not.isVisible()
    assert pane.why_not.lookup.field.line.hasFocus()
    assert pane.why_not.sentence().startswith("Which memory did you expect?")


def test_a_memory_without_a_question_is_told_so(pane: SearchPane) -> None:
    expect(pane)
    pane.expecting.show_(True)
    assert pane.why_not.sentence() == "Ask something to see where it stands."
    assert pane.why_not.isVisible()


def test_the_ranking_is_chosen_in_the_account_as_in_the_drawer(
    pane: SearchPane, qtbot: QtBot
) -> None:
    answered(pane, qtbot)
    pane.setRanking("memesh-b", {})
    chosen: list[str] = []
    pane.profileChanged.connect(chosen.append)
    pane.expecting.show_(True)
    choice = pane.why_not.findChild(type(pane.why_not._choice), "why-not-profile")
    assert choice is not None and choice.currentText() == "memesh B"
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Up)
    assert chosen == ["memesh-a"]
    assert pane.drawer.profile() == "memesh-a"
    pane.drawer.profileChanged.emit("memdesk")
    assert choice.currentText() == "memdesk"


def test_the_drawer_of_weights_and_the_account_take_turns(pane: SearchPane, qtbot: QtBot) -> None:
    answered(pane, qtbot)
    expect(pane)
    pane.expecting.show_(True)
    pane.filters.profile.click()
    assert pane.drawer.isVisible() and pane.why_not.isHidden()
    assert not pane.expected.chip.isChecked()
    pane.expected.chip.click()
    assert pane.why_not.isVisible() and pane.drawer.isHidden()
    assert not pane.filters.profile.isChecked()


def test_in_a_small_window_the_account_takes_the_place_of_the_answer(
    pane: SearchPane, qtbot: QtBot
) -> None:
    answered(pane, qtbot)
    expect(pane)
    pane.showResponse(why_not.answer(why_not.below()))
    pane.resize(600, 560)
    pane.expecting.show_(True)
    assert not pane.answer.isVisible()
    qtbot.waitUntil(lambda: pane.why_not.width() == pane.width())
    opened: list[object] = []
    pane.opened.connect(opened.append)
    pane.why_not._card.open.click()
    assert opened == [why_not.missed_memory()]
    assert pane.why_not.isHidden() and pane.answer.isVisible()
    pane.expecting.show_(True)
    pane.resize(1224, 800)
    assert pane.answer.isVisible() and pane.why_not.isVisible()


# Looking a memory up.


def test_a_memory_is_looked_up_by_words_and_pinned_with_enter(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = answered(pane, qtbot)
    wanted: list[SearchRequest] = []
    pane.lookupRequested.connect(wanted.append)
    pane.askWhyNot()
    field = pane.why_not.lookup.field.line
    qtbot.keyClicks(field, "rye")
    qtbot.waitUntil(lambda: bool(wanted))
    assert (wanted[-1].text, wanted[-1].mode) == ("rye", "typing")
    pane.showFound(samples.response(samples.few()))
    assert pane.why_not.lookup.list.isVisible()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert pane.expecting.memory() == samples.few()[1].id
    assert asked.requests[-1].expected == samples.few()[1].id
    assert field.text() == "" and not pane.why_not.lookup.list.isVisible()


def test_a_lookup_that_finds_nothing_says_so(pane: SearchPane, qtbot: QtBot) -> None:
    pane.askWhyNot()
    lookup = pane.why_not.lookup
    qtbot.keyClicks(lookup.field.line, "zeppelin")
    pane.showFound(samples.response(()))
    assert lookup._nothing.text() == "No memory holds these words."
    assert lookup._nothing.isVisible() and not lookup.list.isVisible()
    qtbot.keyClick(lookup.field.line, Qt.Key.Key_Escape)
    assert not lookup._nothing.isVisible() and pane.why_not.isVisible()
    qtbot.keyClick(lookup.field.line, Qt.Key.Key_Escape)
    assert pane.why_not.isHidden()


def test_an_answer_to_a_lookup_that_was_cleared_is_dropped(pane: SearchPane, qtbot: QtBot) -> None:
    pane.askWhyNot()
    qtbot.keyClicks(pane.why_not.lookup.field.line, "rye")
    pane.why_not.lookup.clear()
    pane.showFound(samples.response(samples.few()))
    assert not pane.why_not.lookup.list.isVisible()


def test_the_reader_keeps_its_place_beside_the_account(pane: SearchPane, qtbot: QtBot) -> None:
    reader = Reader()
    pane.setReader(reader)
    answered(pane, qtbot)
    pane.expecting.show_(True)
    assert reader.isVisible() and pane.why_not.isVisible()
