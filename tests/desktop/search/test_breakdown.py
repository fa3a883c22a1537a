"""The breakdown accounts for the whole score."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.search.breakdown import BreakdownCard, ordered, sentence_html, signed
from memdesk.desktop.theme.theme import Theme
from memdesk.retrieval.explanation import Explanation
from tests.shots import samples


@pytest.fixture
def card(qtbot: QtBot) -> BreakdownCard:
    shown = BreakdownCard()
    qtbot.addWidget(shown)
    shown.resize(620, 400)
    return shown


def rows(card: BreakdownCard) -> list[str]:
    return [
        child.accessibleName()
        for child in card.findChildren(QWidget)
        if child.accessibleName().count(",") == 2 and child.isVisible()
    ]


def test_rows_come_in_the_bars_order_and_tiny_ones_are_folded(card: BreakdownCard) -> None:
    card.setExplanation(samples.starter().explanation)
    assert rows(card) == [
        "Keywords, bm25 7.42, +0.38",
        "Meaning, cos 0.61 · z 3.1, +0.26",
        "Turns next to it, cos 0.48 · z 2.2, +0.14",
        "Who said it, asked “my”, +0.10",
        "Date asked about, 0 days from the time asked about, +0.04",
        "Found often, 2 retrievals, +0.02",
    ]


def test_the_folded_ones_are_counted_and_can_be_shown(card: BreakdownCard, qtbot: QtBot) -> None:
    card.setExplanation(samples.starter().explanation)
    more = card.findChild(QPushButton)
    assert more.text() == "3 smaller, together +0.009"
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(card)) == 9)
    assert "Title, 33% of the words in the title, +0.003" in rows(card)


def test_the_sum_is_the_score(card: BreakdownCard) -> None:
    explanation = samples.few()[2].explanation
    card.setExplanation(explanation)
    assert f"{explanation.total:.2f}" in [label.text() for label in card.findChildren(QLabel)]
    large, tiny = ordered(explanation)
    assert sum(c.value for c in large + tiny) == pytest.approx(explanation.total, abs=1e-9)


def test_losses_have_a_minus_and_notes_are_told(card: BreakdownCard) -> None:
    card.setExplanation(samples.few()[2].explanation)
    assert "Only a question, is itself a question, −0.06" in rows(card)
    assert "superseded by Clint" in [label.text() for label in card.findChildren(QLabel)]
    assert signed(-0.05) == "−0.05"


def test_there_is_no_card_without_an_explanation(card: BreakdownCard) -> None:
    card.setExplanation(samples.starter().explanation)
    card.setExplanation(None)
    assert card.isHidden()


def test_a_card_that_is_not_wanted_stays_away_for_the_next_result_too(
    card: BreakdownCard, qtbot: QtBot
) -> None:
    card.setExplanation(samples.starter().explanation)
    with qtbot.waitSignal(card.wantedChanged) as told:
        card.setWanted(False)
    assert told.args == [False]
    card.setExplanation(samples.few()[1].explanation)
    assert card.isHidden()
    card.setWanted(True)
    assert card.isVisible()


def test_the_sentence_is_text_and_never_markup() -> None:
    html = sentence_html("First because <b>“x”</b> appears only here.")
    assert "&lt;b&gt;" in html
    assert '<span style="font-weight:600">First because</span>' in html


def test_a_card_without_contributions_stays_away(card: BreakdownCard) -> None:
    card.setExplanation(Explanation((), sentence="Newest first."))
    assert not card.isVisible()
    assert card.explanation() is None


@pytest.mark.parametrize("width", [450, 360])
def test_the_bars_give_way_to_the_longest_detail(
    card: BreakdownCard, look: Theme, width: int
) -> None:
    card.resize(width, 400)
    card.setExplanation(samples.starter().explanation)
    row = next(
        child
        for child in card.findChildren(QWidget)
        if child.accessibleName().startswith("Date asked about")
    )
    assert row.toolTip().endswith("0 days from the time asked about")
    row.resize(width - 30, row.sizeHint().height())
    assert row.cut() is (width == 360)
