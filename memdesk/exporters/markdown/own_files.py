"""A folder in which only our own files are ever replaced or removed.

A list in the folder, ``.memdesk-export.json``, says which files are ours and what was in them. A
file that somebody has changed since is theirs: it stays, and the new one comes beside it. All files
are written into a folder of their own first, so that nothing has changed if that fails.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memdesk.exporters.errors import ExportError, writing
from memdesk.exporters.markdown.file_names import folded, numbered

LIST_NAME = ".memdesk-export.json"
_FORMAT, _VERSION = "memdesk-markdown", 1
_DIGEST_BYTES = 12
_ENDING = ".md"
_LONG_AGO_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class _Own:
    key: str
    digest: str


class OwnFiles:
    """One export into a folder: names first, then files, then :meth:`finish`."""

    def __init__(self, target: Path) -> None:
        """Read what a former export left. Raises :class:`ExportError`."""
        self.target = target
        self.kept: list[str] = []
        """Files of a former export that somebody has changed."""
        with writing(target):
            if target.exists() and not target.is_dir():
                raise ExportError(f"{target} is a file. Give the export the name of a folder.")
            self._was_there = target.exists()
            self._former = _read_list(target / LIST_NAME)
            _clear_what_was_killed(target)
        self._paths = {own.key: path for path, own in self._former.items()}
        self._taken = {folded(path) for path in self._former}
        self._new: dict[str, _Own] = {}
        self._keys: dict[str, str] = {}
        self._staging = target / f".memdesk-export-{uuid.uuid4().hex[:8]}.part"

    def name(self, key: str, folder: str, name: str) -> str:
        """Return the path (with slashes, without ending) for what is known by ``key``.

        It keeps its former file while its name would still begin that way.
        """
        wanted = f"{folder}/{name}"
        former = self._paths.get(key)
        if former is not None:
            if not self._is_unchanged(former, self._former[former].digest):
                if (self.target / former).exists():
                    self.kept.append(former)
                del self._former[former]
            elif folded(wanted) in (folded(former.removesuffix(_ENDING)), _base(former)):
                self._keys[former] = key
                return former.removesuffix(_ENDING)
        number = 1
        while True:
            path = numbered(wanted, number)
            if folded(path + _ENDING) not in self._taken and not os.path.lexists(
                self.target / (path + _ENDING)
            ):
                self._taken.add(folded(path + _ENDING))
                self._keys[path + _ENDING] = key
                return path
            number += 1

    @contextmanager
    def open(self, path: str) -> Iterator[_Stream]:
        """Yield a stream for the text of a file whose path :meth:`name` gave."""
        name = path + _ENDING
        staged = self._staging / name
        with writing(self.target):
            staged.parent.mkdir(parents=True, exist_ok=True)
            with staged.open("xb") as file:
                stream = _Stream(file)
                yield stream
            self._new[name] = _Own(self._keys[name], stream.digest())

    def finish(self, *, all_of_them: bool) -> None:
        """Move the files into place; ``all_of_them``: remove former ones that are none of these.

        What is interrupted here leaves whole files behind, and a list that knows all of them.
        """
        with writing(self.target):
            self.target.mkdir(parents=True, exist_ok=True)
            former = dict(self._former)
            self._write_list({**former, **self._new})
            for path, own in list(self._new.items()):
                self._place(path, own, former.get(path))
            # What has another name now would otherwise be there twice.
            keys = {own.key for own in self._new.values()}
            gone = {
                path: own
                for path, own in former.items()
                if path not in self._new and (all_of_them or own.key in keys)
            }
            left = {path: own for path, own in former.items() if path not in gone}
            for path, own in gone.items():
                if self._is_unchanged(path, own.digest):
                    (self.target / path).unlink(missing_ok=True)
                    self._remove_empty((self.target / path).parent)
                elif (self.target / path).exists():
                    self.kept.append(path)
            self._write_list({**left, **self._new})
        self.clear()

    def clear(self) -> None:
        """Remove what was not moved into place."""
        shutil.rmtree(self._staging, ignore_errors=True)
        if not self._was_there:
            # Where nothing came about, not even the folder stays.
            self._remove_empty(self.target)

    def _place(self, path: str, own: _Own, former: _Own | None) -> None:
        staged, place = self._staging / path, self.target / path
        if self._is_unchanged(path, own.digest):
            # The same as before: other programs need not read it again.
            staged.unlink()
            return
        theirs = former is None or not self._is_unchanged(path, former.digest)
        if theirs and os.path.lexists(place):
            # It came here, or was changed, while the others were written.
            number = 2
            while os.path.lexists(place):
                base = path.removesuffix(_ENDING)
                place = self.target / (numbered(base, number) + _ENDING)
                number += 1
            self.kept.append(path)
            del self._new[path]
            self._new = {**self._new, place.relative_to(self.target).as_posix(): own}
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, place)

    def _is_unchanged(self, path: str, digest: str) -> bool:
        place = self.target / path
        try:
            if place.is_symlink():
                return False
            sums = hashlib.blake2b(digest_size=_DIGEST_BYTES)
            with place.open("rb") as file:
                while data := file.read(1 << 20):
                    sums.update(data)
        except OSError:
            return False
        return sums.hexdigest() == digest

    def _write_list(self, files: dict[str, _Own]) -> None:
        value = {
            "format": _FORMAT,
            "version": _VERSION,
            "files": {path: [own.key, own.digest] for path, own in sorted(files.items())},
        }
        part = self.target / f"{LIST_NAME}.part"
        with part.open("w", encoding="utf-8", newline="\n") as file:
            json.dump(value, file, ensure_ascii=False, indent=0)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.target / LIST_NAME)

    def _remove_empty(self, folder: Path) -> None:
        while folder.is_relative_to(self.target) and folder.is_dir():
            if any(folder.iterdir()):
                return
            folder.rmdir()
            folder = folder.parent


class _Stream:
    """Takes texts, and knows the digest of all of them."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._sums = hashlib.blake2b(digest_size=_DIGEST_BYTES)

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        self._sums.update(data)
        self._file.write(data)

    def digest(self) -> str:
        return self._sums.hexdigest()


