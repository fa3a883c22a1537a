"""The window with a session that only notes what is wanted of it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.desktop.session import Session
from memdesk.desktop.theme import theme
from memdesk.desktop.window import MainWindow
from memdesk.importers import folder_watch
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.retrieval.results import Facets, SearchRequest
from memdesk.settings import Settings
from memdesk.vault.records import VaultStats
from tests.shots import samples
from tests.shots.conversation import SURROUNDED
from tests.shots.importing import report

EXPORTS = Path(__file__).parent.parent / "data" / "exports"

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class NotingLinks(QObject):
    """Has the signals of a session's suggested links; notes what is wanted."""

    counted = Signal(int)
    loaded = Signal(object)
    answered = Signal(int, str)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.called: list[tuple[object, ...]] = []

    def load(self) -> None:
        self.called.append(("load",))

    def answer(self, suggestion: int, state: str) -> None:
        self.called.append((suggestion, state))


class NotingSession(QObject):
    """Has a session's signals; notes calls by name."""

    opened = Signal()
    failed = Signal(str, str)
    answered = Signal(object)
    lookedUp = Signal(object)
    searchFailed = Signal(str, str)
    conversationLoaded = Signal(object)
    partLoaded = Signal(object)
    wholeLoaded = Signal(object)
    exportProgressed = Signal(object)
    exported = Signal(object)
    exportCancelled = Signal()
    exportFailed = Signal(str, str)
    previewed = Signal(object, object)
    readingProgressed = Signal(object)
    importProgressed = Signal(object)
    imported = Signal(object, object)
    importFailed = Signal(str, str)
    importRemoved = Signal(int, int)
    historyLoaded = Signal(object)
    embeddingProgressed = Signal(object)
    vaultChanged = Signal(object)
    facetsLoaded = Signal(object)

    def __init__(self, path: Path = Path("/vaults/mine.memdesk")) -> None:
        super().__init__()
        self.path = path
        self.links = NotingLinks()
        self.is_open = False
        self.importing = False
        self.asked: list[SearchRequest] = []
        self.looked_up: list[SearchRequest] = []
        self.called: list[str] = []
        self.loaded: list[tuple[int, bool]] = []
        self.accepts = True

    def open(self) -> None:
        self.is_open = True
        self.opened.emit()

    def ask(self, request: SearchRequest) -> None:
        self.asked.append(request)

    def look_up(self, request: SearchRequest) -> None:
        self.looked_up.append(request)

    def drop_question(self) -> None:
        self.called.append("drop_question")

    def load_history(self) -> None:
        if self.is_open:
            self.called.append("load_history")

    def load_conversation(self, memory_id: int, *, count: bool) -> None:
        self.loaded.append((memory_id, count))

    def preview(self, paths: list[Path]) -> bool:
        self.called.append(f"preview {[path.name for path in paths]}")
        return self.accepts

    def start_import(self, paths: list[Path], choice: Choice) -> bool:
        self.called.append(f"import {[path.name for path in paths]}")
        return self.accepts


def stats(memories: int) -> VaultStats:
    return VaultStats(memories, 1, memories, 0, 0, 0, 0, {}, None, None, 0)


@pytest.fixture
def saved() -> list[Settings]:
    return []


@pytest.fixture
def window(qtbot: QtBot, saved: list[Settings]) -> MainWindow:
    made = MainWindow(Settings(theme="light"), saved.append)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def session(window: MainWindow) -> NotingSession:
    made = NotingSession()
    window.use(cast(Session, cast(Any, made)))
    return made


def buttons(window: MainWindow) -> list[str]:
    found = window.findChildren(QPushButton)
    return [button.text() for button in found if button.isVisible()]


def test_the_caret_waits_in_the_search_field(window: MainWindow) -> None:
    assert window.search.field.line.hasFocus()


def test_the_vault_is_named_in_the_title(window: MainWindow, session: NotingSession) -> None:
    assert window.windowTitle() == "mine"


def test_a_question_typed_before_the_vault_is_open_is_asked_then(
    qtbot: QtBot, window: MainWindow
) -> None:
    qtbot.keyClicks(window.search.field.line, "tea")
    qtbot.wait(400)
    session = NotingSession()
    window.use(cast(Session, cast(Any, session)))
    assert window.search.field.text() == "tea"
    session.open()
    assert [request.text for request in session.asked] == ["tea"]


