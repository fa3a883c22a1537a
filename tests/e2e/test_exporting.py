"""Exporting from the real window, and taking what came of it into another vault."""

from __future__ import annotations

from pathlib import Path

from memdesk.desktop.exporting.dialog import ExportDialog
from memdesk.vault.store import Vault
from tests.e2e.conftest import Start
from tests.e2e.person import Person
from tests.exporters.vaults import content


def open_dialog(person: Person) -> ExportDialog:
    person.chooses("File", "Export…")
    [dialog] = [one for one in person.window.findChildren(ExportDialog) if one.isVisible()]
    return dialog


def export(person: Person, dialog: ExportDialog) -> str:
    """Click Export and wait for the closing remark."""
    before = person.window.toast.text()
    person.clicks(dialog.export)
    person.waits_for(lambda: person.window.toast.text() not in ("", before))
    return person.window.toast.text()


def test_the_whole_vault_goes_into_a_file_and_into_a_new_vault(
    start: Start, vault: Path, tmp_path: Path
) -> None:
    person = start(vault)
    person.waits_for(lambda: person.window.exports._memories)
    dialog = open_dialog(person)
    dialog.formatButton("jsonl").click()
    person.clicks(dialog.trash)
    target = tmp_path / "all.jsonl"
    dialog.setTarget(target)
    assert export(person, dialog).endswith("memories exported")
    new = tmp_path / "new.memdesk"
    other = start(new)
    other.drops(target)
    other.waits_for(lambda: other.sees("Ready to import"))
    other.clicks("Import")
    other.waits_for(lambda: other.sees("Report", other.window.importing), 60_000)
    with Vault(vault) as old_vault, Vault(new) as new_vault:
        assert content(new_vault) == content(old_vault)


def test_what_a_search_finds_goes_into_a_folder(start: Start, vault: Path, tmp_path: Path) -> None:
    person = start(vault)
    person.waits_for(lambda: person.window.exports._memories)
    person.searches("Which antibiotic am I allergic to?")
    dialog = open_dialog(person)
    person.clicks_at(dialog.whatButton(1), dialog.whatButton(1).rect().center())
    folder = tmp_path / "notes"
    dialog.setTarget(folder)
    assert export(person, dialog).endswith("exported")
    texts = [path.read_text("utf-8") for path in folder.rglob("*.md")]
    assert any("penicillin" in text for text in texts)
