"""Keeps the vault's search arrays up with an open vault: a process of its own, when due."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from memdesk.index import posting_builder, upkeep
from memdesk.process import OwnProcess, ProcessDiedError
from memdesk.vault import postings
from memdesk.vault.store import Vault

_QUIET_SECONDS = 2.0
_MANY = posting_builder.PIECE_MEMORIES
_PATIENCE_SECONDS = 1.0
_SOME = 500
"""Fewer are no burden on a search; see ``fresh``."""


class ArrayKeeper:
    """Runs until stopped; sleeps while nothing is written."""

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
            waiting = 0
            while not self._stopping.is_set():
                former, waiting = waiting, self._vault.read(postings.uncovered)
                if waiting >= _MANY or (waiting >= _SOME and waiting == former):
                    self._build()
                    waiting = 0
                elif waiting < _SOME:
                    self._wake.wait()
                    self._wake.clear()
                # Not at once: where something was written, more mostly follows.
                self._stopping.wait(self._quiet_seconds)
        except BaseException as error:
            self._on_error(error)

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
        except ProcessDiedError:
            if not self._stopping.is_set():
                raise
        finally:
            self._process = None
        self._vault.writer.look()


def _build(path: Path, _: Callable[[None], None], cancelled: Callable[[], bool]) -> int:
    with Vault(path) as vault:
        return upkeep.tend(vault, cancelled)
