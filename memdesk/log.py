"""The log file, and what happens when the program itself is at fault.

The log holds events, counts, file names and tracebacks, and never what a memory says. Code that
logs keeps to that; the messages of exceptions, which code does not choose, are abridged here.
"""

from __future__ import annotations

import logging
import logging.handlers
import re
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from memdesk import paths
from memdesk.errors import MemdeskError

LARGEST_FILE = 1_000_000
"""Bytes after which a new log file is begun."""

OLDER_FILES = 3
"""Log files kept besides the newest."""

_LONGEST_MESSAGE = 300
_LONGEST_QUOTATION = 40
_QUOTATION = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\"""")
_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"

_logger = logging.getLogger(__name__)


class LogError(MemdeskError):
    """The log file cannot be written."""


@dataclass(frozen=True, slots=True)
class Crash:
    """An exception that nobody caught: a mistake in the program."""

    summary: str
    """One line: the exception's class and abridged message."""
    traceback: str
    """Full traceback with abridged messages; safe to pass on."""
    thread: str


class PrivateFormatter(logging.Formatter):
    """Formats like its base, with the messages of exceptions abridged."""

    def format(self, record: logging.LogRecord) -> str:
        # Python keeps the first handler's traceback on the record for all others to use.
        own = logging.makeLogRecord(record.__dict__)
        own.exc_text = None
        return super().format(own)

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        return "" if ei[1] is None else private_traceback(ei[1])


def start(
    level: int = logging.INFO,
    on_crash: Callable[[Crash], None] | None = None,
    folder: Path | None = None,
) -> Path:
    """Log to a rotating file from here on, and catch what nobody catches; returns the file.

    ``on_crash`` is called on the thread that failed, once the crash is logged; a dialog must
    find its own way to the GUI thread. Calling this again replaces the file and the callback.

    :raises LogError: the folder or file cannot be written.
    """
    file = (folder or paths.log_dir()) / paths.log_file().name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            file, maxBytes=LARGEST_FILE, backupCount=OLDER_FILES, encoding="utf-8"
        )
    except OSError as error:
        raise LogError(
            f"Cannot write the log file {file}: {error.strerror}. "
            "Check the folder's permissions and the free space."
        ) from error
    handler.setFormatter(PrivateFormatter(_FORMAT))
    handler.set_name(__name__)
    root = logging.getLogger()
    stop()
    root.addHandler(handler)
    root.setLevel(level)
    _catch_the_uncaught(on_crash)
    return file


def stop() -> None:
    """Close the log file and give Python's own hooks back."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if handler.get_name() == __name__]:
        root.removeHandler(handler)
        handler.close()
    sys.excepthook = sys.__excepthook__
    threading.excepthook = threading.__excepthook__
    sys.unraisablehook = sys.__unraisablehook__


def private_traceback(error: BaseException) -> str:
    """The traceback of ``error`` and its causes, with every message abridged."""
    return "\n".join(_chain(error, set()))


def abridged(message: str) -> str:
    """``message`` with long quotations replaced by their length, and cut where it is too long.

    Exceptions like to quote the text they failed on, and that text may be a memory.
    """

    def shorten(match: re.Match[str]) -> str:
        length = len(match.group()) - 2
        return match.group() if length <= _LONGEST_QUOTATION else f"<{length} characters>"

    short = _QUOTATION.sub(shorten, message)
    if len(short) > _LONGEST_MESSAGE:
        short = f"{short[:_LONGEST_MESSAGE]}… <{len(short) - _LONGEST_MESSAGE} more characters>"
    return short


def _summary(error: BaseException) -> str:
    kind = type(error)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    message = abridged(str(error))
    return f"{module}{kind.__qualname__}: {message}" if message else module + kind.__qualname__


def _chain(error: BaseException, seen: set[int]) -> list[str]:
    seen.add(id(error))
    lines = []
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and id(cause) not in seen:
        lines += [*_chain(cause, seen), "", "which led to:", ""]
    lines.append("Traceback (most recent call last):")
    lines += "".join(traceback.format_tb(error.__traceback__)).splitlines()
    lines.append(_summary(error))
    if isinstance(error, BaseExceptionGroup):
        for number, part in enumerate(error.exceptions, 1):
            lines += ["", f"part {number} of {len(error.exceptions)}:", *_chain(part, seen)]
    return lines


def _catch_the_uncaught(on_crash: Callable[[Crash], None] | None) -> None:
    def report(error: BaseException, thread: str) -> None:
        crash = Crash(_summary(error), private_traceback(error), thread)
        _logger.critical("uncaught in thread %s\n%s", crash.thread, crash.traceback)
        if on_crash is not None:
            on_crash(crash)

    def main_thread(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            report(error, threading.current_thread().name)
        sys.__excepthook__(kind, error, trace)

    def other_thread(failure: threading.ExceptHookArgs) -> None:
        if failure.exc_value is not None and not issubclass(failure.exc_type, SystemExit):
            report(failure.exc_value, failure.thread.name if failure.thread else "unknown")

    def unraisable(failure: sys.UnraisableHookArgs) -> None:
        # Raised in a destructor: worth a line in the log, but nothing the user can act on.
        if failure.exc_value is not None:
            _logger.error("ignored by Python\n%s", private_traceback(failure.exc_value))

    sys.excepthook = main_thread
    threading.excepthook = other_thread
    sys.unraisablehook = unraisable
