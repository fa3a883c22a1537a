"""The search pane asks, shows, filters and re-ranks as a person works with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.retrieval import profiles
from memdesk.retrieval.explanation import Explanation
from memdesk.retrieval.results import (
    Facets,
    Filters,
    Mended,
    Rejection,
    SearchRequest,
    SearchResponse,
    Understood,
)
from tests.shots import samples
from tests.shots.conversation import SURROUNDED, conversation


class Asked:
    """Collects what the pane asks for."""

    def __init__(self, pane: SearchPane) -> None:
        self.requests: list[SearchRequest] = []
        pane.requested.connect(self.requests.append)

    def modes(self) -> list[str]:
        return [request.mode for request in self.requests]


class Reader(QWidget):
    """Stands in for the conversation view."""

    why = False

    def setTopWidget(self, widget: QWidget) -> None:
        QVBoxLayout(self).addWidget(widget)

    def setWhyEnabled(self, enabled: bool) -> None:
        self.why = enabled


def answer(pane: SearchPane, response: SearchResponse) -> None:
    """Show an answer; the account of its first result follows the cards."""
    pane.showResponse(response)
    QApplication.processEvents()


def type_and_answer(pane: SearchPane, qtbot: QtBot, text: str = "starter") -> Asked:
    asked = Asked(pane)
    qtbot.keyClicks(pane.field.line, text)
    qtbot.waitUntil(lambda: "paused" in asked.modes())
    answer(pane, samples.response(samples.few()))
    asked.requests.clear()
    return asked


def press(pane: SearchPane, qtbot: QtBot, key: Qt.Key, *, ctrl: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(pane.field.line, key, modifier)


def test_typing_asks_at_once_and_again_with_meaning_after_a_rest(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = Asked(pane)
    qtbot.keyClicks(pane.field.line, "starter")
    qtbot.waitUntil(lambda: len(asked.requests) == 2)
    assert asked.modes() == ["typing", "paused"]
    assert {request.text for request in asked.requests} == {"starter"}


def test_enter_asks_for_good_and_cancels_the_rest(pane: SearchPane, qtbot: QtBot) -> None:
    asked = Asked(pane)
    qtbot.keyClicks(pane.field.line, "starter")
    press(pane, qtbot, Qt.Key.Key_Return)
    qtbot.wait(320)
    assert asked.modes() == ["asked"]


def test_the_answer_is_shown_with_its_figures(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    assert len(pane.answer.results.results()) == 5
    assert pane.answer.figures() == ("39 memories · 24 ms", "218,402 searched · 96 % by meaning")
    assert pane.field.understood() == "understood: 2024 · said by you"
    assert pane.answer.breakdown.isVisible()


def test_problems_of_the_query_are_said(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    understood = Understood(text="x", problems=("before:soon was read as words",))
    pane.showResponse(samples.response(samples.few(), understood=understood))
    assert pane.field.understood() == "before:soon was read as words"


def test_a_mended_query_says_what_was_read_and_leads_back(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot, "pasport")
    assert pane.mended.isHidden()
    understood = Understood(text="passport", mended=(Mended("pasport", "passport"),))
    answer(pane, samples.response(samples.few(), understood=understood))
    assert pane.mended.isVisible()
    assert pane.mended.words() == "Showing results for “passport”"
    assert pane.mended.as_typed.text() == "Search for “pasport” instead"
    pane.mended.as_typed.setFocus()
    qtbot.keyClick(pane.mended.as_typed, Qt.Key.Key_Space)
    assert (asked.requests[-1].text, asked.requests[-1].mend) == ("pasport", False)
    assert asked.requests[-1].mode == "asked"
    assert pane.field.line.hasFocus()
    answer(pane, samples.response(samples.few(), understood=Understood(text="pasport")))
    assert pane.mended.isHidden()
    assert not pane.request("paused").mend
    # Whatever is typed next is mended again.
    qtbot.keyClicks(pane.field.line, "s")
    assert pane.request("typing").mend


def test_what_is_typed_asks_for_fewer_results_than_what_is_rested_on(pane: SearchPane) -> None:
    assert pane.request("typing").limit == 20
    assert pane.request("paused").limit == pane.request("asked").limit == 50


def test_a_beginning_that_was_mended_is_told_from_a_word(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot, "thiammaz")
    understood = Understood(text="thiamaz", mended=(Mended("thiammaz", "thiamaz", True),))
    answer(pane, samples.response(samples.few(), understood=understood))
    assert pane.mended.words() == "Showing results for “thiamaz…”"
    pane.field.clear()
    assert pane.mended.isHidden()


def test_down_and_enter_open_a_card_without_leaving_the_field(
    pane: SearchPane, qtbot: QtBot
) -> None:
    type_and_answer(pane, qtbot)
    press(pane, qtbot, Qt.Key.Key_Down)
    with qtbot.waitSignal(pane.opened) as told:
        press(pane, qtbot, Qt.Key.Key_Return)
    assert told.args is not None
    assert told.args[0].id == 2
    assert pane.field.line.hasFocus()


def test_enter_twice_asks_and_then_opens(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    press(pane, qtbot, Qt.Key.Key_Return)
    assert asked.modes() == ["asked"]
    with qtbot.waitSignal(pane.opened) as told:
        press(pane, qtbot, Qt.Key.Key_Return)
    assert told.args is not None
    assert told.args[0].id == 1


def test_ctrl_enter_opens_the_conversation(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    with qtbot.waitSignal(pane.openConversation) as told:
        press(pane, qtbot, Qt.Key.Key_Return, ctrl=True)
    assert told.args is not None
    assert told.args[0].id == 1


def test_a_card_gone_to_stays_current_when_better_answers_come(
    pane: SearchPane, qtbot: QtBot
) -> None:
    type_and_answer(pane, qtbot)
    press(pane, qtbot, Qt.Key.Key_Down)
    pane.showResponse(samples.response(tuple(reversed(samples.few()))))
    current = pane.answer.current()
    assert current is not None
    assert current.id == 2


def test_moving_over_cards_fetches_only_the_one_stayed_on(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    qtbot.wait(120)
    seen: list[int] = []
    pane.selected.connect(lambda result: seen.append(result.id))
    for _ in range(3):
        press(pane, qtbot, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [4]


def test_space_on_a_card_shows_and_hides_the_breakdown(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    pane.answer.results.setFocus()
    qtbot.keyClick(pane.answer.results, Qt.Key.Key_Space)
    assert pane.answer.breakdown.isHidden()
    qtbot.keyClick(pane.answer.results, Qt.Key.Key_Space)
    assert pane.answer.breakdown.isVisible()


def test_a_source_is_filtered_by_its_chip_and_freed_by_its_cross(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = type_and_answer(pane, qtbot)
    chip = pane.filters.menuChip("source")
    assert (chip.detail(), chip.accessibleName()) == (
        "ChatGPT 31",
        "Source ChatGPT 31 Claude 8",
    )
    chip.open()
    texts = [action.text() for action in chip.menu().actions()]
    assert texts == ["ChatGPT\t31", "Claude\t\u20078"]
    chip.menu().actions()[1].trigger()
    chip.menu().close()
    qtbot.waitUntil(lambda: len(asked.requests) == 1)
    assert asked.requests[0].filters == Filters(sources=frozenset({"claude"}))
    (removable,) = pane.filters.chips()
    assert removable.text() == "Claude"
    qtbot.mouseClick(removable, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(asked.requests) == 2)
    assert asked.requests[1].filters == Filters()
    assert pane.filters.chips() == []


def test_values_of_one_field_are_alternatives(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    chip = pane.filters.menuChip("tag")
    chip.open()
    for action in chip.menu().actions()[:2]:
        action.trigger()
    assert pane.filters.filters().tags == {"baking", "shopping"}
    chip.menu().close()


def test_a_year_is_chosen_from_the_date_chip(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    chip = pane.filters.menuChip("date")
    chip.open()
    year = next(a for a in chip.menu().actions() if a.text().startswith("2024"))
    assert year.text() == "2024\t27"
    year.trigger()
    chip.menu().close()
    assert [c.text() for c in pane.filters.chips()] == ["2024"]
    assert pane.filters.filters().after == samples.local(2024, 1, 1, 0, 0)
    assert pane.filters.filters().before == samples.local(2025, 1, 1, 0, 0)


def test_sorting_asks_again(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    chip = pane.filters.menuChip("sort")
    chip.open()
    chip.menu().actions()[1].trigger()
    chip.menu().close()
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert asked.requests[0].sort == "newest"
    assert chip.detail() == "newest"


def test_moving_a_weight_re_ranks_and_is_kept(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    qtbot.mouseClick(pane.filters.profile, Qt.MouseButton.LeftButton)
    assert pane.drawer.isVisible()
    kept: list[dict[str, float]] = []
    pane.weightsChanged.connect(kept.append)
    slider = pane.drawer.slider("nearest")
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert kept == [{"nearest": 1.25}]
    assert asked.requests[0].weights == {"nearest": 1.25}
    assert pane.filters.profile.accessibleName() == "Profile memdesk adjusted"


def test_what_is_worth_nothing_has_no_slider(pane: SearchPane) -> None:
    pane.setRanking("memdesk", {})
    for stage, weight in profiles.load("memdesk").weights.items():
        if abs(weight) < 0.001:
            with pytest.raises(KeyError):
                pane.drawer.slider(stage)
        else:
            assert pane.drawer.slider(stage).value() == 100


def test_reset_puts_the_weights_back(pane: SearchPane, qtbot: QtBot) -> None:
    pane.setRanking("memdesk", {"nearest": 0.5, "author": 2.0})
    assert pane.drawer.weights() == {"nearest": 0.5, "author": 2.0}
    with qtbot.waitSignal(pane.weightsChanged) as told:
        pane.drawer.reset()
    assert told.args == [{}]
    assert pane.drawer.weights() == {}


def test_a_profile_without_weights_says_so(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    qtbot.mouseClick(pane.filters.profile, Qt.MouseButton.LeftButton)
    choice = pane.drawer.findChild(QWidget, "profile-choice")
    titles = [choice.itemText(row) for row in range(choice.count())]  # type: ignore[attr-defined]
    assert titles[0] == "memdesk"
    assert set(titles) == {"memdesk", "MemX", "memesh A", "memesh B", "memesh C"}
    with qtbot.waitSignal(pane.profileChanged) as told:
        choice.setCurrentIndex(titles.index("MemX"))  # type: ignore[attr-defined]
        choice.activated.emit(titles.index("MemX"))  # type: ignore[attr-defined]
    assert told.args == ["memx"]
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert (asked.requests[0].profile, asked.requests[0].weights) == ("memx", {})


def test_an_emptied_field_goes_back_to_the_start(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    with qtbot.waitSignal(pane.cleared):
        press(pane, qtbot, Qt.Key.Key_Escape)
    assert pane.start.isVisible()
    assert pane.field.text() == ""


def test_a_late_answer_to_a_cleared_question_is_dropped(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    pane.field.clear()
    pane.showResponse(samples.response(samples.few()))
    assert pane.start.isVisible()


def test_a_recent_search_is_asked_again_by_a_click(pane: SearchPane, qtbot: QtBot) -> None:
    pane.setRecent(["sourdough & rye"])
    asked = Asked(pane)
    button = next(
        b for b in pane.start.findChildren(QPushButton) if b.toolTip() == "sourdough & rye"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert asked.requests[0].text == "sourdough & rye"


def test_an_operator_of_the_start_page_is_put_into_the_field(
    pane: SearchPane, qtbot: QtBot
) -> None:
    button = next(b for b in pane.start.findChildren(QPushButton) if b.text() == "tag:")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pane.field.text() == "tag:"
    assert pane.field.line.hasFocus()


def test_tab_completes_an_operator_and_then_its_value(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    qtbot.keyClicks(pane.field.line, " ta")
    assert [s.insert for s in pane.completion.popup.suggestions()] == ["tag:"]
    press(pane, qtbot, Qt.Key.Key_Tab)
    assert pane.field.text() == "starter tag:"
    press(pane, qtbot, Qt.Key.Key_Down)
    press(pane, qtbot, Qt.Key.Key_Down)
    press(pane, qtbot, Qt.Key.Key_Return)
    assert pane.field.text() == "starter tag:shopping "


def test_escape_closes_the_completions_before_it_clears(pane: SearchPane, qtbot: QtBot) -> None:
    qtbot.keyClicks(pane.field.line, "tag:x ha")
    assert pane.completion.popup.isVisible()
    press(pane, qtbot, Qt.Key.Key_Escape)
    assert not pane.completion.popup.isVisible()
    assert pane.field.text() == "tag:x ha"


def test_nothing_found_says_why_shows_the_nearest_and_loosens(
    pane: SearchPane, qtbot: QtBot
) -> None:
    asked = type_and_answer(pane, qtbot, "passport")
    pane.filters.setFilters(Filters(sources=frozenset({"note"})))
    qtbot.waitUntil(lambda: bool(asked.requests))
    asked.requests.clear()
    pane.showResponse(samples.rejection())
    assert pane.answer.nothing.isVisible()
    assert pane.answer.nothing.reason().startswith("No memory mentions “passport”")
    near = pane.answer.nothing.nearest.current()
    assert near is not None
    assert near.id == 4
    button = next(
        b for b in pane.answer.nothing.findChildren(QPushButton) if b.text() == "Without “Note”"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert asked.requests[0].filters == Filters()
    assert asked.requests[0].text == "passport"


def test_nothing_found_without_a_near_miss_explains_nothing(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    answer(pane, samples.response((), rejected=Rejection("Nothing at all.")))
    assert pane.answer.current() is None
    assert pane.answer.breakdown.isHidden()


def test_a_slow_search_is_mentioned_and_a_quick_one_not(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    pane.showSearching()
    assert pane.answer.figures()[0] == "39 memories · 24 ms"
    qtbot.waitUntil(lambda: pane.answer.figures()[0] == "Searching…")
    pane.showResponse(samples.response(samples.few()))
    assert pane.answer.figures()[0] == "39 memories · 24 ms"


def test_an_error_keeps_the_results_and_can_be_tried_again(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    pane.showError("The vault is locked by another program.", "BusyError")
    assert pane.message.text() == "The vault is locked by another program."
    assert len(pane.answer.results.results()) == 5
    again = next(b for b in pane.message.findChildren(QPushButton) if b.text() == "Search again")
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert asked.modes() == ["asked"]
    pane.showResponse(samples.response(samples.few()))
    assert pane.message.isHidden()


def test_an_empty_vault_shows_how_to_begin(pane: SearchPane, qtbot: QtBot) -> None:
    pane.showEmptyVault()
    assert pane.vault.isVisible()
    assert not pane.filters.isVisible()
    for text, signal in (
        ("Choose a file…", pane.importRequested),
        ("Look around with sample memories", pane.demoRequested),
    ):
        button = next(b for b in pane.vault.findChildren(QPushButton) if b.text() == text)
        with qtbot.waitSignal(signal):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    pane.showFilledVault()
    assert pane.start.isVisible()
    assert pane.filters.isVisible()


def test_scrolling_to_the_end_asks_for_more(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    pane.showResponse(samples.response(samples.many(50), matching=400))
    bar = pane.answer.results.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert asked.requests[0].limit == 200
    place = bar.value()
    pane.showResponse(samples.response(samples.many(200), matching=400))
    assert bar.value() == place


def test_all_that_is_there_is_not_asked_for_again(pane: SearchPane, qtbot: QtBot) -> None:
    asked = type_and_answer(pane, qtbot)
    pane.showResponse(samples.response(samples.many(50), matching=50))
    bar = pane.answer.results.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.wait(60)
    assert asked.requests == []


def test_the_chips_count_the_vault_before_anything_is_typed(pane: SearchPane) -> None:
    pane.setVaultFacets(Facets(sources={"chatgpt": 9000}))
    assert pane.filters.menuChip("source").detail() == "ChatGPT 9k"


def test_while_typing_no_chip_moves_and_no_value_changes_places(
    pane: SearchPane, qtbot: QtBot
) -> None:
    pane.setVaultFacets(
        Facets(sources={"chatgpt": 9000, "claude": 4000, "note": 7}, roles={"user": 6, "tool": 2})
    )
    type_and_answer(pane, qtbot)
    chips = [
        *(pane.filters.menuChip(name) for name in ("source", "role", "tag", "type", "date")),
        pane.filters.profile,
        pane.filters.menuChip("sort"),
    ]
    places, names = [], []
    for sources in ({"claude": 3800, "chatgpt": 2}, {"chatgpt": 81}, {"note": 7}, {}):
        answer(pane, samples.response(samples.few(), facets=Facets(sources=sources)))
        places.append([chip.geometry() for chip in chips])
        names.append(chips[0].accessibleName())
    assert places == [places[0]] * 4
    assert names == [
        "Source ChatGPT 2 Claude 3.8k",
        "Source ChatGPT 81 Claude 0",
        "Source ChatGPT 0 Claude 0",
        "Source ChatGPT 0 Claude 0",
    ]


def test_a_chosen_value_is_the_one_that_is_counted(pane: SearchPane, qtbot: QtBot) -> None:
    pane.setVaultFacets(Facets(sources={"chatgpt": 90, "claude": 40, "note": 7}))
    type_and_answer(pane, qtbot)
    pane.filters.setFilters(Filters(sources=frozenset({"note"})))
    answer(pane, samples.response(samples.few(), facets=Facets(sources={"note": 3})))
    assert pane.filters.menuChip("source").accessibleName() == "Source Note 3"


def test_an_answer_leaves_the_active_filters_chips_as_they_are(
    pane: SearchPane, qtbot: QtBot
) -> None:
    type_and_answer(pane, qtbot)
    pane.filters.setFilters(Filters(sources=frozenset({"claude"})))
    (chip,) = pane.filters.chips()
    chip.setFocus()
    answer(pane, samples.response(samples.few(), facets=Facets(sources={"claude": 3})))
    assert pane.filters.chips() == [chip]
    assert chip.hasFocus()


def test_what_was_understood_is_never_cut_off(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    remark = "understood: 12 to 18 February 2024 · No memory holds “Yeastwoodian”."
    understood = Understood(
        text="starter",
        summary=("12 to 18 February 2024",),
        problems=("No memory holds “Yeastwoodian”.",),
    )
    chips = pane.filters.geometry()
    for width, told in ((1224, ""), (640, remark), (440, remark), (1224, "")):
        pane.resize(width, 700)
        answer(pane, samples.response(samples.few(), understood=understood))
        shown = [one for one in pane.findChildren(QLabel) if one.text() == remark]
        assert pane.remark() == told
        (seen,) = [one for one in shown if one.isVisible()]
        assert seen.height() >= seen.heightForWidth(seen.width()) or not told
        assert pane.filters.geometry().top() == chips.top()
    pane.field.clear()
    assert pane.remark() == ""


def test_the_account_of_a_result_comes_after_its_card(pane: SearchPane, qtbot: QtBot) -> None:
    type_and_answer(pane, qtbot)
    first, second = pane.answer.results.results()[:2]
    pane.showResponse(samples.response((second, first)))
    assert pane.answer.breakdown.explanation() is first.explanation
    QApplication.processEvents()
    assert pane.answer.breakdown.explanation() is second.explanation
    # Asked for at once, it is given at once.
    pane.showResponse(samples.response((first, second)))
    pane.answer.results.setFocus()
    qtbot.keyClick(pane.answer.results, Qt.Key.Key_Space)
    assert pane.answer.breakdown.explanation() is first.explanation
    assert pane.answer.breakdown.isHidden()


def test_the_reader_gets_the_breakdown_under_its_heading(pane: SearchPane, qtbot: QtBot) -> None:
    reader = Reader()
    pane.setReader(reader)
    type_and_answer(pane, qtbot)
    assert reader.isVisible()
    assert pane.answer.breakdown.parentWidget() is reader
    assert pane.answer.breakdown.isVisible()


def test_a_narrow_pane_shows_the_reader_in_the_lists_place(pane: SearchPane, qtbot: QtBot) -> None:
    pane.resize(600, 600)
    type_and_answer(pane, qtbot)
    assert pane.answer.results.isVisible()
    assert not pane.answer.breakdown.isVisible()
    press(pane, qtbot, Qt.Key.Key_Down)
    press(pane, qtbot, Qt.Key.Key_Return)
    assert pane.answer.breakdown.isVisible()
    assert not pane.answer.results.isVisible()
    press(pane, qtbot, Qt.Key.Key_Escape)
    assert pane.answer.results.isVisible()
    qtbot.keyClick(pane.answer.results, Qt.Key.Key_Space)
    back = next(
        b for b in pane.answer.findChildren(QPushButton) if b.text() == "Back to the results"
    )
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert pane.answer.results.isVisible()


def test_results_that_matched_by_filters_alone_are_shown(pane: SearchPane, qtbot: QtBot) -> None:
    asked = Asked(pane)
    pane.filters.setFilters(Filters(tags=frozenset({"baking"})))
    qtbot.waitUntil(lambda: bool(asked.requests))
    assert asked.requests[0] == replace(
        SearchRequest("", mode="paused"), filters=Filters(tags=frozenset({"baking"}))
    )
    pane.showResponse(samples.response(samples.few()))
    assert pane.answer.isVisible()


def test_the_pane_is_redrawn_in_the_other_theme(
    pane: SearchPane, qtbot: QtBot, look: Theme
) -> None:
    type_and_answer(pane, qtbot)
    look.choose("dark")
    corner = pane.grab().toImage().pixelColor(2, 2)
    assert corner.name().upper() == look.palette.window


def test_values_can_be_added_to_a_filter_that_leaves_no_others(
    pane: SearchPane, qtbot: QtBot
) -> None:
    vault = Facets(
        sources={"chatgpt": 90, "claude": 8, "note": 2},
        tags={"baking": 1},
        years={2023: 5, 2024: 9},
    )
    pane.setVaultFacets(vault)
    type_and_answer(pane, qtbot)
    left = Facets(sources={"claude": 8}, years={2024: 3})
    pane.showResponse(samples.response(samples.few(), facets=left))
    assert offered(pane, "source") == ["Claude\t8"]
    assert offered(pane, "tag") == ["Nothing to choose from"]
    pane.filters.setFilters(Filters(sources=frozenset({"claude"}), after=samples.local(2024, 1, 1)))
    assert offered(pane, "source") == ["Claude\t8", "ChatGPT", "Note"]
    assert [text for text in offered(pane, "date") if text[:2] == "20"] == ["2024\t3", "2023"]
    pane.filters.menuChip("source").menu().close()


def offered(pane: SearchPane, name: str) -> list[str]:
    chip = pane.filters.menuChip(name)
    chip.opening.emit()
    return [action.text() for action in chip.menu().actions() if not action.isSeparator()]


def test_what_filters_alone_found_has_no_score_to_explain(pane: SearchPane, qtbot: QtBot) -> None:
    reader = Reader()
    pane.setReader(reader)
    type_and_answer(pane, qtbot)
    assert reader.why
    unscored = tuple(replace(one, explanation=Explanation(())) for one in samples.few())
    answer(pane, samples.response(unscored))
    assert not pane.answer.breakdown.isVisible()
    assert not reader.why
    listed = pane.answer.results
    names = [action.text() for action in listed.menuFor(unscored[0]).actions()]
    assert "Why here\tSpace" not in names


def test_an_operator_without_a_value_keeps_the_former_results(
    pane: SearchPane, qtbot: QtBot
) -> None:
    type_and_answer(pane, qtbot)
    qtbot.keyClicks(pane.field.line, " role:")
    pane.showSearching()
    qtbot.waitUntil(lambda: pane.answer.figures()[0] == "Searching…")
    pane.showResponse(UNREAD)
    assert [one.id for one in pane.answer.results.results()] == [1, 2, 3, 4, 5]
    assert not pane.answer.rejecting()
    assert pane.answer.figures()[0] == "39 memories · 24 ms"


def test_an_operator_without_a_value_keeps_the_start_page(pane: SearchPane, qtbot: QtBot) -> None:
    pane.setVaultFacets(Facets(sources={"chatgpt": 9000}))
    qtbot.keyClicks(pane.field.line, "role:")
    pane.showResponse(UNREAD)
    assert pane.start.isVisible()
    assert pane.field.understood() == "“role:” has no value yet."
    assert pane.filters.menuChip("source").detail() == "ChatGPT 9k"


UNREAD = SearchResponse(
    understood=Understood("", problems=("“role:” has no value yet.",)),
    profile="memdesk",
    results=(),
    rejected=Rejection("No word of it could be searched for."),
)


def test_the_tab_key_goes_as_the_eye_does(pane: SearchPane, qtbot: QtBot) -> None:
    view = ConversationView()
    pane.setReader(view)
    type_and_answer(pane, qtbot)
    pane.filters.setFilters(
        Filters(sources=frozenset({"claude"}), roles=frozenset({"user"}), tags=frozenset({"a"}))
    )
    view.showConversation(
        conversation(), SURROUNDED, first=0, total=len(SURROUNDED), focus=None, marks={}
    )
    pane.completion.close()
    pane.field.line.setFocus()
    stops = []
    for _ in range(17):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        stops.append(QApplication.focusWidget())
    filters = pane.filters
    assert stops[1:] == [
        *filters.chips(),
        *(filters.menuChip(name) for name in ("source", "role", "tag", "type", "date")),
        filters.profile,
        filters.menuChip("sort"),
        next(b for b in pane.answer.findChildren(LinkButton) if b.text() == "Missing one?"),
        pane.answer.results,
        view.heading.why,
        view.heading.copy,
        view.transcript,
        pane.answer.breakdown.findChild(LinkButton),
    ]


def test_operators_stand_on_the_line_of_their_explanations(pane: SearchPane) -> None:
    button = next(b for b in pane.start.findChildren(LinkButton) if b.text() == "in:")
    label = next(
        one
        for one in pane.start.findChildren(QLabel)
        if one.text() == "in conversations with this title"
    )
    assert ink_bottom(pane, button) == ink_bottom(pane, label)


def ink_bottom(pane: SearchPane, widget: QWidget) -> int:
    """The lowest row of a text's pixels, in pixels from the top of the pane."""
    image = pane.grab().toImage()
    place = QRect(widget.mapTo(pane, QPoint(0, 0)), widget.size())
    return max(
        y
        for y in range(place.top(), place.bottom() + 1)
        for x in range(place.left(), place.right() + 1)
        if image.pixelColor(x, y).lightness() < 150
    )
