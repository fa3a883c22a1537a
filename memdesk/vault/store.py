"""An open vault: one writer, and as many readers as there are threads that read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import apsw

from memdesk.vault.connection import connect
from memdesk.vault.errors import VaultError, known_errors
from memdesk.vault.writer import T, Urgency, Work, Writer


class Vault:
    """The handle that everything else works through.

    >>> with Vault(Path("my.memdesk")) as vault:
    ...     vault.write(lambda db: memories.add(db, NewMemory("hello", source="note")))
    """

    def __init__(self, path: Path) -> None:
        """Open the vault, creating it where there is none; raises a VaultError with the reason."""
        self.path = path
        self.writer = Writer(path)
        self._local = threading.local()
        self._readers: list[tuple[threading.Thread, apsw.Connection]] = []
        self._lock = threading.Lock()
        self._closed = False

    def write(self, work: Work[T], urgency: Urgency = Urgency.EDIT) -> T:
        """Run work in one transaction on the writer thread and wait for its result."""
        return self.writer.write(work, urgency)

    def reader(self) -> apsw.Connection:
        """Return the calling thread's own read-only connection, opened at the first call."""
        if self._closed:
            raise VaultError(f"{self.path} is closed. Open it again to read it.")
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self.path, "read")
            self._local.connection = connection
            with self._lock:
                self._close_abandoned()
                self._readers.append((threading.current_thread(), connection))
        return connection

    def _close_abandoned(self) -> None:
        """Close the readers of threads that have ended."""
        alive = [(thread, reader) for thread, reader in self._readers if thread.is_alive()]
        for thread, reader in self._readers:
            if not thread.is_alive():
                reader.close(True)
        self._readers = alive

    def read(self, work: Callable[[apsw.Connection], T]) -> T:
        """Run work on the calling thread's reader, with one view of the vault throughout."""
        with known_errors(self.path):
            connection = self.reader()
            with connection:
                result = work(connection)
            return result

    def close(self) -> None:
        """Finish queued writes and close every connection. No reader may be in use any more."""
        # Readers first: only a writer that closes last can fold the journal into the file.
        with self._lock:
            self._closed = True
            for _, connection in self._readers:
                connection.close(True)
            self._readers.clear()
        self.writer.close()

    def __enter__(self) -> Vault:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
