"""From the bytes of one JSON object to values, strict first, lenient where that fails.

Small objects go through the standard library in one call. Large ones go through ijson in small
pieces, because a single call that builds a conversation of many megabytes would keep every
other thread waiting; and their largest member can be converted entry by entry, so that its raw
values never exist all at once.

What is read although it is not JSON (NaN, raw control characters, broken UTF-8, half surrogate
pairs, NULs, numbers beyond any range) is cleaned, and said so. Of duplicate keys the last one
counts, as everywhere.

Not covered: half of a surrogate pair that hides behind an escaped backslash is replaced too.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from types import ModuleType
from typing import Generic, NoReturn, TypeVar, cast

from memdesk.importers.parsed import Json

# Above this size one call into the decoder would keep other threads waiting noticeably.
PIECEWISE_BYTES = 256 * 1024
PIECE_BYTES = 16 * 1024

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Frame:
    """The bytes of one object and where they stand; ``line`` counts from 1.

    ``largest`` is the span of the object's largest list or object within ``data``.
    """

    data: bytes
    index: int
    offset: int
    line: int
    largest: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class JsonObject(Generic[T]):
    """One object of the file; ``cleaned`` says what had to be changed in it, if anything.

    ``members`` holds the converted entries of the member that was split off, ``None`` if the
    object has no such member.
    """

    value: Json
    index: int
    offset: int
    cleaned: str | None = None
    members: dict[str, T] | None = None


@dataclass(frozen=True, slots=True)
class JsonFault:
    """A place that could not be read; ``offset`` in bytes, ``line`` counted from 1."""

    reason: str
    index: int
    offset: int
    line: int


@dataclass(frozen=True, slots=True)
class Split(Generic[T]):
    """Takes the object ``key`` out of each value, converting its entries one by one."""

    key: str
    convert: Callable[[Json], T]


def at(offset: int, line: int, reason: str) -> str:
    """``reason`` with its place in the file."""
    return f"at byte {offset:,}, line {line:,}: {reason}"


def decode(frame: Frame, split: Split[T] | None = None) -> JsonObject[T] | JsonFault:
    """The frame's object, or the place where it stops being readable."""
    data = frame.data
    if not _has_unclean_escapes(data):
        try:
            if len(data) <= PIECEWISE_BYTES:
                return _object(frame, _STRICT.decode(data.decode()), split)
            if split is None or (span := _member_span(frame, split.key)) is None:
                return _object(frame, _decode_piecewise(data), split)
            start, end = span
            value = _decode_piecewise(data[:start] + b"{}" + data[end:])
            members = _convert_piecewise(data, start, end, split)
            if isinstance(value, dict):
                value.pop(split.key, None)
            return JsonObject(value, frame.index, frame.offset, None, members)
        except (ValueError, json_error):
            # Not strictly JSON: the lenient decoder below takes it or names the place.
            pass
    return _decode_leniently(frame, split)


def _object(
    frame: Frame, value: Json, split: Split[T] | None, cleaned: str | None = None
) -> JsonObject[T]:
    members: dict[str, T] | None = None
    if split is not None and isinstance(value, dict):
        entries = value.pop(split.key, None)
        if isinstance(entries, dict):
            convert = split.convert
            members = {key: convert(entry) for key, entry in entries.items()}
    return JsonObject(value, frame.index, frame.offset, cleaned, members)


# --- strict --------------------------------------------------------------------------------

# \\u0000, and surrogates without their other half.
_UNCLEAN_ESCAPES = re.compile(
    rb"\\u(?:0000"
    rb"|[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    rb"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u)[dD][c-fC-F])"
)


class _NotJson(ValueError):
    """The strict decoder met one of the things that only the lenient one takes."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NotJson(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if isinf(value):
        raise _NotJson(digits)
    return value


_STRICT = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)


def _has_unclean_escapes(data: bytes) -> bool:
    # Windows overlap so that a pair on the border is seen whole in one of them.
    step = PIECEWISE_BYTES
    return any(
        _UNCLEAN_ESCAPES.search(data, max(0, start - 12), start + step + 12) is not None
        for start in range(0, len(data), step)
    )


def _load_backend() -> ModuleType:
    """ijson's C backend; its pure Python one where no wheel has the C one. Same results."""
    try:
        return importlib.import_module("ijson.backends.yajl2_c")
    except ImportError:
        return importlib.import_module("ijson.backends.python")


