"""Reading a recursive export whose branches nest deeper than files are read otherwise.

Each message holds those after it, so that a long conversation nests hundreds of levels. They are
taken out of each other while the file is tokenised: only what lies within one message is nested.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memdesk.importers.json_decode import backend, json_error
from memdesk.importers.json_stream import MAX_DEPTH, MAX_OBJECT_BYTES
from memdesk.importers.parsed import Json
from memdesk.importers.source import SourceFile


def read(file: SourceFile) -> dict[str, Json] | None:
    """Return a conversation with all its messages in one list, parents before their children.

    None if the file is no such export: broken, too large, or deep in other ways.

    Raises:
        UnreadableInput: the medium failed.
    """
    if file.size > MAX_OBJECT_BYTES:
        return None
    builder = _Builder()
    events: list[tuple[str, Any]] = []
    tokens = backend.basic_parse_coro(_Sink(events), use_float=True)
    try:
        with file.open() as stream:
            while chunk := stream.read():
                tokens.send(chunk)
                builder.take(events)
                events.clear()
            tokens.close()
    except (json_error, ValueError, RecursionError, _NotReadError):
        return None
    return builder.finished()


class _Sink:
    """Where the tokeniser sends what it meets."""

    def __init__(self, events: list[tuple[str, Any]]) -> None:
        self.send = events.append


class _NotReadError(Exception):
    """The file is something else than it seemed."""


@dataclass(slots=True)
class _Level:
    """An open object or list; ``depth`` counts from the message it lies in.

    ``is_messages`` marks the list of messages, ``owner`` whose children come next in it.
    """

    value: dict[str, Json] | list[Json]
    depth: int = 0
    is_messages: bool = False
    owner: dict[str, Json] | None = None
    key: str = ""


class _Builder:
    """Builds the conversation; a list of children is the list that their owner stands in."""

    def __init__(self) -> None:
        self._conversation: dict[str, Json] | None = None
        self._levels: list[_Level] = []
        self._owners: list[tuple[dict[str, Json], dict[str, Json]]] = []

    def take(self, events: list[tuple[str, Any]]) -> None:
        """Go on with some more tokens."""
        for event, value in events:
            if event == "map_key":
                self._levels[-1].key = value
            elif event == "start_map":
                self._begin({})
            elif event == "start_array":
                self._begin([])
            elif event in ("end_map", "end_array"):
                self._levels.pop()
            else:
                self._place(value)

    def finished(self) -> dict[str, Json] | None:
        """Return the conversation, each message with the one it hung on as its parent."""
        for message, owner in self._owners:
            if isinstance(owner.get("messageId"), str):
                message["parentMessageId"] = owner["messageId"]
        return self._conversation

    def _begin(self, value: dict[str, Json] | list[Json]) -> None:
        if not self._levels:
            if self._conversation is not None or not isinstance(value, dict):
                raise _NotReadError
            self._conversation = value
            self._levels.append(_Level(value))
            return
        above = self._levels[-1]
        if isinstance(value, list) and isinstance(above.value, dict):
            if len(self._levels) == 1 and above.key == "messages":
                self._place(value)
                self._levels.append(_Level(value, is_messages=True))
                return
            siblings = self._levels[-2] if len(self._levels) > 1 else above
            if siblings.is_messages and above.key == "children":
                self._levels.append(_Level(siblings.value, is_messages=True, owner=above.value))
                return
        if isinstance(value, dict) and above.owner is not None:
            self._owners.append((value, above.owner))
        self._place(value)
        depth = 1 if above.is_messages else above.depth + 1
        if depth > MAX_DEPTH:
            raise _NotReadError
        self._levels.append(_Level(value, depth))

    def _place(self, value: Json) -> None:
        if not self._levels:
            raise _NotReadError
        if isinstance(value, str) and "\x00" in value:
            # As everywhere: a NUL would end the text for some who read it.
            value = value.replace("\x00", "\ufffd")
        above = self._levels[-1]
        if isinstance(above.value, list):
            above.value.append(value)
        else:
            above.value[above.key] = value
