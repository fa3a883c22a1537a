"""Logs of coding assistants: a file a session, a line an event."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from pathlib import PurePath
from typing import Protocol

from memdesk.importers.json_files import JsonFiles
from memdesk.importers.parsed import Json, ParsedConversation, ParsedItem, ParseIssue
from memdesk.importers.values import as_object, as_text, latest_plausible_ms


class Session(Protocol):
    """Takes the lines of one file one after the other."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said in it."""
        ...

    def take(self, line: dict[str, Json], number: int) -> None:
        """Read line ``number``, counted from 0."""
        ...

    def finished(self) -> ParsedConversation:
        """Return the conversation."""
        ...


class SessionFiles(JsonFiles):
    """Yields a conversation for each file in which something was said."""

    lined = True

    @abstractmethod
    def _session(self, file: str, latest: int) -> Session:
        """Begin the session of a file; times after ``latest`` (UTC milliseconds) are missing."""

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        session: Session | None = None
        current = ""
        for found in self._objects():
            if isinstance(found, ParseIssue):
                yield found
                continue
            file, entry = found
            if session is None or file != current:
                if session is not None and not session.is_empty:
                    yield session.finished()
                current, session = file, self._session(file, latest)
            session.take(as_object(entry.value), entry.index)
        if session is not None and not session.is_empty:
            yield session.finished()


def project(about: dict[str, Json]) -> str | None:
    """Return the name of the folder that a session was in, by its ``cwd``."""
    return PurePath(as_text(about.get("cwd")).replace("\\", "/")).name or None
