"""What a person may get wrong on the command line, and what is answered."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.desktop import app
from tests.commands.conftest import Run

COMMANDS = "The commands are import, export, embed, search, links, stats, check, doctor, bench"

Opened = list[tuple[Path, list[Path]]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """The windows that were asked for: vault and files."""
    windows: Opened = []

    def run(vault: Path, files: Sequence[Path]) -> int:
        windows.append((vault, list(files)))
        return 0

    monkeypatch.setattr(app, "run", run)
    monkeypatch.setattr(app, "display_problem", lambda: None)
    return windows


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["bogus"], f"“bogus” is neither a command nor a file or folder. {COMMANDS}"),
        (["serach", "x"], "neither a command nor a file or folder. Did you mean “search”?"),
        (["serach", "x", "--limit", "3"], "Did you mean “search”?"),
        (["IMPORT", "x.zip"], "Did you mean “import”?"),
        (["--demo", "stat"], "Did you mean “stats”?"),
        (["--vault", "my.memdesk", "chek"], "Did you mean “check”?"),
        (["help"], "Did you mean “--help”?"),
        (["missing.zip"], "“missing.zip” is neither a command nor a file or folder."),
        ([""], "“” is neither a command nor a file or folder."),
        (["--versoin"], "“--versoin” is no option of “memdesk”. Did you mean --version?"),
        (["--frobnicate"], "“--frobnicate” is no option of “memdesk”. “memdesk --help”"),
        (["--vers"], "“--vers” is no option of “memdesk”. Did you mean --version?"),
        (["--vault"], "--vault: a value is missing after it."),
        (["--vault", ""], "--vault: the name of the file is empty."),
        (["--vault", "import", "x.zip"], "--vault needs a file after it; “import” is a command."),
        (["stats", "--vault"], "--vault: a value is missing after it. “memdesk stats --help”"),
        (["import"], "There is nothing named to import. “memdesk import --help” tells more."),
        (["import", ""], "PATH: the name of the file is empty."),
        (["import", "missing.zip"], "missing.zip cannot be read: it does not exist"),
        (["import", "missing.zip", "--dry-run"], "missing.zip cannot be read"),
        (["import", "x.zip", "--no-embedd"], "Did you mean --no-embed?"),
        (["import", "x.zip", "--limit", "3"], "“--limit” is no option of “memdesk import”."),
        (["embed", "now"], "“now” is too much for “memdesk embed”."),
        (["stats", "here.txt"], "To use another vault, write --vault here.txt."),
        (["search"], "There is nothing to search for. Write words, or a filter"),
        (["search", ""], "There is nothing to search for."),
        (["search", " \t", "--json"], "There is nothing to search for."),
        (["search", "-pizza"], "“-pizza” is no option of “memdesk search”. Write -- before words"),
        (["search", "x", "--profil", "memx"], "Did you mean --profile?"),
        (["search", "x", "--limit", "x"], "--limit: “x” is no number from 1 to 100,000."),
        (["search", "x", "--limit", "-3"], "--limit: “-3” is no number from 1"),
        (["search", "x", "--limit", "9" * 40], "is no number from 1 to 100,000."),
        (["search", "x", "--limit", "1.5"], "--limit: “1.5” is no number"),
        (["search", "x", "--limit"], "--limit: a value is missing after it."),
        (["--demo", "search", "x"], "“--demo” is no option of “memdesk search”."),
        (["check"], "There is no vault at"),
        (["stats", "--vault", "no/where.memdesk"], "There is no vault at no/where.memdesk."),
        (["stats", "--vault", "."], ". is a folder."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_bad_use_is_refused_with_a_reason_and_nothing_is_made(
    run: Run, tmp_path: Path, opened: Opened, arguments: list[str], says: str
) -> None:
    (tmp_path / "here.txt").touch()
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("memdesk: ")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1
    assert opened == []
    assert not paths.default_vault().exists()


@pytest.mark.parametrize("arguments", [[], ["here.txt"], ["sub"], ["--demo", "here.txt", "sub"]])
def test_files_and_folders_that_exist_go_to_the_window(
    run: Run, tmp_path: Path, opened: Opened, arguments: list[str]
) -> None:
    (tmp_path / "here.txt").touch()
    (tmp_path / "sub").mkdir()
    assert run(*arguments).status == 0
    vault = paths.demo_vault() if "--demo" in arguments else paths.default_vault()
    assert opened == [(vault, [Path(a) for a in arguments if a != "--demo"])]


def test_each_of_the_files_has_to_exist(run: Run, tmp_path: Path, opened: Opened) -> None:
    (tmp_path / "here.txt").touch()
    outcome = run("here.txt", "missing.zip")
    assert (outcome.status, opened) == (2, [])
    assert outcome.err == "memdesk: There is no file or folder “missing.zip” to import.\n"


def test_a_vault_may_bear_the_name_of_a_command(run: Run, filled: Path, tmp_path: Path) -> None:
    filled.rename(tmp_path / "import")
    assert run("--vault", "import", "stats").status == 0


def test_several_words_need_no_quotes_and_a_minus_can_be_searched(run: Run, filled: Path) -> None:
    together = run("search", "sourdough", "starter", "--limit", "3", "--json")
    assert together.data["query"] == "sourdough starter"
    minus = run("search", "--json", "--", "starter", "-sourdough")
    assert minus.data["understood"]["excluded"] == ["sourdough"]


@pytest.mark.parametrize("now", ["0001-01-01", "9999-12-31T23:59:59+00:00", "2024-13-01", ""])
def test_a_moment_at_the_end_of_time_is_answered_or_refused(
    run: Run, filled: Path, now: str
) -> None:
    outcome = run("search", "sourdough starter", "--now", now)
    assert outcome.status in (0, 2)
    assert outcome.status == 0 or "is no ISO date" in outcome.err


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", **more}


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes elsewhere")
def test_what_is_no_text_is_searched_and_printed_all_the_same(filled: Path) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "memdesk", "search", b"starter \xff", "--json"],
        capture_output=True,
        env=environment(),
        cwd=Path(__file__).parents[2],
    )
    assert (outcome.returncode, outcome.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="file names are bytes elsewhere")
@pytest.mark.parametrize("command", [["import"], ["--vault"], []])
def test_a_file_name_that_is_no_text_is_refused_in_words(
    tmp_path: Path, command: list[str]
) -> None:
    arguments: list[str | bytes] = [*command, b"\xff.zip"]
    if command == ["--vault"]:
        arguments += ["import", str(paths.demo_dir() / "claude"), "--no-embed"]
    outcome = subprocess.run(
        [sys.executable, "-m", "memdesk", *arguments],
        capture_output=True,
        env=environment(MEMDESK_HOME=str(tmp_path)),
        cwd=Path(__file__).parents[2],
    )
    assert outcome.returncode == 2
    assert outcome.stderr.startswith(b"memdesk: ")
    assert b"Traceback" not in outcome.stderr


def test_a_terminal_without_the_signs_gets_escapes_and_no_error(filled: Path) -> None:
    outcome = subprocess.run(
        [sys.executable, "-m", "memdesk", "search", "咖啡", "--limit", "3"],
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
        cwd=Path(__file__).parents[2],
    )
    assert outcome.returncode in (0, 1)
    assert outcome.stderr == b""
    assert b"\\u" in outcome.stdout
