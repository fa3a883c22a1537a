from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QHBoxLayout, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from memdesk.desktop.importing.drop import DropOverlay, local_paths
from memdesk.desktop.importing.issue_list import IssueList
from memdesk.desktop.importing.outcome import verdict
from memdesk.desktop.importing.pane import ImportPane
from memdesk.desktop.importing.still_label import StillLine, StillNumber
from memdesk.desktop.widgets.fold import Fold
from memdesk.desktop.widgets.row_list import RowList
from memdesk.importers.choice import Choice
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import Counts, ImportPreview, ImportProgress
from tests.shots.importing import ARRIVALS, HISTORY, ISSUES, PREVIEW, report

FILE = Path("/home/mara/Downloads/chatgpt-2024-03-14.zip")


@pytest.fixture
def pane(qtbot: QtBot) -> ImportPane:
    made = ImportPane()
    qtbot.addWidget(made)
    made.resize(900, 1000)
    made.show()
    qtbot.waitExposed(made)
    return made


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def settle(qtbot: QtBot, pane: ImportPane) -> None:
    """Wait for the rows that are made between frames."""
    lists = pane.findChildren(RowList)
    qtbot.waitUntil(lambda: not any(rows.slices.busy() for rows in lists), timeout=20_000)
    qtbot.wait(20)


def click(qtbot: QtBot, button: QWidget) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def tabbed(qtbot: QtBot, pane: ImportPane, count: int) -> list[str]:
    """Names of what the Tab key reaches, beginning with what has the focus."""
    reached = []
    for _ in range(count):
        widget = pane.window().focusWidget()
        reached.append(widget.accessibleName() or widget.text())
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    return reached


def files(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def drop(target: QWidget, data: QMimeData) -> tuple[QDragEnterEvent, QDropEvent]:
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, data, button, none)
    enter.ignore()
    QApplication.sendEvent(target, enter)
    dropped = QDropEvent(QPointF(50, 50), copy, data, button, none)
    dropped.ignore()
    if enter.isAccepted():
        QApplication.sendEvent(target, dropped)
    return enter, dropped


def test_the_first_start_says_how_to_get_an_export(pane: ImportPane) -> None:
    said = texts(pane)
    assert "Settings → Data controls" in said
    assert "Settings → Privacy" in said
    assert "Imported so far" not in said


def test_chosen_files_are_previewed(
    qtbot: QtBot, pane: ImportPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(FILE), "/b.json"], ""))
    with qtbot.waitSignal(pane.previewWanted) as wanted:
        click(qtbot, pane.idle.target.files)
    assert wanted.args == [[FILE, Path("/b.json")]]


