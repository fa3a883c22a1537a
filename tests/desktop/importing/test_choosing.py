"""Conversations are chosen in a list, and the import is told which are not wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from memdesk.desktop.importing.choice_model import DATE, MESSAGES, STATE, TITLE, Chosen
from memdesk.desktop.importing.choice_page import ChoicePage
from memdesk.desktop.importing.pane import ImportPane
from memdesk.importers.choice import Choice, ItemKey
from memdesk.importers.report import ImportPreview, PreviewItem

DAY = 86_400_000


def row(name: str, messages: int, new: int, changed: int = 0, **marks: bool) -> PreviewItem:
    key: ItemKey = ("chatgpt", "conversation", name)
    return PreviewItem(key, name, messages * DAY, messages, new, changed, **marks)


ROWS = (
    row("Rye bread", 4, 4),
    row("Taxes", 9, 0, archived=True),
    row("Bread rolls", 6, 1, 2, temporary=True),
    row("Garden", 2, 0),
)


@pytest.fixture
def page(qtbot: QtBot) -> ChoicePage:
    made = ChoicePage()
    qtbot.addWidget(made)
    made.resize(860, 500)
    made.setItems(ROWS)
    made.show()
    qtbot.waitExposed(made)
    return made


def shown(page: ChoicePage, column: int = TITLE) -> list[str]:
    model = page.model
    return [str(model.index(at, column).data()) for at in range(model.rowCount())]


def left_out(page: ChoicePage) -> set[str]:
    return {key[2] for key in page.model.choice().left_out}


def click(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_everything_is_ticked_at_first(page: ChoicePage) -> None:
    assert page.model.choice().everything
    assert page.sum.text() == "4 of 4 ticked · 21 messages · 5 new · 2 changed"
    assert shown(page, STATE) == ["New", "In your vault", "1 new · 2 changed", "In your vault"]


def test_all_none_and_only_new(qtbot: QtBot, page: ChoicePage) -> None:
    click(qtbot, page.newButton)
    assert left_out(page) == {"Taxes", "Garden"}
    click(qtbot, page.noneButton)
    assert page.model.chosen() == Chosen()
    assert not page.importButton.isEnabled()
    click(qtbot, page.allButton)
    assert left_out(page) == set()
    assert page.importButton.isEnabled()


def test_a_filter_hides_rows_and_keeps_their_ticks(qtbot: QtBot, page: ChoicePage) -> None:
    qtbot.keyClicks(page.filter, "BREAD")
    assert shown(page) == ["Rye bread", "Bread rolls"]
    assert page.noneButton.text() == "None shown"
    click(qtbot, page.noneButton)
    qtbot.keyClick(page.filter, Qt.Key.Key_Escape)
    assert page.filter.text() == ""
    assert len(shown(page)) == 4
    assert left_out(page) == {"Rye bread", "Bread rolls"}


def test_archived_and_temporary_ones_are_ticked_together(qtbot: QtBot, page: ChoicePage) -> None:
    assert page.archivedBox.accessibleName() == "Archived (1)"
    click(qtbot, page.archivedBox)
    click(qtbot, page.temporaryBox)
    assert left_out(page) == {"Taxes", "Bread rolls"}
    click(qtbot, page.archivedBox)
    assert left_out(page) == {"Bread rolls"}


def test_a_box_shows_that_only_some_are_ticked(page: ChoicePage) -> None:
    page.setItems([row("a", 1, 1, archived=True), row("b", 1, 1, archived=True)])
    page.model.toggle([0], 0)
    assert page.archivedBox.state() == Qt.CheckState.PartiallyChecked
    assert page.temporaryBox.isHidden()


def test_space_ticks_every_selected_row(qtbot: QtBot, page: ChoicePage) -> None:
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    assert left_out(page) == {"Rye bread", "Taxes"}
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    assert left_out(page) == set()


def test_a_click_on_a_box_ticks_that_row_alone(qtbot: QtBot, page: ChoicePage) -> None:
    box = page.list.visualRect(page.model.index(2, TITLE)).topLeft() + QPoint(14, 14)
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert left_out(page) == {"Bread rolls"}
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=box + QPoint(150, 0))
    assert left_out(page) == {"Bread rolls"}


@pytest.mark.parametrize(
    ("column", "first", "last"),
    [(TITLE, "Bread rolls", "Taxes"), (DATE, "Garden", "Taxes"), (MESSAGES, "Garden", "Taxes")],
)
def test_columns_sort(page: ChoicePage, column: int, first: str, last: str) -> None:
    page.list.horizontalHeader().setSortIndicator(column, Qt.SortOrder.AscendingOrder)
    assert (shown(page)[0], shown(page)[-1]) == (first, last)
    page.list.horizontalHeader().setSortIndicator(column, Qt.SortOrder.DescendingOrder)
    assert (shown(page)[0], shown(page)[-1]) == (last, first)


def test_a_screen_reader_hears_the_whole_row(page: ChoicePage) -> None:
    said = page.model.index(1, TITLE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Taxes, Archived, 10 Jan 1970, 9 messages, In your vault, ticked"


def test_titles_keep_their_room_where_it_is_narrow(qtbot: QtBot, page: ChoicePage) -> None:
    hidden = page.list.horizontalHeader().isSectionHidden
    assert not any(hidden(column) for column in (DATE, MESSAGES, STATE))
    page.resize(420, 500)
    qtbot.waitUntil(lambda: hidden(DATE))
    assert not hidden(STATE)
    assert page.list.columnWidth(TITLE) >= 120
    page.resize(860, 500)
    qtbot.waitUntil(lambda: not hidden(DATE))


def test_ctrl_a_and_space_turn_every_row_that_is_shown(qtbot: QtBot, page: ChoicePage) -> None:
    page.filter.setFocus()
    qtbot.keyClicks(page.filter, "bread")
    qtbot.keyClick(page.filter, Qt.Key.Key_Down)
    assert page.window().focusWidget() is page.list
    qtbot.keyClick(page.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    assert left_out(page) == {"Rye bread", "Bread rolls"}


def test_home_and_end_go_to_the_first_and_the_last_row(qtbot: QtBot, page: ChoicePage) -> None:
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_End)
    assert page.list.currentIndex().row() == 3
    qtbot.keyClick(page.list, Qt.Key.Key_Home)
    assert page.list.currentIndex().row() == 0


def test_a_conversation_that_comes_in_two_exports_is_shown_once(page: ChoicePage) -> None:
    page.setItems([row("Rye bread", 4, 4), row("Rye bread", 6, 6), row("Rye bread", 2, 2)])
    assert shown(page, MESSAGES) == ["6"]
    assert page.sum.text() == "1 of 1 ticked · 6 messages · 6 new"


def note(name: str, group: str, new: int = 1, changed: int = 0) -> PreviewItem:
    return PreviewItem(("notes", "note", name), name, DAY, 1, new, changed, group=group)


NOTES = (
    note("Monday", "Journal"),
    note("Tuesday", "Journal", 0, 1),
    note("Rye", "Recipes/Bread", 0),
    note("Loose", ""),
)


def test_notes_are_chosen_by_their_folder(qtbot: QtBot, page: ChoicePage) -> None:
    page.setItems(NOTES)
    offered = [page.group.itemText(at) for at in range(page.group.count())]
    assert offered == [
        "All projects and folders",
        "In no project or folder (1)",
        "Journal (2)",
        "Recipes/Bread (1)",
    ]
    page.group.setFocus()
    qtbot.keyClicks(page.group, "Jo")
    assert shown(page) == ["Monday", "Tuesday"]
    click(qtbot, page.noneButton)
    qtbot.keyClick(page.group, Qt.Key.Key_Home)
    assert len(shown(page)) == 4
    assert left_out(page) == {"Monday", "Tuesday"}
    qtbot.keyClicks(page.filter, "recipes")
    assert shown(page) == ["Rye"]


def test_of_notes_alone_nothing_is_said_about_messages(page: ChoicePage) -> None:
    page.setItems(NOTES)
    assert page.list.horizontalHeader().isSectionHidden(MESSAGES)
    assert page.sum.text() == "4 of 4 ticked · 2 new · 1 changed"
    assert shown(page, STATE) == ["New", "Changed", "In your vault", "New"]
    said = page.model.index(2, TITLE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Rye, Recipes/Bread, 2 Jan 1970, In your vault, ticked"
    page.setItems([*NOTES, *ROWS])
    assert not page.list.horizontalHeader().isSectionHidden(MESSAGES)


def test_groups_are_not_offered_where_there_is_one(page: ChoicePage) -> None:
    page.setItems([note("a", "Journal"), note("b", "Journal")])
    assert page.group.isHidden()
    assert page.filter.placeholderText() == "Filter by title"


def test_twenty_thousand_rows_make_no_widgets(page: ChoicePage) -> None:
    before = len(page.list.findChildren(object))
    page.setItems([row(f"Talk {number}", 3, 3) for number in range(20_000)])
    assert page.model.rowCount() == 20_000
    assert len(page.list.findChildren(object)) == before
    page.filter.setText("19999")
    assert shown(page) == ["Talk 19999"]


def test_the_import_gets_the_choice(qtbot: QtBot) -> None:
    pane = ImportPane()
    qtbot.addWidget(pane)
    pane.show()
    file = Path("/a.zip")
    pane.showPreparing([file])
    messages = sum(item.messages for item in ROWS)
    found = ImportPreview("a.zip", "ChatGPT export", "chatgpt", 9, 4, messages, items=ROWS)
    pane.showPreviews([found])
    click(qtbot, pane.preview.chooseButton)
    assert pane.window().focusWidget() is pane.choosing.filter
    click(qtbot, pane.choosing.archivedBox)
    click(qtbot, pane.choosing.backButton)
    assert pane.preview.isVisible()
    with qtbot.waitSignal(pane.importWanted) as wanted:
        click(qtbot, pane.preview.importButton)
    assert wanted.args == [[file], Choice(frozenset({ROWS[1].key}))]
