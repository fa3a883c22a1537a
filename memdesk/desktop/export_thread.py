"""Exports for the window: one at a time, awaited on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from memdesk.desktop.jobs import GuiCalls, described
from memdesk.exporters.export_process import ExportProcess, Task
from memdesk.exporters.order import Exported, How, What
from memdesk.exporters.watching import ExportProgress


class ExportThread:
    """Runs one export at a time; starting another while one runs is refused."""

    def __init__(self, vault: Path, calls: GuiCalls) -> None:
        self._vault = vault
        self._calls = calls
        self._process: ExportProcess | None = None
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether an export is under way; until its outcome is told."""
        return self._process is not None

    def run(
        self,
        what: What,
        how: How,
        *,
        progress: Callable[[ExportProgress], None],
        done: Callable[[Exported], None],
        cancelled: Callable[[], None],
        failed: Callable[[str, str], None],
    ) -> bool:
        """Export; returns False if something is under way. Everything is told on the GUI thread."""
        if self._process is not None:
            return False
        process = self._process = ExportProcess(Task(self._vault.absolute(), what, how))

        def tell(state: ExportProgress) -> None:
            self._calls.post(lambda: progress(state))

        def job() -> None:
            try:
                outcome = process.run(tell)
            except Exception as error:
                text, details = described(error)
                self._calls.post(lambda: self._settle(lambda: failed(text, details)))
                return
            if isinstance(outcome, Exported):
                self._calls.post(lambda: self._settle(lambda: done(outcome)))
            else:
                self._calls.post(lambda: self._settle(cancelled))

        self._thread = threading.Thread(target=job, name="export", daemon=True)
        self._thread.start()
        return True

    def cancel(self) -> None:
        """Stop what is under way; nothing of it stays."""
        if self._process is not None:
            self._process.cancel()

    def stop(self) -> None:
        """Cancel and wait for the end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    def _settle(self, tell: Callable[[], None]) -> None:
        self._process = None
        tell()
