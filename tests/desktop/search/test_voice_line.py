"""Sure, unsure, nothing: what the search pane says of how certain an answer is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memdesk.desktop.search.pane import SearchPane
from memdesk.retrieval.results import Filters, Rejection, SearchRequest, SearchResponse
from memdesk.retrieval.voice import Confidence, Voice, percent
from tests.shots import samples

SURE = samples.response(samples.few(), confidence=Confidence(0.93, "sure"))
NOT_JUDGED = samples.response(samples.few())


def ask(pane: SearchPane, qtbot: QtBot, text: str) -> list[SearchRequest]:
    """Type a question and press Enter; returns what is asked, then and later."""
    asked: list[SearchRequest] = []
    pane.requested.connect(asked.append)
    qtbot.keyClicks(pane.field.line, text)
    qtbot.keyClick(pane.field.line, Qt.Key.Key_Return)
    assert asked[-1].mode == "asked"
    return asked


def button(pane: SearchPane, text: str) -> QPushButton:
    [found] = [b for b in pane.answer.nothing.findChildren(QPushButton) if b.text() == text]
    return found


@pytest.mark.parametrize("answer", [SURE, NOT_JUDGED])
def test_a_certain_answer_says_nothing_of_it(
    pane: SearchPane, qtbot: QtBot, answer: SearchResponse
) -> None:
    ask(pane, qtbot, "starter")
    pane.showResponse(answer)
    assert pane.answer.voice.isHidden()
    assert pane.answer.results.isVisible()


def test_a_less_certain_answer_says_so_above_its_results(pane: SearchPane, qtbot: QtBot) -> None:
    ask(pane, qtbot, "how old is my starter")
    pane.showResponse(samples.unsure())
    line = pane.answer.voice
    assert line.isVisible()
    assert line.words() == (
        f"Less certain: these may be related · chance of an answer about {percent(0.34)}"
    )
    assert line.mapTo(pane, line.rect().bottomLeft()).y() <= (
        pane.answer.results.mapTo(pane, pane.answer.results.rect().topLeft()).y()
    )
    assert len(pane.answer.results.results()) == 5
    pane.showResponse(SURE)
    assert line.isHidden()


@pytest.mark.parametrize("before", ["unsure", "sure"])
def test_the_line_does_not_come_and_go_while_typing(
    pane: SearchPane, qtbot: QtBot, before: Voice
) -> None:
    ask(pane, qtbot, "how old is my starter")
    pane.showResponse(samples.unsure() if before == "unsure" else SURE)
    shown = pane.answer.voice.isVisible()
    qtbot.keyClicks(pane.field.line, " now")
    pane.showResponse(replace(NOT_JUDGED, mode="typing"))
    assert pane.answer.voice.isVisible() == shown == (before == "unsure")
    pane.showResponse(replace(SURE, mode="paused"))
    assert pane.answer.voice.isHidden()


def test_an_emptied_field_takes_the_line_away(pane: SearchPane, qtbot: QtBot) -> None:
    ask(pane, qtbot, "how old is my starter")
    pane.showResponse(samples.unsure())
    qtbot.keyClick(pane.field.line, Qt.Key.Key_Escape)
    assert pane.field.text() == ""
    assert pane.answer.voice.isHidden()


def test_what_was_turned_away_is_shown_anyway(pane: SearchPane, qtbot: QtBot) -> None:
    asked = ask(pane, qtbot, "passport renewal")
    pane.showResponse(samples.unsure())
    pane.showResponse(samples.rejection())
    assert pane.answer.nothing.isVisible() and pane.answer.voice.isHidden()
    assert pane.answer.nothing.nearest.current() == samples.few()[3]
    assert asked[-1].anyway is False
    qtbot.mouseClick(button(pane, "Show anyway"), Qt.MouseButton.LeftButton)
    assert (asked[-1].anyway, asked[-1].mode, asked[-1].text) == (True, "asked", "passport renewal")
    assert pane.field.line.hasFocus()
    pane.showResponse(samples.anyway())
    assert pane.answer.results.isVisible()
    assert pane.answer.voice.words() == (
        f"Probably no answer, only what comes nearest · chance of an answer about {percent(0.04)}"
    )
    # Whatever is typed next is judged again.
    qtbot.keyClicks(pane.field.line, "s")
    assert pane.request("asked").anyway is False


def test_show_anyway_can_be_reached_by_keys(pane: SearchPane, qtbot: QtBot) -> None:
    asked = ask(pane, qtbot, "passport renewal")
    pane.showResponse(samples.rejection())
    wanted = button(pane, "Show anyway")
    assert wanted.focusPolicy() & Qt.FocusPolicy.TabFocus
    wanted.setFocus()
    qtbot.keyClick(wanted, Qt.Key.Key_Space)
    assert asked[-1].anyway


def test_where_nothing_more_could_be_shown_it_is_not_offered(
    pane: SearchPane, qtbot: QtBot
) -> None:
    ask(pane, qtbot, "zeppelin")
    refused = Rejection("No memory holds any of these words.", samples.few()[3], "words")
    pane.showResponse(samples.response((), rejected=refused))
    names = [b.text() for b in pane.answer.nothing.findChildren(QPushButton) if b.isVisible()]
    assert "Show anyway" not in names


def test_a_question_asked_for_good_stays_so_when_a_filter_changes(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = ask(pane, qtbot, "passport renewal")
    pane.showResponse(samples.rejection())
    count = len(asked)
    pane.filters.setFilters(Filters(roles=frozenset({"user"})))
    qtbot.waitUntil(lambda: len(asked) > count)
    assert (asked[-1].mode, asked[-1].count) == ("asked", False)
    # Once it is typed on it is not.
    qtbot.keyClicks(pane.field.line, " office")
    qtbot.waitUntil(lambda: asked[-1].mode == "paused")
    assert asked[-1].count is True
