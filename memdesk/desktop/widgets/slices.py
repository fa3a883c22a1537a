"""Long work on widgets in slices, so that keys and scrolling never wait for it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

SLICE_MS = 5.0
"""With the last bit's overrun, laying out and drawing it stays below a frame."""

_DONE = object()


class Slices(QObject):
    """Runs iterators bit by bit whenever the event loop is free; each ``next`` is one bit."""

    stepped = Signal()
    """A slice has ended."""
    finished = Signal()
    """Nothing is left to do."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: deque[tuple[Iterator[None], QObject]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.run)

    def add(self, job: Iterator[None], owner: QObject, *, first: bool = False) -> None:
        """Do ``job`` after all others, or before them, as long as ``owner`` exists."""
        if first:
            self._jobs.appendleft((job, owner))
        else:
            self._jobs.append((job, owner))
        self._timer.start()

    def clear(self) -> None:
        """Forget what has not been done."""
        self._jobs.clear()
        self._timer.stop()

    def busy(self) -> bool:
        """Whether something is left to do."""
        return bool(self._jobs)

    def run(self) -> None:
        """Work for one slice now."""
        until = time.perf_counter() + SLICE_MS / 1000
        while self._jobs and time.perf_counter() < until:
            job, owner = self._jobs.popleft()
            if shiboken6.isValid(owner) and next(job, _DONE) is not _DONE:
                self._jobs.appendleft((job, owner))
        self.stepped.emit()
        if not self._jobs:
            self._timer.stop()
            self.finished.emit()
