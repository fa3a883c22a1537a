"""One node of a ChatGPT conversation's mapping, read down to what is kept of it.

Nodes are read one by one while the file streams, so that a conversation of many thousands of
messages never exists as raw JSON all at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memdesk.importers.chatgpt.content import Rendered, render
from memdesk.importers.chatgpt.notes import holds_notes, read_notes
from memdesk.importers.parsed import Json, ParsedNote
from memdesk.importers.values import as_object, as_text, milliseconds


@dataclass(slots=True)
class Node:
    """``rendered`` is ``None`` where nothing is shown; ``fault`` says why, if it should be.

    Times are UTC milliseconds, roles and recipient as the export writes them.
    """

    parent: str | None = None
    children: tuple[str, ...] = ()
    created_at: int | None = None
    updated_at: int | None = None
    role: str = ""
    author: str = ""
    recipient: str = "all"
    model: str | None = None
    rendered: Rendered | None = None
    notes: tuple[ParsedNote, ...] = ()
    fault: str | None = None


def node_reader(latest: int) -> Callable[[Json], Node]:
    """Reads nodes; times after ``latest`` (UTC milliseconds) count as missing."""

    def read(value: Json) -> Node:
        node = Node()
        if not isinstance(value, dict):
            node.fault = "this entry is not a message"
            return node
        parent = value.get("parent")
        node.parent = parent if isinstance(parent, str) else None
        children = value.get("children")
        if isinstance(children, list):
            node.children = tuple(child for child in children if isinstance(child, str))
        message = value.get("message")
        if message is not None:
            _read_message(node, message, latest)
        return node

    return read


def _read_message(node: Node, message: Json, latest: int) -> None:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    if not isinstance(message, dict) or not isinstance(content, dict):
        node.fault = "its message has no readable content"
        return
    metadata = as_object(message.get("metadata"))
    node.created_at = milliseconds(message.get("create_time"), latest)
    if holds_notes(content, metadata):
        node.notes = tuple(read_notes(content, metadata))
        return
    if metadata.get("is_visually_hidden_from_conversation") is True:
        return
    author = as_object(message.get("author"))
    node.role = as_text(author.get("role")) or "assistant"
    node.author = as_text(author.get("name"))
    node.recipient = as_text(message.get("recipient")) or "all"
    node.updated_at = milliseconds(message.get("update_time"), latest)
    node.model = as_text(metadata.get("model_slug")) or None
    rendered = render(content, metadata, node.role, node.recipient)
    if rendered.text or rendered.attachments or rendered.thinking:
        node.rendered = rendered
