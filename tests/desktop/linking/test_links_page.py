"""Suggested links are looked through with the mouse or the keyboard, and answers taken back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.importing.pane import ImportPane
from memdesk.desktop.linking.card import SuggestionCard
from memdesk.desktop.linking.suggested import Waiting
from tests.shots.importing import HISTORY, report
from tests.shots.linking import waiting


@pytest.fixture
def pane(qtbot: QtBot) -> ImportPane:
    made = ImportPane()
    qtbot.addWidget(made)
    made.resize(900, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def click(qtbot: QtBot, button: QWidget) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def look(qtbot: QtBot, pane: ImportPane, shown: Waiting) -> list[SuggestionCard]:
    """Open the page and wait for its cards."""
    pane.setSuggestedLinks(shown.total)
    with qtbot.waitSignal(pane.linksWanted):
        click(qtbot, pane.notice.button)
    pane.links.setWaiting(shown)
    qtbot.waitUntil(lambda: len(cards(pane)) == len(shown.first))
    qtbot.wait(10)
    return cards(pane)


def cards(pane: ImportPane) -> list[SuggestionCard]:
    found = pane.links.findChildren(SuggestionCard)
    return sorted((card for card in found if card.isVisible()), key=lambda card: card.y())


def test_the_start_and_a_report_say_that_links_wait(pane: ImportPane) -> None:
    assert pane.notice.isHidden()
    pane.setSuggestedLinks(12)
    assert pane.notice.text.text() == "12 links between memories are suggested"
    pane.showReports([report()])
    assert pane.notice.isVisible()
    pane.showPreparing([])
    assert pane.notice.isHidden()
    pane.showIdle(HISTORY)
    assert pane.notice.isVisible()
    pane.setSuggestedLinks(0)
    assert pane.notice.isHidden()


def test_a_card_says_what_why_and_both_memories(qtbot: QtBot, pane: ImportPane) -> None:
    first, *_ = look(qtbot, pane, waiting(3))
    said = texts(first)
    assert "The first replaces the second" in said
    assert "It says the same with another figure or word, later." in said
    assert "My router's address is 192.168.1.47 now." in said
    assert "My router's address is 192.168.1.1." in said
    assert "You · 14 Mar 2024" in said
    assert "3 suggested links" in texts(pane.links)


def test_accepting_and_dismissing_go_on_to_the_next(qtbot: QtBot, pane: ImportPane) -> None:
    first, second, third = look(qtbot, pane, waiting(3))
    with qtbot.waitSignal(pane.linkAnswered) as wanted:
        click(qtbot, first.acceptButton)
    assert wanted.args == [1, "accepted"]
    # Nothing is said before it is kept, and nothing is wanted twice.
    assert not first.acceptButton.isEnabled()
    assert not first.dismissButton.isEnabled()
    pane.links.setAnswered(1, "accepted")
    pane.setSuggestedLinks(2)
    assert "Linked" in texts(first)
    assert pane.window().focusWidget() is second.acceptButton
    with qtbot.waitSignal(pane.linkAnswered) as wanted:
        qtbot.keyClick(second.acceptButton, Qt.Key.Key_D)
    assert wanted.args == [2, "dismissed"]
    pane.links.setAnswered(2, "dismissed")
    assert "Dismissed" in texts(second)
    assert pane.window().focusWidget() is third.acceptButton


def test_the_last_answer_is_taken_back_with_ctrl_z(qtbot: QtBot, pane: ImportPane) -> None:
    first, second, _ = look(qtbot, pane, waiting(3))
    for card, key, state in (
        (first, Qt.Key.Key_A, "accepted"),
        (second, Qt.Key.Key_D, "dismissed"),
    ):
        card.acceptButton.setFocus()
        qtbot.keyClick(card.acceptButton, key)
        pane.links.setAnswered(card.suggestion.id, state)
    for card in (second, first):
        with qtbot.waitSignal(pane.linkAnswered) as wanted:
            qtbot.keyClick(
                pane.window().focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
            )
        assert wanted.args == [card.suggestion.id, "open"]
        pane.links.setAnswered(card.suggestion.id, "open")
        assert card.acceptButton.isVisible()
        assert pane.window().focusWidget() is card.acceptButton


def test_an_answer_that_cannot_be_kept_is_offered_again(qtbot: QtBot, pane: ImportPane) -> None:
    first, *_ = look(qtbot, pane, waiting(3))
    click(qtbot, first.acceptButton)
    pane.showError("The disk is full.")
    assert first.acceptButton.isEnabled()
    assert pane.links.isVisible()
    assert pane.message.isVisible()


def test_more_are_offered_once_those_shown_are_answered(qtbot: QtBot, pane: ImportPane) -> None:
    shown = look(qtbot, pane, waiting(2, 3))
    assert pane.links.moreButton.isHidden()
    for left, card in zip((2, 1), shown, strict=True):
        click(qtbot, card.dismissButton)
        pane.links.setAnswered(card.suggestion.id, "dismissed")
        pane.setSuggestedLinks(left)
    assert pane.links.moreButton.isVisible()
    with qtbot.waitSignal(pane.linksWanted):
        click(qtbot, pane.links.moreButton)


def test_back_returns_to_the_report_or_the_start(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showReports([report()])
    look(qtbot, pane, waiting(3))
    qtbot.keyClick(pane.window().focusWidget(), Qt.Key.Key_Escape)
    assert pane.report.isVisible()
    assert pane.window().focusWidget() is pane.notice.button
    pane.showIdle(HISTORY)
    look(qtbot, pane, waiting(3))
    click(qtbot, pane.links.backButton)
    assert pane.idle.isVisible()


def test_what_was_asked_for_elsewhere_is_not_shown(qtbot: QtBot, pane: ImportPane) -> None:
    look(qtbot, pane, waiting(2))
    pane.links.setWaiting(waiting(3))
    qtbot.wait(20)
    assert len(cards(pane)) == 2


def test_nothing_waits_any_more(qtbot: QtBot, pane: ImportPane) -> None:
    look(qtbot, pane, Waiting(1, ()))
    pane.setSuggestedLinks(0)
    assert "No suggested link is waiting" in texts(pane.links)
