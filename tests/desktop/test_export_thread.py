"""Exports on a thread of their own, told about on the GUI thread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pytestqt.qtbot import QtBot

from memdesk.desktop.export_thread import ExportThread
from memdesk.desktop.jobs import GuiCalls
from memdesk.exporters.order import Everything, Exported, Format, How, Memories
from memdesk.exporters.watching import ExportProgress
from memdesk.vault.store import Vault
from tests.exporters.vaults import fill


class Told:
    def __init__(self) -> None:
        self.progress: list[ExportProgress] = []
        self.done: list[Exported] = []
        self.failures: list[str] = []
        self.cancelled = 0

    @property
    def over(self) -> bool:
        return bool(self.done or self.failures or self.cancelled)

    def cancel(self) -> None:
        self.cancelled += 1


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    path = tmp_path / "v.memdesk"
    with Vault(path) as opened:
        fill(opened)
    return path


@pytest.fixture
def thread(vault: Path) -> Iterator[ExportThread]:
    made = ExportThread(vault, GuiCalls())
    yield made
    made.stop()


def _run(thread: ExportThread, told: Told, how: How) -> bool:
    return thread.run(
        Everything(),
        how,
        progress=told.progress.append,
        done=told.done.append,
        cancelled=told.cancel,
        failed=lambda text, _: told.failures.append(text),
    )


@pytest.mark.parametrize("format", get_args(Format))
def test_an_export_is_done_and_told(
    qtbot: QtBot, thread: ExportThread, tmp_path: Path, format: Format
) -> None:
    told = Told()
    target = tmp_path / f"out.{format}"
    assert _run(thread, told, How(format, target))
    assert thread.busy
    # One at a time.
    assert not _run(thread, told, How("csv", tmp_path / "second.csv"))
    qtbot.waitUntil(lambda: told.over, timeout=30_000)
    assert not thread.busy
    [done] = told.done
    assert (done.target, done.memories, told.failures) == (target, 3, [])
    assert target.exists()
    assert told.progress[0] == ExportProgress(0, 3)


def test_what_goes_wrong_is_told_and_nothing_changed(
    qtbot: QtBot, thread: ExportThread, tmp_path: Path
) -> None:
    told = Told()
    target = tmp_path / "diary.csv"
    target.write_text("Dear diary")
    _run(thread, told, How("csv", target))
    qtbot.waitUntil(lambda: told.over, timeout=30_000)
    assert "is no former export" in told.failures[0]
    assert target.read_text() == "Dear diary"


def test_a_cancelled_export_leaves_nothing(
    qtbot: QtBot, thread: ExportThread, tmp_path: Path
) -> None:
    told = Told()
    _run(thread, told, How("markdown", tmp_path / "out"))
    thread.cancel()
    qtbot.waitUntil(lambda: told.over, timeout=30_000)
    assert (told.cancelled, told.done) == (1, [])
    assert not (tmp_path / "out").exists()


def test_memories_that_are_gone_are_told(
    qtbot: QtBot, thread: ExportThread, tmp_path: Path
) -> None:
    told = Told()
    thread.run(
        Memories((99,)),
        How("csv", tmp_path / "x.csv"),
        progress=told.progress.append,
        done=told.done.append,
        cancelled=told.cancel,
        failed=lambda text, _: told.failures.append(text),
    )
    qtbot.waitUntil(lambda: told.over, timeout=30_000)
    assert told.failures == ["What was chosen is not in the vault any more; nothing was exported."]
