"""Reading an input's bytes safely: files, and members of zips, as one counted UTF-8 stream.

Nothing is ever unpacked: a member is decompressed while it is read. A stream strips byte order
marks, turns UTF-16 and UTF-32 into UTF-8 on the fly, counts the stored bytes for progress, and
turns every failure of the medium (damaged zip, vanished drive) into :class:`UnreadableInput`.

Not covered: multi-part zips, and zips compressed with anything but deflate (their decoders may
expand a few bytes to gigabytes in one step).
"""

from __future__ import annotations

import codecs
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from memdesk.errors import MemdeskError

CHUNK_BYTES = 64 * 1024

_ENCODINGS_BY_MARK = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class UnreadableInput(MemdeskError):
    """An input cannot be read (any further); the message names it and says what to do."""


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of an input, wherever it lies.

    ``name`` is the path as the person knows it (``export.zip/conversations.json``), ``size``
    the number of bytes it holds when decompressed, ``opener`` gives a fresh raw stream.
    ``is_page`` marks an HTML page. ``modified_at`` is when it was last written (UTC
    milliseconds), ``local`` where it lies if it is no member of a zip.
    """

    name: str
    size: int
    opener: Callable[[], IO[bytes]]
    is_page: bool = False
    modified_at: int | None = None
    local: Path | None = None

    @property
    def base_name(self) -> str:
        return self.name.rpartition("/")[2]

    def open(self) -> Utf8Stream:
        """A stream from the start.

        Raises:
            UnreadableInput: the file is gone, locked, damaged or encrypted.
        """
        try:
            return Utf8Stream(self.opener(), self.name)
        except _READ_ERRORS as error:
            raise unreadable(self.name, error) from error


class Utf8Stream:
    """The bytes of one file as UTF-8.

    ``bytes_read`` counts the bytes before transcoding, ``replaced`` the places where UTF-16 or
    UTF-32 had no character and U+FFFD stands.
    """

    def __init__(self, raw: _Readable, name: str) -> None:
        self.name = name
        self.bytes_read = 0
        self.replaced = 0
        self._raw = raw
        self._decoder: codecs.IncrementalDecoder | None = None
        self._started = False
        self._ended = False

    def read(self, size: int = CHUNK_BYTES) -> bytes:
        """About ``size`` bytes of UTF-8, empty at the end.

        Raises:
            UnreadableInput: the medium failed; what was returned before stays valid.
        """
        while not self._ended:
            data = self._read_raw(size)
            if not data:
                self._ended = True
            if not self._started:
                data = self._start(data)
            if self._decoder is not None:
                text = self._decoder.decode(data, self._ended)
                self.replaced += text.count("\ufffd")
                data = text.encode("utf-8", errors="replace")
            if data:
                return data
        return b""

    def close(self) -> None:
        self._raw.close()

    def __enter__(self) -> Utf8Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_raw(self, size: int) -> bytes:
        try:
            data = self._raw.read(size)
        except _READ_ERRORS as error:
            raise unreadable(self.name, error, self.bytes_read) from error
        self.bytes_read += len(data)
        return data

    def _start(self, data: bytes) -> bytes:
        self._started = True
        while 0 < len(data) < 4 and (more := self._read_raw(4 - len(data))):
            data += more
        marked = next((pair for pair in _ENCODINGS_BY_MARK if data.startswith(pair[0])), None)
        if marked is None:
            encoding = _encoding_without_mark(data)
        else:
            encoding = marked[1]
            data = data[len(marked[0]) :]
        if encoding != "utf-8":
            self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        return data


def _encoding_without_mark(data: bytes) -> str:
    """JSON and HTML start with an ASCII character, so zeros beside it give UTF-16 away."""
    if len(data) >= 2:
        if data[0] and not data[1]:
            return "utf-16-le"
        if data[1] and not data[0]:
            return "utf-16-be"
    return "utf-8"


# What zipfile, zlib and the system raise for bad media. RuntimeError is zipfile's word for
# "encrypted", NotImplementedError the one for compression methods it does not know.
_READ_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
)


def unreadable(name: str, error: Exception, offset: int | None = None) -> UnreadableInput:
    """The message for a failure of the medium while opening or reading ``name``."""
    place = "" if offset is None else f" after byte {offset:,}"
    if isinstance(error, PermissionError):
        advice = "it may not be opened; check its permissions and whether another program has it"
    elif isinstance(error, FileNotFoundError):
        advice = "it does not exist (any more)"
    elif isinstance(error, NotImplementedError):
        advice = "it is compressed in an unusual way; unpack it and import the folder"
    elif isinstance(error, RuntimeError):
        advice = "it is encrypted; unpack it with its password and import the folder"
    elif isinstance(error, OSError):
        advice = f"the drive reported: {error.strerror or error}"
    else:
        advice = f"the archive is damaged ({error}); download the export again"
    return UnreadableInput(f"{name} cannot be read{place}: {advice}.")
