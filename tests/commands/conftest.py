"""The command line as a person uses it: a home of its own, and what was printed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memdesk import paths
from memdesk.cli import main


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("MEMDESK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str | Path) -> Outcome:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return Outcome(status, printed.out, printed.err)

    return command


@pytest.fixture
def filled(run: Run, demo_vault: Path) -> Path:
    """The demo vault in its usual place."""
    vault = paths.default_vault()
    vault.parent.mkdir(parents=True)
    shutil.copy(demo_vault, vault)
    return vault
