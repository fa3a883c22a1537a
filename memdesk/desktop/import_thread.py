"""Previews and imports for the window: one at a time, awaited on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from memdesk.desktop.jobs import GuiCalls, described
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.import_process import Imported, ImportProcess, Outcome, Previewed, Task
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.vault.store import Vault

Previews = Callable[[Sequence[ImportPreview], Sequence[ParseIssue]], None]
Reports = Callable[[Sequence[ImportReport], Sequence[ParseIssue]], None]
Failure = Callable[[str, str], None]


class ImportThread:
    """Runs one preview or import at a time; starting another while one runs is refused."""

    def __init__(self, vault: Vault, calls: GuiCalls) -> None:
        self._vault = vault
        self._calls = calls
        self._process: ImportProcess | None = None
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a preview or an import is under way; until its outcome is told."""
        return self._process is not None

    def preview(
        self,
        paths: Sequence[Path],
        done: Previews,
        cancelled: Callable[[], None],
        failed: Failure,
        progress: Callable[[ImportProgress], None] = lambda progress: None,
    ) -> bool:
        """Read what the inputs hold; returns False if something is under way already."""

        def tell(outcome: Outcome) -> None:
            if isinstance(outcome, Previewed):
                done(outcome.previews, outcome.issues)
            else:
                cancelled()

        return self._start("preview", paths, EVERYTHING, progress, tell, failed)

    def run(
        self,
        paths: Sequence[Path],
        progress: Callable[[ImportProgress], None],
        done: Reports,
        failed: Failure,
        choice: Choice = EVERYTHING,
    ) -> bool:
        """Import what is wanted of the inputs, one after the other; returns False if something
        is under way."""

        def tell(outcome: Outcome) -> None:
            assert isinstance(outcome, Imported)
            done(outcome.reports, outcome.issues)

        return self._start("import", paths, choice, progress, tell, failed)

    def cancel(self) -> None:
        """Stop what is under way; what was committed stays."""
        if self._process is not None:
            self._process.cancel()

    def stop(self) -> None:
        """Cancel and wait for the end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    def _start(
        self,
        kind: Literal["preview", "import"],
        paths: Sequence[Path],
        choice: Choice,
        progress: Callable[[ImportProgress], None],
        done: Callable[[Outcome], None],
        failed: Failure,
    ) -> bool:
        if self._process is not None:
            return False
        vault = self._vault
        process = ImportProcess(Task(kind, vault.path.absolute(), tuple(paths), choice))
        self._process = process

        def tell(state: ImportProgress) -> None:
            vault.writer.look()
            self._calls.post(lambda: progress(state))

        def job() -> None:
            try:
                outcome = process.run(tell)
            except Exception as error:
                text, details = described(error)
                self._calls.post(lambda: self._settle(lambda: failed(text, details)))
            else:
                self._calls.post(lambda: self._settle(lambda: done(outcome)))
            vault.writer.look()

        self._thread = threading.Thread(target=job, name="import", daemon=True)
        self._thread.start()
        return True

    def _settle(self, tell: Callable[[], None]) -> None:
        self._process = None
        tell()
