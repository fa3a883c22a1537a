"""Export in the window, by real clicks and keys; the session only notes what is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memdesk.desktop.exporting.dialog import ExportDialog
from memdesk.desktop.exporting.strip import ExportStrip
from memdesk.desktop.session import Session
from memdesk.desktop.window import MainWindow
from memdesk.exporters.order import Conversation, Everything, Exported, Found, How, Memories, What
from memdesk.exporters.watching import ExportProgress
from memdesk.settings import Settings
from memdesk.vault import records
from tests.desktop.test_window import NotingSession, stats
from tests.shots import samples
from tests.shots.conversation import SURROUNDED

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


class ExportingSession(NotingSession):
    def __init__(self) -> None:
        super().__init__()
        self.ordered: list[tuple[What, How]] = []
        self.free = True

    def export(self, what: What, how: How) -> bool:
        if self.free:
            self.ordered.append((what, how))
        return self.free

    def cancel_export(self) -> None:
        self.called.append("cancel_export")


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    made = MainWindow(Settings(theme="light"), lambda _: None)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def session(window: MainWindow) -> ExportingSession:
    made = ExportingSession()
    window.use(cast(Session, cast(Any, made)))
    made.open()
    made.vaultChanged.emit(stats(12_345))
    return made


def dialog(window: MainWindow) -> ExportDialog:
    [found] = [each for each in window.findChildren(ExportDialog) if each.isVisible()]
    return found


def offers(window: MainWindow) -> list[str]:
    asked = dialog(window)
    return [button.text() for button in asked._whats.buttons()]


def ask(qtbot: QtBot, window: MainWindow) -> ExportDialog:
    qtbot.keyClick(window.search.field.line, Qt.Key.Key_E, CONTROL_SHIFT)
    return dialog(window)


def strip(window: MainWindow) -> ExportStrip:
    found = window.findChild(ExportStrip)
    assert found is not None
    return found


def test_everything_is_offered_from_the_menu(
    qtbot: QtBot, window: MainWindow, session: ExportingSession, tmp_path: Path
) -> None:
    asked = ask(qtbot, window)
    assert offers(window) == ["Everything, 12,345 memories"]
    asked.setTarget(tmp_path / "notes")
    qtbot.mouseClick(asked.export, LEFT)
    assert session.ordered == [(Everything(), How("markdown", tmp_path / "notes"))]
    assert strip(window).isVisible()
    # The next one starts where this one went.
    session.exported.emit(Exported(tmp_path / "notes", 3, 2))
    assert ask(qtbot, window).how().target == tmp_path / "memdesk"


def test_what_is_found_is_offered_with_its_restrictions(
    qtbot: QtBot, window: MainWindow, session: ExportingSession
) -> None:
    results = samples.few()
    qtbot.keyClicks(window.search.field.line, "starter")
    session.answered.emit(samples.response(results))
    window.search.answer.results.exportWanted.emit(None)
    asked = dialog(window)
    assert offers(window)[0].startswith("All ")
    qtbot.mouseClick(asked.export, LEFT)
    [(what, _)] = session.ordered
    assert isinstance(what, Found)
    assert (what.request.text, what.request.count) == ("starter", False)


def test_a_result_is_exported_from_its_menu_with_the_keyboard(
    qtbot: QtBot, window: MainWindow, session: ExportingSession
) -> None:
    results = samples.few()
    qtbot.keyClicks(window.search.field.line, "starter")
    session.answered.emit(samples.response(results))
    listed = window.search.answer.results
    chosen = next(one for one in results if one.conversation_id is not None)
    menu = listed.menuFor(chosen)
    menu.popup(listed.mapToGlobal(listed.rect().center()))
    action = next(each for each in menu.actions() if each.text() == "Export…")
    menu.setActiveAction(action)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    asked = dialog(window)
    words = offers(window)
    assert words[0].startswith("Only this")
    assert words[1].startswith("The whole conversation “")
    assert (words[2].startswith("All "), words[3]) == (True, "Everything, 12,345 memories")
    qtbot.mouseClick(asked.export, LEFT)
    assert session.ordered[0][0] == Memories((chosen.id, *chosen.similar))


def test_the_conversation_that_is_read_is_exported_from_its_menu(
    qtbot: QtBot, window: MainWindow, session: ExportingSession
) -> None:
    talk = records.Conversation(
        5, "claude", "k", "Bread", None, None, None, None, False, False, len(SURROUNDED), {}
    )
    window.conversation.showConversation(
        talk, SURROUNDED, first=0, total=len(SURROUNDED), focus=SURROUNDED[0].id, marks={}
    )
    action = next(a for a in window.conversation.heading.menu.actions() if a.text() == "Export…")
    action.trigger()
    assert offers(window)[:1] == ["The whole conversation “Bread”"]
    qtbot.mouseClick(dialog(window).export, LEFT)
    assert session.ordered[0][0] == Conversation(5)


def test_it_is_followed_stopped_and_told(
    qtbot: QtBot, window: MainWindow, session: ExportingSession
) -> None:
    asked = ask(qtbot, window)
    asked.setTarget(Path("/out/all"))
    qtbot.mouseClick(asked.export, LEFT)
    session.exportProgressed.emit(ExportProgress(1_204, 12_345))
    row = strip(window).row
    assert row is not None
    assert row.figures().startswith("1,204 of 12,345")
    qtbot.mouseClick(row._cancel, LEFT)
    assert session.called[-1] == "cancel_export"
    session.exportCancelled.emit()
    assert not strip(window).isVisible()
    assert window.toast.text() == "The export was stopped; nothing was left behind."


def test_the_closing_remark_opens_the_folder(
    qtbot: QtBot, window: MainWindow, session: ExportingSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    for how, kept, words, folder in (
        (How("csv", Path("/out/a.csv")), (), "12,345 memories exported", "/out"),
        (
            How("markdown", Path("/out/my.notes")),
            ("a.md", "b.md"),
            "12,345 memories exported · 2 files that you had changed were kept",
            "/out/my.notes",
        ),
    ):
        window.exports._export(Everything(), how)
        session.exported.emit(Exported(how.target, 12_345, 9, kept))
        assert window.toast.text() == words
        button = window.toast.findChild(QPushButton)
        assert button is not None and button.text() == "Show in folder"
        qtbot.mouseClick(button, LEFT)
        assert opened[-1] == folder


def test_what_goes_wrong_stays_until_it_is_closed(
    qtbot: QtBot, window: MainWindow, session: ExportingSession
) -> None:
    qtbot.mouseClick(ask(qtbot, window).export, LEFT)
    session.exportFailed.emit("The disk that holds /out is full.", "details")
    assert strip(window).row is None
    assert strip(window).message.text() == "The disk that holds /out is full."
    assert strip(window).message.isVisible()
    qtbot.mouseClick(strip(window).message._close, LEFT)
    assert not strip(window).isVisible()


def test_one_at_a_time_and_nothing_of_an_empty_vault(
    qtbot: QtBot, window: MainWindow, session: ExportingSession
) -> None:
    session.free = False
    qtbot.mouseClick(ask(qtbot, window).export, LEFT)
    assert window.toast.text() == "An export is under way already."
    assert not strip(window).isVisible()
    session.vaultChanged.emit(stats(0))
    action = next(a for a in window.findChildren(QAction) if a.text() == "&Export…")
    action.trigger()
    assert window.toast.text() == "There is nothing to export yet."
    assert not [each for each in window.findChildren(ExportDialog) if each.isVisible()]


def test_before_the_vault_is_open_it_says_so(qtbot: QtBot, window: MainWindow) -> None:
    window.exports.ask()
    assert window.toast.text() == "The vault is not open yet."
