"""Which note a name in double brackets means, as Obsidian finds it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")


class Names:
    """The notes of one folder by path and by name, in whatever case."""

    def __init__(self, identities: Iterable[str]) -> None:
        self._by_path: dict[str, str] = {}
        self._by_name: dict[str, str] = {}
        # The shortest path wins a name that several notes have.
        for identity in sorted(identities, key=lambda one: (one.count("/"), one)):
            path = _key(identity)
            self._by_path.setdefault(path, identity)
            self._by_name.setdefault(path.rpartition("/")[2], identity)

    def find(self, name: str, start: str) -> str | None:
        """Return the note that ``name`` means in the note ``start``."""
        key = _key(name.strip().replace("\\", "/"))
        folder = _key(start).rpartition("/")[0]
        root = folder.partition("/")[0]
        tries = (f"{folder}/{key}", f"{root}/{key}", key) if "/" in key else (f"{root}/{key}",)
        for path in tries:
            if path in self._by_path:
                return self._by_path[path]
        if "/" not in key:
            return self._by_name.get(key)
        # A part of the path is enough.
        return next((one for path, one in self._by_path.items() if path.endswith(f"/{key}")), None)


def _key(name: str) -> str:
    path = PurePosixPath(name)
    plain = path.with_suffix("") if path.suffix.lower() in _SUFFIXES and path.name else path
    return str(plain).casefold()
