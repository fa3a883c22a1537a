"""Telling whose JSON a file is from its first kilobytes.

A shape is the set of key paths that the beginning shows (``mapping.*.message.author``). Each
tool has marks that no other one has; tools whose export looks like ChatGPT's are told apart
before ChatGPT is considered.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from memdesk.importers.chatgpt.parser import PAGE_MARKER
from memdesk.importers.json_decode import backend, json_error
from memdesk.importers.source import SourceFile

# Most formats show themselves in the first few hundred bytes; a first conversation with a long
# opening needs more.
HEAD_BYTES = (8 * 1024, 64 * 1024, 512 * 1024)
# What follows entries of these keys is named by ids, not by fields.
_ID_KEYED = ("mapping", "project_memories")
_MAX_DEPTH = 8


class Kind(Enum):
    """What a file is. The values of foreign tools are their names."""

    CHATGPT = "ChatGPT"
    CHATGPT_PAGE = "ChatGPT's chat.html"
    CLAUDE = "Claude"
    EMPTY_LIST = "an empty list"
    JSON = "JSON of another kind"
    OTHER = "no JSON"
    OPEN_WEBUI = "Open WebUI"
    LIBRECHAT = "LibreChat"
    DEEPSEEK = "DeepSeek"
    GROK = "Grok"
    GEMINI = "Google Takeout (Gemini)"


FOREIGN = (Kind.OPEN_WEBUI, Kind.LIBRECHAT, Kind.DEEPSEEK, Kind.GROK, Kind.GEMINI)


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: Kind
    # The kind is recognised when one of these groups of paths is seen completely. Paths are
    # relative to one entry: of the top-level list, or the top-level object itself.
    groups: tuple[frozenset[str], ...]


def _rule(kind: Kind, *groups: str) -> _Rule:
    return _Rule(kind, tuple(frozenset(group.split()) for group in groups))


# Rules are tried in this order on all that was seen.
_RULES = (
    _rule(
        Kind.DEEPSEEK,
        "mapping inserted_at",
        "mapping.*.message.fragments",
        "mapping.*.message.inserted_at",
    ),
    _rule(Kind.OPEN_WEBUI, "chat.history", "chat.messages", "chat user_id", "chat.models"),
    _rule(
        Kind.LIBRECHAT,
        "conversationId messages",
        "conversationId endpoint",
        "messages.[].isCreatedByUser",
    ),
    _rule(Kind.GROK, "conversations.[].responses", "conversations.[].conversation"),
    _rule(Kind.GEMINI, "header products", "header titleUrl", "header time products"),
    _rule(
        Kind.CLAUDE,
        "chat_messages",
        "uuid name docs",
        "uuid prompt_template",
        "conversations_memory",
        "project_memories",
    ),
    _rule(
        Kind.CHATGPT,
        "mapping.*.message",
        "mapping.*.parent",
        "mapping current_node",
        "mapping title",
        "mapping conversation_id",
        "mapping create_time",
    ),
)


def recognise(file: SourceFile) -> Kind:
    """What ``file`` is, by its content.

    Raises:
        UnreadableInput: its beginning cannot be read.
    """
    with file.open() as stream:
        head = b""
        for size in HEAD_BYTES:
            while len(head) < size and (data := stream.read(size - len(head))):
                head += data
            kind = _recognise_head(head, len(head) < size)
            if kind is not None:
                return kind
    return Kind.JSON if head.lstrip()[:1] in (b"[", b"{") else Kind.OTHER


def _recognise_head(head: bytes, complete: bool) -> Kind | None:
    """The kind, or ``None`` if more has to be seen."""
    start = head.lstrip()
    if not start.startswith((b"[", b"{")):
        if start.startswith(b"<") or not start:
            if PAGE_MARKER.search(head):
                return Kind.CHATGPT_PAGE
            return Kind.OTHER if complete else None
        return Kind.OTHER
    paths = set(_paths(head))
    for rule in _RULES:
        if any(group <= paths for group in rule.groups):
            return rule.kind
    if complete and re.fullmatch(rb"\s*\[[\s,]*\]\s*", head):
        return Kind.EMPTY_LIST
    return Kind.JSON if complete else None


class _Events(list[tuple[str, object]]):
    """Where ijson sends what it meets."""

    send = list.append


def _paths(head: bytes) -> Iterator[str]:
    """Key paths in the head, as far as it parses, relative to one entry."""
    events = _Events()
    # The head may be cut or broken; what came before that still shows whose it is.
    with contextlib.suppress(json_error, ValueError):
        backend.basic_parse_coro(events).send(_tamed(head))
    trail: list[str] = []
    keyed: list[bool] = []
    for event, value in events:
        if event == "map_key":
            trail[-1] = "*" if keyed[-1] else str(value)
            if len(trail) <= _MAX_DEPTH:
                yield ".".join(filter(None, trail))
        elif event == "start_map":
            keyed.append(bool(trail) and trail[-1] in _ID_KEYED)
            trail.append("")
        elif event == "start_array":
            keyed.append(False)
            # The top-level list leaves no trace: entries are described from there.
            trail.append("[]" if trail else "")
        elif event in ("end_map", "end_array"):
            trail.pop()
            keyed.pop()


_NOT_VALUES = re.compile(rb"-?\b(?:NaN|Infinity)\b")
_CONTROLS = re.compile(rb"[\x00-\x1f]")
_SURROGATES = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def _tamed(head: bytes) -> bytes:
    """The head without what the strict tokeniser stops at and the reader takes."""
    head = head.decode(errors="replace").encode()
    head = _CONTROLS.sub(b" ", _NOT_VALUES.sub(b"null", head))
    return _SURROGATES.sub(b"?", head)
