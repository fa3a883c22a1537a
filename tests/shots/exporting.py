"""The export dialog, and the strip at the foot of the window."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QWidget

from memdesk.desktop.exporting.dialog import ExportDialog, Offer
from memdesk.desktop.exporting.strip import ExportStrip
from memdesk.desktop.window import MainWindow
from memdesk.exporters.order import Conversation, Everything, Format, Found, Memories
from memdesk.exporters.watching import ExportProgress
from memdesk.retrieval.results import SearchRequest
from memdesk.settings import Settings
from tests.shots import samples
from tests.shots.registry import shot

SMALL = (900, 600)
OFFERS = (
    Offer(Memories((7,)), "Only this: “How long does the starter need to rise at 21 °C…”"),
    Offer(Conversation(3), "The whole conversation “Sourdough schedule for a working week”"),
    Offer(Found(SearchRequest("starter")), "All 212 results of the search"),
    Offer(Everything(), "Everything, 28,113 memories"),
)
FOLDER = Path("/home/mara/Documents/Exports of everything/2024/for the new machine")


def dialog(format: Format, at: int = 0, parent: QWidget | None = None) -> ExportDialog:
    made = ExportDialog(OFFERS, folder=FOLDER, now=datetime(2024, 3, 14, 9, 5), parent=parent)
    made.whatButton(at).click()
    made.formatButton(format).click()
    return made


@shot("export-dialog", size=(520, 560))
def markdown() -> QWidget:
    return dialog("markdown")


@shot("export-dialog-everything", size=(520, 580))
def everything() -> QWidget:
    return dialog("csv", 3)


@shot("export-dialog-large", size=(860, 560), text_scale=2.0)
def large() -> QWidget:
    return dialog("csv", 3)


def _window(size: tuple[int, int]) -> tuple[MainWindow, ExportStrip]:
    made = MainWindow(Settings(theme="system"), lambda _: None)
    made.resize(*size)
    made.search.showFilledVault()
    made.search.setQuery("starter")
    made.search.showResponse(samples.response(samples.few()))
    strip = made.findChild(ExportStrip)
    assert strip is not None
    return made, strip


@shot("export-under-way")
def under_way() -> QWidget:
    made, strip = _window((1280, 800))
    strip.begin("memdesk-2024-03-14-0905.jsonl")
    strip.setProgress(ExportProgress(12_048, 28_113))
    return made


@shot("export-failed", size=SMALL)
def failed() -> QWidget:
    made, strip = _window(SMALL)
    strip.fail(
        "The disk that holds /media/mara/STICK/memdesk is full. Nothing of the export was kept; "
        "free some space, or choose another disk.",
        "details",
    )
    return made


@shot("export-under-way-large", size=SMALL, text_scale=2.0)
def under_way_large() -> QWidget:
    made, strip = _window(SMALL)
    strip.begin("memdesk-2024-03-14-0905.jsonl")
    strip.setProgress(ExportProgress(12_048, 28_113))
    return made
