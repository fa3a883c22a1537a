"""dev.py against package tools of our own that write down what they were asked."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest

import dev

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in tools are shell scripts")

SOURCE = Path(dev.__file__)


class Stage:
    """A checkout, an environment and a search path that hold only what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.programs = folder / "programs"
        self.calls_file = folder / "calls"
        self.root.mkdir()
        self.programs.mkdir()
        (self.root / "pyproject.toml").write_text("[project]\n")

    def program(self, name: str, body: str = "", *, folder: Path | None = None) -> Path:
        file = (folder or self.programs) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\nprintf '%s\\n' \"{name} $*\" >> {self.calls_file}\n{body}\n")
        file.chmod(0o755)
        return file

    def venv_python(self, body: str = "") -> Path:
        return self.program("python", body, folder=self.root / ".venv" / "bin")

    @property
    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines() if self.calls_file.exists() else []


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    stage = Stage(tmp_path)
    venv = stage.root / ".venv"
    monkeypatch.setattr(dev, "ROOT", stage.root)
    monkeypatch.setattr(dev, "VENV", venv)
    monkeypatch.setattr(dev, "VENV_PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(dev, "STAMP", venv / "memdesk-installed")
    monkeypatch.setattr(dev.time, "sleep", lambda _: None)
    monkeypatch.setenv("PATH", str(stage.programs))
    return stage


def packages(stage: Stage, listing: str) -> None:
    stage.program("dpkg-query", f"/bin/cat <<'END'\n{listing}\nEND")
    stage.program("apt-get")


def test_an_older_python_still_reads_the_file_and_so_can_say_what_is_wrong() -> None:
    ast.parse(SOURCE.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main([]) == 0
    shown = capsys.readouterr().out
    for command in ("run", "test", "lint", "bench", "shots", "build"):
        assert f"dev.py {command}" in shown


def test_an_unknown_command_stops_before_anything_is_installed(stage: Stage) -> None:
    packages(stage, "")
    with pytest.raises(dev.Stop, match="Unknown command 'tset'"):
        dev.main(["tset"])
    assert stage.calls == []


def test_the_project_is_installed_once_and_again_when_its_declaration_changes(stage: Stage) -> None:
    stage.venv_python()
    dev.prepare([])
    dev.prepare([])
    assert len(stage.calls) == 1
    assert stage.calls[0].startswith("python -m pip install")
    assert stage.calls[0].endswith(f"--editable {stage.root}[dev]")
    (stage.root / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    dev.prepare([])
    assert len(stage.calls) == 2


def test_a_missing_environment_is_made(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    python = stage.program(
        "system-python",
        f"/bin/mkdir -p {stage.root}/.venv/bin\n"
        f"/bin/ln -s {stage.program('venv-python')} {stage.root}/.venv/bin/python",
    )
    monkeypatch.setattr(sys, "executable", str(python))
    dev.prepare([])
    assert stage.calls[0] == f"system-python -m venv --clear {stage.root}/.venv"
    assert stage.calls[1].startswith("venv-python -m pip install")


def test_a_network_fault_is_tried_once_more(stage: Stage) -> None:
    stage.venv_python(
        f'[ "$(/usr/bin/wc -l < {stage.calls_file})" -gt 1 ] && exit 0\n'
        "echo 'ReadTimeoutError: Read timed out.' >&2; exit 1"
    )
    dev.prepare([])
    assert len(stage.calls) == 2


def test_a_network_that_stays_away_is_an_error_with_the_tools_own_words(stage: Stage) -> None:
    stage.venv_python("echo 'ReadTimeoutError: Read timed out.' >&2; exit 1")
    with pytest.raises(dev.Stop, match="Read timed out[^$]*This command failed"):
        dev.prepare([])
    assert len(stage.calls) == 2
    assert not dev.STAMP.exists()


def test_another_fault_is_not_tried_again(stage: Stage) -> None:
    stage.venv_python("echo 'error: invalid pyproject.toml' >&2; exit 1")
    with pytest.raises(dev.Stop, match="invalid pyproject.toml"):
        dev.prepare([])
    assert len(stage.calls) == 1


def test_nothing_is_installed_where_all_packages_are_present(stage: Stage) -> None:
    packages(stage, "installed|xvfb|\ninstalled|libglib2.0-0t64|libglib2.0-0 (= 2.84.0)")
    dev.install_debian_packages(["xvfb", "libglib2.0-0"])
    assert [call.split()[0] for call in stage.calls] == ["dpkg-query"]


def test_root_gets_missing_and_removed_packages_installed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    packages(stage, "installed|xvfb|xserver\nconfig-files|openbox|x-window-manager")
    dev.install_debian_packages(["xvfb", "openbox", "dbus"])
    lock = "-oDPkg::Lock::Timeout=120"
    assert stage.calls[1:] == [
        f"apt-get update {lock}",
        f"apt-get install --yes --no-install-recommends dbus openbox {lock}",
    ]


def test_others_are_told_the_command(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    packages(stage, "installed|xvfb|")
    dev.install_debian_packages(["xvfb", "dbus"])
    assert "sudo apt-get install --yes --no-install-recommends dbus\n" in capsys.readouterr().err
    assert [call.split()[0] for call in stage.calls] == ["dpkg-query"]


def test_elsewhere_system_packages_are_left_alone(stage: Stage) -> None:
    dev.install_debian_packages(["xvfb"])
    assert stage.calls == []


def test_arguments_of_test_go_to_pytest_and_nothing_else_runs(stage: Stage) -> None:
    stage.venv_python("exit 3")
    assert dev.test(["tests/vault", "-k", "trash"]) == 3
    assert stage.calls == ["python -m pytest -q tests/vault -k trash"]


def test_every_step_runs_and_the_frozen_program_is_tested_last(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.venv_python()
    assert dev.test([]) == 0
    tools = [call.split()[2] for call in stage.calls]
    assert tools == ["ruff", "ruff", "mypy", "pytest", "PyInstaller", "pytest"]
    assert stage.calls[-1] == "python -m pytest -q -m frozen tests/frozen"
    assert "All 6 steps passed" in capsys.readouterr().out


def test_a_failing_step_fails_the_whole_but_hides_no_other(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.venv_python('[ "$2" != mypy ]')
    assert dev.test([]) == 1
    assert len(stage.calls) == 6
    shown = capsys.readouterr().out
    assert "FAILED  mypy" in shown
    assert "passed  pytest (0 s)" in shown
    assert shown.rstrip().endswith("s: mypy.")


def test_a_program_that_does_not_build_is_not_tested(stage: Stage) -> None:
    stage.venv_python('[ "$2" != PyInstaller ]')
    assert dev.test([]) == 1
    assert "PyInstaller" in stage.calls[-1]
