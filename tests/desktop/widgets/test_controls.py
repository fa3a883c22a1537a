"""Shared controls work by mouse and by keyboard, and say what they are."""

from __future__ import annotations

from typing import Literal

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QActionGroup, QColor, QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.theme.palette import LIGHT
from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.buttons import (
    IconButton,
    LinkButton,
    PlainButton,
    PrimaryButton,
    QuietButton,
)
from memdesk.desktop.widgets.chip import Chip, ChipValue, MenuChip, RemovableChip
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.empty_state import EmptyState
from memdesk.desktop.widgets.flow import FlowLayout
from memdesk.desktop.widgets.labels import ElidedLabel
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.names import source_name, speaker
from memdesk.desktop.widgets.progress_row import ProgressRow
from memdesk.desktop.widgets.rail import NavigationRail, RailEntry
from memdesk.desktop.widgets.search_field import SearchField
from memdesk.desktop.widgets.source_badge import SourceBadge, letter, source_colour
from memdesk.desktop.widgets.toast import Toast
from memdesk.importers.formats import FORMATS
from memdesk.importers.stores.memesh import MEMESH
from memdesk.importers.stores.memx import MEMX

ENTRIES = (
    RailEntry("search", "Search", "search", "Ctrl+1"),
    RailEntry("import", "Import", "arrow-down-to-line"),
    RailEntry("settings", "Settings", "info", bottom=True, pane=False),
)


def test_the_rail_shows_only_the_entries_it_is_given(qtbot: QtBot) -> None:
    rail = NavigationRail(ENTRIES)
    qtbot.addWidget(rail)
    names = [child.accessibleName() for child in rail.findChildren(QWidget)]
    assert [name for name in names if name] == ["Search", "Import", "Settings"]


def test_the_rail_tells_what_was_chosen_and_marks_panes_only(qtbot: QtBot) -> None:
    rail = NavigationRail(ENTRIES)
    qtbot.addWidget(rail)
    rail.resize(56, 400)
    rail.show()
    rail.setCurrent("search")
    chosen: list[str] = []
    rail.chosen.connect(chosen.append)
    for child in rail.findChildren(QWidget):
        if child.accessibleName() in ("Import", "Settings"):
            qtbot.mouseClick(child, Qt.MouseButton.LeftButton)
    assert chosen == ["import", "settings"]
    assert rail.current() == "import"


def test_arrow_keys_move_along_the_rail(qtbot: QtBot) -> None:
    rail = NavigationRail(ENTRIES)
    qtbot.addWidget(rail)
    rail.show()
    rail.activateWindow()
    qtbot.waitUntil(rail.isActiveWindow)
    buttons = {c.accessibleName(): c for c in rail.findChildren(QWidget) if c.accessibleName()}
    buttons["Search"].setFocus()
    qtbot.keyClick(buttons["Search"], Qt.Key.Key_Down)
    assert rail.focusWidget() is buttons["Import"]
    qtbot.keyClick(buttons["Import"], Qt.Key.Key_Up)
    assert rail.focusWidget() is buttons["Search"]
    with qtbot.waitSignal(rail.chosen) as told:
        qtbot.keyClick(buttons["Search"], Qt.Key.Key_Return)
    assert told.args == ["search"]


def test_the_rail_is_56_pixels_wide_and_wider_with_labels(qtbot: QtBot) -> None:
    rail = NavigationRail(ENTRIES)
    qtbot.addWidget(rail)
    assert rail.width() == 56
    rail.setLabelled(True)
    assert rail.width() == 184


def test_a_chip_toggles_by_click_and_enter(qtbot: QtBot) -> None:
    chip = Chip("Month")
    qtbot.addWidget(chip)
    chip.show()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isChecked()
    qtbot.keyClick(chip, Qt.Key.Key_Return)
    assert not chip.isChecked()


