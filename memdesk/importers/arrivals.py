"""Exports that appear in a folder, found by looking into it again and again.

Looked at is what lies in the folder itself, zips and JSON only, and only by their first bytes.
Folders of notes and tables are too common in a folder of downloads to be spoken of.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memdesk.errors import MemdeskError
from memdesk.importers.detection import open_inputs
from memdesk.importers.source import UnreadableInput

MOST = 20
"""So many are told of at once, the newest first."""

_STILL_SECONDS = 60.0
"""What was last written so long ago is complete, without being looked at twice."""

# What browsers call a file that they are still writing.
_UNFINISHED = (".crdownload", ".part", ".partial", ".download", ".opdownload", ".tmp", ".!ut")
_BEGINS = (b"PK\x03\x04", b"{", b"[")
_MARKS_AND_SPACE = b"\xef\xbb\xbf \t\r\n"
_LOOK_BYTES = 64


class FolderUnreadableError(MemdeskError):
    """The folder is not there, or may not be read."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An export in the folder: what it is, its size in bytes, when it was written (seconds)."""

    path: Path
    source: str
    format_name: str
    size: int
    written_at: float


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file as it was when it was last looked at; None where it is no export."""

    size: int
    written_at: float
    arrival: Arrival | None


class Arrivals:
    """The exports in one folder that nobody has imported or waved away yet.

    ``settled`` tells of files, by path, when they were last written (seconds) at the time they
    were imported or dismissed: the same name with a newer time is another export.
    """

    def __init__(self, folder: Path, settled: Mapping[str, float]) -> None:
        self._folder = folder
        self._settled = dict(settled)
        self._seen: dict[Path, _Seen] = {}
        self._growing: dict[Path, tuple[int, float]] = {}

    def settle(self, path: Path, written_at: float) -> None:
        """Speak no more of a file as it is now."""
        self._settled[str(path)] = written_at

    def look(self, now: float) -> tuple[Arrival, ...]:
        """All exports that are there, newest first; ``now`` in seconds since 1970.

        A file is only opened once it is complete: written long ago, or unchanged since the last
        look.

        Raises:
            FolderUnreadableError: the folder cannot be listed; the message says why.
        """
        files = self._files()
        self._seen = {path: seen for path, seen in self._seen.items() if path in files}
        growing: dict[Path, tuple[int, float]] = {}
        for path, (size, written_at) in files.items():
            seen = self._seen.get(path)
            if seen is not None and (seen.size, seen.written_at) == (size, written_at):
                continue
            if now - written_at > _STILL_SECONDS or self._growing.get(path) == (size, written_at):
                self._seen[path] = _Seen(size, written_at, _recognised(path, size, written_at))
            else:
                growing[path] = (size, written_at)
        self._growing = growing
        found = [
            seen.arrival
            for path, seen in self._seen.items()
            if seen.arrival is not None and self._settled.get(str(path)) != seen.written_at
        ]
        found.sort(key=lambda arrival: (-arrival.written_at, arrival.path.name))
        return tuple(found[:MOST])

    def _files(self) -> dict[Path, tuple[int, float]]:
        """Size and time of every finished file in the folder, links not followed."""
        found: dict[Path, tuple[int, float]] = {}
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    name = entry.name.lower()
                    if name.startswith(".") or name.endswith(_UNFINISHED):
                        continue
                    try:
                        if entry.is_file(follow_symlinks=False):
                            status = entry.stat(follow_symlinks=False)
                            found[Path(entry.path)] = (status.st_size, status.st_mtime)
                    except OSError:
                        # Gone or locked in this very moment; it is there at the next look, or not.
                        continue
        except OSError as error:
            raise FolderUnreadableError(
                f"The folder {self._folder} cannot be watched: {error.strerror or error}. "
                "Choose another one."
            ) from error
        return found


def _recognised(path: Path, size: int, written_at: float) -> Arrival | None:
    """What export a file is, None if it is none or cannot be read."""
    if not size or not _may_be_export(path):
        return None
    try:
        with open_inputs([path]) as detected:
            for parser, format_ in zip(detected.parsers, detected.formats, strict=True):
                if not format_.plain:
                    return Arrival(path, parser.source, parser.format_name, size, written_at)
    except (OSError, UnreadableInput):
        pass
    return None


def _may_be_export(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(_LOOK_BYTES).lstrip(_MARKS_AND_SPACE).startswith(_BEGINS)
    except OSError:
        return False
