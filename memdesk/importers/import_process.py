"""Previews and imports in a process of their own: parsing is long work in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from memdesk.errors import MemdeskError
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.preview import preview
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.process import OwnProcess, ProcessDiedError
from memdesk.vault.store import Vault


@dataclass(frozen=True, slots=True)
class Task:
    """What the process is to do with the inputs at ``paths``."""

    kind: Literal["preview", "import"]
    vault: Path
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Previewed:
    """What the inputs hold; ``issues`` belong to none of them."""

    previews: tuple[ImportPreview, ...]
    issues: tuple[ParseIssue, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the inputs; ``issues`` belong to none of them."""

    reports: tuple[ImportReport, ...]
    issues: tuple[ParseIssue, ...]


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A preview was stopped; an import that is stopped still reports."""


Outcome = Previewed | Imported | Cancelled


class ImportProcessError(MemdeskError):
    """The process died; what it had committed is kept."""


class ImportProcess:
    """One task in one process; made to be run once."""

    def __init__(self, task: Task) -> None:
        names = ", ".join(path.name for path in task.paths)
        self._process: OwnProcess[ImportProgress, Outcome] = OwnProcess(
            f"Reading {names}", partial(_do, task)
        )

    def run(self, progress: Callable[[ImportProgress], None]) -> Outcome:
        """Do the task and return what came of it; ``progress`` is told on the calling thread.

        Raises:
            MemdeskError: the world was in the way, or the process died.
            RuntimeError: a mistake of ours, with the process's own traceback.
        """
        try:
            return self._process.run(progress)
        except ProcessDiedError as error:
            raise ImportProcessError(
                f"{error} What it had stored is kept; import it again to go on."
            ) from error

    def cancel(self) -> None:
        """Have the process stop; what was committed stays. Callable from any thread."""
        self._process.cancel()


def _do(
    task: Task, tell: Callable[[ImportProgress], None], cancelled: Callable[[], bool]
) -> Outcome:
    with Vault(task.vault) as vault, open_inputs(task.paths) as detected:
        if task.kind == "preview":
            previews = [preview(each, vault, cancelled=cancelled) for each in detected.parsers]
            if cancelled():
                return Cancelled()
            return Previewed(tuple(previews), tuple(detected.issues))
        reports: list[ImportReport] = []
        for parser in detected.parsers:
            if cancelled():
                break
            reports.append(ingest(parser, vault, progress=tell, cancelled=cancelled))
        return Imported(tuple(reports), tuple(detected.issues))
