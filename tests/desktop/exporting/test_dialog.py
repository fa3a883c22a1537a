"""The dialog as a person answers it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog
from pytestqt.qtbot import QtBot

from memdesk.desktop.exporting.dialog import ExportDialog, Offer
from memdesk.exporters.order import Conversation, Everything, How, Memories

LEFT = Qt.MouseButton.LeftButton
OFFERS = (
    Offer(Memories((7,)), "Only this: “Rye & water”"),
    Offer(Conversation(3), "The whole conversation “Bread”"),
    Offer(Everything(), "Everything, 12,345 memories"),
)


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> ExportDialog:
    made = ExportDialog(OFFERS, folder=tmp_path, now=datetime(2024, 3, 2, 9, 5))
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made


def _click(qtbot: QtBot, button: QAbstractButton) -> None:
    place = button.rect().center()
    place.setX(8)
    qtbot.mouseClick(button, LEFT, pos=place)


def test_the_first_offer_as_markdown_is_chosen(dialog: ExportDialog, tmp_path: Path) -> None:
    assert dialog.what() == Memories((7,))
    assert dialog.how() == How("markdown", tmp_path / "memdesk")
    assert dialog.whatButton(0).text() == "Only this: “Rye && water”"
    assert not dialog.trash.isVisible()
    assert not dialog.excel.isVisible()


def test_each_format_has_its_questions_and_a_place(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    _click(qtbot, dialog.formatButton("csv"))
    assert (dialog.excel.isVisible(), dialog.trash.isVisible()) == (True, False)
    assert dialog.how() == How("csv", tmp_path / "memdesk-2024-03-02-0905.csv", mark=True)
    _click(qtbot, dialog.whatButton(2))
    assert dialog.trash.isVisible()
    _click(qtbot, dialog.trash)
    _click(qtbot, dialog.excel)
    assert dialog.what() == Everything(trash=True)
    assert not dialog.how().mark
    _click(qtbot, dialog.formatButton("jsonl"))
    assert (dialog.excel.isVisible(), dialog.trash.isVisible()) == (False, True)
    assert dialog.how().target == tmp_path / "memdesk-2024-03-02-0905.jsonl"
    assert dialog.target.text() == "memdesk-2024-03-02-0905.jsonl"
    assert dialog.folder.path() == tmp_path
    # A folder of notes has no trash, whatever was ticked.
    _click(qtbot, dialog.formatButton("markdown"))
    assert dialog.what() == Everything()


def test_a_place_is_chosen_and_gets_the_ending(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _click(qtbot, dialog.formatButton("jsonl"))
    answers = [("", ""), (str(tmp_path / "elsewhere" / "mine"), "")]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: answers.pop(0))
    qtbot.mouseClick(dialog.choose, LEFT)
    assert dialog.how().target == tmp_path / "memdesk-2024-03-02-0905.jsonl"
    qtbot.mouseClick(dialog.choose, LEFT)
    assert dialog.how().target == tmp_path / "elsewhere" / "mine.jsonl"
    # Another format cannot go to a file of that name, but beside it.
    _click(qtbot, dialog.formatButton("csv"))
    assert dialog.how().target == tmp_path / "elsewhere" / "memdesk-2024-03-02-0905.csv"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "notes"))
    _click(qtbot, dialog.formatButton("markdown"))
    qtbot.mouseClick(dialog.choose, LEFT)
    assert dialog.how() == How("markdown", tmp_path / "notes")


def test_enter_exports_and_escape_does_not(qtbot: QtBot, dialog: ExportDialog) -> None:
    with qtbot.waitSignal(dialog.wanted) as wanted:
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert wanted.args == [dialog.what(), dialog.how()]
    assert not dialog.isVisible()
    dialog.show()
    with qtbot.assertNotEmitted(dialog.wanted):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_all_of_it_is_reached_from_the_keyboard(qtbot: QtBot, dialog: ExportDialog) -> None:
    dialog.activateWindow()
    dialog.whatButton(0).setFocus()
    qtbot.keyClick(dialog.whatButton(0), Qt.Key.Key_Down)
    assert dialog.what() == Conversation(3)
    dialog.formatButton("markdown").setFocus()
    qtbot.keyClick(dialog.formatButton("markdown"), Qt.Key.Key_Down)
    assert dialog.format() == "jsonl"
    assert dialog.target.text().endswith(".jsonl")
