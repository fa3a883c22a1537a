"""Open WebUI's chats: a list of all, or of one, each with its tree of messages.

Shapes learned from the project's source: ``id``, ``title``, ``created_at`` and ``updated_at``
(seconds), ``archived``, ``pinned``, ``folder_id``, ``meta.tags`` and ``chat`` {``models``,
``history`` {``messages`` {id → ``parentId``, ``childrenIds``, ``role``, ``content``, ``model``,
``timestamp``, ``files``, ``sources``}, ``currentId``}}. Chats of the first versions have a plain
list in ``chat.messages``. Answers of several models to one question are branches, and so is
``merged`` {``content``}, an answer made of theirs.

Not covered: names of folders (the export has only their ids), the bytes of files, knowledge bases,
notes and channels, which have exports of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, described
from memdesk.importers.open_webui import details
from memdesk.importers.parsed import Attachment, Json, ParsedItem, ParseIssue, Role
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import (
    as_list,
    as_object,
    as_size,
    as_text,
    milliseconds,
)

_ROLES: Mapping[str, Role] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "tool": "tool",
}


class OpenWebUIParser(ObjectFiles):
    """Yields each chat of the export."""

    source = "open-webui"
    format_name = "Open WebUI export"

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        if isinstance(item.get("chat"), dict):
            yield from _read(item, file, latest)
        else:
            reason = f"{described(entry)} is not an Open WebUI chat (it has no messages)"
            yield ParseIssue(file, reason, self._title(item))


def _read(item: dict[str, Json], file: str, latest: int) -> Iterator[ParsedItem]:
    chat = as_object(item.get("chat"))
    history = as_object(chat.get("history"))
    title = as_text(item.get("title")) or as_text(chat.get("title"))
    messages = as_object(history.get("messages"))
    turns: list[Turn] = []
    issues: list[ParseIssue] = []
    previous: str | None = None
    listed = [] if messages else as_list(chat.get("messages"))
    for name, value in (*messages.items(), *((f"message-{n}", m) for n, m in enumerate(listed))):
        if not isinstance(value, dict):
            issues.append(ParseIssue(file, "this entry is no message", title or None, name))
            continue
        turn = _turn(name if messages else as_text(value.get("id")) or name, value, latest)
        if not messages and "parentId" not in value:
            turn.parent = previous
        turns.append(turn)
        if (merged := _merged(value, turn)) is not None:
            turns.append(merged)
        previous = turn.id
    current = history.get("currentId")
    models = [as_text(model) for model in as_list(chat.get("models")) if as_text(model)]
    meta = as_object(item.get("meta"))
    extra: dict[str, Json] = {}
    if tags := [tag for tag in map(_tag, as_list(meta.get("tags", chat.get("tags")))) if tag]:
        extra["tags"] = list(tags)
    if folder := as_text(item.get("folder_id")):
        extra["folder_id"] = folder
    yield conversation(
        as_text(item.get("id"))
        or as_text(chat.get("id"))
        or f"derived:{turns[0].id if turns else title}",
        title,
        turns,
        current=current if isinstance(current, str) else None,
        started_at=milliseconds(item.get("created_at", chat.get("timestamp")), latest),
        updated_at=milliseconds(item.get("updated_at"), latest),
        model=models[0] if models else None,
        archived=item.get("archived") is True,
        starred=item.get("pinned") is True,
        extra=extra,
    )
    yield from issues


def _tag(value: Json) -> str:
    return as_text(value) or as_text(as_object(value).get("name"))


def _turn(name: str, message: dict[str, Json], latest: int) -> Turn:
    role = _ROLES.get(as_text(message.get("role")), "assistant")
    parent = message.get("parentId")
    content, attached = _content(message.get("content"))
    answer = details.read(content) if role != "user" else details.Answer(content, "")
    reasoning = as_text(message.get("reasoning_content"))
    error = as_object(message.get("error"))
    text = answer.text
    if not text and (reason := as_text(error.get("content"))):
        text = f"Error: {reason}"
    return Turn(
        id=name,
        role=role,
        content=text,
        parent=parent if isinstance(parent, str) else None,
        created_at=milliseconds(message.get("timestamp"), latest),
        model=as_text(message.get("model")) or as_text(message.get("modelName")) or None,
        thinking="\n\n".join(filter(None, (reasoning, answer.thinking))) or None,
        attachments=(*attached, *_files(message)),
        links=tuple(_sources(message)),
    )


def _merged(message: dict[str, Json], answer: Turn) -> Turn | None:
    """Return what was made of several models' answers, which one of these carries with it."""
    text = as_text(as_object(message.get("merged")).get("content"))
    if not text.strip():
        return None
    read = details.read(text)
    return replace(
        answer,
        id=f"{answer.id}/merged",
        content=read.text,
        thinking=read.thinking or None,
        attachments=(),
        links=(),
        extra={"merged": True},
    )


def _content(value: Json) -> tuple[str, tuple[Attachment, ...]]:
    """Return a content's text and pictures; it is a text, or a list of parts as in an API call."""
    parts: list[str] = []
    attached: list[Attachment] = []
    for part in as_list(value):
        item = as_object(part)
        if as_text(item.get("type")) == "image_url":
            attached.append(Attachment("image", "image"))
        elif text := as_text(part) or as_text(item.get("text")):
            parts.append(text)
    return as_text(value) or "\n\n".join(parts), tuple(attached)


def _files(message: dict[str, Json]) -> Iterator[Attachment]:
    for value in as_list(message.get("files")):
        file = as_object(value)
        inner = as_object(file.get("file"))
        meta = as_object(inner.get("meta"))
        kind = as_text(file.get("type"))
        name = as_text(file.get("name")) or as_text(inner.get("filename")) or kind
        if name:
            media = as_text(meta.get("content_type")) or (kind if kind == "image" else "")
            size = as_size(file.get("size", meta.get("size")))
            yield Attachment(name, media or None, size)


def _sources(message: dict[str, Json]) -> Iterator[tuple[str, str]]:
    """Yield (title, address) of the pages an answer names, each once."""
    seen: set[str] = set()
    for value in as_list(message.get("sources", message.get("citations"))):
        item = as_object(value)
        name = as_text(as_object(item.get("source")).get("name"))
        found = [as_object(item.get("source")), *map(as_object, as_list(item.get("metadata")))]
        for one in found:
            address = as_text(one.get("url")) or as_text(one.get("source"))
            if address.startswith(("http://", "https://")) and address not in seen:
                seen.add(address)
                yield as_text(one.get("title")) or name, address
