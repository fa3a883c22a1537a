"""Keeps the vault's search arrays up with an open vault: a process of its own, when due."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from memdesk.errors import MemdeskError
from memdesk.index import posting_builder, upkeep
from memdesk.process import OwnProcess
from memdesk.vault.store import Vault

_QUIET_SECONDS = 2.0
_MANY = posting_builder.PIECE_MEMORIES
_PATIENCE_SECONDS = 1.0
_RETRY_SECONDS = 60.0
_SOME = 500
"""Fewer are no burden on a search; see ``fresh``."""


class ArrayKeeper:
    """Runs until stopped; sleeps while nothing is written.

    ``on_error`` is told of what the world puts in the way, and the thread tries again later;
    after any other error it has ended.
    """

    def __init__(
        self,
        vault: Vault,
        *,
        on_error: Callable[[BaseException], None] = lambda error: None,
        quiet_seconds: float = _QUIET_SECONDS,
    ) -> None:
        self._vault = vault
        self._on_error = on_error
        self._quiet_seconds = quiet_seconds
        self._wake = threading.Event()
        self._wake.set()
        self._stopping = threading.Event()
        self._process: OwnProcess[None, int] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="arrays", daemon=True)
        self._unsubscribe = vault.writer.subscribe(self._wake.set)

    def start(self) -> None:
        """Begin; what is not covered yet is covered first."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and the process, if one is at work; what was published stays.

        Stopping twice is no mistake.
        """
        with self._lock:
            if not self._stopping.is_set():
                self._unsubscribe()
            self._stopping.set()
            self._wake.set()
            if self._process is not None:
                # Nobody should wait for it to close a window, and being killed costs it nothing.
                self._process.cancel(_PATIENCE_SECONDS)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                try:
                    self._follow()
                except MemdeskError as error:
                    if not self._stopping.is_set():
                        self._on_error(error)
                    self._stopping.wait(_RETRY_SECONDS)
        except BaseException as error:
            self._on_error(error)

    def _follow(self) -> None:
        waiting = 0
        while not self._stopping.is_set():
            former, waiting = waiting, self._vault.read(posting_builder.due)
            if waiting >= _MANY or (waiting >= _SOME and waiting == former):
                self._build()
                waiting = 0
            elif waiting < _SOME:
                self._wake.wait()
                self._wake.clear()
            # Not at once: where something was written, more mostly follows.
            self._stopping.wait(self._quiet_seconds)

    def _build(self) -> None:
        process: OwnProcess[None, int] = OwnProcess(
            "Preparing the search index", partial(_build, self._vault.path.absolute())
        )
        with self._lock:
            if self._stopping.is_set():
                return
            self._process = process
        try:
            process.run()
        finally:
            self._process = None
        self._vault.writer.look()


def _build(path: Path, _: Callable[[None], None], cancelled: Callable[[], bool]) -> int:
    with Vault(path) as vault:
        return upkeep.tend(vault, cancelled)
