"""Which note a link means, as Obsidian finds it."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from memdesk.text.note_marks import Reference

_MOST_PARTS = 12
_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")


class Names:
    """The notes of one folder by path, by name and by alias, in whatever case.

    ``aliases`` are other names with the notes that bear them; a note's own name comes first.
    """

    def __init__(self, identities: Iterable[str], aliases: Mapping[str, str] | None = None) -> None:
        self._by_path: dict[str, str] = {}
        # By every end of its path: the name, the last folder and the name, …
        self._by_end: dict[str, str] = {}
        # The shortest path wins a name that several notes have.
        for identity in sorted(identities, key=lambda one: (one.count("/"), one)):
            path = _key(identity)
            self._by_path.setdefault(path, identity)
            parts = path.split("/")
            for first in range(max(0, len(parts) - _MOST_PARTS), len(parts)):
                self._by_end.setdefault("/".join(parts[first:]), identity)
        self._by_alias = {_folded(alias): note for alias, note in (aliases or {}).items()}

    def find(self, reference: Reference, start: str) -> str | None:
        """Return the note that a link in the note ``start`` means."""
        name = reference.name.strip().replace("\\", "/")
        key = _key(name)
        folder = _key(start).rpartition("/")[0]
        root = folder.partition("/")[0]
        near, top = (posixpath.normpath(f"{place}/{key.lstrip('/')}") for place in (folder, root))
        tries = (near, top, key) if reference.is_path or "/" in key else (top,)
        for path in tries:
            if path in self._by_path:
                return self._by_path[path]
        end = posixpath.normpath(key).lstrip("/.")
        return self._by_end.get(end) or self._by_alias.get(_folded(name))


def _key(name: str) -> str:
    path = PurePosixPath(name)
    plain = path.with_suffix("") if path.suffix.lower() in _SUFFIXES and path.name else path
    return _folded(str(plain))


def _folded(name: str) -> str:
    # Names from a Mac have their accents as signs of their own.
    return unicodedata.normalize("NFC", name).casefold().strip()
