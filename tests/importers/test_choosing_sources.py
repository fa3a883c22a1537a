"""Every source can be chosen from: by the list of its preview, in the import's own processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.detection import open_inputs
from memdesk.importers.import_process import Imported, ImportProcess, Previewed, Task
from memdesk.importers.preview import preview
from memdesk.importers.report import ImportPreview, ImportReport
from memdesk.vault import check
from memdesk.vault.store import Vault
from tests.importers.breaking import SAMPLES, samples


@pytest.fixture(params=samples(), ids=lambda path: path.name)
def sample(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def look(vault: Vault, sample: Path, choice: Choice = EVERYTHING) -> list[ImportPreview]:
    with open_inputs([sample]) as detected:
        return [preview(parser, vault, choice=choice) for parser in detected.parsers]


def bring(path: Path, sample: Path, choice: Choice = EVERYTHING) -> tuple[ImportReport, ...]:
    outcome = ImportProcess(Task("import", path, (sample,), choice)).run(lambda progress: None)
    assert isinstance(outcome, Imported)
    return outcome.reports


def test_what_is_ticked_off_a_preview_stays_out_and_comes_later(
    sample: Path, tmp_path: Path
) -> None:
    path = tmp_path / "my.memdesk"
    with Vault(path) as vault:
        found = look(vault, sample)
        items = [item for one in found for item in one.items]
        assert len({item.key for item in items}) == len(items)
        assert len(items) == sum(one.conversations + one.notes for one in found)
        assert sum(item.new for item in items) == sum(one.new for one in found)
        # Every second one, from the second on; of a single one nothing remains.
        choice = Choice(frozenset(item.key for item in items[len(items) > 1 :: 2]))
        before = look(vault, sample, choice)

    reports = bring(path, sample, choice)

    for seen, report in zip(before, reports, strict=True):
        assert report.complete
        assert report.counts.added == seen.new
        assert report.counts.messages == seen.messages + seen.notes
        assert report.counts.left_out == seen.left_out
        assert report.counts.skipped == 0
    assert sum(report.counts.left_out for report in reports) == len(choice.left_out)
    with Vault(path) as vault:
        # What came in is known, what was left out is new still.
        for item in (item for one in look(vault, sample) for item in one.items):
            assert (item.new > 0) == (item.key in choice.left_out and item.messages > 0), item
        assert vault.read(check.problems) == []

    rest = bring(path, sample)

    assert sum(report.counts.added for report in rest) == sum(
        item.new for item in items if item.key in choice.left_out
    )
    assert not any(report.counts.left_out for report in rest)


def test_a_preview_comes_whole_out_of_its_process(tmp_path: Path) -> None:
    path = tmp_path / "my.memdesk"
    with Vault(path) as vault:
        here = look(vault, SAMPLES / "obsidian")
    outcome = ImportProcess(Task("preview", path, (SAMPLES / "obsidian",))).run(lambda _: None)
    assert isinstance(outcome, Previewed)
    assert list(outcome.previews) == here
