"""New exports in a watched folder: what is told of, and when."""

from __future__ import annotations

import json
import os
import shutil
import threading
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from memdesk.importers import arrivals as arrivals_module
from memdesk.importers import folder_watch
from memdesk.importers.arrivals import MOST, Arrivals, FolderUnreadableError
from memdesk.importers.detection import Detected, open_inputs
from memdesk.importers.folder_watch import FolderWatch

NOW = 1_800_000_000.0
EXPORTS = Path(__file__).parent.parent / "data" / "exports"
CHAT = [
    {
        "uuid": "c1",
        "name": "Sourdough",
        "chat_messages": [{"uuid": "m1", "sender": "human", "text": "How warm?"}],
    }
]


def saved(path: Path, content: bytes | str, age: float = 3600.0) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, (NOW - age, NOW - age))
    return path


def zipped(path: Path, age: float = 3600.0) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(CHAT))
    os.utime(path, (NOW - age, NOW - age))
    return path


def names(arrivals: Arrivals, now: float = NOW) -> list[str]:
    return [arrival.path.name for arrival in arrivals.look(now)]


def test_exports_are_told_of_newest_first_and_by_what_they_are(tmp_path: Path) -> None:
    zipped(tmp_path / "data-2026.zip", age=7200)
    saved(tmp_path / "chats.json", json.dumps(CHAT), age=100)
    first, second = Arrivals(tmp_path, {}).look(NOW)
    assert (first.path.name, first.source, first.format_name) == (
        "chats.json",
        "claude",
        "Claude export",
    )
    assert second.path.name == "data-2026.zip"
    assert second.size == (tmp_path / "data-2026.zip").stat().st_size
    assert second.written_at == NOW - 7200


def test_other_files_are_not_told_of(tmp_path: Path) -> None:
    saved(tmp_path / "empty.zip", b"")
    saved(tmp_path / "torn.zip", b"PK\x03\x04 and no more")
    saved(tmp_path / "package.json", '{"name": "x", "version": "1"}')
    saved(tmp_path / "notes.md", "# Bread")
    saved(tmp_path / "table.csv", "title,text\na,b\n")
    saved(tmp_path / "picture.png", b"\x89PNG\r\n")
    with zipfile.ZipFile(tmp_path / "vault.zip", "w") as archive:
        archive.writestr("notes/bread.md", "# Bread")
    (tmp_path / "folder").mkdir()
    zipped(tmp_path / "folder" / "deeper.zip")
    zipped(tmp_path / ".hidden.zip")
    for suffix in ("crdownload", "part", "download", "tmp"):
        zipped(tmp_path / f"export.zip.{suffix}")
    assert names(Arrivals(tmp_path, {})) == []


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    watched = tmp_path / "watched"
    elsewhere.mkdir()
    watched.mkdir()
    zipped(elsewhere / "export.zip")
    (watched / "export.zip").symlink_to(elsewhere / "export.zip")
    assert names(Arrivals(watched, {})) == []


def test_a_file_that_is_still_written_waits_until_it_rests(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path, {})
    path = saved(tmp_path / "export.zip", b"PK\x03\x04 half", age=5)
    assert names(arrivals) == []
    zipped(path, age=1)
    assert names(arrivals) == [], "it has grown since the last look"
    assert names(arrivals) == ["export.zip"]


def test_what_was_settled_is_not_told_of_until_it_is_written_anew(tmp_path: Path) -> None:
    path = zipped(tmp_path / "export.zip")
    arrivals = Arrivals(tmp_path, {})
    [arrival] = arrivals.look(NOW)
    arrivals.settle(arrival.path, arrival.written_at)
    assert names(arrivals) == []
    assert names(Arrivals(tmp_path, {str(path): arrival.written_at})) == []
    zipped(path, age=600)
    assert names(arrivals) == ["export.zip"]


def test_what_is_gone_is_not_told_of(tmp_path: Path) -> None:
    path = zipped(tmp_path / "export.zip")
    arrivals = Arrivals(tmp_path, {})
    assert names(arrivals) == ["export.zip"]
    path.unlink()
    assert names(arrivals) == []


def test_a_file_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []

    def noting(paths: Iterable[Path]) -> Detected:
        opened.extend(paths)
        return open_inputs(opened)

    monkeypatch.setattr(arrivals_module, "open_inputs", noting)
    zipped(tmp_path / "export.zip")
    arrivals = Arrivals(tmp_path, {})
    assert names(arrivals) == names(arrivals) == ["export.zip"]
    assert opened == [tmp_path / "export.zip"]


def test_the_newest_of_very_many(tmp_path: Path) -> None:
    for at in range(MOST + 5):
        zipped(tmp_path / f"export-{at:02}.zip", age=1000 + at)
    assert names(Arrivals(tmp_path, {})) == [f"export-{at:02}.zip" for at in range(MOST)]


@pytest.mark.parametrize("missing", ["gone", "a file"])
def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path, missing: str) -> None:
    folder = tmp_path / "watched"
    if missing == "a file":
        folder.write_text("")
    with pytest.raises(FolderUnreadableError, match="watched cannot be watched"):
        Arrivals(folder, {}).look(NOW)


def test_every_export_that_lies_in_one_file_and_is_no_database_is_known(tmp_path: Path) -> None:
    for sample in EXPORTS.iterdir():
        if sample.is_dir() and sample.name not in ("obsidian", "gemini-page"):
            shutil.make_archive(str(tmp_path / sample.name), "zip", sample)
        elif sample.suffix in (".json", ".jsonl"):
            shutil.copy(sample, tmp_path)
    for path in tmp_path.iterdir():
        os.utime(path, (NOW - 3600, NOW - 3600))
    assert set(names(Arrivals(tmp_path, {}))) == {path.name for path in tmp_path.iterdir()}


class Heard:
    """What a watch has told, awaited rather than slept for."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self._more = threading.Condition()

    def hear(self, what: object) -> None:
        with self._more:
            self.told.append(what)
            self._more.notify_all()

    def wait(self, count: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self.told) >= count, 20), self.told


def test_a_watch_tells_what_changes_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_watch, "EVERY_SECONDS", 0.02)
    folder = tmp_path / "downloads"
    heard = Heard()
    watch = FolderWatch(
        folder,
        {},
        on_arrivals=lambda arrivals: heard.hear([arrival.path.name for arrival in arrivals]),
        on_trouble=heard.hear,
        on_error=heard.hear,
    )
    watch.start()
    heard.wait(1)
    assert "cannot be watched" in str(heard.told[0])
    folder.mkdir()
    path = zipped(tmp_path / "export.zip")
    path.rename(folder / "export.zip")
    heard.wait(3)
    assert heard.told[1:] == [[], ["export.zip"]]
    watch.settle(folder / "export.zip", NOW - 3600)
    heard.wait(4)
    assert heard.told[3] == []
    watch.stop()
    watch.join()
    assert len(heard.told) == 4