def test_a_question_taken_back_before_that_is_not_asked(
    qtbot: QtBot, window: MainWindow, session: NotingSession
) -> None:
    qtbot.keyClicks(window.search.field.line, "tea")
    qtbot.wait(400)
    qtbot.keyClick(window.search.field.line, Qt.Key.Key_Escape)
    session.open()
    assert session.asked == []


def test_files_dropped_before_the_vault_is_open_are_previewed_then(
    window: MainWindow, session: NotingSession
) -> None:
    window.preview([Path("/a.zip")])
    assert session.called == []
    session.open()
    assert session.called == ["preview ['a.zip']"]


def test_a_vault_that_cannot_be_opened_offers_another_try_and_the_demo(
    qtbot: QtBot, window: MainWindow, session: NotingSession
) -> None:
    session.failed.emit("/vaults/mine.memdesk is damaged.", "details")
    qtbot.waitUntil(lambda: {"Try again", "Open the demo vault"} <= set(buttons(window)))
    retry = next(b for b in window.findChildren(QPushButton) if b.text() == "Try again")
    with qtbot.waitSignal(window.retryWanted) as wanted:
        qtbot.mouseClick(retry, Qt.MouseButton.LeftButton)
    assert wanted.args == [session.path]


def test_moving_through_results_shows_without_counting_and_enter_counts(
    qtbot: QtBot, window: MainWindow, session: NotingSession
) -> None:
    session.open()
    results = samples.few()
    qtbot.keyClicks(window.search.field.line, "starter")
    session.answered.emit(samples.response(results))
    qtbot.waitUntil(lambda: session.loaded == [(results[0].id, False)])
    qtbot.keyClick(window.search.field.line, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: session.loaded[1:] == [(results[1].id, False)])
    qtbot.keyClick(window.search.field.line, Qt.Key.Key_Return)
    assert session.loaded[2:] == [(results[1].id, True)]


def test_no_shortcut_is_one_that_text_fields_keep_for_themselves(window: MainWindow) -> None:
    # On X11 Ctrl+E, K and U too, whatever platform this runs on. The search field has the focus
    # nearly always, and what it keeps never reaches the menu.
    kept = {f"Ctrl+{key}" for key in "ACEKUVXYZ"} | {"Ctrl+Shift+Z"}
    shortcuts = {action.shortcut().toString() for action in window.findChildren(QAction)}
    assert "Ctrl+Shift+M" in shortcuts
    assert shortcuts.isdisjoint(kept)


def test_an_expected_memory_is_looked_up_and_asked_for(
    qtbot: QtBot, window: MainWindow, session: NotingSession
) -> None:
    session.open()
    qtbot.keyClicks(window.search.field.line, "starter")
    qtbot.keyClick(window.search.field.line, Qt.Key.Key_M, CONTROL | SHIFT)
    field = window.search.why_not.lookup.field.line
    assert field.hasFocus()
    qtbot.keyClicks(field, "rye")
    qtbot.waitUntil(lambda: bool(session.looked_up))
    session.lookedUp.emit(samples.response(samples.few()))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert session.asked[-1].expected == samples.few()[0].id


def test_a_message_that_was_expected_stays_pinned_until_another_vault_comes(
    window: MainWindow, session: NotingSession
) -> None:
    session.open()
    window.conversation.expected.emit(SURROUNDED[1], "Sourdough schedule")
    assert window.search.request("paused").expected == SURROUNDED[1].id
    assert window.search.expected.isVisible()
    other = NotingSession(Path("/vaults/other.memdesk"))
    window.use(cast(Session, cast(Any, other)))
    assert window.search.request("paused").expected is None
    assert not window.search.expected.isVisible()


def test_another_vault_forgets_the_one_before(
    qtbot: QtBot, window: MainWindow, session: NotingSession
) -> None:
    session.open()
    qtbot.keyClicks(window.search.field.line, "starter")
    session.answered.emit(samples.response(samples.few()))
    session.facetsLoaded.emit(Facets(sources={"chatgpt": 3}))
    other = NotingSession(Path("/vaults/other.memdesk"))
    window.use(cast(Session, cast(Any, other)))
    assert window.search.field.text() == ""
    assert window.search.answer.results.results() == ()
    assert window.search.filters.menuChip("source").detail() == ""
    assert window.windowTitle() == "other"


