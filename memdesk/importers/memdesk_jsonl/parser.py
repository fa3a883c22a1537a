"""The parser: each line by itself, so that a damaged one costs only its own record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from memdesk.importers.memdesk_jsonl.line_reader import TooLong, lines
from memdesk.importers.parsed import ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput, Utf8Stream
from memdesk.vault.portable.lines import FORMAT, VERSION
from memdesk.vault.portable.parsing import BadRecordError, record

_WORDS = {
    "import": "imports",
    "conversation": "conversations",
    "memory": "memories",
    "link": "links",
    "search": "saved searches",
}


def is_own(head: bytes) -> bool:
    """Tell by a file's first bytes, its whole first line at best, whether memdesk wrote it."""
    first = head.lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"kind"' in first and f'"{FORMAT}"'.encode() in first


@dataclass(slots=True)
class _Announced:
    """How many lines of each kind the headers promise, and how many came."""

    promised: Counter[str] = field(default_factory=Counter)
    came: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0

    def missing(self) -> str | None:
        """Say what is missing at the end, None if nothing is."""
        lacking = {
            kind: self.promised[kind] - self.came[kind]
            for kind in _WORDS
            if self.promised[kind] > self.came[kind]
        }
        if sum(lacking.values()) <= self.unreadable:
            return None
        words = ", ".join(f"{number:,} {_WORDS[kind]}" for kind, number in lacking.items())
        return f"the file is incomplete: by its first line there should be {words} more"


class MemdeskParser:
    """Yields the records of memdesk's own exports. Progress counts stored bytes over all files."""

    source = "memdesk"
    format_name = "memdesk export"

    def __init__(self, path: str, files: Sequence[SourceFile]) -> None:
        self.path = path
        self.files = tuple(files)
        self._finished_bytes = 0
        self._stream: Utf8Stream | None = None

    @property
    def total_bytes(self) -> int:
        """The size of all files."""
        return sum(file.size for file in self.files)

    @property
    def bytes_read(self) -> int:
        """How much of them was read."""
        return self._finished_bytes + (self._stream.bytes_read if self._stream else 0)

    def __iter__(self) -> Iterator[ParsedItem]:
        """Yield records and issues in the order of the lines."""
        self._finished_bytes = 0
        for file in self.files:
            announced = _Announced()
            try:
                self._stream = file.open()
                with self._stream as stream:
                    yield from _records(file.name, stream, announced)
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))
            finally:
                self._stream = None
            if missing := announced.missing():
                yield ParseIssue(file.name, missing)
            self._finished_bytes += file.size


def _records(name: str, stream: Utf8Stream, announced: _Announced) -> Iterator[ParsedItem]:
    for number, raw in enumerate(lines(stream), start=1):
        if isinstance(raw, TooLong):
            announced.unreadable += 1
            yield ParseIssue(name, f"line {number:,} is too long ({raw.size:,} bytes)")
            continue
        if not raw.strip():
            continue
        try:
            value = _decoded(raw)
            if value.get("kind") == "header":
                yield from _header(name, value, announced)
                continue
            read, left_out = record(value)
        except BadRecordError as error:
            announced.unreadable += 1
            yield ParseIssue(name, f"line {number:,} could not be read: {error}")
            continue
        announced.came[str(value["kind"])] += 1
        if left_out:
            values = ", ".join(f"“{one}”" for one in left_out)
            reason = f"line {number:,}: {values} made no sense and was left out"
            yield ParseIssue(name, reason, lost=False)
        yield read


def _header(name: str, value: dict[str, Any], announced: _Announced) -> Iterator[ParseIssue]:
    version = value.get("version")
    if isinstance(version, int) and version > VERSION:
        reason = (
            f"it was written by a newer memdesk (format {version}, this one knows {VERSION}); "
            "what this one does not know is left out. Update memdesk to read all of it"
        )
        yield ParseIssue(name, reason, lost=False)
    promised = value.get("lines")
    if isinstance(promised, dict):
        for kind, count in promised.items():
            if isinstance(count, int):
                announced.promised[kind] += count


def _decoded(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw.decode(errors="replace"), parse_constant=_refused)
    except BadRecordError:
        raise
    except RecursionError as error:
        raise BadRecordError("it is nested too deeply") from error
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise BadRecordError(f"it is not valid JSON ({reason})") from error
    if not isinstance(value, dict):
        raise BadRecordError("it is no object")
    return value


def _refused(name: str) -> None:
    raise BadRecordError(f"{name} is not a value")
