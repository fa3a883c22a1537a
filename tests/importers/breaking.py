"""Breaking exports in every way that was ever seen, and some that were not.

A sample is a file or a folder under ``tests/data/exports``: one small export in each source's
real shape. What comes out is the same export with one of its files broken.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).resolve().parents[1] / "data" / "exports"

_ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    "",
    "\x00",
    "\ud800",
    "x" * 70_000,
    "2024-13-45T99:99:99Z",
    0,
    -1,
    10**400,
    1e308,
    float("nan"),
    float("-inf"),
    [],
    {},
    [[[]]],
    [None, {}],
    {"": {"": None}},
    "\u202e\u2066עברית\u2069",
    "👩‍👩‍👧‍👦",
    "../../etc/passwd",
)
_SCRAPS = (b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b"\\", b"{", b"}", b"[", b"]", b",")


def samples() -> list[Path]:
    """Return the samples, by name."""
    return sorted(SAMPLES.iterdir())


def files_of(sample: Path) -> dict[str, bytes]:
    """Return a sample's files by their path within it ("" for a sample that is one file)."""
    if sample.is_file():
        return {"": sample.read_bytes()}
    return {
        path.relative_to(sample).as_posix(): path.read_bytes()
        for path in sorted(sample.rglob("*"))
        if path.is_file()
    }


def write_files(files: dict[str, bytes], target: Path) -> Path:
    """Write a sample's files again; returns what to import."""
    for name, data in files.items():
        path = target / name if name else target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return target


def broken(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Return one way of breaking a file, in words, and what it makes of it."""
    ways = list(_BYTES.items())
    lines = _json_lines(data)
    if lines is not None:
        # What is JSON is broken as such more often than not.
        ways += [*_VALUES.items()] * 2
    name, way = chance.choice(ways)
    return name, way(data, chance)


def cuts(data: bytes, count: int) -> Iterator[bytes]:
    """Yield a file cut off at ``count`` places all over it, in the middle of whatever is there."""
    for step in range(count):
        yield data[: len(data) * step // count]


def _json_lines(data: bytes) -> list[Any] | None:
    """Return the values of a JSON file or of JSON Lines, None for anything else."""
    try:
        return [json.loads(data)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in data.splitlines() if line.strip()] or None
    except ValueError:
        return None


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _beheaded(data: bytes, chance: random.Random) -> bytes:
    return data[chance.randrange(len(data) + 1) :]


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 30))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _scrapped(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    end = min(len(data), start + chance.choice((0, 0, 1, 1, 5, 200)))
    return data[:start] + chance.choice(_SCRAPS) * chance.choice((1, 1, 4, 500)) + data[end:]


def _shuffled(data: bytes, chance: random.Random) -> bytes:
    size = max(1, len(data) // 7)
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    chance.shuffle(pieces)
    return b"".join(pieces)


def _twice(data: bytes, chance: random.Random) -> bytes:
    return data + data[: chance.choice((len(data), len(data) // 2))]


def _encoded(data: bytes, chance: random.Random) -> bytes:
    encoding = chance.choice(("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "cp1252"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


def _noise(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.choice((0, 8, 200))] + chance.randbytes(chance.choice((0, 3, 3000)))


def _deep(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice((b"[", b'{"a":')) * 50_000 + data[place:]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list or object within a value with each key or place in it."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield value, key
            yield from _places(one)
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield value, at
            yield from _places(one)


def _value_changed(
    change: Callable[[Any, Any, random.Random, list[tuple[Any, Any]]], None],
) -> Callable[[bytes, random.Random], bytes]:
    def way(data: bytes, chance: random.Random) -> bytes:
        values = _json_lines(data) or []
        for _ in range(chance.choice((1, 1, 2, 6))):
            places = [place for value in values for place in _places(value)]
            if places:
                owner, key = chance.choice(places)
                change(owner, key, chance, places)
        return "\n".join(json.dumps(value) for value in values).encode("utf-8", "replace")

    return way


def _odd(owner: Any, key: Any, chance: random.Random, places: list[tuple[Any, Any]]) -> None:
    owner[key] = copy.deepcopy(chance.choice(_ODD_VALUES))


def _missing(owner: Any, key: Any, chance: random.Random, places: list[tuple[Any, Any]]) -> None:
    del owner[key]


def _swapped(owner: Any, key: Any, chance: random.Random, places: list[tuple[Any, Any]]) -> None:
    other, place = chance.choice(places)
    # A copy: a value that held itself could not be written.
    owner[key] = copy.deepcopy(other[place])


def _renamed(owner: Any, key: Any, chance: random.Random, places: list[tuple[Any, Any]]) -> None:
    if isinstance(owner, dict):
        owner[chance.choice(("", "id", "text", f"{key}s", str(key).upper()))] = owner.pop(key)
    else:
        owner.insert(chance.randrange(len(owner) + 1), owner[key])


_BYTES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "cut off": _cut,
    "without its beginning": _beheaded,
    "bytes changed": _flipped,
    "something pasted in": _scrapped,
    "pieces out of order": _shuffled,
    "twice in one file": _twice,
    "in another encoding": _encoded,
    "noise": _noise,
    "nested without end": _deep,
}
_VALUES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "odd values": _value_changed(_odd),
    "keys missing": _value_changed(_missing),
    "values swapped": _value_changed(_swapped),
    "keys renamed": _value_changed(_renamed),
}
