"""From what a person dropped to parsers: content decides, never only the name.

Takes a zip (with zips inside), a folder, single files, or several of these at once. All files
of one format in one container (a zip, a folder, loose files side by side) are one export and go
to one parser, so that progress runs over all of it. What the formats are, :mod:`formats` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.importers.archive import Container, open_containers
from memdesk.importers.format import Format
from memdesk.importers.formats import FORMATS
from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_stream import stream_objects
from memdesk.importers.parsed import Json, ParseIssue, Parser
from memdesk.importers.shape import HEAD_BYTES, Unknown, recognise
from memdesk.importers.source import SourceFile, UnreadableInput

WHAT_IS_READ = (
    "memdesk reads the exports of ChatGPT, Claude and other assistants (zip, folder or files), "
    "sessions of Claude Code and Codex, folders of Markdown notes, and tables"
)

# Pictures, sound and documents among an export's assets are not opened.
_MEDIA = re.compile(
    r"\.(png|jpe?g|webp|gif|bmp|svg|heic|wav|mp3|m4a|ogg|opus|flac|aac|mp4|mov|webm|avi|pdf|docx"
    r"|xlsx|pptx|dat|bin|py|css|js|exe|dll|so|[ot]tf|woff2?|tar|gz|7z|rar)\Z",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"([0-9]+)")


@dataclass(slots=True)
class Detected:
    """What was found. ``issues`` name what is no export, or not to be opened, and why.

    ``formats`` tells of each parser what it reads. The parsers read from open archives: close, or
    use as a context manager, when done.
    """

    parsers: list[Parser] = field(default_factory=list)
    formats: list[Format] = field(default_factory=list)
    issues: list[ParseIssue] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)

    def take(self, finds: _Finds) -> None:
        """Make the parsers of what one container holds."""
        for each in finds.formats():
            files = sorted(finds.of_format[each.name], key=_natural_order)
            self.parsers.append(each.make(finds.name, files))
            self.formats.append(each)

    def close(self) -> None:
        for container in reversed(self.containers):
            container.close()

    def __enter__(self) -> Detected:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(slots=True)
class _Finds:
    """The files of one container by what they are."""

    name: str
    of_format: dict[str, list[SourceFile]] = field(default_factory=dict)
    unknown: dict[Unknown, list[SourceFile]] = field(default_factory=dict)

    def add(self, found: Format | Unknown, file: SourceFile) -> None:
        if isinstance(found, Format):
            self.of_format.setdefault(found.name, []).append(file)
        else:
            self.unknown.setdefault(found, []).append(file)

    def formats(self) -> list[Format]:
        """Return the formats found, in the order in which they are tried."""
        return [each for each in FORMATS if each.name in self.of_format]

    def take_broken_shards(self) -> None:
        """A file that is named as an export's shards are, but shows no format, belongs to the
        export beside it, whose parser then says what is wrong with it."""
        for each in reversed(self.formats()):
            rest = self.unknown.pop(Unknown.JSON, [])
            for file in rest:
                is_shard = each.shards is not None and each.shards.fullmatch(file.base_name)
                self.add(each if is_shard else Unknown.JSON, file)

    def leave_uploads(self) -> Iterator[ParseIssue]:
        """Notes and tables beside an export are what somebody once uploaded."""
        if all(each.plain for each in self.formats()):
            return
        for each in self.formats():
            if each.plain:
                files = self.of_format.pop(each.name)
                more = f" and {len(files) - 1:,} more" if len(files) > 1 else ""
                reason = (
                    f"{each.name} beside an export{more}: left out; to import such files, drop "
                    "them alone"
                )
                yield ParseIssue(files[0].name, reason, lost=False)

    def join(self, other: _Finds) -> None:
        for name, files in other.of_format.items():
            self.of_format.setdefault(name, []).extend(files)


def open_inputs(paths: Iterable[Path]) -> Detected:
    """Parsers for everything readable at ``paths``; what is not readable becomes issues."""
    detected = Detected()
    loose: dict[Path, _Finds] = {}
    for path in dict.fromkeys(path.absolute() for path in paths):
        try:
            _look_into(path, detected, loose)
        except UnreadableInput as error:
            detected.issues.append(ParseIssue(path.name, str(error)))
    for finds in loose.values():
        detected.take(finds)
    return detected


def detect(path: Path) -> list[Parser]:
    """The parsers for one input.

    Raises:
        UnreadableInput: nothing in it can be read; the message says why and what memdesk reads.
    """
    detected = open_inputs([path])
    if not detected.parsers:
        detected.close()
        raise UnreadableInput(" ".join(issue.reason for issue in detected.issues))
    return detected.parsers


def _look_into(path: Path, detected: Detected, loose: dict[Path, _Finds]) -> None:
    found_anything = False
    unknown: list[SourceFile] = []
    first = len(detected.containers)
    for container in open_containers(path):
        detected.containers.append(container)
        finds = _Finds(container.name)
        for file in _candidates(container):
            try:
                finds.add(*recognise(file, FORMATS))
            except UnreadableInput as error:
                found_anything = True
                detected.issues.append(ParseIssue(file.name, str(error)))
        unknown += finds.unknown.get(Unknown.JSON, [])
        unknown += finds.unknown.get(Unknown.EMPTY_LIST, [])
        is_loose = container.archive is None and not path.is_dir()
        if finds.of_format:
            finds.take_broken_shards()
            if not is_loose:
                detected.issues += finds.leave_uploads()
            detected.issues += _left_out(finds)
        found_anything = found_anything or bool(finds.of_format)
        if is_loose:
            loose.setdefault(path.parent, _Finds(container.name)).join(finds)
        else:
            detected.take(finds)
    # A container's issues are complete only after those nested in it were opened.
    for container in detected.containers[first:]:
        detected.issues += container.issues
    if not found_anything:
        detected.issues.append(ParseIssue(path.name, _why_nothing(path, unknown)))


def _candidates(container: Container) -> Iterator[SourceFile]:
    """Yield what may be read; a file that was chosen itself is looked at whatever its name."""
    for file in container.files:
        hidden = "/." in file.name
        if file.size and (len(container.files) == 1 or not (hidden or _MEDIA.search(file.name))):
            yield file


def _natural_order(file: SourceFile) -> list[str | int]:
    """``conversations-2`` before ``conversations-10``. Odd places hold the numbers."""
    return [int(part) if index % 2 else part for index, part in enumerate(_DIGITS.split(file.name))]


def _left_out(finds: _Finds) -> Iterator[ParseIssue]:
    """Other JSON files beside conversations; most are files that the person once uploaded."""
    companions = [each.companions for each in finds.formats() if each.companions is not None]
    for file in finds.unknown.get(Unknown.JSON, ()):
        if not any(names.fullmatch(file.base_name) for names in companions):
            yield ParseIssue(file.name, "it holds no conversations and was left out", lost=False)


def _why_nothing(path: Path, unknown: list[SourceFile]) -> str:
    if len(unknown) != 1:
        return f"{path.name} holds no export that can be read. {WHAT_IS_READ}."
    file = unknown[0]
    place = ""
    if file.size <= HEAD_BYTES[-1]:
        with file.open() as stream:
            entries: list[JsonObject[Json] | JsonFault] = list(stream_objects(stream))
        faults = [entry.reason for entry in entries if isinstance(entry, JsonFault)]
        if faults:
            place = f": {faults[0]}"
        elif not entries:
            place = ": its list is empty"
    return f"{file.name} is JSON, but no export that can be read{place}. {WHAT_IS_READ}."
