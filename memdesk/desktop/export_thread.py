"""Exports for the window: one at a time, awaited on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memdesk.desktop.jobs import Failed, GuiCalls
from memdesk.desktop.process_thread import ProcessThread
from memdesk.exporters.export_process import ExportProcess, Task
from memdesk.exporters.order import Exported, How, Outcome, What
from memdesk.exporters.watching import ExportProgress


class ExportThread(ProcessThread):
    """Runs one export at a time; one that is cancelled leaves nothing behind."""

    def __init__(self, vault: Path, calls: GuiCalls) -> None:
        super().__init__("export", calls)
        self._vault = vault

    def run(
        self,
        what: What,
        how: How,
        *,
        progress: Callable[[ExportProgress], None],
        done: Callable[[Exported], None],
        cancelled: Callable[[], None],
        failed: Failed,
    ) -> bool:
        """Export; returns False if something is under way. Everything is told on the GUI thread."""

        def tell(outcome: Outcome) -> None:
            if isinstance(outcome, Exported):
                done(outcome)
            else:
                cancelled()

        task = Task(self._vault.absolute(), what, how)
        return self.begin(lambda: ExportProcess(task), progress, tell, failed)
