"""What lies in an input: the files of a folder or a zip, zips within them included.

A zip's members are used by name only for display; nothing is written anywhere. Names that
climb out of the archive and symbolic links are left out with an issue, as are members that
would expand beyond any real export (zip bombs).

Not covered: zips nested more than one level deep, other archive formats (tar, rar, 7z).
"""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO

from memdesk.importers.parsed import ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput, unreadable

# The JSON of real exports shrinks five to twenty times; deflate itself ends near a thousand.
MAX_RATIO = 200
RATIO_FREE_BYTES = 64 * 1024 * 1024
MAX_MEMBER_BYTES = 32 * 1024**3
MAX_FILES = 200_000
MAX_ZIP_NESTING = 2

_ENCRYPTED = 0x1
_CLIMBS = re.compile(r"(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:|\x00")


@dataclass(slots=True)
class Container:
    """One export's worth of files: a folder, a zip, or loose files from one folder.

    Zips found inside are containers of their own. ``close`` frees the zip's handle.
    """

    name: str
    files: list[SourceFile] = field(default_factory=list)
    issues: list[ParseIssue] = field(default_factory=list)
    archive: zipfile.ZipFile | None = None

    def close(self) -> None:
        if self.archive is not None:
            self.archive.close()


def open_containers(path: Path) -> Iterator[Container]:
    """The containers at ``path``: itself, then those of the zips inside.

    Raises:
        UnreadableInput: ``path`` does not exist, may not be read, or is a damaged zip.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise unreadable(str(path), error) from error
    if path.is_dir():
        yield from _with_nested(_list_folder(path), nesting=0)
        return
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableInput(f"{path} is not a file or folder; choose the export itself.")
    file = _on_disk(path.name, path, status)
    if is_zip(file):
        yield from _with_nested(_list_zip(file), nesting=1)
    else:
        yield Container(path.name, [file])


def is_zip(file: SourceFile) -> bool:
    """Whether the file starts as a zip does, whatever it is called."""
    with file.open() as stream:
        return stream.read(4)[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def _with_nested(container: Container, nesting: int) -> Iterator[Container]:
    nested = [file for file in container.files if file.base_name.lower().endswith(".zip")]
    container.files = [file for file in container.files if file not in nested]
    yield container
    for file in nested:
        try:
            if not is_zip(file):
                continue
            if nesting >= MAX_ZIP_NESTING:
                reason = "a zip this deep inside other zips is not opened; unpack the outer one"
                container.issues.append(ParseIssue(file.name, reason))
                continue
            inner = _list_zip(file)
        except UnreadableInput as error:
            container.issues.append(ParseIssue(file.name, str(error)))
            continue
        yield from _with_nested(inner, nesting + 1)


def _on_disk(name: str, path: Path, status: os.stat_result) -> SourceFile:
    return SourceFile(
        name,
        status.st_size,
        partial(_open_path, path),
        modified_at=int(status.st_mtime * 1000),
        local=path,
    )


def _open_path(path: Path) -> IO[bytes]:
    return path.open("rb")


def _list_folder(folder: Path) -> Container:
    container = Container(folder.name or str(folder))

    def note(error: OSError) -> None:
        name = error.filename or folder
        container.issues.append(ParseIssue(str(name), str(unreadable(str(name), error))))

    for directory, subfolders, names in os.walk(folder, onerror=note):
        subfolders.sort()
        for name in sorted(names):
            path = Path(directory, name)
            shown = f"{container.name}/{path.relative_to(folder).as_posix()}"
            try:
                status = path.lstat()
            except OSError as error:
                note(error)
                continue
            if stat.S_ISLNK(status.st_mode):
                container.issues.append(ParseIssue(shown, "a symbolic link is not followed"))
            elif stat.S_ISREG(status.st_mode) and not _is_system_litter(shown):
                container.files.append(_on_disk(shown, path, status))
            if len(container.files) > MAX_FILES:
                raise UnreadableInput(
                    f"{folder} holds more than {MAX_FILES:,} files; choose the export's own folder."
                )
    return container


def _list_zip(file: SourceFile) -> Container:
    try:
        archive = zipfile.ZipFile(file.opener())
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError) as error:
        raise unreadable(file.name, error) from error
    container = Container(file.name, archive=archive)
    # In stored order, so that reading member after member of a zip in a zip goes forwards only.
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        name = f"{file.name}/{info.filename}"
        if info.is_dir() or _is_system_litter(name):
            continue
        reason = _refusal(info)
        if reason:
            container.issues.append(ParseIssue(name, reason))
        else:
            opener = partial(archive.open, info)
            written = _written_at(info)
            container.files.append(SourceFile(name, info.file_size, opener, modified_at=written))
        if len(container.files) > MAX_FILES:
            archive.close()
            raise UnreadableInput(
                f"{file.name} holds more than {MAX_FILES:,} files; this is not a chat export."
            )
    return container


def _written_at(info: zipfile.ZipInfo) -> int | None:
    """Zips keep local times of no known zone."""
    try:
        return int(datetime(*info.date_time).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None


def _refusal(info: zipfile.ZipInfo) -> str | None:
    """Why a member is left out. ``zipfile`` never yields more than the declared size, so
    checking the declared size bounds what is read."""
    if _CLIMBS.search(info.orig_filename) or _CLIMBS.search(info.filename):
        return "its name points outside the archive"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "a symbolic link is not followed"
    if info.flag_bits & _ENCRYPTED:
        return "it is encrypted; unpack the zip with its password and import the folder"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is compressed in an unusual way; unpack the zip and import the folder"
    if info.file_size > MAX_MEMBER_BYTES or (
        info.file_size > RATIO_FREE_BYTES and info.file_size > MAX_RATIO * info.compress_size
    ):
        return (
            f"it would expand from {info.compress_size:,} to {info.file_size:,} bytes, "
            "which no real export does; it was not opened"
        )
    return None


def _is_system_litter(name: str) -> bool:
    return "/__MACOSX/" in name or name.rpartition("/")[2].startswith("._")
