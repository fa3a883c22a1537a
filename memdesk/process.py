"""Work in a process of its own, with news on the way and one result at the end.

Work in Python can be done by only one thread of a process at a time: beside a long job on a
thread the window would stutter and every search would wait. A process also gives all of its
memory back when it ends, and if an input should bring it down, the program stands.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from memdesk.errors import MemdeskError

News = TypeVar("News")
Result = TypeVar("Result")
Work = Callable[[Callable[[News], None], Callable[[], bool]], Result]
"""Called with a function that tells news and one that says whether to stop."""

_POLL_SECONDS = 0.2
_PATIENCE_SECONDS = 15.0
"""For how long a cancelled process may finish what it has begun."""

_CANCEL = "cancel"
_NICE = 5
_WINDOWS_BELOW_NORMAL = 0x4000


class ProcessDiedError(MemdeskError):
    """The process was ended from outside, crashed, or did not stop when it was told to."""


class ProcessFailedError(MemdeskError):
    """The world was in the way of the work, in the words of the error it met."""


@dataclass(frozen=True, slots=True)
class _Told(Generic[News]):
    news: News


@dataclass(frozen=True, slots=True)
class _Done(Generic[Result]):
    result: Result


@dataclass(frozen=True, slots=True)
class _Failed:
    text: str
    expected: bool
    details: str


class OwnProcess(Generic[News, Result]):
    """One piece of work in one process; made to be run once.

    The work and everything it tells is pickled: a function of a module, or a ``partial`` of one.
    """

    def __init__(
        self, name: str, work: Work[News, Result], hands_over: Sequence[Connection] = ()
    ) -> None:
        """``hands_over`` are ends of pipes for the work alone, closed here once it has them."""
        self._name = name
        self._work = work
        self._hands_over = tuple(hands_over)
        self._give_up_at: float | None = None
        self._near, self._far = multiprocessing.get_context("spawn").Pipe()
        self._lock = threading.Lock()

    def run(self, heard: Callable[[News], None] = lambda news: None) -> Result:
        """Do the work and return its result; ``heard`` gets the news on the calling thread.

        Raises:
            ProcessFailedError: the work raised a MemdeskError.
            ProcessDiedError: the process ended without a word.
            RuntimeError: a mistake of ours, with the process's own traceback as a note.
        """
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(self._far, self._work), name=self._name, daemon=True
        )
        try:
            process.start()
        finally:
            # Only the process may hold its ends, or its death would go unnoticed.
            for end in (self._far, *self._hands_over):
                end.close()
        try:
            word = self._listen(heard)
        finally:
            process.join(_POLL_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            code = process.exitcode
            process.close()
            with self._lock:
                self._near.close()
        if word is None:
            raise ProcessDiedError(self._how_it_ended(code))
        if isinstance(word, _Failed):
            raise _error(word)
        return word.result

    def cancel(self, patience_seconds: float | None = None) -> None:
        """Have the work stop early, as it sees fit. Callable from any thread, at any time.

        It is killed if it has not ended after ``patience_seconds``, 15 where none are given.
        """
        patience = _PATIENCE_SECONDS if patience_seconds is None else patience_seconds
        with self._lock:
            if self._give_up_at is None:
                self._give_up_at = time.monotonic() + patience
                if not self._near.closed:
                    # If it has ended by itself, its last word is being read.
                    with contextlib.suppress(OSError):
                        self._near.send(_CANCEL)

    def _listen(self, heard: Callable[[News], None]) -> _Done[Result] | _Failed | None:
        """Return the process's last word; None if it died, or did not stop when told to."""
        while True:
            if not self._near.poll(_POLL_SECONDS):
                if self._give_up_at is not None and time.monotonic() > self._give_up_at:
                    return None
                continue
            try:
                word: _Told[News] | _Done[Result] | _Failed = self._near.recv()
            except (EOFError, OSError):
                return None
            if not isinstance(word, _Told):
                return word
            heard(word.news)

    def _how_it_ended(self, code: int | None) -> str:
        if self._give_up_at is not None and time.monotonic() > self._give_up_at:
            return f"{self._name}: it did not stop in time and was ended."
        how = f"by signal {-code}" if code is not None and code < 0 else f"with status {code}"
        return (
            f"{self._name}: the process that did it was ended from outside or crashed ({how}), "
            "perhaps for want of memory."
        )


def _error(failed: _Failed) -> Exception:
    if failed.expected:
        return ProcessFailedError(failed.text)
    error = RuntimeError(failed.text)
    error.add_note(failed.details)
    return error


def _serve(connection: Connection, work: Work[News, Result]) -> None:
    """The process: do the work, say what came of it, end."""
    # Ctrl+C in a terminal reaches every process there; the one that started us decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lower_priority()
    cancelled = threading.Event()
    threading.Thread(target=_heed, args=(connection, cancelled), daemon=True).start()
    word: _Done[Result] | _Failed
    try:
        word = _Done(work(lambda news: _say(connection, _Told(news)), cancelled.is_set))
    except MemdeskError as error:
        word = _Failed(str(error), expected=True, details="")
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        word = _Failed(text, expected=False, details=traceback.format_exc())
    _say(connection, word)


def _heed(connection: Connection, cancelled: threading.Event) -> None:
    """Wait for the word to stop. It is also given by the death of whoever started us."""
    with contextlib.suppress(EOFError, OSError):
        connection.recv()
    cancelled.set()


def _say(connection: Connection, word: object) -> None:
    # If nobody is there any more to hear it, the heeding thread has noticed too.
    with contextlib.suppress(OSError):
        connection.send(word)


def _lower_priority() -> None:
    """Step back behind the window, which is what a person waits for."""
    if sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _WINDOWS_BELOW_NORMAL)
    else:
        os.nice(_NICE)
