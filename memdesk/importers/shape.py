"""Telling what a file is from its first kilobytes.

JSON is told by its shape, the set of key paths that the beginning shows
(``mapping.*.message.author``), anything else by what its format looks for.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum

from memdesk.importers.format import Format
from memdesk.importers.json_decode import backend, json_error
from memdesk.importers.source import SourceFile

# Most formats show themselves in the first few hundred bytes; a first conversation with a long
# opening needs more.
HEAD_BYTES = (8 * 1024, 64 * 1024, 512 * 1024)
# What follows entries of these keys is named by ids, not by fields.
_ID_KEYED = ("mapping", "project_memories")
_MAX_DEPTH = 8


class Unknown(Enum):
    """What a file of no known format is."""

    EMPTY_LIST = "an empty list"
    JSON = "JSON of another kind"
    OTHER = "no JSON"


def recognise(file: SourceFile, formats: Sequence[Format]) -> tuple[Format | Unknown, SourceFile]:
    """Return what ``file`` is, by its content, and the file, marked if it is a page.

    Of several formats the first counts.

    Raises:
        UnreadableInput: its beginning cannot be read.
    """
    head = b""
    with file.open() as stream:
        for size in HEAD_BYTES:
            while len(head) < size and (data := stream.read(size - len(head))):
                head += data
            complete = len(head) < size
            if is_json(head):
                found = _by_shape(head, formats)
            else:
                found = _by_looks(file, head, formats, plain=False)
            # Of what is neither JSON nor a page the first kilobytes tell enough.
            told = bool(head.strip()) and not is_json(head) and not is_page(head)
            if found is not None or complete or told:
                break
    if found is None:
        # Notes may begin as JSON does.
        found = _by_looks(file, head, formats, plain=True)
    if found is None:
        return _unknown(head, complete), file
    return found, replace(file, is_page=is_page(head))


def _unknown(head: bytes, complete: bool) -> Unknown:
    if complete and re.fullmatch(rb"\s*\[[\s,]*\]\s*", head):
        return Unknown.EMPTY_LIST
    return Unknown.JSON if is_json(head) else Unknown.OTHER


def is_json(head: bytes) -> bool:
    """Tell whether a file begins as a list or an object does."""
    return head.lstrip()[:1] in (b"[", b"{")


def is_page(head: bytes) -> bool:
    """Tell whether a file begins as an HTML page does."""
    return head.lstrip()[:1] == b"<"


def _by_looks(
    file: SourceFile, head: bytes, formats: Sequence[Format], *, plain: bool
) -> Format | None:
    for each in formats:
        if each.plain == plain and each.shows is not None and each.shows(file, head):
            return each
    return None


def _by_shape(head: bytes, formats: Sequence[Format]) -> Format | None:
    paths = set(_paths(head))
    for each in formats:
        if any(group <= paths for group in each.marks):
            return each
    return None


class _Events(list[tuple[str, object]]):
    """Where ijson sends what it meets."""

    send = list.append


def _paths(head: bytes) -> Iterator[str]:
    """Key paths in the head, as far as it parses, relative to one entry."""
    events = _Events()
    # The head may be cut or broken; what came before that still shows whose it is.
    with contextlib.suppress(json_error, ValueError):
        backend.basic_parse_coro(events, multiple_values=True).send(_tamed(head))
    trail: list[str] = []
    keyed: list[bool] = []
    for event, value in events:
        if event == "map_key":
            trail[-1] = "*" if keyed[-1] else str(value)
            if len(trail) <= _MAX_DEPTH:
                yield ".".join(filter(None, trail))
        elif event == "start_map":
            keyed.append(bool(trail) and trail[-1] in _ID_KEYED)
            trail.append("")
        elif event == "start_array":
            keyed.append(False)
            # The top-level list leaves no trace: entries are described from there.
            trail.append("[]" if trail else "")
        elif event in ("end_map", "end_array"):
            trail.pop()
            keyed.pop()


_NOT_VALUES = re.compile(rb"-?\b(?:NaN|Infinity)\b")
_CONTROLS = re.compile(rb"[\x00-\x1f]")
_SURROGATES = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def _tamed(head: bytes) -> bytes:
    """The head without what the strict tokeniser stops at and the reader takes."""
    head = head.decode(errors="replace").encode()
    head = _CONTROLS.sub(b" ", _NOT_VALUES.sub(b"null", head))
    return _SURROGATES.sub(b"?", head)
