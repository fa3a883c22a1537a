"""A task in a process of its own: its outcome, its errors, its death and ours."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk import paths, process
from memdesk.importers import import_process
from memdesk.importers.detection import open_inputs
from memdesk.importers.import_process import (
    Cancelled,
    Imported,
    ImportProcess,
    ImportProcessError,
    Previewed,
    Task,
)
from memdesk.importers.ingest import ingest
from memdesk.importers.report import ImportProgress
from memdesk.process import ProcessDiedError, ProcessFailedError
from memdesk.vault import check, memories, stats
from memdesk.vault.errors import VaultError
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.importers.large_export import write_export
from tests.importers.stub_parser import dump


def claude() -> tuple[Path, ...]:
    return (paths.demo_dir() / "claude",)


def count(vault: Vault) -> int:
    return vault.read(stats.stats).memories


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "v.memdesk") as opened:
        yield opened


def ignore(_: ImportProgress) -> None:
    """Progress nobody looks at."""


def pid(doing: str) -> int:
    """The process that is ``Reading`` the export or ``Importing`` what it reads."""
    (process,) = (one for one in multiprocessing.active_children() if one.name.startswith(doing))
    assert process.pid is not None
    return process.pid


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export that takes more than a moment."""
    export = tmp_path_factory.mktemp("large") / "conversations.json"
    write_export(export, 12)
    return export


def test_a_preview_counts_and_writes_nothing(vault: Vault) -> None:
    outcome = ImportProcess(Task("preview", vault.path, claude())).run(ignore)
    assert isinstance(outcome, Previewed)
    assert [(found.conversations, found.new) for found in outcome.previews] == [(24, 291)]
    assert count(vault) == 0


def test_an_import_reports_what_it_stored(vault: Vault) -> None:
    told: list[ImportProgress] = []
    outcome = ImportProcess(Task("import", vault.path, claude())).run(told.append)
    assert isinstance(outcome, Imported)
    assert [report.counts.added for report in outcome.reports] == [291]
    assert told[-1].bytes_read == told[-1].total_bytes
    assert count(vault) == 294


def test_what_is_no_export_is_an_issue(vault: Vault, tmp_path: Path) -> None:
    letter = tmp_path / "letter.doc"
    letter.write_text("Dear aunt")
    outcome = ImportProcess(Task("import", vault.path, (letter,))).run(ignore)
    assert isinstance(outcome, Imported)
    assert outcome.reports == ()
    assert [issue.file for issue in outcome.issues] == ["letter.doc"]


def test_cancelled_before_it_began_it_does_nothing(vault: Vault) -> None:
    importing = ImportProcess(Task("preview", vault.path, claude()))
    importing.cancel()
    assert importing.run(ignore) == Cancelled()
    importing = ImportProcess(Task("import", vault.path, claude()))
    importing.cancel()
    importing.run(ignore)
    assert count(vault) == 0


def test_cancelled_midway_it_reports_and_keeps_what_it_stored(vault: Vault, large: Path) -> None:
    importing = ImportProcess(Task("import", vault.path, (large,)))
    outcome = importing.run(lambda state: importing.cancel() if state.counts.added else None)
    assert isinstance(outcome, Imported)
    (report,) = outcome.reports
    assert report.outcome == "cancelled"
    assert 0 < report.counts.added < 7_000
    assert count(vault) >= report.counts.added


def test_cancelling_afterwards_is_no_mistake(vault: Vault) -> None:
    importing = ImportProcess(Task("preview", vault.path, claude()))
    importing.run(ignore)
    importing.cancel()


def test_a_vault_that_cannot_be_opened_is_told_in_its_own_words(tmp_path: Path) -> None:
    folder = tmp_path / "folder.memdesk"
    folder.mkdir()
    with pytest.raises(VaultError) as here:
        Vault(folder)
    with pytest.raises(ProcessFailedError) as there:
        ImportProcess(Task("import", folder, claude())).run(ignore)
    assert str(there.value) == str(here.value)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
