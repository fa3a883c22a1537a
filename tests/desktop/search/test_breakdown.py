"""The breakdown accounts for the whole score."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.search.breakdown import BreakdownCard, ordered, sentence_html, signed
from memdesk.desktop.theme.theme import Theme
from memdesk.retrieval.contributions import total
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
        if child.accessibleDescription() and child.isVisible()
    ]


def test_rows_come_in_the_bars_order_and_tiny_ones_are_folded(card: BreakdownCard) -> None:
    card.setExplanation(samples.starter().explanation)
    assert rows(card) == [
        "Words in common: match 7.42: +0.38",
        "Similar meaning: similarity 0.61, very high: +0.26",
        "Messages beside it: similarity 0.48, high: +0.14",
        "Who said it: the one you asked about: +0.10",
        "Time you asked about: within that time: +0.04",
        "Found before: 2 times: +0.02",
    ]


def test_the_exact_figures_of_a_row_are_told_with_their_sum(card: BreakdownCard) -> None:
    explanation = samples.starter().explanation
    card.setExplanation(explanation)
    row = next(w for w in card.findChildren(QWidget) if w.accessibleName().startswith("Similar"))
    part = next(c for c in explanation.contributions if c.stage == "meaning")
    exact = f"3.100 × {part.weight:.3g} = +0.260 (cos 0.61 · z 3.1)"
    assert row.accessibleDescription() == exact
    assert row.toolTip() == f"Similar meaning: similarity 0.61, very high\n{exact}"
    assert part.feature * part.weight == pytest.approx(part.value)


def test_another_explanation_is_written_into_the_same_rows(card: BreakdownCard) -> None:
    card.setExplanation(samples.starter().explanation)
    before = [w for w in card.findChildren(QWidget) if w.accessibleDescription()]
    card.setExplanation(samples.few()[3].explanation)
    assert rows(card) == [
        "Words in common: match 7.42: +0.16",
        "Similar meaning: similarity 0.61, very high: +0.12",
        "How recent: 267 days ago: +0.06",
    ]
    assert [w for w in card.findChildren(QWidget) if w.accessibleDescription()] == before


def test_the_folded_ones_are_counted_and_can_be_shown(card: BreakdownCard, qtbot: QtBot) -> None:
    card.setExplanation(samples.starter().explanation)
    more = card.findChild(QPushButton)
    assert more.text() == "3 smaller, together +0.009"
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(card)) == 9)
    assert "Words in the title: 33 % of your words: +0.003" in rows(card)


def test_the_sum_is_the_score(card: BreakdownCard) -> None:
    explanation = samples.few()[2].explanation
    card.setExplanation(explanation)
    assert f"{total(explanation.contributions):.2f}" in [
        label.text() for label in card.findChildren(QLabel)
    ]
    large, tiny = ordered(explanation)
    assert sum(c.value for c in large + tiny) == pytest.approx(
        total(explanation.contributions), abs=1e-9
    )


def test_losses_have_a_minus_and_notes_are_told(card: BreakdownCard) -> None:
    card.setExplanation(samples.few()[2].explanation)
    assert "Only a question: asks, and tells nothing: −0.06" in rows(card)
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


@pytest.mark.parametrize("width", [450, 320])
def test_the_bars_give_way_to_the_longest_figure(
    card: BreakdownCard, look: Theme, width: int
) -> None:
    card.resize(width, 400)
    card.setExplanation(samples.starter().explanation)
    row = next(w for w in card.findChildren(QWidget) if w.accessibleName().startswith("Similar"))
    assert row.toolTip().startswith("Similar meaning: similarity 0.61, very high\n")
    row.resize(width - 30, row.sizeHint().height())
    assert row.cut() is (width == 320)
