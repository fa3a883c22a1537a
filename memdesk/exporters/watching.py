"""How far an export is, and whether it is to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from memdesk.exporters.errors import ExportCancelledError

_TELL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """So many of the memories are written."""

    done: int
    total: int


class Watch:
    """Told of every memory written; raises :class:`ExportCancelledError` when it is to stop."""

    def __init__(
        self,
        progress: Callable[[ExportProgress], None] = lambda progress: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._progress = progress
        self._cancelled = cancelled
        self._done = self._total = 0
        self._told = 0.0

    def begin(self, total: int) -> None:
        """Say how many memories there will be."""
        self._total = total
        self.step(0)

    def step(self, count: int = 1) -> None:
        """Note that so many memories are written."""
        self._done += count
        if self._cancelled():
            raise ExportCancelledError("The export was stopped; nothing was left behind.")
        if time.monotonic() - self._told >= _TELL_SECONDS:
            self._told = time.monotonic()
            self._progress(ExportProgress(self._done, self._total))