@pytest.mark.parametrize("doing", ["Reading", "Importing"])
def test_a_killed_process_is_told_and_the_import_can_be_run_again(
    vault: Vault, large: Path, doing: str
) -> None:
    task = Task("import", vault.path, (large,))
    killed: list[int] = []

    def kill(_: ImportProgress) -> None:
        if not killed:
            killed.append(pid(doing))
            os.kill(killed[0], signal.SIGKILL)

    with pytest.raises(ImportProcessError, match=rf"{doing} conversations\.json.*signal 9.*again"):
        ImportProcess(task).run(kill)
    assert multiprocessing.active_children() == []
    assert vault.read(check.problems) == []
    before = count(vault)
    outcome = ImportProcess(task).run(ignore)
    assert isinstance(outcome, Imported)
    assert before + outcome.reports[0].counts.added == count(vault)
    assert outcome.reports[0].counts.updated == 0


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
def test_a_process_that_does_not_stop_is_ended(
    vault: Vault, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_PATIENCE_SECONDS", 0.1)
    importing = ImportProcess(Task("import", vault.path, (large,)))

    def hang(_: ImportProgress) -> None:
        os.kill(pid("Importing"), signal.SIGSTOP)
        importing.cancel()

    with pytest.raises(ImportProcessError, match="did not stop"):
        importing.run(hang)
    assert multiprocessing.active_children() == []
    assert vault.read(check.problems) == []


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
def test_a_reader_that_hangs_does_not_keep_a_cancelled_import_from_its_report(
    vault: Vault, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_process, "_READER_PATIENCE_SECONDS", 0.1)
    importing = ImportProcess(Task("import", vault.path, (large,)))
    stopped: list[int] = []

    def hang(_: ImportProgress) -> None:
        if not stopped:
            stopped.append(pid("Reading"))
            os.kill(stopped[0], signal.SIGSTOP)
            importing.cancel()

    outcome = importing.run(hang)
    assert isinstance(outcome, Imported)
    assert outcome.reports[0].outcome == "cancelled"
    assert multiprocessing.active_children() == []


def test_a_reader_that_is_ended_after_it_has_sent_everything_spoils_nothing(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = import_process._Reader.end

    def too_slow(reader: import_process._Reader) -> Exception:
        end(reader)
        return ProcessDiedError("It did not stop in time and was ended.")

    monkeypatch.setattr(import_process._Reader, "end", too_slow)
    outcome = ImportProcess(Task("import", vault.path, claude())).run(ignore)
    assert isinstance(outcome, Imported)
    assert [(one.outcome, one.counts.added) for one in outcome.reports] == [("done", 291)]


def test_two_processes_store_what_one_does(vault: Vault, tmp_path: Path) -> None:
    inputs = (paths.demo_dir() / "claude", paths.demo_dir() / "chatgpt")
    outcome = ImportProcess(Task("import", vault.path, inputs)).run(ignore)
    assert isinstance(outcome, Imported)
    with Vault(tmp_path / "one.memdesk") as other, open_inputs(inputs) as detected:
        reports = [ingest(parser, other) for parser in detected.parsers]
        assert [report.counts for report in outcome.reports] == [one.counts for one in reports]
        assert dump(vault) == dump(other)


def test_of_inputs_that_break_off_what_was_read_is_kept_and_the_next_one_follows(
    vault: Vault, large: Path, tmp_path: Path
) -> None:
    torn = tmp_path / "torn.zip"
    with zipfile.ZipFile(torn, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(large, "conversations.json")
    data = bytearray(torn.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 64] = bytes(64)
    torn.write_bytes(data)
    outcome = ImportProcess(Task("import", vault.path, (torn, *claude()))).run(ignore)
    assert isinstance(outcome, Imported)
    broken, sound = outcome.reports
    assert 0 < broken.counts.added < 7_000
    assert not broken.complete
    assert any("torn.zip" in issue.file for issue in broken.issues)
    assert sound.counts.added == 291
    assert count(vault) >= broken.counts.added + 291


def test_edits_get_their_turn_while_an_import_writes(vault: Vault, large: Path) -> None:
    written: list[int] = []

    def edit(_: ImportProgress) -> None:
        note = NewMemory(f"note {len(written)}", source="note")
        written.append(vault.write(lambda db: memories.add(db, note)))

    outcome = ImportProcess(Task("import", vault.path, (large,))).run(edit)
    assert isinstance(outcome, Imported)
    assert len(written) > 3
    assert len(set(written)) == len(written)
    assert vault.read(check.problems) == []
    assert all(vault.read(lambda db, n=n: memories.get(db, n)) is not None for n in written)


STARTER = """
import sys
from pathlib import Path
from memdesk.importers.import_process import ImportProcess, Task
process = ImportProcess(Task("import", Path(sys.argv[1]), (Path(sys.argv[2]),)))
process.run(lambda state: print("progress", flush=True))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_a_process_ends_when_the_program_that_started_it_is_killed(
    tmp_path: Path, large: Path
) -> None:
    path = tmp_path / "orphan.memdesk"
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(path), str(large)], stdout=subprocess.PIPE
    )
    assert starter.stdout is not None
    assert starter.stdout.readline() == b"progress\n"
    starter.kill()
    starter.wait()
    # The import holds the same pipe: it ends once that process has ended too.
    starter.stdout.read()
    with Vault(path) as vault:
        assert vault.read(check.problems) == []
        assert 0 < count(vault) < 7_000
