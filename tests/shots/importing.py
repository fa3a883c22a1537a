"""The import pane in every state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from memdesk.desktop.importing.drop import DropOverlay
from memdesk.desktop.importing.pane import ImportPane
from memdesk.importers.arrivals import Arrival
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import (
    ConversationReport,
    Counts,
    ImportPreview,
    ImportProgress,
    ImportReport,
    PreviewItem,
)
from memdesk.vault.records import ImportRun
from tests.shots import samples
from tests.shots.registry import shot

SMALL = (844, 600)
"""A window of 900×600 without its rail."""

HISTORY = (
    ImportRun(
        4,
        "/home/mara/Downloads/chatgpt-2024-03-14.zip",
        "ChatGPT export",
        "chatgpt",
        samples.local(2024, 3, 14),
        samples.local(2024, 3, 14),
        "done",
        1204,
        28113,
        3120,
        12,
        24981,
        0,
    ),
    ImportRun(
        3,
        "/home/mara/Downloads/claude-data-2024-01-02-12-30-00-batch-0000-a-very-long-name.zip",
        "Claude export",
        "claude",
        samples.local(2024, 1, 2),
        samples.local(2024, 1, 2),
        "cancelled",
        120,
        2400,
        2400,
        0,
        0,
        0,
    ),
    ImportRun(
        2,
        "/home/mara/下载/聊天记录导出.zip",
        "ChatGPT export",
        "chatgpt",
        samples.local(2023, 11, 2),
        samples.local(2023, 11, 2),
        "failed",
        0,
        0,
        0,
        0,
        0,
        0,
    ),
)

ISSUES = (
    ParseIssue(
        "chatgpt-2024-03-14.zip/conversations-003.json",
        "the message has a content type that is not known (“model_editable_context”); its text "
        "was kept",
        "Sourdough schedule",
        "message 14",
        lost=False,
    ),
    ParseIssue(
        "chatgpt-2024-03-14.zip/conversations-004.json",
        "the JSON ends in the middle of a text at byte 1,048,576",
    ),
    ParseIssue(
        "chatgpt-2024-03-14.zip/a/very/long/path/that/goes/on/and/on/conversations-000000005.json",
        "the message has no text",
        "去厦门的路线和酵种的照顾办法以及很多别的事情的一个特别特别长的标题",
        "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
    ),
)

_TITLES = (
    "Sourdough schedule",
    "Rye bread for Mara",
    "面包和酵母",
    "Off by one in berth_count",
    "Tax",
    "",
    "去厦门的路线和酵种的照顾办法以及很多别的事情的一个特别特别长的标题，后面还有更多的字，一直写到这里",
    "خميرة العجين",
    "A very long title about how the whole kitchen was reorganised around one jar of flour and "
    "water, with diagrams",
)


def item(number: int, source: str = "chatgpt") -> PreviewItem:
    """A conversation like those in an export; every seventeenth is archived."""
    messages = 4 + number * 7 % 90
    new, changed = ((messages, 0), (0, 0), (3, 0), (2, 1), (0, 2))[number % 5]
    return PreviewItem(
        (source, "conversation", f"c{number}"),
        _TITLES[number % len(_TITLES)],
        samples.local(2024, 3, 14) - number * 7_200_000,
        messages,
        new,
        changed,
        archived=number % 17 == 3,
        temporary=number % 41 == 4,
    )


ITEMS = (
    *(item(number) for number in range(1204)),
    *(
        PreviewItem(("chatgpt", "note", f"n{number}"), "Custom instructions", None, 1, 1)
        for number in range(12)
    ),
)

ARRIVALS = (
    Arrival(
        Path("/home/mara/Downloads/data-2024-03-14-12-30-00-batch-0000.zip"),
        "claude",
        "Claude export",
        4_120_411,
        samples.local(2024, 3, 14) / 1000,
    ),
    Arrival(
        Path("/home/mara/Downloads/" + "a" * 90 + ".zip"),
        "chatgpt",
        "ChatGPT export",
        1_184_320_411,
        samples.local(2024, 3, 13) / 1000,
    ),
)

PREVIEW = ImportPreview(
    "/home/mara/Downloads/chatgpt-2024-03-14.zip",
    "ChatGPT export",
    "chatgpt",
    184_320_411,
    1204,
    28113,
    12,
    3144,
    24963,
    18,
    first_at=samples.local(2023, 1, 3),
    last_at=samples.local(2024, 3, 14),
    items=ITEMS,
)


def in_state(show: str, *arguments: object) -> ImportPane:
    """The pane after one call."""
    pane = ImportPane()
    getattr(pane, show)(*arguments)
    return pane


@shot("importing-idle")
def idle() -> QWidget:
    return ImportPane()


@shot("importing-idle-900x600", size=SMALL)
def idle_small() -> QWidget:
    return ImportPane()


@shot("importing-idle-200", text_scale=2.0)
def idle_large_text() -> QWidget:
    return ImportPane()


@shot("importing-idle-narrow-200", size=SMALL, text_scale=2.0)
def idle_narrow_large_text() -> QWidget:
    return in_state("showIdle", HISTORY)


@shot("importing-history")
def history() -> QWidget:
    pane = in_state("showIdle", (*HISTORY, replace(HISTORY[0], outcome="removed")))
    pane.setEmbedding(84_120, 218_402, 5210.0, 1500.0, False)
    return pane


def found() -> ImportPane:
    """Exports wait in the watched folder."""
    pane = in_state("showIdle", HISTORY)
    pane.idle.watch.setWatched(Path("/home/mara/Downloads"), True)
    pane.idle.setArrivals("Downloads", ARRIVALS)
    return pane


@shot("importing-found")
def found_wide() -> QWidget:
    return found()


@shot("importing-found-200", size=SMALL, text_scale=2.0)
def found_large_text() -> QWidget:
    return found()


@shot("importing-watch-trouble", size=(1280, 1000))
def watch_trouble() -> QWidget:
    pane = in_state("showIdle", HISTORY)
    pane.idle.watch.setWatched(Path("/media/mara/drive/Downloads"), True)
    pane.idle.watch.setTrouble(
        "The folder /media/mara/drive/Downloads cannot be watched: No such file or directory. "
        "Choose another one."
    )
    return pane


@shot("importing-preparing", settle_ms=420)
def preparing() -> QWidget:
    return in_state("showPreparing", [Path("/home/mara/chatgpt-2024-03-14.zip")])


@shot("importing-preview")
def preview() -> QWidget:
    second = ImportPreview(
        "/home/mara/下载/聊天记录导出.zip",
        "Claude export",
        "claude",
        18_432,
        1,
        24,
        new=24,
        first_at=samples.local(2024, 3, 14),
        last_at=samples.local(2024, 3, 14),
        items=(item(6, "claude"),),
        issues=ISSUES[:1],
    )
    return in_state("showPreviews", [PREVIEW, second], ())


@shot("importing-preview-900x600", size=SMALL)
def preview_small() -> QWidget:
    return in_state("showPreviews", [PREVIEW], ISSUES[1:])


@shot("importing-preview-200", text_scale=2.0)
def preview_large_text() -> QWidget:
    return in_state("showPreviews", [PREVIEW], ())


def choosing_page() -> ImportPane:
    """The pane while conversations are chosen."""
    pane = in_state("showPreviews", [PREVIEW], ())
    pane.preview.chooseClicked.emit()
    return pane


@shot("importing-choosing")
def choosing() -> QWidget:
    pane = choosing_page()
    pane.choosing.model.tickMarked("temporary", False)
    pane.choosing.model.toggle([3], 3)
    return pane


@shot("importing-choosing-filtered-900x600", size=SMALL)
def choosing_filtered() -> QWidget:
    pane = choosing_page()
    pane.choosing.filter.setText("bread")
    pane.choosing.model.tickOnlyNew()
    return pane


@shot("importing-choosing-none", size=SMALL)
def choosing_none() -> QWidget:
    pane = choosing_page()
    pane.choosing.model.tickShown(False)
    pane.choosing.filter.setText("zeppelin")
    return pane


@shot("importing-choosing-200", size=SMALL, text_scale=2.0)
def choosing_large_text() -> QWidget:
    return choosing_page()


@shot("importing-preview-chosen")
def preview_chosen() -> QWidget:
    pane = choosing_page()
    pane.choosing.model.tickOnlyNew()
    pane.choosing.backClicked.emit()
    return pane


@shot("importing-reading", settle_ms=420)
def reading() -> QWidget:
    pane = in_state("showPreparing", [Path(PREVIEW.path)])
    pane.progress._slow.stop()
    counts = Counts(580, 13_410, 1490, 4, 11_916, 0)
    pane.showReading(ImportProgress(PREVIEW.path, 88_000_000, 184_320_411, counts, 9120.4, 11.0))
    return pane


@shot("importing-preview-nothing")
def preview_nothing() -> QWidget:
    issue = ParseIssue(
        "holiday.zip",
        "no conversations in it; memdesk reads the data exports of ChatGPT and Claude: the zip as "
        "downloaded, the unpacked folder, or the JSON files in it",
    )
    return in_state("showPreviews", [], [issue])


@shot("importing-progress")
def progress() -> QWidget:
    counts = Counts(580, 13_410, 1490, 4, 11_916, 0)
    pane = in_state(
        "showProgress", ImportProgress(PREVIEW.path, 88_000_000, 184_320_411, counts, 3120.4, 28.0)
    )
    pane.setEmbedding(1120, 14_902, 5210.0, None, True)
    return pane


@shot("importing-progress-200", size=SMALL, text_scale=2.0)
def progress_large_text() -> QWidget:
    return progress()


def report(**changes: object) -> ImportReport:
    """A report in which three problems came up."""
    values: dict[str, object] = {
        "run_id": 4,
        "path": PREVIEW.path,
        "format": "ChatGPT export",
        "source": "chatgpt",
        "outcome": "done",
        "counts": Counts(1204, 28113, 3120, 12, 24981, 2),
        "issues": ISSUES,
        "conversations": tuple(
            ConversationReport(title, Counts(1, 24, 20, 1, 3))
            for title in ("Sourdough schedule", "", "面包和酵母 " * 12)
        ),
    }
    return ImportReport(**(values | changes))  # type: ignore[arg-type]


@shot("importing-report")
def reported() -> QWidget:
    pane = in_state("showReports", [report()])
    return pane


@shot("importing-report-900x600", size=SMALL)
def reported_small() -> QWidget:
    return reported()


@shot("importing-report-200", size=SMALL, text_scale=2.0)
def reported_large_text() -> QWidget:
    return reported()


@shot("importing-report-kinds", size=(1280, 1000))
def reported_kinds() -> QWidget:
    clean = report(issues=(), counts=Counts(2, 48, 48), conversations=())
    known = report(issues=(), counts=Counts(2, 48, 0, 0, 48), conversations=())
    stopped = report(issues=(), outcome="cancelled", counts=Counts(2, 48, 48), conversations=())
    failed = report(
        issues=(),
        outcome="failed",
        counts=Counts(),
        conversations=(),
        error="The disk is full. Free some space and import the file again.",
    )
    nothing = report(issues=(), counts=Counts(), conversations=())
    return in_state("showReports", [clean, known, stopped, failed, nothing])


@shot("importing-error")
def error() -> QWidget:
    pane = in_state("showIdle", HISTORY)
    pane.showError(
        "chatgpt-2024-03-14.zip cannot be opened: it is not a complete zip file. Nothing was "
        "changed. Download the export again; large ones are often cut off.",
        "zipfile.BadZipFile: File is not a zip file",
    )
    return pane


@shot("importing-drop", size=SMALL)
def drop() -> QWidget:
    pane = in_state("showIdle", HISTORY)
    overlay = DropOverlay(pane)
    pane.resize(*SMALL)
    overlay._cover()
    return pane
