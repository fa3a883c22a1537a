"""`memdesk stats`, `check`, `doctor`, and the command line itself."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from memdesk import __version__, paths
from memdesk.vault.store import Vault
from tests.commands.conftest import Run


def test_stats_count_what_the_vault_holds(run: Run, filled: Path) -> None:
    found = run("stats", "--json")
    assert found.status == 0
    assert found.data["vault"] == str(filled)
    assert (found.data["conversations"], found.data["trashed"]) == (61, 0)
    assert found.data["memories"] == sum(found.data["sources"].values()) > 700
    assert set(found.data["sources"]) == {"chatgpt", "claude"}
    assert found.data["embedded"] == found.data["passages"] > 700
    out = run("stats").out
    assert "memories in 61 conversations" in out
    assert "passages embedded" in out


def test_stats_of_a_vault_without_dates_can_be_printed(run: Run, tmp_path: Path) -> None:
    with Vault(tmp_path / "empty.memdesk"):
        pass
    outcome = run("stats", "--vault", tmp_path / "empty.memdesk")
    assert outcome.status == 0
    assert "0 memories in 0 conversations" in outcome.out


def test_check_says_that_all_is_in_order(run: Run, filled: Path) -> None:
    outcome = run("check")
    assert (outcome.status, outcome.out) == (0, f"{filled} is in order.\n")


def test_check_names_what_is_wrong(run: Run, filled: Path) -> None:
    db = apsw.Connection(str(filled))
    db.execute("DELETE FROM passage WHERE memory_id=5")
    db.close()
    outcome = run("check")
    assert outcome.status == 1
    assert "1 memories have no passages to embed" in outcome.out


def test_doctor_tells_versions_and_places(run: Run) -> None:
    outcome = run("doctor")
    assert outcome.status == 0
    assert outcome.out.startswith(f"memdesk {__version__}, Python ")
    for part in ("onnxruntime ", "SQLite ", "model: ", "keyring: ", "frozen: no"):
        assert part in outcome.out
    assert f"vault: {paths.default_vault()} (not made yet)" in outcome.out


@pytest.mark.parametrize("command", ["stats", "check"])
def test_a_missing_vault_is_named(run: Run, command: str) -> None:
    outcome = run(command)
    assert outcome.status == 2
    assert f"There is no vault at {paths.default_vault()}" in outcome.err
    assert not paths.default_vault().exists()


def test_the_version_is_told(run: Run) -> None:
    outcome = run("--version")
    assert (outcome.status, outcome.out) == (0, f"memdesk {__version__}\n")


def test_help_lists_the_commands(run: Run) -> None:
    outcome = run("--help")
    assert outcome.status == 0
    for command in ("import", "embed", "search", "stats", "check", "doctor", "bench"):
        assert command in outcome.out


def test_without_a_display_the_window_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "export.zip").touch()
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    for arguments in ((), ("--demo",), ("export.zip",)):
        outcome = run(*arguments)
        assert outcome.status == 2
        assert outcome.err.startswith("memdesk: ")
        assert "display" in outcome.err.lower()


def test_a_file_called_like_a_command_does_not_hide_the_command(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stats").mkdir()
    assert "There is no vault" in run("stats").err


def test_ctrl_c_ends_quietly(run: Run, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from memdesk.commands import inspecting

    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(inspecting, "stats", interrupted)
    outcome = run("stats")
    assert outcome.status == 1
    assert outcome.err == "memdesk: stopped; what was committed is kept.\n"
