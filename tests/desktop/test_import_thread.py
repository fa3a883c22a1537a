from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.desktop.import_thread import ImportThread
from memdesk.desktop.jobs import GuiCalls
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.vault import stats
from memdesk.vault.store import Vault


class Told:
    def __init__(self) -> None:
        self.previews: list[Sequence[ImportPreview]] = []
        self.reports: list[Sequence[ImportReport]] = []
        self.issues: list[Sequence[ParseIssue]] = []
        self.progress: list[ImportProgress] = []
        self.failures: list[str] = []
        self.cancelled = 0

    def previewed(self, previews: Sequence[ImportPreview], issues: Sequence[ParseIssue]) -> None:
        self.previews.append(previews)
        self.issues.append(issues)

    def reported(self, reports: Sequence[ImportReport], issues: Sequence[ParseIssue]) -> None:
        self.reports.append(reports)
        self.issues.append(issues)

    def cancel(self) -> None:
        self.cancelled += 1

    def failed(self, text: str, _: str) -> None:
        self.failures.append(text)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "v.memdesk") as opened:
        yield opened


@pytest.fixture
def thread(vault: Vault) -> Iterator[ImportThread]:
    made = ImportThread(vault, GuiCalls())
    yield made
    made.stop()


@pytest.fixture
def told() -> Told:
    return Told()


def export() -> Path:
    return paths.demo_dir() / "claude"


def count(vault: Vault) -> int:
    return vault.read(stats.stats).memories


def test_a_preview_counts_and_writes_nothing(
    qtbot: QtBot, thread: ImportThread, vault: Vault, told: Told
) -> None:
    assert thread.preview([export()], told.previewed, told.cancel, told.failed)
    qtbot.waitUntil(lambda: bool(told.previews))
    (preview,) = told.previews[0]
    assert (preview.conversations, preview.messages + preview.notes) == (24, 291)
    assert count(vault) == 0


def test_an_import_tells_its_progress_and_its_report(
    qtbot: QtBot, thread: ImportThread, vault: Vault, told: Told
) -> None:
    assert thread.run([export()], told.progress.append, told.reported, told.failed)
    qtbot.waitUntil(lambda: bool(told.reports))
    (report,) = told.reports[0]
    assert report.counts.added == report.counts.messages == 291
    # Three of the messages came with a text of their own beside them.
    assert count(vault) == 294
    assert told.progress[-1].bytes_read == told.progress[-1].total_bytes


def test_a_second_import_is_refused_until_the_first_has_told_its_report(
    qtbot: QtBot, thread: ImportThread, told: Told
) -> None:
    assert thread.run([export()], told.progress.append, told.reported, told.failed)
    assert thread.busy
    assert not thread.run([export()], told.progress.append, told.reported, told.failed)
    assert not thread.preview([export()], told.previewed, told.cancel, told.failed)
    qtbot.waitUntil(lambda: bool(told.reports))
    assert not thread.busy
    assert thread.preview([export()], told.previewed, told.cancel, told.failed)
    qtbot.waitUntil(lambda: bool(told.previews))


def test_a_cancelled_preview_says_so(qtbot: QtBot, thread: ImportThread, told: Told) -> None:
    thread.preview([export()], told.previewed, told.cancel, told.failed)
    thread.cancel()
    qtbot.waitUntil(lambda: told.cancelled == 1)
    assert told.previews == []
    assert not thread.busy


def test_a_cancelled_import_still_reports(qtbot: QtBot, thread: ImportThread, told: Told) -> None:
    thread.run([export()], told.progress.append, told.reported, told.failed)
    thread.cancel()
    qtbot.waitUntil(lambda: bool(told.reports))
    assert [report.outcome for report in told.reports[0]] in ([], ["cancelled"])


def test_what_is_no_export_becomes_an_issue(
    qtbot: QtBot, thread: ImportThread, tmp_path: Path, told: Told
) -> None:
    letter = tmp_path / "letter.doc"
    letter.write_text("Dear aunt")
    thread.preview([letter, tmp_path / "missing.zip"], told.previewed, told.cancel, told.failed)
    qtbot.waitUntil(lambda: bool(told.previews))
    assert [list(previews) for previews in told.previews] == [[]]
    assert {issue.file for issue in told.issues[0]} == {"letter.doc", "missing.zip"}


def test_stopping_waits_for_the_batch_under_way(
    qtbot: QtBot, thread: ImportThread, vault: Vault, told: Told
) -> None:
    thread.run([export()], told.progress.append, told.reported, told.failed)
    thread.stop()
    kept = count(vault)
    qtbot.wait(50)
    assert count(vault) == kept


def test_what_the_process_commits_is_noticed_in_the_window(
    qtbot: QtBot, thread: ImportThread, vault: Vault, told: Told
) -> None:
    heard: list[int] = []
    vault.writer.subscribe(lambda: heard.append(count(vault)))
    thread.run([export()], told.progress.append, told.reported, told.failed)
    qtbot.waitUntil(lambda: heard[-1:] == [294])


def test_a_cancelled_import_can_be_followed_by_another(
    qtbot: QtBot, thread: ImportThread, vault: Vault, told: Told
) -> None:
    thread.run([export()], told.progress.append, told.reported, told.failed)
    thread.cancel()
    qtbot.waitUntil(lambda: len(told.reports) == 1)
    thread.run([export()], told.progress.append, told.reported, told.failed)
    qtbot.waitUntil(lambda: len(told.reports) == 2)
    assert told.reports[1][0].outcome == "done"
    assert count(vault) == 294


def test_a_vault_that_cannot_be_written_fails_the_import_in_words(
    qtbot: QtBot, thread: ImportThread, vault: Vault, told: Told
) -> None:
    vault.path.unlink()
    vault.path.mkdir()
    thread.run([export()], told.progress.append, told.reported, told.failed)
    qtbot.waitUntil(lambda: bool(told.failures))
    assert str(vault.path) in told.failures[0]
    assert not thread.busy
