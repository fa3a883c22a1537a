"""Work off the GUI thread, its results back on it.

A view asks for something by name; the job runs on a worker thread and its outcome arrives as a
call on the GUI thread. Nothing here knows what the work is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from memdesk.errors import MemdeskError

_logger = logging.getLogger(__name__)

Done = Callable[[Any], None]
Failed = Callable[[str, str], None]


class GuiCalls(QObject):
    """Carries calls from any thread to the thread this object lives on."""

    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._posted.connect(self._run)
        self._closed = False

    def post(self, call: Callable[[], None]) -> None:
        """Have ``call`` run on the GUI thread; callable from any thread."""
        if not self._closed:
            self._posted.emit(call)

    def close(self) -> None:
        """Drop what still arrives."""
        self._closed = True

    @Slot(object)
    def _run(self, call: Callable[[], None]) -> None:
        if not self._closed:
            call()


class Jobs:
    """A pool of worker threads for short reads and writes."""

    def __init__(self, calls: GuiCalls, threads: int = 2) -> None:
        self._calls = calls
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="job")

    def run(self, work: Callable[[], Any], done: Done, failed: Failed) -> None:
        """Run ``work`` on a worker; then ``done(result)`` or ``failed(text, details)``."""

        def job() -> None:
            try:
                result = work()
            except Exception as error:
                text, details = described(error)
                self._calls.post(lambda: failed(text, details))
            else:
                self._calls.post(lambda: done(result))

        self._pool.submit(job)

    def finish(self) -> None:
        """Wait for everything that was asked for."""
        self._pool.shutdown(wait=True)

    def close(self) -> None:
        """Wait for what runs, drop what waits."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def described(error: BaseException) -> tuple[str, str]:
    """Return an error in the person's words, and the details worth copying.

    An error of the world says itself what to do; anything else is a bug and is logged as one.
    """
    if isinstance(error, MemdeskError):
        cause = f"\nCause: {error.__cause__}" if error.__cause__ else ""
        return str(error), f"{type(error).__name__}: {error}{cause}"
    _logger.error("a job failed", exc_info=error)
    return (
        "Something went wrong inside memdesk. Your memories are safe; the log file says more.",
        f"{type(error).__name__}: {error}",
    )
