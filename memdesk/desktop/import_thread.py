"""Previews and imports for the window: one at a time, awaited on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from memdesk.desktop.jobs import Failed, GuiCalls
from memdesk.desktop.process_thread import ProcessThread
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.import_process import Imported, ImportProcess, Outcome, Previewed, Task
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.vault.store import Vault

Previews = Callable[[Sequence[ImportPreview], Sequence[ParseIssue]], None]
Reports = Callable[[Sequence[ImportReport], Sequence[ParseIssue]], None]


class ImportThread(ProcessThread):
    """Runs one preview or import at a time; of an import what was committed stays."""

    def __init__(self, vault: Vault, calls: GuiCalls) -> None:
        super().__init__("import", calls, vault.writer.look)
        self._vault = vault.path.absolute()

    def preview(
        self,
        paths: Sequence[Path],
        done: Previews,
        cancelled: Callable[[], None],
        failed: Failed,
        progress: Callable[[ImportProgress], None] = lambda progress: None,
    ) -> bool:
        """Read what the inputs hold; returns False if something is under way already."""

        def tell(outcome: Outcome) -> None:
            if isinstance(outcome, Previewed):
                done(outcome.previews, outcome.issues)
            else:
                cancelled()

        task = Task("preview", self._vault, tuple(paths))
        return self.begin(lambda: ImportProcess(task), progress, tell, failed)

    def run(
        self,
        paths: Sequence[Path],
        progress: Callable[[ImportProgress], None],
        done: Reports,
        failed: Failed,
        choice: Choice = EVERYTHING,
    ) -> bool:
        """Import what is wanted of the inputs, one after the other; returns False if something
        is under way."""

        def tell(outcome: Outcome) -> None:
            assert isinstance(outcome, Imported)
            done(outcome.reports, outcome.issues)

        task = Task("import", self._vault, tuple(paths), choice)
        return self.begin(lambda: ImportProcess(task), progress, tell, failed)
