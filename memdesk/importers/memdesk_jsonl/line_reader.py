"""Lines of a stream, one at a time, whatever their length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

LONGEST_BYTES = 256 << 20


class Readable(Protocol):
    """What lines are read from."""

    def read(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class TooLong:
    """Stands for a line that is longer than the memory spent on one."""

    size: int


def lines(stream: Readable, longest: int = LONGEST_BYTES) -> Iterator[bytes | TooLong]:
    """Yield the lines without their line feeds; the last one need not have any."""
    pieces: list[bytes] = []
    size = 0
    while data := stream.read():
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            size += end - start
            if size > longest:
                yield TooLong(size)
            else:
                yield b"".join((*pieces, data[start:end])) if pieces else data[start:end]
            pieces, size, start = [], 0, end + 1
        size += len(data) - start
        if size <= longest:
            pieces.append(data[start:])
        else:
            pieces = []
    if size > longest:
        yield TooLong(size)
    elif size:
        yield b"".join(pieces)