def test_a_cancelled_dialog_wants_nothing(
    qtbot: QtBot, pane: ImportPane, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    with qtbot.assertNotEmitted(pane.previewWanted):
        click(qtbot, pane.idle.target.files)
        click(qtbot, pane.idle.target.folder)


def test_local_paths_are_named_once_and_in_order() -> None:
    data = QMimeData()
    data.setUrls(
        [
            QUrl.fromLocalFile("/b.zip"),
            QUrl("https://example.org/a.zip"),
            QUrl("file:///b.zip"),
            QUrl.fromLocalFile("/下载/a.zip"),
        ]
    )
    assert local_paths(data) == [Path("/b.zip"), Path("/下载/a.zip")]


def test_a_drop_on_the_pane_is_previewed(qtbot: QtBot, pane: ImportPane) -> None:
    with qtbot.waitSignal(pane.previewWanted) as wanted:
        drop(pane, files(str(FILE)))
    assert wanted.args == [[FILE]]


def test_a_drop_anywhere_on_the_window_is_taken(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    overlay = DropOverlay(window)
    window.show()
    with qtbot.waitSignal(overlay.dropped) as dropped:
        enter, _ = drop(window, files("/a.zip", "/b"))
        assert enter.isAccepted()
    assert dropped.args == [[Path("/a.zip"), Path("/b")]]
    assert overlay.isHidden()


def test_the_window_is_dimmed_while_files_are_dragged_over_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    overlay = DropOverlay(window)
    window.show()
    data = files("/a.zip")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, enter)
    assert overlay.isVisible()
    assert overlay.geometry() == window.rect()


def test_a_drag_without_files_is_left_alone(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    overlay = DropOverlay(window)
    window.show()
    data = QMimeData()
    data.setText("words")
    enter, _ = drop(window, data)
    assert not enter.isAccepted()
    assert overlay.isHidden()


def test_preview_then_import_names_the_same_paths(qtbot: QtBot, pane: ImportPane) -> None:
    drop(pane, files(str(FILE)))
    pane.showPreparing([FILE])
    assert "Reading chatgpt-2024-03-14.zip" in texts(pane)
    pane.showPreviews([PREVIEW], ())
    said = texts(pane)
    assert "Ready to import: 3,144 of 28,125 messages are new" in said
    assert "1,204 conversations · 28,113 messages · 12 notes · 3 Jan 2023 to 14 Mar 2024" in said
    assert (
        "3,144 new, 18 changed since, which will be updated, 24,963 in your vault already" in said
    )
    assert "“Sourdough schedule”" in said
    with qtbot.waitSignal(pane.importWanted) as wanted:
        click(qtbot, pane.preview.importButton)
    assert wanted.args == [[FILE], Choice()]
    assert pane.progress.isVisible()


def test_the_import_button_has_the_focus_and_takes_the_space_key(
    qtbot: QtBot, pane: ImportPane
) -> None:
    pane.showPreparing([FILE])
    pane.showPreviews([PREVIEW], ())
    assert pane.window().focusWidget() is pane.preview.importButton
    with qtbot.waitSignal(pane.importWanted):
        qtbot.keyClick(pane.preview.importButton, Qt.Key.Key_Space)


def test_a_preview_can_be_left(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showPreviews([PREVIEW], ())
    with qtbot.waitSignal(pane.idleWanted):
        click(qtbot, pane.preview.cancelButton)


def test_what_is_no_export_cannot_be_imported_and_says_why(pane: ImportPane) -> None:
    pane.showPreviews([], [ParseIssue("holiday.zip", "no conversations in it")])
    assert pane.preview.importButton.isHidden()
    said = texts(pane)
    assert "Nothing to import was found" in said
    assert "no conversations in it" in said


def test_a_file_that_is_left_out_is_not_said_to_be_imported(pane: ImportPane) -> None:
    left_out = ParseIssue("main/notes.toml", "it holds no conversations", lost=False)
    pane.showPreviews([PREVIEW], [left_out])
    said = texts(pane)
    assert "It holds no conversations" in said
    assert "Imported with a change: it holds" not in said


def test_an_input_that_is_known_says_so(pane: ImportPane) -> None:
    known = ImportPreview("/a.zip", "ChatGPT export", "chatgpt", 10, 1, 4, known=4)
    pane.showPreviews([known])
    assert "Everything in it is known already" in texts(pane)
    assert pane.preview.importButton.text() == "Import again"


def test_progress_tells_share_rate_time_and_counts(pane: ImportPane) -> None:
    counts = Counts(580, 13_410, 1490, 4, 11_916, 0)
    pane.showProgress(ImportProgress(str(FILE), 50, 200, counts, 3120.4, 28.0))
    assert pane.progress.figures.text() == "25 % · 3,120 messages a second · 30 seconds left"
    assert pane.progress.bar.value() == 250
    assert pane.progress.counts.value("added") == "1,490"
    assert "You can search meanwhile" in texts(pane)


class LayoutRequests(QObject):
    """Whatever below a widget is to be laid out anew while this is watching."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.seen: list[str] = []
        for widget in [watched, *watched.findChildren(QWidget)]:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A line that fills its own widget moves nothing else.
        if event.type() == QEvent.Type.LayoutRequest and not isinstance(watched, StillLine):
            self.seen.append(type(watched).__name__)
        return False


def test_progress_lays_nothing_out_anew(qtbot: QtBot, pane: ImportPane) -> None:
    def show(done: int, seconds_left: float) -> None:
        counts = Counts(100 + done, 13_410 + done, 1490 + done, 4, 11_916, 0)
        pane.showProgress(ImportProgress(str(FILE), 50 + done, 200, counts, 3120.0, seconds_left))
        pane.setEmbedding(84_120 + done, 218_402, 5210.0, seconds_left, False)
        qtbot.wait(1)

    show(0, 3000.0)
    qtbot.wait(50)
    requests = LayoutRequests(pane)
    show(1, 28.0)
    show(2, 9.0)
    assert requests.seen == []
    assert pane.progress.counts.value("added") == "1,492"
    show(99_999, 2.0)
    assert requests.seen != []


def test_a_number_that_grows_is_shown_whole(qtbot: QtBot, pane: ImportPane) -> None:
    for count in (9, 1490, 218_402, 12):
        counts = Counts(messages=count)
        pane.showProgress(ImportProgress(str(FILE), 50, 200, counts, 10.0, None))
        qtbot.wait(1)
        shown = next(
            n for n in pane.progress.counts.findChildren(StillNumber) if n.text() not in ("0", "")
        )
        assert shown.width() >= shown.fontMetrics().horizontalAdvance(shown.text())
        assert shown.height() >= shown.fontMetrics().height()


def test_a_line_too_long_for_its_place_is_cut_and_whole_in_its_tooltip(qtbot: QtBot) -> None:
    line = StillLine("meta", "secondary")
    qtbot.addWidget(line)
    line.resize(80, 20)
    line.show()
    line.setText("3,120 messages a second, 30 seconds left")
    assert line.text() == line.toolTip() == "3,120 messages a second, 30 seconds left"
    assert texts(line).endswith("…")
    line.resize(600, 20)
    assert texts(line) == line.text()
    assert line.toolTip() == ""


def test_progress_never_says_all_before_the_report(pane: ImportPane) -> None:
    pane.showProgress(ImportProgress(str(FILE), 200, 200, Counts(), 0.0, None))
    assert pane.progress.figures.text() == "99 %"


def test_cancel_is_said_once_and_stays_said(qtbot: QtBot, pane: ImportPane) -> None:
    progress = ImportProgress(str(FILE), 50, 200, Counts(), 10.0, 28.0)
    pane.showProgress(progress)
    with qtbot.waitSignal(pane.cancelWanted):
        click(qtbot, pane.progress.cancelButton)
    pane.showProgress(progress)
    assert not pane.progress.cancelButton.isEnabled()
    assert pane.progress.figures.text() == "Stopping; what has come in stays"


def test_the_report_lists_every_issue_with_its_place(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showReports([report()])
    settle(qtbot, pane)
    said = texts(pane)
    assert "3,120 messages added, 12 messages updated. Something is missing: 2 problems." in said
    assert "Not imported: the JSON ends in the middle of a text at byte 1,048,576" in said
    assert "Imported with a change: the message has a content type" in said
    listed = pane.report.findChild(IssueList)
    assert listed is not None
    click(qtbot, listed.copyButton)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert len(copied) == len(ISSUES)
    assert copied[0].startswith(
        "chatgpt-2024-03-14.zip/conversations-003.json · “Sourdough schedule” · message 14: "
    )


def test_long_lists_of_issues_are_cut_but_copied_whole(qtbot: QtBot, pane: ImportPane) -> None:
    issues = tuple(ParseIssue("a.json", f"reason {n}") for n in range(250))
    pane.showReports([report(issues=issues)])
    settle(qtbot, pane)
    listed = pane.report.findChild(IssueList)
    assert listed is not None
    assert "150 more" in texts(listed)
    assert len(listed.text().splitlines()) == 250


def test_conversations_of_a_report_unfold(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showReports([report()])
    fold = pane.report.findChild(Fold)
    assert fold is not None
    click(qtbot, fold.line)
    settle(qtbot, pane)
    assert "Sourdough schedule" in texts(fold)
    assert "20 added · 1 updated · 3 unchanged" in texts(fold)


def test_the_report_can_be_copied_left_and_searched(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showReports([report()])
    click(qtbot, pane.report.copyButton)
    assert "added 3120, updated 12" in QGuiApplication.clipboard().text()
    with qtbot.waitSignal(pane.searchWanted):
        click(qtbot, pane.report.searchButton)
    with qtbot.waitSignal(pane.idleWanted):
        click(qtbot, pane.report.backButton)


@pytest.mark.parametrize(
    ("changes", "said", "kind"),
    [
        ({"counts": Counts(2, 48, 48)}, "48 messages added.", "success"),
        ({"counts": Counts(2, 48, 0, 1, 47)}, "Nothing new; 1 message updated.", "success"),
        (
            {"counts": Counts(2, 48, 0, 0, 48)},
            "Nothing new: all of it was in your vault already.",
            "information",
        ),
        (
            {"counts": Counts()},
            "Nothing came in: there are no messages in this file.",
            "warning",
        ),
        (
            {"counts": Counts(1, 3, 0, 0, 0, 3)},
            "Nothing came in: no message of this file could be read.",
            "warning",
        ),
        (
            {"counts": Counts(2, 48, 46, 0, 0, 2)},
            "46 messages added. Missing: 2 messages.",
            "warning",
        ),
        (
            {"counts": Counts(2, 48, 48), "outcome": "cancelled"},
            "Stopped. 48 messages came in and stay; import the file again to go on.",
            "warning",
        ),
        (
            {"counts": Counts(), "outcome": "cancelled"},
            "Stopped before anything came in.",
            "warning",
        ),
        (
            {"counts": Counts(), "outcome": "failed", "error": "The disk is full."},
            "The disk is full. Nothing came in, and nothing in the vault was changed.",
            "danger",
        ),
        (
            {"counts": Counts(1, 9, 9), "outcome": "failed", "error": "The disk is full."},
            "The disk is full. 9 messages came in before that and stay. Import the file again "
            "to go on.",
            "danger",
        ),
    ],
)
def test_the_verdict_never_says_more_than_came_in(
    pane: ImportPane, changes: dict[str, object], said: str, kind: str
) -> None:
    made = report(issues=(), conversations=(), **changes)
    assert (verdict(made).text, verdict(made).kind) == (said, kind)
    pane.showReports([made])
    assert said in texts(pane)
    counts = made.counts
    present = counts.added + counts.updated + counts.unchanged > 0
    assert pane.report.searchButton.isVisible() == present


def test_the_history_tells_outcomes_and_offers_reports(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showIdle(HISTORY)
    settle(qtbot, pane)
    said = texts(pane)
    assert "3,120 added · 12 updated · 24,981 unchanged" in said
    assert "Not finished: 2,400 added" in said
    assert "Failed: nothing came in" in said
    assert pane.idle.target.demo.isHidden()
    qtbot.wait(50)
    rows = [row for row in pane.idle.history.findChildren(QWidget) if hasattr(row, "reportButton")]
    with qtbot.waitSignal(pane.reportWanted) as wanted:
        click(qtbot, rows[0].reportButton)
    assert wanted.args == [4]
    with qtbot.waitSignal(pane.removeWanted) as removed:
        click(qtbot, rows[1].removeButton)
    assert removed.args == [3]
    assert not rows[2].removeButton.isEnabled()


def test_an_error_ends_the_progress_and_says_what_happened(pane: ImportPane) -> None:
    pane.showPreparing([FILE])
    pane.showError("It is not a complete zip file.", "BadZipFile")
    assert pane.message.text() == "It is not a complete zip file."
    assert pane.idle.isVisible()
    pane.showPreparing([FILE])
    assert pane.message.isHidden()


def test_embedding_is_told_and_paused(qtbot: QtBot, pane: ImportPane) -> None:
    pane.setEmbedding(84_120, 218_402, 5210.0, 1500.0, False)
    assert pane.embedding.text.text() == (
        "Preparing search by meaning: 84,120 of 218,402 passages · 5,210 tokens a second · "
        "25 minutes left"
    )
    with qtbot.waitSignal(pane.pauseEmbedding) as pause:
        click(qtbot, pane.embedding.button)
    assert pause.args == [True]
    pane.setEmbedding(84_120, 218_402, 0.0, None, True)
    assert pane.embedding.button.text() == "Continue"
    with qtbot.waitSignal(pane.pauseEmbedding) as pause:
        click(qtbot, pane.embedding.button)
    assert pause.args == [False]
    pane.setEmbedding(218_402, 218_402, 0.0, 0.0, False)
    assert pane.embedding.isHidden()


def test_buttons_are_reached_with_the_tab_key(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showIdle(HISTORY)
    settle(qtbot, pane)
    pane.idle.target.files.setFocus()
    assert tabbed(qtbot, pane, 6) == [
        "Choose files…",
        "Choose folder…",
        "Offer exports that appear in",
        "Choose the folder to watch",
        "Report of chatgpt-2024-03-14.zip",
        "Move what chatgpt-2024-03-14.zip added to the trash",
    ]


def test_the_row_at_the_bottom_is_the_last_that_the_tab_key_reaches(
    qtbot: QtBot, pane: ImportPane
) -> None:
    pane.setEmbedding(1, 100, 10.0, None, False)
    pane.showIdle(HISTORY[1:2])
    settle(qtbot, pane)
    pane.showIdle(HISTORY[:2])
    settle(qtbot, pane)
    pane.idle.target.folder.setFocus()
    assert tabbed(qtbot, pane, 8)[3:] == [
        "Report of chatgpt-2024-03-14.zip",
        "Move what chatgpt-2024-03-14.zip added to the trash",
        "Report of claude-data-2024-01-02-12-30-00-batch-0000-a-very-long-name.zip",
        "Move what claude-data-2024-01-02-12-30-00-batch-0000-a-very-long-name.zip added to the "
        "trash",
        "Pause",
    ]
    pane.showReports([report()])
    settle(qtbot, pane)
    pane.report.copyButton.setFocus()
    assert tabbed(qtbot, pane, 7) == [
        "Copy report",
        "Back",
        "Search it",
        "Copy list",
        "3 conversations",
        "Remove what this import added",
        "Pause",
    ]


def test_a_removed_import_says_so_and_cannot_be_removed_again(
    qtbot: QtBot, pane: ImportPane
) -> None:
    pane.showIdle(HISTORY)
    settle(qtbot, pane)
    pane.showIdle((replace(HISTORY[0], outcome="removed"), HISTORY[1]))
    settle(qtbot, pane)
    rows = [row for row in pane.idle.history.findChildren(QWidget) if hasattr(row, "reportButton")]
    assert "Removed: 3,120 added" in texts(rows[0])
    assert not rows[0].removeButton.isVisible()
    assert rows[0].reportButton.isVisible()
    qtbot.wait(20)
    assert rows[0].reportButton.geometry().right() == rows[1].reportButton.geometry().right()
    assert "Removed" not in texts(rows[1])
    assert rows[1].removeButton.isVisible()


@pytest.fixture
def beside(qtbot: QtBot) -> Iterator[tuple[ImportPane, QLineEdit]]:
    """A pane and a field in one active window."""
    window = QWidget()
    qtbot.addWidget(window)
    pane, field = ImportPane(), QLineEdit()
    row = QHBoxLayout(window)
    row.addWidget(field)
    row.addWidget(pane)
    window.resize(1200, 900)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield pane, field


Beside = tuple[ImportPane, QLineEdit]


def test_the_end_of_an_import_leaves_the_keyboard_to_who_types(beside: Beside) -> None:
    pane, field = beside
    field.setFocus()
    pane.showPreviews([PREVIEW])
    assert field.hasFocus()
    pane.showReports([report()])
    assert field.hasFocus()


def test_a_hidden_pane_takes_no_keyboard(beside: Beside) -> None:
    pane, field = beside
    field.setFocus()
    pane.hide()
    pane.showReports([report()])
    pane.show()
    assert field.hasFocus()


def test_the_end_of_an_import_goes_on_with_the_keyboard_that_was_in_the_pane(
    beside: Beside,
) -> None:
    pane, _ = beside
    pane.showPreparing([FILE])
    pane.progress.cancelButton.setFocus()
    pane.showPreviews([PREVIEW])
    assert pane.preview.importButton.hasFocus()
    pane.showReports([report()])
    assert pane.report.searchButton.hasFocus()


def test_who_comes_back_from_a_report_can_go_on_with_other_files(
    qtbot: QtBot, beside: Beside
) -> None:
    pane, field = beside
    pane.showReports([report()])
    pane.report.backButton.setFocus()
    pane.showIdle(HISTORY)
    assert pane.idle.target.files.hasFocus()
    pane.showReports([report()])
    field.setFocus()
    pane.showIdle(HISTORY)
    assert field.hasFocus()


def test_the_row_of_an_import_keeps_the_keyboard_when_it_is_removed(beside: Beside) -> None:
    pane, _ = beside
    pane.showIdle(HISTORY[:1])
    row = next(r for r in pane.idle.history.findChildren(QWidget) if hasattr(r, "reportButton"))
    row.removeButton.setFocus()
    pane.showIdle([replace(HISTORY[0], outcome="removed")])
    assert row.reportButton.hasFocus()
    assert "Removed: 3,120 added" in texts(row)
    pane.showIdle(HISTORY[:1])
    assert row.reportButton.hasFocus()
    assert row.removeButton.isVisible()


def test_a_new_import_comes_first_and_a_forgotten_one_goes(qtbot: QtBot, pane: ImportPane) -> None:
    pane.showIdle(HISTORY[1:3])
    settle(qtbot, pane)
    pane.showIdle((replace(HISTORY[0], id=99, path="/new.zip"), HISTORY[2]))
    settle(qtbot, pane)
    rows = [r for r in pane.idle.history.findChildren(QWidget) if hasattr(r, "reportButton")]
    rows.sort(key=lambda row: row.y())
    names = [row.reportButton.accessibleName() for row in rows if row.isVisible()]
    assert names == ["Report of new.zip", "Report of 聊天记录导出.zip"]


def test_what_was_found_is_reached_first_and_says_what_it_is(
    qtbot: QtBot, pane: ImportPane
) -> None:
    pane.idle.setArrivals("Downloads", ARRIVALS)
    assert "Found in Downloads" in texts(pane)
    assert "Claude export · 3.9 MB" in texts(pane)
    pane.idle.arrivals.buttons[0].setFocus()
    claude, chatgpt = (arrival.path.name for arrival in ARRIVALS)
    assert tabbed(qtbot, pane, 8) == [
        f"Look at {claude}",
        f"Do not offer {claude}",
        f"Look at {chatgpt}",
        f"Do not offer {chatgpt}",
        "Choose files…",
        "Choose folder…",
        "Try it with demo memories",
        "Offer exports that appear in",
    ]
    pane.idle.setArrivals("Downloads", ())
    assert "Found in" not in texts(pane)
