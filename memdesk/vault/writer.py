"""The one thread of a process that writes the vault.

Work is a function of the connection and runs in one transaction of its own. Urgent work (what a
person does) overtakes bulk work (imports, vectors) waiting in the queue, so bulk work has to come
in short pieces.

Other processes may write the same file (an import has one of its own, so has the command line):
bulk work leaves them a moment ten times a second, and what they wrote is noticed.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from enum import IntEnum
from pathlib import Path
from typing import TypeVar

import apsw

from memdesk.vault.connection import connect
from memdesk.vault.errors import VaultError, known_errors

T = TypeVar("T")
Work = Callable[[apsw.Connection], T]

_LOOK_SECONDS = 1.0
_HELD_SECONDS = 0.1
"""After so much bulk work on end the file is left alone for a moment."""
_LEFT_FREE_SECONDS = 0.004
"""Longer than a writer elsewhere sleeps before it tries again (``connection.RETRY_SECONDS``)."""


class Urgency(IntEnum):
    """Who waits: a person (``EDIT``), or nobody in particular (``BULK``)."""

    EDIT = 0
    BULK = 1
    LAST = 2


class Writer:
    """Owns the read-write connection and a queue of transactions."""

    def __init__(self, path: Path) -> None:
        """Open (or create) the vault at ``path``; raises a VaultError if that fails."""
        self._path = path
        self._connection = connect(path, "write")
        self._durability = ""
        self._order = itertools.count()
        self._queue: queue.PriorityQueue[tuple[Urgency, int, Callable[[], None] | None]] = (
            queue.PriorityQueue()
        )
        self._listeners: list[Callable[[], None]] = []
        self._known_version = int(self._connection.pragma("data_version"))
        self._closed = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="vault-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work[T], urgency: Urgency = Urgency.EDIT) -> Future[T]:
        """Queue work for one transaction; the future tells its result or its error."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise VaultError(f"{self._path} is closed. Open it again to change it.")
            self._put(urgency, lambda: self._fulfil(future, work, urgency))
        return future

    def write(self, work: Work[T], urgency: Urgency = Urgency.EDIT) -> T:
        """Run work in a transaction and wait for it. Never call it on a GUI thread."""
        return self.submit(work, urgency).result()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` on the writer thread after each commit; returns the way out.

        Commits of other processes count too; several of them may be told as one, a second late.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def look(self) -> None:
        """Notice at once what another process has committed; does nothing once closed."""
        with self._lock:
            if not self._closed:
                self._put(Urgency.EDIT, self._look)

    def close(self) -> None:
        """Finish what is queued, then close the file."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._put(Urgency.LAST, None)
        self._thread.join()
        with known_errors(self._path):
            self._connection.close(True)

    def _put(self, urgency: Urgency, job: Callable[[], None] | None) -> None:
        self._queue.put((urgency, next(self._order), job))

    def _run(self) -> None:
        left_free = 0.0
        while True:
            try:
                urgency, _, job = self._queue.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                self._look()
                continue
            if job is None:
                return
            job()
            if urgency is Urgency.BULK and time.monotonic() - left_free > _HELD_SECONDS:
                time.sleep(_LEFT_FREE_SECONDS)
                left_free = time.monotonic()

    def _fulfil(self, future: Future[T], work: Work[T], urgency: Urgency) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = self._transact(work, urgency)
        except BaseException as error:
            future.set_exception(error)
            return
        # Listeners first: whoever waits on the future finds the news already told.
        self._tell_all()
        future.set_result(result)

    def _look(self) -> None:
        if self._data_version() != self._known_version:
            self._tell_all()

    def _data_version(self) -> int:
        """A number that changes whenever another connection has committed."""
        try:
            return int(self._connection.pragma("data_version"))
        except apsw.Error:
            # A disk that fails is told to whoever writes or reads next.
            return self._known_version

    def _tell_all(self) -> None:
        # Taken before anybody reads: what is committed from now on is news again.
        self._known_version = self._data_version()
        for listener in tuple(self._listeners):
            self._tell(listener)

    def _tell(self, listener: Callable[[], None]) -> None:
        try:
            listener()
        except Exception as error:
            # A mistake of the listener's: reported like one on any thread, but this thread must
            # live on, or everybody who waits for a write would wait for ever.
            threading.excepthook(
                threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread))
            )

    def _transact(self, work: Callable[[apsw.Connection], T], urgency: Urgency) -> T:
        connection = self._connection
        with known_errors(self._path):
            # Losing the last moments of a bulk job to a power cut costs a re-run; an edit is
            # on the disk when it is reported as saved.
            durability = "full" if urgency is Urgency.EDIT else "normal"
            if durability != self._durability:
                connection.pragma("synchronous", durability)
                self._durability = durability
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        return result