def _clear_what_was_killed(target: Path) -> None:
    """Remove what an export that was ended from outside has left long ago."""
    for left in target.glob(".memdesk-export-*.part") if target.is_dir() else ():
        if time.time() - left.stat().st_mtime > _LONG_AGO_SECONDS:
            shutil.rmtree(left, ignore_errors=True)


def digest(key: str) -> str:
    """Return a short key for a long one."""
    return hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=_DIGEST_BYTES).hexdigest()


def _base(path: str) -> str:
    """Return a path without ending and number, folded."""
    stem = path.removesuffix(_ENDING)
    if stem.endswith(")") and stem.rpartition(" (")[2][:-1].isdigit():
        stem = stem.rpartition(" (")[0]
    return folded(stem)


def _read_list(path: Path) -> dict[str, _Own]:
    if not path.exists():
        return {}
    try:
        value = json.loads(path.read_text("utf-8"))
        if value["format"] != _FORMAT or value["version"] > _VERSION:
            raise ValueError
        return {
            str(name): _Own(str(key), str(digest))
            for name, (key, digest) in value["files"].items()
            if _is_within(str(name))
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ExportError(
            f"{path}, the list of what a former export wrote, is damaged or of a newer memdesk. "
            "Export into another folder, or remove the list: then nothing in the folder is "
            "replaced, and what has the same name gets a number."
        ) from error


def _is_within(name: str) -> bool:
    """Tell whether a path from the list stays in the folder: only those are ever removed."""
    parts = name.split("/")
    return name.endswith(_ENDING) and not any(
        part in ("", ".", "..") or "\\" in part or ":" in part for part in parts
    )
