"""Logs of JSON objects, one a line, that programs append to and crashes tear apart.

A line that begins with an object's first key begins a record, whatever was open before it: a
record that was cut off (a crash, a full disk, a session that is still being written) costs only
itself. What was appended to a cut-off record without a line break between is found again behind
it, unless it was cut off just before a value, and zeros that a crash left are passed over.

A record may span lines, as where a tool has indented it; a file that is one list is read as such.
Not covered: indented records whose first key stands at the start of a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from memdesk.importers.json_decode import Frame, JsonFault, JsonObject, at, decode
from memdesk.importers.json_stream import (
    MAX_DEPTH,
    MAX_FAULTS,
    MAX_OBJECT_BYTES,
    Bytes,
    Framer,
    stream_objects,
)
from memdesk.importers.source import CHUNK_BYTES, UnreadableInput

_RECORD = b'\n{"'
# Behind these stands a value of the torn record itself.
_BEGINNING = re.compile(rb'(?<![\[:,])(?<![\[:,] )\{"[\w-]+":')
_ZEROS = re.compile(rb"\x00+")
# A torn record seldom holds more objects than this before the next one begins.
_MOST_BEGINNINGS = 64

T = TypeVar("T")
_Found = JsonObject[T] | JsonFault


def stream_lines(stream: Bytes) -> Iterator[JsonObject[T] | JsonFault]:
    """Yield the objects of ``stream`` in order, and the places that could not be read.

    A failing medium ends the stream with a fault.
    """
    first = b""
    try:
        while not first.strip() and (chunk := stream.read(CHUNK_BYTES)):
            first += chunk
    except UnreadableInput as error:
        yield JsonFault(str(error), 0, 0, 1)
        return
    ahead = _Ahead(first, stream)
    if first.lstrip()[:1] == b"[":
        yield from stream_objects(ahead)
        return
    reader = _Reader()
    faults = 0
    entries: Iterator[JsonObject[T] | JsonFault] = reader.read(ahead)
    for found in entries:
        yield found
        faults += isinstance(found, JsonFault)
        if faults >= MAX_FAULTS:
            reason = f"{faults:,} places could not be read; the rest was left out"
            yield JsonFault(reason, reader.count, reader.offset, reader.line)
            return


class _Ahead:
    """A stream whose beginning was already looked at."""

    def __init__(self, first: bytes, stream: Bytes) -> None:
        self._first = first
        self._stream = stream

    def read(self, size: int = CHUNK_BYTES) -> bytes:
        first, self._first = self._first, b""
        return first or self._stream.read(size)


class _Reader:
    """Cuts records out of the stream; ``offset`` and ``line`` are where the next one begins."""

    def __init__(self) -> None:
        self.count = 0
        self.offset = 0
        self.line = 1

    def read(self, stream: Bytes) -> Iterator[JsonObject[T] | JsonFault]:
        """Yield what each record is."""
        open_parts: list[bytes] = []
        size = 0
        rest = b""
        problem: UnreadableInput | None = None
        while True:
            try:
                chunk = stream.read(CHUNK_BYTES)
            except UnreadableInput as error:
                problem, chunk = error, b""
            if not chunk:
                break
            rest += chunk
            start = 0
            while (end := rest.find(_RECORD, start)) >= 0:
                open_parts.append(rest[start : end + 1])
                yield from self._record(open_parts, size + end + 1 - start)
                open_parts, size, start = [], 0, end + 1
            # A record may begin across the border of two chunks.
            kept = max(start, len(rest) - len(_RECORD) + 1)
            size += kept - start
            if size <= MAX_OBJECT_BYTES:
                open_parts.append(rest[start:kept])
            rest = rest[kept:]
        open_parts.append(rest)
        yield from self._record(open_parts, size + len(rest))
        if problem is not None:
            yield JsonFault(str(problem), self.count, self.offset, self.line)

    def _record(self, parts: list[bytes], size: int) -> Iterator[JsonObject[T] | JsonFault]:
        offset, line = self.offset, self.line
        data = b"".join(parts)
        self.offset += size
        self.line += data.count(b"\n")
        if size > MAX_OBJECT_BYTES:
            reason = f"this entry is larger than {MAX_OBJECT_BYTES:,} bytes"
            yield JsonFault(at(offset, line, reason), self.count, offset, line)
            self.count += 1
            return
        # Zeros are no part of JSON; as spaces they part what stands around them.
        data = _ZEROS.sub(lambda zeros: b" " * len(zeros[0]), data)
        found: list[_Found[T]] = _objects(data, self.count, offset, line)
        if any(isinstance(one, JsonFault) for one in found):
            found = _mended(data, found, self.count, offset, line)
        # A record that could not be read has a number too: it may be whole another time.
        self.count += len(found)
        yield from found


def _objects(data: bytes, count: int, offset: int, line: int) -> list[_Found[T]]:
    """Return the objects in ``data``, and faults where there is more than that."""
    if data.count(b"{") + data.count(b"[") <= MAX_DEPTH and data.startswith(b"{"):
        # Most are one object that cannot nest too deep: no bracket needs to be looked at.
        only: JsonObject[T] | JsonFault = decode(Frame(data.rstrip(), count, offset, line))
        if isinstance(only, JsonObject):
            return [only]
    framer = Framer(single_root=False, count=count, offset=offset, line=line)
    found: list[_Found[T]] = [_decoded(frame) for frame in framer.feed(data)]
    if data.strip() or found:
        found += framer.finish()
    return found


def _decoded(frame: Frame | JsonFault) -> JsonObject[T] | JsonFault:
    return frame if isinstance(frame, JsonFault) else decode(frame)


def _mended(
    data: bytes, found: list[_Found[T]], count: int, offset: int, line: int
) -> list[_Found[T]]:
    """Return one fault for what is torn, and the whole record before or behind it, if any."""
    whole = [one for one in found if isinstance(one, JsonObject)]
    if not whole and data.rstrip().endswith(b"}"):
        for beginning in list(_BEGINNING.finditer(data, 1))[:_MOST_BEGINNINGS]:
            at_byte = beginning.start()
            behind: list[_Found[T]] = _objects(data[at_byte:], count + 1, offset + at_byte, line)
            if len(behind) == 1 and isinstance(behind[0], JsonObject):
                return [_torn(count, offset, line), *behind]
    after = whole[-1].offset if whole else offset
    return [*whole, _torn(count + len(whole), after, line)]


def _torn(count: int, offset: int, line: int) -> JsonFault:
    reason = "this line breaks off or is no JSON; the lines around it were read"
    return JsonFault(at(offset, line, reason), count, offset, line)
