"""Exports in a process of their own: writing a whole vault is long work in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memdesk import paths
from memdesk.exporters.errors import ExportCancelledError
from memdesk.exporters.order import Cancelled, How, Outcome, What
from memdesk.exporters.watching import ExportProgress, Watch
from memdesk.process import OwnProcess
from memdesk.vault.store import Vault


@dataclass(frozen=True, slots=True)
class Task:
    """What the process is to export from the vault at ``vault``."""

    vault: Path
    what: What
    how: How


class ExportProcess:
    """One export in a process of its own; made to be run once."""

    def __init__(self, task: Task) -> None:
        self._process: OwnProcess[ExportProgress, Outcome] = OwnProcess(
            f"Exporting to {task.how.target.name}", partial(_export, task)
        )

    def run(self, progress: Callable[[ExportProgress], None] = lambda progress: None) -> Outcome:
        """Export and return what came of it; ``progress`` is told on the calling thread.

        Raises:
            MemdeskError: the world was in the way, or the process died.
            RuntimeError: a mistake of ours, with the process's own traceback.
        """
        return self._process.run(progress)

    def cancel(self) -> None:
        """Have it stop and leave nothing behind. Callable from any thread."""
        self._process.cancel()


def _export(
    task: Task, tell: Callable[[ExportProgress], None], cancelled: Callable[[], bool]
) -> Outcome:
    # Only here: the window, which starts the process, needs none of it.
    from memdesk.exporters.export import export

    with Vault(task.vault) as vault:
        try:
            return export(vault, task.what, task.how, Watch(tell, cancelled), paths.model_dir())
        except ExportCancelledError:
            return Cancelled()