def test_a_chip_names_its_value(qtbot: QtBot) -> None:
    chip = MenuChip("Source")
    qtbot.addWidget(chip)
    before = chip.sizeHint().width()
    chip.setValues([ChipValue("ChatGPT 31"), ChipValue("Claude 8")])
    assert chip.accessibleName() == "Source ChatGPT 31 Claude 8"
    assert chip.sizeHint().width() > before
    assert chip.sizeHint().height() == 26


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Space])
def test_a_removable_chip_goes_by_key(qtbot: QtBot, key: Qt.Key) -> None:
    chip = RemovableChip("2024")
    qtbot.addWidget(chip)
    chip.show()
    with qtbot.waitSignal(chip.removed):
        qtbot.keyClick(chip, key)
    assert chip.accessibleName() == "Remove filter 2024"


def test_a_menu_chip_fills_its_menu_when_opened(qtbot: QtBot) -> None:
    chip = MenuChip("Sort")
    qtbot.addWidget(chip)
    chip.opening.connect(lambda: chip.menu().addAction("Newest"))
    chip.show()
    qtbot.keyClick(chip, Qt.Key.Key_Down)
    assert chip.menu().isVisible()
    assert [action.text() for action in chip.menu().actions()] == ["Newest"]
    chip.menu().close()


def test_a_menu_of_alternatives_stays_open_while_ticking(qtbot: QtBot) -> None:
    chip = MenuChip("Source")
    qtbot.addWidget(chip)
    chip.show()
    first = chip.menu().addAction("ChatGPT")
    first.setCheckable(True)
    chip.open()
    chip.menu().setActiveAction(first)
    qtbot.keyClick(chip.menu(), Qt.Key.Key_Space)
    assert first.isChecked()
    assert chip.menu().isVisible()
    chip.menu().close()


def test_a_click_leaves_no_focus_on_buttons(qtbot: QtBot) -> None:
    for button in (PlainButton("Edit"), IconButton("x", "Close"), Chip("Day")):
        qtbot.addWidget(button)
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_an_icon_button_is_named(qtbot: QtBot) -> None:
    button = IconButton("x", "Close message")
    qtbot.addWidget(button)
    assert (button.accessibleName(), button.toolTip()) == ("Close message", "Close message")
    assert button.sizeHint().width() == 28


