"""Streaming the objects of a JSON file one by one, in bounded memory, whatever its state.

Two steps. A framer cuts out each object of the top-level list by counting brackets outside of
strings; it knows offsets, lines and depth exactly, so a broken object costs only itself.
:mod:`memdesk.importers.json_decode` then turns one object's bytes into values.

The top level may be a list, a single object, or several of either in a row (JSON Lines). What
is read although it is not JSON is cleaned, and said so.

Not covered: resynchronising after a missing bracket; everything from there on is one object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol, TypeVar

from memdesk.importers.brackets import Brackets
from memdesk.importers.json_decode import Frame, JsonFault, JsonObject, Split, at, decode
from memdesk.importers.source import CHUNK_BYTES, UnreadableInput

# Real exports nest below 30. The limit keeps every later step free to recurse.
MAX_DEPTH = 200
MAX_OBJECT_BYTES = 256 * 1024 * 1024
# A file with this many unreadable places is something else than it seems.
MAX_FAULTS = 1000

_OPEN_LIST, _OPEN_OBJECT = b"[{"
# The list, its entries, their members: of what lies deeper only the depth counts.
_LEVELS = 3

T = TypeVar("T")


class Bytes(Protocol):
    """Where the bytes come from: UTF-8 in pieces, empty at the end."""

    def read(self, size: int = CHUNK_BYTES) -> bytes: ...


def stream_objects(
    stream: Bytes, after: re.Pattern[bytes] | None = None, split: Split[T] | None = None
) -> Iterator[JsonObject[T] | JsonFault]:
    """The objects of ``stream`` in order; ``split`` as :func:`json_decode.decode` takes it.

    With ``after``, reading starts behind its first match (of at most 100 bytes) and ends with the
    list that follows (a page that embeds JSON in a script). A failing medium ends the stream
    with a fault.
    """
    framer = Framer(single_root=after is not None)
    faults = 0
    try:
        chunk = stream.read(CHUNK_BYTES) if after is None else _skip_to(stream, after, framer)
        while chunk and not framer.finished:
            for frame in framer.feed(chunk):
                result = frame if isinstance(frame, JsonFault) else decode(frame, split)
                yield result
                faults += isinstance(result, JsonFault)
                if faults >= MAX_FAULTS:
                    reason = f"{faults:,} places could not be read; the rest was left out"
                    yield JsonFault(reason, framer.count, framer.offset, framer.line)
                    return
            chunk = stream.read(CHUNK_BYTES)
    except UnreadableInput as error:
        yield JsonFault(str(error), framer.count, framer.offset, framer.line)
        return
    yield from framer.finish()


def _skip_to(stream: Bytes, after: re.Pattern[bytes], framer: Framer) -> bytes:
    tail = b""
    while chunk := stream.read(CHUNK_BYTES):
        tail += chunk
        if match := after.search(tail):
            framer.skip(tail[: match.end()])
            return tail[match.end() :]
        framer.skip(tail[:-100])
        tail = tail[-100:]
    framer.skip(tail)
    return b""


class Framer:
    """Cuts objects out of a byte stream that arrives in chunks.

    ``count`` is the number of objects begun so far, ``offset`` and ``line`` where the next
    chunk starts.
    """

    def __init__(
        self, single_root: bool, *, count: int = 0, offset: int = 0, line: int = 1
    ) -> None:
        self.count = count
        self.offset = offset
        self.line = line
        self.finished = False
        self._single_root = single_root
        self._seen_root = False
        # Depth at which objects are items: 0 outside of any list, 1 inside the top-level one.
        self._base = 0
        self._brackets = Brackets()
        self._parts: list[bytes] = []
        self._size = 0
        self._start = (0, 1)
        # Where the largest member of the object begins, and its length.
        self._member_start = 0
        self._largest = (0, 0)
        self._refusal: str | None = None
        self._between: list[bytes] = []

    def skip(self, data: bytes) -> None:
        self.offset += len(data)
        self.line += data.count(b"\n")

    def feed(self, chunk: bytes) -> Iterator[Frame | JsonFault]:
        base = self._base
        kept = 0
        for position, depth in self._brackets.find(chunk, _LEVELS, MAX_DEPTH):
            byte = chunk[position]
            if byte in (_OPEN_OBJECT, _OPEN_LIST):
                if depth == base:
                    self._seen_root = True
                    self._between.append(chunk[kept:position])
                    kept = position
                    yield from self._check_between(position, chunk)
                    if byte == _OPEN_LIST and depth == 0:
                        base = 1
                        kept = position + 1
                    else:
                        self._begin(position, chunk)
                elif depth == base + 1:
                    self._member_start = self.offset + position
                if depth - base >= MAX_DEPTH and self._refusal is None:
                    self._refusal = f"its values nest more than {MAX_DEPTH} levels deep"
                    self._parts.clear()
            elif depth == base + 1:
                self._keep(chunk[kept : position + 1])
                kept = position + 1
                yield self._end()
            elif depth == base + 2:
                size = self.offset + position + 1 - self._member_start
                if size > self._largest[1]:
                    self._largest = (self._member_start, size)
            elif depth <= base:
                self._between.append(chunk[kept:position])
                kept = position + 1
                yield from self._check_between(position, chunk)
                if depth:
                    base = 0
                    if self._single_root:
                        self.finished = True
                        return
                else:
                    yield self._fault("a closing bracket without an opening one", position, chunk)
        self._base = base
        if self._brackets.depth > base:
            self._keep(chunk[kept:])
        else:
            self._between.append(chunk[kept:])
            if sum(map(len, self._between)) > CHUNK_BYTES * 4:
                yield from self._check_between(len(chunk), chunk)
        self.skip(chunk)

    def finish(self) -> Iterator[JsonFault]:
        """What is wrong with the end of the file, if anything."""
        if self.finished:
            return
        if self._brackets.depth > self._base:
            offset, line = self._start
            reason = (
                f"the file ends at byte {self.offset:,} in the middle of entry {self.count}, "
                f"which starts at byte {offset:,}, line {line:,}; "
                "everything before it was read; download the export again for the rest"
            )
            yield JsonFault(reason, self.count - 1, self.offset, self.line)
        elif self._base:
            reason = (
                f"the file ends at byte {self.offset:,} before its list is closed; "
                f"the {self.count:,} entries before it were read; "
                "download the export again for the rest"
            )
            yield JsonFault(reason, self.count, self.offset, self.line)
        else:
            yield from self._check_between(0, b"")
            if not self._seen_root:
                yield JsonFault("the file holds no list and no object", 0, self.offset, self.line)

    def _begin(self, position: int, chunk: bytes) -> None:
        self.count += 1
        self._start = self._place(position, chunk)
        self._refusal = None
        self._size = 0
        self._largest = (0, 0)

    def _keep(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > MAX_OBJECT_BYTES and self._refusal is None:
            self._refusal = f"it is larger than {MAX_OBJECT_BYTES:,} bytes"
        if self._refusal is None:
            self._parts.append(data)
        else:
            self._parts.clear()

    def _end(self) -> Frame | JsonFault:
        offset, line = self._start
        data = b"".join(self._parts)
        self._parts.clear()
        if self._refusal:
            return JsonFault(at(offset, line, self._refusal), self.count - 1, offset, line)
        start = self._largest[0] - offset
        largest = (start, start + self._largest[1]) if self._largest[1] else None
        return Frame(data, self.count - 1, offset, line, largest)

    def _check_between(self, position: int, chunk: bytes) -> Iterator[JsonFault]:
        """Between two entries only spaces and a comma belong; ``null`` entries hold nothing."""
        text = b"".join(self._between)
        self._between.clear()
        words = [word for word in text.replace(b",", b" ").split() if word != b"null"]
        if words:
            shown = b" ".join(words)[:40].decode("utf-8", errors="replace")
            yield self._fault(f"“{shown}” is not an entry of the list", position, chunk)

    def _fault(self, reason: str, position: int, chunk: bytes) -> JsonFault:
        offset, line = self._place(position, chunk)
        return JsonFault(at(offset, line, reason), self.count, offset, line)

    def _place(self, position: int, chunk: bytes) -> tuple[int, int]:
        return self.offset + position, self.line + chunk.count(b"\n", 0, position)
