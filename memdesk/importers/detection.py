"""From what a person dropped to parsers: content decides, never only the name.

Takes a zip (with zips inside), a folder, single files, or several of these at once. All files
of one kind in one container (a zip, a folder, loose files side by side) are one export and go
to one parser, so that progress runs over all of it.

Not covered: HTML pages other than ChatGPT's ``chat.html``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from memdesk.importers.archive import Container, open_containers
from memdesk.importers.chatgpt import ChatGPTParser
from memdesk.importers.claude import ClaudeParser
from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_stream import stream_objects
from memdesk.importers.parsed import Json, ParseIssue, Parser
from memdesk.importers.shape import FOREIGN, HEAD_BYTES, Kind, recognise
from memdesk.importers.source import SourceFile, UnreadableInput

WHAT_IS_READ = (
    "memdesk reads the data exports of ChatGPT and Claude: the zip as downloaded, the unpacked "
    "folder, or the JSON files in it"
)

# Pictures, sound and documents among an export's assets are not opened.
_MEDIA = re.compile(
    r"\.(png|jpe?g|webp|gif|bmp|svg|heic|wav|mp3|m4a|ogg|opus|flac|aac|mp4|mov|webm|avi|pdf|docx"
    r"|xlsx|pptx|dat|bin|csv|md|py|css|js|exe|dll|so|db|sqlite|[ot]tf|woff2?|tar|gz|7z|rar)\Z",
    re.IGNORECASE,
)
# JSON files of the exports that are known to hold no conversations.
_COMPANIONS = re.compile(
    r"(users?|user_settings|message_feedback|shared_conversations|sora|model_comparisons"
    r"|shopping|export_manifest|conversation_asset_file_names)\.json"
)
_SHARD = re.compile(r"conversations[-_ 0-9]*\.json")
_GROUP_CHATS = "group_chats.json"
_EMPTY_GROUP_CHATS_BYTES = 64
_DIGITS = re.compile(r"([0-9]+)")
_OWN = (Kind.CHATGPT, Kind.CHATGPT_PAGE, Kind.CLAUDE)


@dataclass(slots=True)
class Detected:
    """What was found. ``issues`` name what is no export, or not to be opened, and why.

    The parsers read from open archives: close, or use as a context manager, when done.
    """

    parsers: list[Parser] = field(default_factory=list)
    issues: list[ParseIssue] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)

    def close(self) -> None:
        for container in reversed(self.containers):
            container.close()

    def __enter__(self) -> Detected:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(slots=True)
class _Finds:
    """The files of one export by kind."""

    name: str
    by_kind: dict[Kind, list[SourceFile]] = field(default_factory=dict)

    def add(self, kind: Kind, file: SourceFile) -> None:
        self.by_kind.setdefault(kind, []).append(file)

    def files(self, *kinds: Kind) -> list[SourceFile]:
        return [file for kind in kinds for file in self.by_kind.get(kind, ())]

    def take_broken_shards(self) -> None:
        """A ``conversations`` file that shows no format belongs to the export beside it, whose
        parser then says what is wrong with it."""
        own = Kind.CHATGPT if self.files(Kind.CHATGPT) else Kind.CLAUDE
        if self.files(own):
            rest = self.by_kind.pop(Kind.JSON, [])
            for file in rest:
                self.add(own if _SHARD.fullmatch(file.base_name) else Kind.JSON, file)

    def join(self, other: _Finds) -> None:
        for kind, files in other.by_kind.items():
            self.by_kind.setdefault(kind, []).extend(files)


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
        detected.parsers += _parsers(finds)
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
                finds.add(recognise(file), file)
            except UnreadableInput as error:
                found_anything = True
                detected.issues.append(ParseIssue(file.name, str(error)))
        detected.issues += _foreign_issues(finds)
        unknown += finds.files(Kind.JSON, Kind.EMPTY_LIST)
        if finds.files(*_OWN):
            finds.take_broken_shards()
            detected.issues += _left_out(finds)
        found_anything = found_anything or bool(finds.files(*_OWN, *FOREIGN))
        if container.archive is None and not path.is_dir():
            loose.setdefault(path.parent, _Finds(container.name)).join(finds)
        else:
            detected.parsers += _parsers(finds)
    # A container's issues are complete only after those nested in it were opened.
    for container in detected.containers[first:]:
        detected.issues += container.issues
    if not found_anything:
        detected.issues.append(ParseIssue(path.name, _why_nothing(path, unknown)))


def _candidates(container: Container) -> Iterator[SourceFile]:
    """A file that was chosen itself is looked at whatever its name."""
    for file in container.files:
        if file.size and (len(container.files) == 1 or not _MEDIA.search(file.name)):
            yield file


def _parsers(finds: _Finds) -> list[Parser]:
    parsers: list[Parser] = []
    lists = sorted(finds.files(Kind.CHATGPT), key=_natural_order)
    pages = [replace(file, is_page=True) for file in finds.files(Kind.CHATGPT_PAGE)]
    # The page repeats what the lists hold, so it counts only where it is alone.
    if lists or pages:
        parsers.append(ChatGPTParser(finds.name, lists or pages))
    if files := sorted(finds.files(Kind.CLAUDE), key=_natural_order):
        parsers.append(ClaudeParser(finds.name, files))
    return parsers


def _natural_order(file: SourceFile) -> list[str | int]:
    """``conversations-2`` before ``conversations-10``. Odd places hold the numbers."""
    return [int(part) if index % 2 else part for index, part in enumerate(_DIGITS.split(file.name))]


def _foreign_issues(finds: _Finds) -> Iterator[ParseIssue]:
    for kind in FOREIGN:
        files = finds.files(kind)
        if files:
            more = f" ({len(files):,} files)" if len(files) > 1 else ""
            reason = f"this is an export of {kind.value}{more}, which is not read. {WHAT_IS_READ}."
            yield ParseIssue(files[0].name, reason)


def _left_out(finds: _Finds) -> Iterator[ParseIssue]:
    """Other JSON files beside conversations; most are files that the person once uploaded."""
    for file in finds.files(Kind.JSON):
        if file.base_name == _GROUP_CHATS:
            if file.size > _EMPTY_GROUP_CHATS_BYTES:
                yield ParseIssue(file.name, "group chats are not read")
        elif not _COMPANIONS.fullmatch(file.base_name):
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
