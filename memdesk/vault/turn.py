"""Whose turn it is at a job that one worker at a time may do, in this process or another.

Two workers that embed one vault would take the same passages from its queue and do all work
twice; two that write its posting arrays would sweep away each other's. The turn is a lock of
the operating system's on a file beside the vault. Unlike a row in the vault that has to be
renewed, it needs no clock and no writing, and the system takes it back whenever its holder
ends, be it killed.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


class Turn:
    """One worker's claim; made to be taken and given back any number of times by one thread."""

    def __init__(self, vault: Path, job: str) -> None:
        # All names of a vault stand for one turn.
        resolved = vault.resolve()
        self._file = resolved.with_name(f"{resolved.name}-{job}")
        self._held: int | None = None

    @property
    def held(self) -> bool:
        """Whether it is this worker's turn."""
        return self._held is not None

    def take(self) -> bool:
        """Say whether this worker may do the job now; never waits."""
        if self._held is None:
            self._held = self._lock()
        return self.held

    def give_back(self) -> None:
        """Let others do it; does nothing if they could already."""
        if self._held is not None:
            _remove_and_close(self._held, self._file)
            self._held = None

    def _lock(self) -> int | None:
        while True:
            try:
                descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:
                # Without a file there can be no turns. Work that may be done twice is better
                # than none, and a folder that can't be written is told by whoever writes.
                return os.open(os.devnull, os.O_RDWR)
            if not _try_lock(descriptor):
                os.close(descriptor)
                return None
            if _is_at(descriptor, self._file):
                return descriptor
            # The former holder removed the file between the two steps: this lock is on nothing.
            os.close(descriptor)


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _remove_and_close(descriptor: int, path: Path) -> None:
        # An open file can't be removed here; nor can it be once somebody else has opened it.
        os.close(descriptor)
        with contextlib.suppress(OSError):
            path.unlink()

else:
    import errno
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Some network drives know no locks; see above.
            return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
        return True

    def _remove_and_close(descriptor: int, path: Path) -> None:
        if _is_at(descriptor, path):
            with contextlib.suppress(OSError):
                path.unlink()
        os.close(descriptor)
