"""Looks into a folder for new exports, every few seconds, on a thread of its own.

Looking is the same on every system and on drives of the network, where changes are not told of.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue

from memdesk.importers.arrivals import Arrival, Arrivals, FolderUnreadableError

EVERY_SECONDS = 10.0


class FolderWatch:
    """Runs until stopped. What it tells, it tells on its own thread, and only what has changed.

    ``on_arrivals`` gets all exports that wait, newest first, ``on_trouble`` why the folder cannot
    be read (it is tried again), ``on_error`` any mistake of ours, which ends the thread.
    """

    def __init__(
        self,
        folder: Path,
        settled: Mapping[str, float],
        *,
        on_arrivals: Callable[[tuple[Arrival, ...]], None],
        on_trouble: Callable[[str], None] = lambda text: None,
        on_error: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self._arrivals = Arrivals(folder, settled)
        self._on_arrivals = on_arrivals
        self._on_trouble = on_trouble
        self._on_error = on_error
        self._to_settle: SimpleQueue[tuple[Path, float]] = SimpleQueue()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="folder-watch", daemon=True)

    def start(self) -> None:
        """Begin; the first look is taken at once."""
        self._thread.start()

    def settle(self, path: Path, written_at: float) -> None:
        """Speak no more of a file as it is now. Callable from any thread."""
        self._to_settle.put((path, written_at))
        self._wake.set()

    def stop(self) -> None:
        """End without waiting: a look at a drive that does not answer may take long."""
        self._stopping.set()
        self._wake.set()

    def join(self) -> None:
        """Wait for the end."""
        self._thread.join()

    def _run(self) -> None:
        told: tuple[Arrival, ...] | str = ()
        try:
            while not self._stopping.is_set():
                self._wake.clear()
                found = self._look()
                if found != told and not self._stopping.is_set():
                    told = found
                    if isinstance(found, str):
                        self._on_trouble(found)
                    else:
                        self._on_arrivals(found)
                self._wake.wait(EVERY_SECONDS)
        except Exception as error:
            self._on_error(error)

    def _look(self) -> tuple[Arrival, ...] | str:
        while not self._to_settle.empty():
            self._arrivals.settle(*self._to_settle.get())
        try:
            return self._arrivals.look(time.time())
        except FolderUnreadableError as error:
            return str(error)
