"""The watched folder, from the thread that looks to the rows and the remark."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.desktop.importing.arrival_list import ArrivalRow
from memdesk.desktop.watching import KEPT, Watching
from memdesk.desktop.window import MainWindow
from memdesk.importers import folder_watch
from memdesk.settings import Settings

CHAT = [
    {
        "uuid": "c1",
        "name": "Sourdough",
        "chat_messages": [{"uuid": "m1", "sender": "human", "text": "How warm?"}],
    }
]


class Chosen:
    """Settings as the window keeps them."""

    def __init__(self, settings: Settings) -> None:
        self.now = settings

    def change(self, settings: Settings) -> None:
        self.now = settings


@pytest.fixture
def downloads(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(folder_watch, "EVERY_SECONDS", 0.02)
    folder = paths.downloads_dir()
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def chosen() -> Chosen:
    return Chosen(Settings(watch_downloads=True))


@pytest.fixture
def watching(qtbot: QtBot, chosen: Chosen) -> Iterator[Watching]:
    made = Watching(lambda: chosen.now, chosen.change)
    yield made
    made.stop()


def saved(path: Path, hours: float = 1.0) -> Path:
    path.write_text(json.dumps(CHAT))
    then = time.time() - hours * 3600
    os.utime(path, (then, then))
    return path


def waiting(watching: Watching) -> list[str]:
    return [arrival.path.name for arrival in watching.arrivals]


def test_a_dismissed_export_does_not_come_back(
    qtbot: QtBot, downloads: Path, chosen: Chosen, watching: Watching
) -> None:
    path = saved(downloads / "chats.json")
    watching.start()
    qtbot.waitUntil(lambda: waiting(watching) == ["chats.json"])
    watching.dismiss(watching.arrivals[0])
    assert waiting(watching) == []
    assert chosen.now.settled_exports == {str(path): path.stat().st_mtime}
    saved(downloads / "more.json")
    qtbot.waitUntil(lambda: waiting(watching) == ["more.json"])
    watching.stop()
    assert waiting(watching) == []
    watching.start()
    qtbot.waitUntil(lambda: waiting(watching) == ["more.json"])


def test_what_was_imported_is_not_offered_even_if_it_is_found_later(
    qtbot: QtBot, downloads: Path, chosen: Chosen, watching: Watching
) -> None:
    path = downloads / "chats.json"
    watching.note_imported([path])
    saved(path)
    watching.start()
    qtbot.waitUntil(lambda: str(path) in chosen.now.settled_exports)
    assert waiting(watching) == []


def test_only_news_is_told_as_news(
    qtbot: QtBot, downloads: Path, chosen: Chosen, watching: Watching
) -> None:
    told: list[tuple[list[str], bool]] = []
    watching.arrived.connect(
        lambda arrivals, news: told.append(([each.path.name for each in arrivals], news))
    )
    saved(downloads / "one.json", hours=2)
    watching.start()
    qtbot.waitUntil(lambda: told == [(["one.json"], True)])
    saved(downloads / "two.json", hours=1)
    qtbot.waitUntil(lambda: len(told) == 2)
    (downloads / "two.json").unlink()
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told[1:] == [(["two.json", "one.json"], True), (["one.json"], False)]


def test_nothing_is_looked_at_unless_it_is_wanted(
    qtbot: QtBot, downloads: Path, chosen: Chosen, watching: Watching
) -> None:
    saved(downloads / "chats.json")
    chosen.now = Settings()
    watching.start()
    qtbot.wait(100)
    assert waiting(watching) == []
    watching.set_wanted(True)
    assert chosen.now.watch_downloads
    qtbot.waitUntil(lambda: waiting(watching) == ["chats.json"])
    watching.set_wanted(False)
    assert not chosen.now.watch_downloads
    assert waiting(watching) == []


def test_another_folder_is_watched_at_once(
    qtbot: QtBot, downloads: Path, chosen: Chosen, watching: Watching, tmp_path: Path
) -> None:
    troubles: list[str] = []
    watching.troubled.connect(troubles.append)
    watching.set_folder(tmp_path / "gone")
    qtbot.waitUntil(lambda: any("gone cannot be watched" in text for text in troubles))
    other = tmp_path / "other"
    other.mkdir()
    saved(other / "chats.json")
    watching.set_folder(other)
    assert troubles[-1] == ""
    assert chosen.now.watched_path == other
    qtbot.waitUntil(lambda: waiting(watching) == ["chats.json"])


def test_the_settled_are_remembered_up_to_a_number(
    qtbot: QtBot, downloads: Path, chosen: Chosen, watching: Watching
) -> None:
    chosen.now = replace(
        chosen.now, settled_exports={f"/old/{at}.zip": float(at) for at in range(KEPT)}
    )
    path = saved(downloads / "chats.json")
    watching.start()
    qtbot.waitUntil(lambda: waiting(watching) == ["chats.json"])
    watching.dismiss(watching.arrivals[0])
    settled = chosen.now.settled_exports
    assert len(settled) == KEPT
    assert "/old/0.zip" not in settled
    assert list(settled)[-1] == str(path)


def test_the_window_offers_what_it_finds_and_forgets_what_is_waved_away(
    qtbot: QtBot, downloads: Path
) -> None:
    kept: list[Settings] = []
    window = MainWindow(Settings(), kept.append)
    qtbot.addWidget(window)
    window.show()
    window.go_to("import")
    idle = window.importing.idle
    saved(downloads / "chats.json")
    assert not idle.watch.box.isChecked()
    qtbot.mouseClick(idle.watch.box, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(idle.arrivals.isVisible)
    assert kept[-1].watch_downloads
    [entry] = [
        each
        for each in window.rail.findChildren(QAbstractButton)
        if each.accessibleName() == "Import"
    ]
    assert entry.accessibleDescription() == "An export waits"
    [row] = idle.arrivals.findChildren(ArrivalRow)
    qtbot.mouseClick(row.dismissButton, Qt.MouseButton.LeftButton)
    assert idle.arrivals.isHidden()
    assert entry.accessibleDescription() == ""
    assert list(kept[-1].settled_exports) == [str(downloads / "chats.json")]
    window.go_to("search")
    saved(downloads / "later.json")
    qtbot.waitUntil(window.toast.isVisible)
    assert window.toast.text() == "Claude export in downloads"
    window.close()
