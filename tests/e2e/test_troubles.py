"""What the window says and can still do when something is wrong."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from memdesk import settings
from memdesk.desktop.theme import theme
from memdesk.vault import stats
from memdesk.vault.store import Vault
from tests.e2e.conftest import Start
from tests.e2e.exports import chatgpt_zip, damaged_zip


def test_a_damaged_archive_is_named_and_nothing_comes_in(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "new.memdesk"
    person = start(path)
    person.drops(damaged_zip(tmp_path))
    person.waits_for(lambda: person.sees("Nothing to import was found"))
    # Long names may break after their dashes and dots.
    assert person.sees("broken-\u200boff.\u200bzip", person.window.importing)
    with Vault(path) as vault:
        assert vault.read(stats.stats).memories == 0
    person.clicks("Back")
    person.drops(chatgpt_zip(tmp_path))
    person.waits_for(lambda: person.sees("Ready to import 439 messages"))


def test_a_damaged_vault_is_named_and_the_demo_vault_can_be_opened(
    start: Start, vault: Path
) -> None:
    cut = vault.read_bytes()[: vault.stat().st_size // 3]
    vault.write_bytes(cut)
    person = start(vault, opens=False)
    person.waits_for(lambda: person.sees("is damaged"))
    assert person.sees(vault.name)
    assert vault.read_bytes() == cut
    person.clicks("Open the demo vault")
    person.waits_until_open()
    person.waits_for(lambda: person.window.search.filters.menuChip("source").detail())
    assert not person.sees("is damaged")
    assert person.searches("Which antibiotic am I allergic to?")


def test_a_vault_that_was_put_right_opens_at_the_next_try(start: Start, vault: Path) -> None:
    whole = vault.read_bytes()
    vault.write_bytes(whole[: len(whole) // 3])
    person = start(vault, opens=False)
    person.waits_for(lambda: person.sees("is damaged"))
    vault.write_bytes(whole)
    person.clicks("Try again")
    person.waits_until_open()
    assert person.searches("192.168.1.47")


def test_files_for_a_vault_that_cannot_be_opened_are_not_forgotten_silently(
    start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "no.memdesk"
    path.write_text("this is a letter, not a vault")
    person = start(path, chatgpt_zip(tmp_path), opens=False)
    person.waits_for(lambda: person.sees("is not a memdesk vault", person.window.importing))
    person.drops(chatgpt_zip(tmp_path))
    assert person.sees("is not a memdesk vault", person.window.importing)
    assert not person.sees("Reading")


def test_another_vault_shows_nothing_of_the_one_before(start: Start, vault: Path) -> None:
    person = start(vault)
    person.searches("Which antibiotic am I allergic to?")
    person.waits_for(person.sees_the_hit)
    person.chooses("File", "Open the demo vault")
    assert person.results() == ()
    assert person.hit() is None
    assert person.window.search.field.text() == ""
    assert person.window.windowTitle().startswith("demo")
    person.waits_until_open()
    person.waits_for(lambda: person.window.search.filters.menuChip("source").detail())


def test_the_theme_switches_at_once_and_is_kept(
    start: Start, vault: Path, qapp: QApplication
) -> None:
    person = start(vault)
    person.searches("gauge")
    for choice, dark in (("Dark", True), ("Light", False), ("Dark", True)):
        person.chooses("View", choice)
        assert theme.current().dark is dark
        shade = person.window.grab().toImage().pixelColor(640, 795).lightness()
        assert (shade < 80) is dark
    person.window.close()
    person.application.finish()
    assert settings.load().settings.theme == "dark"
    theme.install(qapp, "light", 1.0)
