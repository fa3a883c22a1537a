"""LibreChat's conversations: one JSON file each, its messages as a list or as a tree.

Shapes learned from the project's source: ``conversationId``, ``title``, ``endpoint``, ``options``
{``model``}, ``messages``; a message has ``messageId``, ``parentMessageId``, ``isCreatedByUser``,
``sender``, ``model``, ``text`` or parts in ``content`` (text, think, tool_call, image_file,
error), ``files``, ``attachments``, ``createdAt``, and in a recursive export ``children``. A list
without parents is read as one branch.

Not covered: the bytes of files.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, described
from memdesk.importers.librechat import nested
from memdesk.importers.parsed import Attachment, Json, ParsedItem, ParseIssue
from memdesk.importers.source import UnreadableInput
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import (
    as_list,
    as_object,
    as_size,
    as_text,
    compact_json,
    fenced,
    milliseconds,
)


class LibreChatParser(ObjectFiles):
    """Yields each conversation of the files."""

    source = "librechat"
    format_name = "LibreChat export"

    def _found(self) -> Iterator[ParseIssue | tuple[str, JsonObject[Json]]]:
        begun: str | None = None
        for found in self._objects():
            file = found.file if isinstance(found, ParseIssue) else found[0]
            if isinstance(found, ParseIssue) and found.lost and file != begun:
                whole = self._whole(file)
                if whole is not None:
                    found = file, JsonObject(whole, 0, 0)
            begun = file
            yield found

    def _whole(self, name: str) -> Json:
        """Return a file's conversation if it only nests too deep to be read as others are."""
        try:
            return nested.read(next(file for file in self.files if file.name == name))
        except UnreadableInput:
            # That was said of it already.
            return None

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        if isinstance(item.get("messages"), list):
            yield from _read(item, file, latest)
        else:
            reason = f"{described(entry)} is not a LibreChat conversation (it has no messages)"
            yield ParseIssue(file, reason, self._title(item))


def _read(item: dict[str, Json], file: str, latest: int) -> Iterator[ParsedItem]:
    title = as_text(item.get("title"))
    options = as_object(item.get("options"))
    turns: list[Turn] = []
    issues: list[ParseIssue] = []
    known: set[str] = set()
    # (message, what it hangs on in the tree), the next one last.
    waiting: list[tuple[Json, str | None]] = [
        (message, None) for message in reversed(as_list(item.get("messages")))
    ]
    has_parents = False
    while waiting:
        value, above = waiting.pop()
        if not isinstance(value, dict):
            issues.append(ParseIssue(file, "this entry is no message", title or None))
            continue
        turn = _turn(value, len(turns), latest)
        turn.parent = above or turn.parent
        if turn.id in known:
            continue
        known.add(turn.id)
        has_parents = has_parents or turn.parent in known
        turns.append(turn)
        waiting += [(child, turn.id) for child in reversed(as_list(value.get("children")))]
    if not has_parents:
        for former, turn in pairwise(turns):
            turn.parent = former.id
    extra: dict[str, Json] = {}
    if endpoint := as_text(item.get("endpoint")):
        extra["endpoint"] = endpoint
    if tags := [tag for tag in map(as_text, as_list(item.get("tags"))) if tag]:
        extra["tags"] = list(tags)
    yield conversation(
        as_text(item.get("conversationId")) or f"derived:{turns[0].id if turns else title}",
        title,
        turns,
        started_at=milliseconds(item.get("createdAt"), latest),
        updated_at=milliseconds(item.get("updatedAt"), latest),
        model=as_text(options.get("model")) or as_text(item.get("model")) or None,
        archived=item.get("isArchived") is True,
        extra=extra,
    )
    yield from issues


def _turn(message: dict[str, Json], number: int, latest: int) -> Turn:
    asked = message.get("isCreatedByUser") is True
    parent = message.get("parentMessageId")
    texts, thinking = _parts(message)
    sender = as_text(message.get("sender"))
    return Turn(
        id=as_text(message.get("messageId")) or f"message-{number}",
        role="user" if asked else "assistant",
        content="\n\n".join(texts) or as_text(message.get("text")),
        parent=parent if isinstance(parent, str) else None,
        created_at=milliseconds(message.get("createdAt"), latest),
        updated_at=milliseconds(message.get("updatedAt"), latest),
        model=None if asked else as_text(message.get("model")) or None,
        author=sender if sender and not asked and not message.get("model") else None,
        thinking="\n\n".join(thinking) or None,
        attachments=tuple(_files(message)),
        links=tuple(_sources(message)),
    )


def _parts(message: dict[str, Json]) -> tuple[list[str], list[str]]:
    """Return the texts and the reasoning among a message's parts."""
    texts: list[str] = []
    thinking: list[str] = []
    for value in as_list(message.get("content")):
        part = as_object(value)
        kind = as_text(part.get("type"))
        text = part.get(kind)
        plain = as_text(text) or as_text(as_object(text).get("value"))
        if kind == "think" and plain.strip():
            thinking.append(plain)
        elif kind == "tool_call":
            call = as_object(text)
            asked = call.get("args", as_object(call.get("function")).get("arguments"))
            told = as_text(call.get("output"))
            name = as_text(call.get("name")) or as_text(as_object(call.get("function")).get("name"))
            shown = asked if isinstance(asked, str) else compact_json(asked) if asked else ""
            lines = [f"{name or 'tool'} {shown}".strip(), told]
            texts.append(fenced("\n".join(filter(None, lines))))
        elif kind == "error" and plain:
            texts.append(f"Error: {plain}")
        elif plain.strip():
            texts.append(plain)
    return texts, thinking


def _files(message: dict[str, Json]) -> Iterator[Attachment]:
    shown = [
        part["image_file"]
        for part in map(as_object, as_list(message.get("content")))
        if isinstance(part.get("image_file"), dict)
    ]
    seen: set[str] = set()
    for value in (*as_list(message.get("files")), *as_list(message.get("attachments")), *shown):
        file = as_object(value)
        name = as_text(file.get("filename")) or as_text(file.get("name"))
        if name and name not in seen:
            seen.add(name)
            yield Attachment(name, as_text(file.get("type")) or None, as_size(file.get("bytes")))


def _sources(message: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for value in as_list(message.get("attachments")):
        found = as_object(as_object(value).get("web_search"))
        for result in as_list(found.get("organic")):
            address = as_text(as_object(result).get("link"))
            if address:
                yield as_text(as_object(result).get("title")), address
