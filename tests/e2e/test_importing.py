"""The window while an import runs, is cancelled, or is cut short by closing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from memdesk.vault import check, imports, stats
from memdesk.vault.store import Vault
from tests.e2e.conftest import Start
from tests.e2e.person import Person
from tests.importers.large_export import write_export

MEGABYTES = 30


@pytest.fixture(scope="session")
def large_export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export that takes some seconds to import."""
    file = tmp_path_factory.mktemp("large") / "conversations.json"
    write_export(file, MEGABYTES)
    return file


def begin_import(person: Person, file: Path) -> None:
    person.drops(file)
    person.waits_for(lambda: person.sees("Ready to import"))
    person.clicks("Import")
    session = person.session
    seen: list[object] = []
    session.importProgressed.connect(seen.append)
    person.waits_for(lambda: seen)


def memories(path: Path) -> int:
    with Vault(path) as vault:
        return vault.read(stats.stats).memories


def test_searching_while_an_import_runs_gives_answers(
    start: Start, vault: Path, large_export: Path
) -> None:
    person = start(vault)
    begin_import(person, large_export)
    found = person.searches("Which antibiotic am I allergic to?")
    assert found
    assert person.session.importing
    person.presses(Qt.Key.Key_Return)
    person.waits_for(person.sees_the_hit)
    assert person.session.importing


def test_a_cancelled_import_keeps_what_came_in_and_can_be_taken_up_again(
    start: Start, tmp_path: Path, large_export: Path
) -> None:
    path = tmp_path / "new.memdesk"
    person = start(path)
    begin_import(person, large_export)
    person.waits_for(lambda: person.window.search.vault.isHidden())
    person.clicks("Cancel")
    person.waits_for(lambda: person.sees("Report", person.window.importing))
    kept = memories(path)
    with Vault(path) as vault:
        (run,) = vault.read(imports.runs)
    assert run.outcome == "cancelled"
    assert run.added == kept
    person.clicks("Back")
    person.drops(large_export)
    person.waits_for(lambda: person.sees("Ready to import"))
    person.clicks("Import")
    person.waits_for(lambda: person.sees("Report", person.window.importing), 60_000)
    with Vault(path) as vault:
        again, _ = vault.read(imports.runs)
    assert again.unchanged >= kept
    assert again.added == memories(path) - kept


def test_a_cancelled_preview_goes_back_to_the_start_of_the_pane(
    start: Start, tmp_path: Path, large_export: Path
) -> None:
    person = start(tmp_path / "new.memdesk")
    person.drops(large_export)
    person.waits_for(lambda: person.sees("Reading", person.window.importing))
    person.clicks("Cancel")
    person.waits_for(lambda: person.sees("Drop your export here"))
    person.drops(large_export)
    person.waits_for(lambda: person.sees("Ready to import"))


def test_closing_during_an_import_leaves_a_sound_vault_that_takes_the_rest_later(
    start: Start, tmp_path: Path, large_export: Path
) -> None:
    path = tmp_path / "new.memdesk"
    person = start(path)
    begin_import(person, large_export)
    person.window.close()
    person.application.finish()
    assert not path.with_name(path.name + "-wal").exists()
    with Vault(path) as vault:
        assert vault.read(check.problems) == []
        kept = vault.read(stats.stats).memories
        (run,) = vault.read(imports.runs)
    assert 0 < kept == run.added


def test_files_dropped_during_an_import_are_refused_with_a_word(
    start: Start, vault: Path, large_export: Path
) -> None:
    person = start(vault)
    begin_import(person, large_export)
    person.drops(large_export)
    person.waits_for(lambda: "under way" in person.window.toast.text())
    assert person.window.toast.isVisible()
    assert person.session.importing
