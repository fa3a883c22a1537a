"""Chats of several people: ``group_chats.json``.

Public descriptions of the export know the file as ``{"chats": []}`` and its entries by ``id``,
``title``, ``participants`` and ``create_time``; none shows where the messages stand. A chat whose
messages come as a tree is read as every conversation is. One that lists them is read as one branch,
each message with its author as far as one is told; one that names none counts as a person's. What
has messages in another shape is named as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.importers.chatgpt.conversation import read_conversation
from memdesk.importers.chatgpt.node import Node, node_reader
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.values import as_object, as_text

GROUP_CHATS = re.compile(r"(?:\A|/)group_chats[-_ 0-9]*\.json\Z")

_ABOUT = ("id", "title", "name", "participants", "members", "create_time", "update_time")
_LISTS = ("messages", "items", "turns")
_ASSISTANTS = ("assistant", "chatgpt", "model")
_AUTHORS = ("author", "sender", "user", "from")
_NAMES = ("name", "display_name", "username", "user_id", "id")
_TIMES = ("create_time", "created_at", "timestamp", "time")
_TEXTS = ("content", "text", "body", "message")


def read_group_chat(item: dict[str, Json], file: str, latest: int) -> Iterator[ParsedItem]:
    """Yield the chat, or why it cannot be read; times after ``latest`` are missing."""
    if not item:
        return
    title = as_text(item.get("title")) or as_text(item.get("name"))
    messages = next((found for key in _LISTS if (found := _listed(item.get(key)))), None)
    if messages is None:
        has_more = any(item.get(key) for key in item if key not in _ABOUT)
        reason = (
            "this group chat keeps its messages in a shape that is not known; it was not read"
            if has_more
            else "the export tells of this group chat's name and members only"
        )
        yield ParseIssue(file, reason, title or None, lost=has_more)
        return
    read = node_reader(latest)
    nodes: dict[str, Node] = {}
    previous: str | None = None
    for number, value in enumerate(messages):
        message = _as_message(value) if isinstance(value, dict) else value
        identity = as_text(as_object(message).get("id")) or f"message-{number}"
        if identity in nodes:
            identity = f"{identity}:{number}"
        nodes[identity] = read({"parent": previous, "message": message})
        previous = identity
    yield from read_conversation({**item, "title": title}, nodes, file, latest)


def _listed(value: Json) -> list[Json]:
    """Return messages that are listed, or held by their ids; none where no entry is an object."""
    if isinstance(value, dict):
        value = [{"id": key, **one} for key, one in value.items() if isinstance(one, dict)]
    messages = value if isinstance(value, list) else []
    return messages if any(isinstance(message, dict) for message in messages) else []


def _as_message(value: dict[str, Json]) -> dict[str, Json]:
    """Return a message with author, time and content where conversations have them."""
    said: Json = next((value[key] for key in _TEXTS if value.get(key)), None)
    time: Json = next((value[key] for key in _TIMES if value.get(key)), None)
    # Some tools wrap each message, as a tree does.
    if isinstance(said, dict) and "content" in said:
        return {"id": as_text(value.get("id")), **said}
    author: Json = next((value[key] for key in _AUTHORS if value.get(key)), None)
    about = as_object(author)
    names = (as_text(about.get(key)) for key in _NAMES)
    name = as_text(author) or next(filter(None, names), "") or as_text(value.get("user_id"))
    role = as_text(about.get("role")) or as_text(value.get("role"))
    if not role:
        role = "assistant" if name.lower() in _ASSISTANTS else "user"
    return {
        **value,
        "author": {"role": role, "name": None if name.lower() in _ASSISTANTS else name},
        "content": said,
        "create_time": time,
    }
