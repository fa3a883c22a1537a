"""Which note a name in double brackets means, as Obsidian finds it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

_MOST_PARTS = 12
_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")


class Names:
    """The notes of one folder by path and by name, in whatever case."""

    def __init__(self, identities: Iterable[str]) -> None:
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

    def find(self, name: str, start: str) -> str | None:
        """Return the note that ``name`` means in the note ``start``."""
        key = _key(name.strip().replace("\\", "/"))
        folder = _key(start).rpartition("/")[0]
        root = folder.partition("/")[0]
        tries = (f"{folder}/{key}", f"{root}/{key}", key) if "/" in key else (f"{root}/{key}",)
        for path in tries:
            if path in self._by_path:
                return self._by_path[path]
        return self._by_end.get(key)


def _key(name: str) -> str:
    path = PurePosixPath(name)
    plain = path.with_suffix("") if path.suffix.lower() in _SUFFIXES and path.name else path
    return str(plain).casefold()
