"""`memdesk export` on the demo vault."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import threading
from pathlib import Path

import pytest

from memdesk.commands import exporting
from memdesk.exporters.export_process import ExportProcess, Task
from memdesk.exporters.order import Cancelled, Everything, How
from memdesk.vault.store import Vault
from tests.commands.conftest import Run
from tests.exporters.vaults import bring, content


def test_everything_goes_into_a_file_and_comes_back(run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    told = run("export", target, "--format", "jsonl", "--trash")
    assert told.status == 0
    with Vault(filled) as vault, Vault(tmp_path / "new.memdesk") as new:
        held = content(vault)
        assert told.out == f"{target}: {len(held['memory']):,} memories\n"
        bring(new, target)
        assert content(new) == held


def test_a_query_chooses(run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "some.csv"
    assert (
        run("export", target, "--format", "csv", "--query", "role:user source:claude").status == 0
    )
    rows = list(csv.DictReader(io.StringIO(target.read_text("utf-8"), newline="")))
    assert {(row["role"], row["source"]) for row in rows} == {("user", "claude")}
    assert len(rows) > 50


def test_words_are_searched_by_meaning_too(run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "some.jsonl"
    told = run("export", target, "--format", "jsonl", "--query", "penicillin")
    assert told.status == 0
    lines = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert any("penicillin" in line.get("content", "") for line in lines)


def test_a_search_without_results_makes_no_file(run: Run, filled: Path, tmp_path: Path) -> None:
    told = run("export", tmp_path / "none.jsonl", "--format", "jsonl", "--query", "tag:nonesuch")
    assert told.status == 2
    assert "finds nothing" in told.err
    assert not (tmp_path / "none.jsonl").exists()


def test_the_trash_does_not_go_with_a_search(run: Run, filled: Path, tmp_path: Path) -> None:
    told = run("export", "x.jsonl", "--format", "jsonl", "--query", "rye", "--trash")
    assert (told.status, told.out) == (2, "")
    assert "--trash goes with everything" in told.err


def test_a_file_of_another_kind_is_kept(run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "letter.jsonl"
    target.write_text("Dear aunt")
    told = run("export", target, "--format", "jsonl")
    assert told.status == 2
    assert str(target) in told.err
    assert target.read_text() == "Dear aunt"


def test_without_a_vault_it_says_so(run: Run, tmp_path: Path) -> None:
    told = run("export", "x.jsonl", "--format", "jsonl")
    assert told.status == 2
    assert "There is no vault" in told.err


def test_stopping_it_has_the_process_clear_up(
    run: Run, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless:
        """An export that goes on until it is told to stop."""

        def __init__(self, task: Task) -> None:
            self._stopped = threading.Event()

        def run(self, progress: object) -> Cancelled:
            # As Ctrl+C in a terminal would come, to the main thread.
            os.kill(os.getpid(), signal.SIGINT)
            assert self._stopped.wait(30)
            return Cancelled()

        def cancel(self) -> None:
            self._stopped.set()

    monkeypatch.setattr(exporting, "ExportProcess", Endless)
    told = run("export", "all.jsonl", "--format", "jsonl")
    assert (told.status, told.out) == (1, "")
    assert "nothing of the export was left behind" in told.err


def test_a_process_that_is_stopped_leaves_nothing(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    process = ExportProcess(Task(filled, Everything(), How("jsonl", folder / "all.jsonl")))
    process.cancel()
    assert process.run() == Cancelled()
    assert list(folder.iterdir()) == []


def test_it_reports_as_json(run: Run, filled: Path, tmp_path: Path) -> None:
    told = run("export", "all.csv", "--format", "csv", "--query", "tag:none OR", "--json")
    assert (told.status, told.out) == (2, "")
    told = run("export", "all.csv", "--format", "csv", "--bom", "--json")
    assert told.status == 0
    assert told.data["path"] == str(tmp_path / "all.csv")
    assert (told.data["format"], told.data["files"], told.data["kept"]) == ("csv", 1, [])
    rows = csv.reader(io.StringIO((tmp_path / "all.csv").read_text("utf-8-sig"), newline=""))
    assert told.data["memories"] == sum(1 for _ in rows) - 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export"], "Say where to, and --format"),
        (["export", "x"], "Say --format markdown, jsonl or csv"),
        (["export", "x", "--format", "pdf"], "invalid choice"),
        (["export", "x", "--format", "jsonl", "--bom"], "--bom goes with --format csv"),
        (["export", "x", "--format", "markdown", "--trash"], "has no trash"),
    ],
)
def test_bad_use_is_told(run: Run, arguments: list[str], said: str) -> None:
    told = run(*arguments)
    assert (told.status, told.out) == (2, "")
    assert said in told.err