def test_the_page_of_the_empty_vault_comes_and_goes_with_the_memories(
    window: MainWindow, session: NotingSession
) -> None:
    session.open()
    session.vaultChanged.emit(stats(0))
    assert window.search.vault.isVisible()
    session.vaultChanged.emit(stats(12))
    assert not window.search.vault.isVisible()


def test_panes_are_reached_by_keys(
    qtbot: QtBot, window: MainWindow, session: NotingSession
) -> None:
    session.open()
    qtbot.keyClick(window, Qt.Key.Key_2, CONTROL)
    assert window.importing.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_1, CONTROL)
    assert window.search.isVisible()
    assert window.search.field.line.hasFocus()


def test_going_to_the_imports_asks_for_them_but_leaves_a_preview_alone(
    window: MainWindow, session: NotingSession
) -> None:
    session.open()
    session.called.clear()
    window.go_to("import")
    assert session.called == ["load_history"]
    session.previewed.emit([], [])
    window.go_to("search")
    window.go_to("import")
    assert session.called == ["load_history"]
    assert window.importing.preview.isVisible()


def test_files_dropped_during_an_import_are_refused_with_a_word(
    window: MainWindow, session: NotingSession
) -> None:
    session.open()
    session.accepts = False
    window.preview([Path("/b.zip")])
    assert window.toast.isVisible()
    assert "under way" in window.toast.text()


def test_a_late_list_of_imports_does_not_cover_an_import(
    window: MainWindow, session: NotingSession
) -> None:
    session.open()
    window.preview([Path("/a.zip")])
    session.importing = True
    session.historyLoaded.emit([])
    assert window.importing.progress.isVisible()


def test_size_theme_and_profile_are_saved(
    qtbot: QtBot, window: MainWindow, saved: list[Settings]
) -> None:
    window.search.weightsChanged.emit({"meaning": 2.0})
    assert saved[-1].weights == {"meaning": 2.0}
    window.search.profileChanged.emit("memx")
    assert (saved[-1].profile, dict(saved[-1].weights)) == ("memx", {})
    window.resize(1000, 700)
    window.close()
    again = MainWindow(saved[-1], saved.append)
    qtbot.addWidget(again)
    # The width cannot be told: the window is kept within the screen, which is a narrow one here.
    assert again.height() == 700


@pytest.mark.parametrize("geometry", ["not base64!", "AAAA", "é"])
def test_a_saved_place_that_makes_no_sense_is_ignored(qtbot: QtBot, geometry: str) -> None:
    window = MainWindow(Settings(window_geometry=geometry), lambda _: None)
    qtbot.addWidget(window)
    assert window.size() == QSize(1280, 800)


def test_text_grows_shrinks_and_returns(
    qtbot: QtBot, window: MainWindow, saved: list[Settings]
) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Plus, CONTROL)
    assert theme.current().textScale == saved[-1].text_scale == 1.15
    qtbot.keyClick(window, Qt.Key.Key_Minus, CONTROL)
    qtbot.keyClick(window, Qt.Key.Key_Minus, CONTROL)
    assert theme.current().textScale == 0.9
    qtbot.keyClick(window, Qt.Key.Key_0, CONTROL)
    assert theme.current().textScale == 1.0


def test_the_theme_in_use_is_ticked_in_the_menu(window: MainWindow) -> None:
    view = next(a.menu() for a in window.menuBar().actions() if "View" in a.text())
    ticked = [action.text() for action in view.actions() if action.isChecked()]
    assert ticked == ["Light"]


def test_an_export_that_could_not_be_imported_is_offered_still(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_watch, "EVERY_SECONDS", 0.02)
    export = paths.downloads_dir() / "mem0.json"
    export.parent.mkdir(parents=True)
    shutil.copyfile(EXPORTS / "mem0.json", export)
    os.utime(export, (1_700_000_000, 1_700_000_000))
    window = MainWindow(Settings(watch_downloads=True), lambda settings: None)
    qtbot.addWidget(window)
    session = NotingSession()
    window.use(cast(Session, cast(Any, session)))
    window.watching.start()
    qtbot.waitUntil(lambda: len(window.watching.arrivals) == 1)
    former = report(issues=())
    window.importing.importWanted.emit([export], EVERYTHING)
    session.importFailed.emit("The process was ended from outside.", "")
    # The report of another import, opened from the history.
    session.imported.emit([former], [])
    assert len(window.watching.arrivals) == 1
    window.importing.importWanted.emit([export], EVERYTHING)
    session.imported.emit([former], [])
    assert window.watching.arrivals == ()
    window.close()