backend = _load_backend()
json_error: type[Exception] = importlib.import_module("ijson.common").JSONError


class _Values(list[Json]):
    """Where ijson sends finished values."""

    send = list.append


class _Entries(list[tuple[str, Json]]):
    """Where ijson sends finished entries of an object."""

    send = list.append


def _decode_piecewise(data: bytes) -> Json:
    values = _Values()
    parser = backend.items_coro(values, "", use_float=True)
    for start in range(0, len(data), PIECE_BYTES):
        parser.send(data[start : start + PIECE_BYTES])
    parser.close()
    return values[0]


def _convert_piecewise(data: bytes, start: int, end: int, split: Split[T]) -> dict[str, T]:
    members: dict[str, T] = {}
    entries = _Entries()
    parser = backend.kvitems_coro(entries, "", use_float=True)
    for position in range(start, end, PIECE_BYTES):
        parser.send(data[position : min(position + PIECE_BYTES, end)])
        for key, value in entries:
            members[key] = split.convert(value)
        entries.clear()
    parser.close()
    return members


def _member_span(frame: Frame, key: str) -> tuple[int, int] | None:
    """Where the object ``key`` stands, if it is the largest member; else decode all at once."""
    if frame.largest is None:
        return None
    start, end = frame.largest
    before = frame.data[max(0, start - len(key) - 100) : start].rstrip()
    if not before.endswith(b":") or not before[:-1].rstrip().endswith(f'"{key}"'.encode()):
        return None
    return (start, end) if frame.data[start : start + 1] == b"{" else None


# --- lenient -------------------------------------------------------------------------------

_UNCLEAN_CHARACTERS = re.compile("[\x00\ud800-\udfff]")
# Python itself refuses longer ones.
_MAX_DIGITS = 4000


def _decode_leniently(frame: Frame, split: Split[T] | None) -> JsonObject[T] | JsonFault:
    changes: dict[str, None] = {}

    def constant(name: str) -> None:
        changes[f"{name} is not a value"] = None

    def integer(digits: str) -> int | None:
        if len(digits) <= _MAX_DIGITS:
            return int(digits)
        changes["a number with too many digits was left out"] = None
        return None

    def real(digits: str) -> float | None:
        value = float(digits)
        if isinf(value):
            changes["a number beyond any range was left out"] = None
            return None
        return value

    try:
        text = frame.data.decode()
    except UnicodeDecodeError:
        text = frame.data.decode(errors="replace")
        changes["bytes that are not UTF-8 were replaced"] = None
    decoder = json.JSONDecoder(parse_constant=constant, parse_int=integer, parse_float=real)
    try:
        try:
            value = cast(Json, decoder.decode(text))
        except json.JSONDecodeError:
            decoder = json.JSONDecoder(
                parse_constant=constant, parse_int=integer, parse_float=real, strict=False
            )
            value = cast(Json, decoder.decode(text))
            changes["raw control characters stood inside its texts"] = None
    except json.JSONDecodeError as error:
        before = text[: error.pos]
        offset = frame.offset + len(before.encode())
        line = frame.line + before.count("\n")
        reason = at(offset, line, f"this entry is not valid JSON ({error.msg})")
        return JsonFault(reason, frame.index, offset, line)
    value, found = _clean_characters(value)
    if found:
        changes["characters that are no text (NUL, half surrogate pairs) were replaced"] = None
    return _object(frame, value, split, "; ".join(changes) or None)


def _clean_characters(value: Json) -> tuple[Json, bool]:
    """The value with every unclean character replaced. The framer bounds its depth."""
    if isinstance(value, str):
        cleaned, count = _UNCLEAN_CHARACTERS.subn("\ufffd", value)
        return cleaned, count > 0
    if isinstance(value, list):
        items = [_clean_characters(item) for item in value]
        return [item for item, _ in items], any(found for _, found in items)
    if isinstance(value, dict):
        found_any = False
        result: dict[str, Json] = {}
        for key, item in value.items():
            clean_key, key_found = _clean_characters(key)
            clean_item, item_found = _clean_characters(item)
            result[cast(str, clean_key)] = clean_item
            found_any = found_any or key_found or item_found
        return result, found_any
    return value, False
