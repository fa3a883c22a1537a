"""Whatever an export is broken into: no crash, no hang, and each message names file and reason."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import ParsedItem, ParseIssue
from memdesk.vault.store import Vault
from tests.importers.breaking import broken, cuts, files_of, samples, write_files


def read(path: Path) -> list[ParsedItem]:
    """Return everything that an input yields, issues of detection included."""
    with open_inputs([path]) as detected:
        items: list[ParsedItem] = list(detected.issues)
        for parser in detected.parsers:
            items += parser
        return items


def check(items: list[ParsedItem], what: str) -> None:
    for item in items:
        if isinstance(item, ParseIssue):
            assert item.file, what
            assert len(item.reason) > 10, what


@pytest.fixture(params=samples(), ids=lambda path: path.name)
def sample(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_a_sample_is_read_whole_and_again_without_a_change(sample: Path, tmp_path: Path) -> None:
    with Vault(tmp_path / "my.memdesk") as vault:
        for added in (True, False):
            with open_inputs([sample]) as detected:
                assert not any(issue.lost for issue in detected.issues)
                assert detected.parsers
                for parser in detected.parsers:
                    report = ingest(parser, vault)
                    assert report.complete, report.issues
                    assert report.counts.updated == 0
                    assert (report.counts.added > 0) == added
                    assert (report.counts.unchanged > 0) != added


def test_a_sample_broken_in_any_way_is_read_or_named(sample: Path, tmp_path: Path) -> None:
    files = files_of(sample)
    chance = random.Random(sample.name)
    for number in range(120):
        name = chance.choice(sorted(files))
        way, data = broken(files[name], chance)
        what = f"{sample.name}/{name} {way}, number {number}"
        try:
            found = read(write_files({**files, name: data}, tmp_path / f"{number}{sample.suffix}"))
        except Exception as error:
            raise AssertionError(what) from error
        check(found, what)


def test_a_sample_that_breaks_off_anywhere_says_so_or_is_whole(
    sample: Path, tmp_path: Path
) -> None:
    files = files_of(sample)
    for name, whole in files.items():
        for number, data in enumerate(cuts(whole, 40)):
            target = tmp_path / f"{Path(name).stem}-{number}{sample.suffix}"
            found = read(write_files({**files, name: data}, target))
            check(found, f"{sample.name}/{name} cut at {len(data)}")
