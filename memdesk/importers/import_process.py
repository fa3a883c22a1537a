"""Previews and imports in processes of their own: parsing is long work in Python."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal

from memdesk.errors import MemdeskError
from memdesk.importers import batch_pipe
from memdesk.importers.batch_pipe import Receiver
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import store
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.preview import preview
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.process import OwnProcess, ProcessDiedError
from memdesk.vault.store import Vault

_READER_PATIENCE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Task:
    """What the process is to do with the inputs at ``paths``; ``choice`` is for an import."""

    kind: Literal["preview", "import"]
    vault: Path
    paths: tuple[Path, ...]
    choice: Choice = EVERYTHING


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


@dataclass(frozen=True, slots=True)
class _CutShort:
    """The process that reads ended before it was through; it has said why."""


class ImportProcessError(MemdeskError):
    """The process died; what it had committed is kept."""


class ImportProcess:
    """One task in processes of its own; made to be run once.

    An import takes two: one reads the inputs and derives what can be without the vault, the
    other stores what it gets. Neither waits for the other's turn at the interpreter.
    """

    def __init__(self, task: Task) -> None:
        names = ", ".join(path.name for path in task.paths)
        self._reader: _Reader | None = None
        self._process: OwnProcess[ImportProgress, Outcome | _CutShort]
        if task.kind == "preview":
            self._process = OwnProcess(f"Reading {names}", partial(_preview, task))
        else:
            near, far = multiprocessing.get_context("spawn").Pipe(duplex=False)
            self._reader = _Reader(
                OwnProcess(f"Reading {names}", partial(_read, task, far), hands_over=(far,))
            )
            self._process = OwnProcess(
                f"Importing {names}", partial(_store, task.vault, near), hands_over=(near,)
            )

    def run(self, progress: Callable[[ImportProgress], None]) -> Outcome:
        """Do the task and return what came of it; ``progress`` is told on the calling thread.

        Raises:
            MemdeskError: the world was in the way, or a process died.
            RuntimeError: a mistake of ours, with the process's own traceback.
        """
        try:
            return self._run(progress)
        except ProcessDiedError as error:
            raise ImportProcessError(
                f"{error} What it had stored is kept; import it again to go on."
            ) from error

    def _run(self, progress: Callable[[ImportProgress], None]) -> Outcome:
        if self._reader is not None:
            self._reader.start()
        problem: Exception | None = None
        try:
            outcome = self._process.run(progress)
        finally:
            if self._reader is not None:
                problem = self._reader.end()
        if isinstance(outcome, _CutShort):
            raise problem or ImportProcessError("Reading ended before its end.")
        return outcome

    def cancel(self) -> None:
        """Have the task stop; what was committed stays. Callable from any thread."""
        # The reader is told once the other has ended, which would take its end for a failure.
        self._process.cancel()


class _Reader:
    """The process that reads, awaited on a thread."""

    def __init__(self, process: OwnProcess[None, None]) -> None:
        self._process = process
        self._problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="import-reader", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> Exception | None:
        """Have it end, now that nobody takes what it reads; returns what went wrong there."""
        self._process.cancel(_READER_PATIENCE_SECONDS)
        self._thread.join()
        return self._problem

    def _run(self) -> None:
        try:
            self._process.run()
        except Exception as problem:
            self._problem = problem


def _preview(
    task: Task, tell: Callable[[ImportProgress], None], cancelled: Callable[[], bool]
) -> Outcome:
    with Vault(task.vault) as vault, open_inputs(task.paths) as detected:
        previews = [
            preview(each, vault, progress=tell, cancelled=cancelled) for each in detected.parsers
        ]
        if cancelled():
            return Cancelled()
        return Previewed(tuple(previews), tuple(detected.issues))


def _read(
    task: Task, far: Connection, tell: Callable[[None], None], cancelled: Callable[[], bool]
) -> None:
    with far:
        batch_pipe.send(task.vault, task.paths, far, cancelled, task.choice)


def _store(
    path: Path,
    near: Connection,
    tell: Callable[[ImportProgress], None],
    cancelled: Callable[[], bool],
) -> Imported | _CutShort:
    with near, Vault(path) as vault:
        receiver = Receiver(near, cancelled)
        reports = [store(feed, vault, progress=tell, cancelled=cancelled) for feed in receiver]
        if not receiver.complete and not cancelled():
            return _CutShort()
        return Imported(tuple(reports), receiver.issues)