def test_the_search_field_passes_on_keys_for_the_list(qtbot: QtBot) -> None:
    field = SearchField("Search")
    qtbot.addWidget(field)
    field.show()
    keys: list[int] = []
    field.navigated.connect(keys.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown):
        qtbot.keyClick(field.line, key)
    assert keys == [int(Qt.Key.Key_Down), int(Qt.Key.Key_Up), int(Qt.Key.Key_PageDown)]
    with qtbot.waitSignal(field.submitted):
        qtbot.keyClick(field.line, Qt.Key.Key_Return)
    with qtbot.waitSignal(field.submittedDeep):
        qtbot.keyClick(field.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_the_search_field_is_cleared_by_its_button(qtbot: QtBot) -> None:
    field = SearchField("Search")
    qtbot.addWidget(field)
    field.resize(600, 40)
    field.show()
    clear = field.findChild(IconButton)
    assert not clear.isVisible()
    qtbot.keyClicks(field.line, "starter")
    assert clear.isVisible()
    with qtbot.waitSignal(field.edited) as edited:
        qtbot.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert (edited.args, field.text()) == ([""], "")


def test_a_remark_without_room_is_left_to_the_pane_as_a_whole(qtbot: QtBot) -> None:
    field = SearchField("Search")
    qtbot.addWidget(field)
    field.resize(500, 40)
    field.show()
    told: list[str] = []
    field.overflowed.connect(told.append)
    remark = "understood: " + "a very long remark " * 10
    field.setUnderstood(remark)
    assert (shown(field), told) == ([], [remark])
    field.setUnderstood("understood: 2024")
    assert (shown(field), told) == (["understood: 2024"], [remark, ""])
    assert field.line.accessibleDescription() == "understood: 2024"


def shown(field: SearchField) -> list[str]:
    return [one.text() for one in field.findChildren(QLabel) if one.isVisible()]


def test_every_source_that_is_read_has_a_colour_of_its_own() -> None:
    read = [getattr(each.make, "source", None) for each in FORMATS]
    stores = [program.source for program in (MEMX, MEMESH)]
    for source in filter(None, (*read, *stores)):
        assert source_colour(source) != source_colour("another"), source


def test_no_two_sources_have_the_same_letters() -> None:
    sources = {getattr(each.make, "source", None) for each in FORMATS} - {None}
    sources |= {program.source for program in (MEMX, MEMESH)} | {"note"}
    # Notes are notes, whether they came as files or were written here.
    letters = {letter(source) for source in sources - {"notes"}}
    assert len(letters) == len(sources - {"notes"})
    assert all(1 <= len(one) <= 2 for one in letters)


def test_sources_have_letters_names_and_colours(qtbot: QtBot) -> None:
    assert [letter(s) for s in ("chatgpt", "claude", "note", "clipboard", "gemini", "")] == [
        "G",
        "C",
        "N",
        "N",
        "Ge",
        "?",
    ]
    assert source_name("chatgpt") == "ChatGPT"
    assert source_name("mcp-memory") == "MCP memory"
    assert source_name("another") == "Another"
    assert speaker("assistant", "claude") == "Claude"
    assert speaker("user", "chatgpt") == "You"
    badge = SourceBadge("claude")
    qtbot.addWidget(badge)
    badge.resize(18, 18)
    assert badge.accessibleName() == "Claude"
    assert badge.grab().toImage().pixelColor(3, 9).name().upper() == "#B4552F"


def test_a_message_can_be_acted_on_copied_and_closed(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    bar = MessageBar(host)
    host.show()
    assert not bar.isVisible()
    bar.say("danger", "The disk is full.", "OSError 28")
    button = bar.addButton("Try again")
    assert bar.isVisible()
    assert bar.accessibleName() == "The disk is full."
    with qtbot.waitSignal(button.clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    copy = next(b for b in bar.findChildren(PlainButton) if b.text() == "Copy details")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "The disk is full.\n\nOSError 28"
    with qtbot.waitSignal(bar.closed):
        qtbot.mouseClick(bar.findChild(IconButton), Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def test_a_message_without_details_offers_no_copy(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.say("information", "Done.")
    copy = next(b for b in bar.findChildren(PlainButton) if b.text() == "Copy details")
    assert not copy.isVisible()


def test_progress_says_how_far_how_fast_and_how_long(qtbot: QtBot) -> None:
    times = iter([0.0, 2.0])
    row = ProgressRow("Reading", clock=lambda: next(times))
    qtbot.addWidget(row)
    row.setProgress(584, 9811)
    assert row.figures() == "584 of 9,811"
    row.setProgress(1204, 9811)
    assert row.figures() == "1,204 of 9,811 · 310 a second · 30 seconds left"


def test_progress_without_a_total_gives_count_and_rate(qtbot: QtBot) -> None:
    times = iter([0.0, 10.0])
    row = ProgressRow("Counting", clock=lambda: next(times))
    qtbot.addWidget(row)
    row.setProgress(0)
    row.setProgress(5)
    assert row.figures() == "5 · 30 a minute"


def test_cancel_is_told_once(qtbot: QtBot) -> None:
    row = ProgressRow("Reading")
    qtbot.addWidget(row)
    row.show()
    cancel = row.findChild(IconButton)
    with qtbot.waitSignal(row.cancelled):
        qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert not cancel.isEnabled()
    assert row.figures() == "stopping"


def test_a_toast_stands_at_the_lower_edge_and_undoes(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.show()
    undone: list[bool] = []
    toast = Toast(window)
    toast.say("Moved to the trash", "Undo", lambda: undone.append(True))
    assert toast.isVisible()
    assert 600 - 80 < toast.geometry().bottom() < 600
    assert abs(toast.geometry().center().x() - 400) <= 1
    button = next(b for b in toast.findChildren(PlainButton) if b.text() == "Undo")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert undone == [True]
    assert not toast.isVisible()


def test_an_empty_state_has_the_buttons_added_last(qtbot: QtBot) -> None:
    state = EmptyState("search", "Nothing here", "Try something else.")
    qtbot.addWidget(state)
    state.addButton("Old")
    state.clearButtons()
    state.addButton("New", primary=True)
    state.show()
    assert [b.text() for b in state.findChildren(PlainButton) if b.isVisible()] == ["New"]


def test_an_elided_label_keeps_its_text_as_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel("a title that is far too long for its place")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.show()
    assert label.toolTip() == "a title that is far too long for its place"
    label.resize(600, 20)
    assert label.toolTip() == ""


def test_a_flow_goes_on_to_the_next_row(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host)
    chips = [Chip("Chip number") for _ in range(4)]
    for chip in chips:
        flow.addWidget(chip)
    width = chips[0].sizeHint().width()
    host.resize(2 * width + 6, 200)
    host.show()
    assert [chip.y() for chip in chips] == [0, 0, 32, 32]
    assert flow.heightForWidth(2 * width + 6) == 58


def test_trailing_widgets_stand_at_the_far_end_or_after_the_others(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    flow = FlowLayout(host)
    chips = [Chip("Chip number") for _ in range(3)]
    for chip in chips[:2]:
        flow.addWidget(chip)
    flow.addTrailing(chips[2])
    width = chips[0].sizeHint().width()
    host.resize(5 * width, 100)
    host.show()
    assert [(chip.x(), chip.y()) for chip in chips] == [(0, 0), (width + 6, 0), (4 * width, 0)]
    host.resize(2 * width + 6, 100)
    assert [(chip.x(), chip.y()) for chip in chips] == [(0, 0), (0, 32), (width + 6, 0)]
    host.resize(width, 100)
    assert [(chip.x(), chip.y()) for chip in chips] == [(0, 0), (0, 32), (0, 64)]


def test_the_question_has_the_first_claim_on_the_field(qtbot: QtBot) -> None:
    field = SearchField("Search")
    qtbot.addWidget(field)
    field.resize(500, 40)
    field.show()
    field.setUnderstood("understood: 2024 · said by you")
    assert shown(field) == ["understood: 2024 · said by you"]
    field.setText("what did I name the sourdough starter that I kept last year")
    assert shown(field) == []
    field.setText("starter")
    assert shown(field) == ["understood: 2024 · said by you"]


def test_controls_follow_the_theme(qtbot: QtBot, look: Theme) -> None:
    chip = Chip("Month")
    qtbot.addWidget(chip)
    chip.setChecked(True)
    chip.show()
    middle = chip.rect().center()
    light = chip.grab().toImage().pixelColor(5, middle.y()).name().upper()
    assert light == LIGHT.soft_accent
    look.choose("dark")
    assert chip.grab().toImage().pixelColor(5, middle.y()).name().upper() == "#28334D"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("kind", [PlainButton, PrimaryButton, QuietButton, LinkButton])
def test_buttons_are_pressed_by_enter_as_by_space(
    qtbot: QtBot, kind: type[PlainButton], key: Qt.Key
) -> None:
    for button in (kind("Go"), IconButton("copy", "Copy")):
        qtbot.addWidget(button)
        with qtbot.waitSignal(button.clicked):
            qtbot.keyClick(button, key)


def test_a_chip_that_only_counts_is_as_light_as_its_name(qtbot: QtBot, look: Theme) -> None:
    chip = MenuChip("Role")
    qtbot.addWidget(chip)
    chip.setDetail("You 22")
    idle = chip.sizeHint().width()
    colours = painted(chip)
    assert LIGHT.secondary in colours
    assert not colours & {LIGHT.text, LIGHT.soft_accent}
    chip.setActive(True)
    assert chip.sizeHint().width() > idle
    assert {LIGHT.accent, LIGHT.soft_accent} <= painted(chip)


def painted(widget: QWidget) -> set[str]:
    widget.resize(widget.sizeHint())
    image = widget.grab().toImage()
    return {
        image.pixelColor(x, y).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }


def test_a_ticked_box_of_a_menu_shows_a_tick(qtbot: QtBot, look: Theme) -> None:
    chip = MenuChip("Source")
    qtbot.addWidget(chip)
    menu = chip.menu()
    for name in ("ChatGPT", "Claude"):
        menu.addAction(name).setCheckable(True)
    menu.actions()[0].setChecked(True)
    menu.popup(QPoint(0, 0))
    qtbot.waitExposed(menu)
    image = menu.grab().toImage()
    ratio = image.devicePixelRatio()

    def inside(row: int) -> list[QColor]:
        box = chip.menu().indicatorRect(menu.actions()[row]).toRect().adjusted(3, 3, -3, -3)
        return [
            image.pixelColor(round(x * ratio), round(y * ratio))
            for x in range(box.left(), box.right() + 1)
            for y in range(box.top(), box.bottom() + 1)
        ]

    ticked = inside(0)
    assert LIGHT.accent in {colour.name().upper() for colour in ticked}
    # The strokes of the tick are white, blended where they are narrower than a pixel.
    assert sum(colour.lightness() > 200 for colour in ticked) >= 5
    assert {colour.name().upper() for colour in inside(1)} == {LIGHT.surface}
    menu.close()


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize("exclusive", [False, True])
def test_any_other_menu_shows_a_tick_as_well(
    qtbot: QtBot, look: Theme, choice: Literal["light", "dark"], exclusive: bool
) -> None:
    look.choose(choice)
    menu = QMenu()
    qtbot.addWidget(menu)
    group = QActionGroup(menu)
    for name in ("On", "Off"):
        action = menu.addAction(name)
        action.setCheckable(True)
        if exclusive:
            group.addAction(action)
    menu.actions()[0].setChecked(True)
    menu.popup(QPoint(0, 0))
    qtbot.waitExposed(menu)
    image = menu.grab().toImage()

    def inked(row: int) -> int:
        """The pixels left of the text in the colour of the text."""
        place = menu.actionGeometry(menu.actions()[row])
        ground, text = QColor(look.palette.raised), QColor(look.palette.text)
        return sum(
            abs(image.pixelColor(x, y).lightness() - text.lightness())
            < abs(image.pixelColor(x, y).lightness() - ground.lightness())
            for x in range(place.left(), place.left() + 22)
            for y in range(place.top(), place.bottom())
        )

    assert inked(0) >= 8
    assert inked(1) == 0
    menu.close()


def test_a_shorter_text_takes_the_place_of_one_that_does_not_fit(qtbot: QtBot) -> None:
    label, alone = ElidedLabel(), ElidedLabel("96 % by meaning")
    for one in (label, alone):
        qtbot.addWidget(one)
        one.resize(150, 20)
    label.setText("218,402 searched · 96 % by meaning", "96 % by meaning")
    assert label.grab().toImage() == alone.grab().toImage()
    assert label.toolTip() == label.text() == "218,402 searched · 96 % by meaning"
    label.resize(400, 20)
    alone.resize(400, 20)
    assert label.grab().toImage() != alone.grab().toImage()
    assert label.toolTip() == ""


def test_invisible_signs_cannot_turn_a_name_round(qtbot: QtBot) -> None:
    name = ElidedLabel("bill\u202efdp.exe")
    qtbot.addWidget(name)
    assert name.text() == "billfdp.exe"
    assert speaker("user", "chatgpt", "\u2067Mara\u2069") == "Mara"
    assert without_overrides("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") == ""
    assert without_overrides("שלום ab\u200f\u200d") == "שלום ab\u200f\u200d"
