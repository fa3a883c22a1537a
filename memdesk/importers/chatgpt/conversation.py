"""One ChatGPT conversation: from its tree of nodes to messages in reading order.

The branch that ends in ``current_node`` is the conversation; edits and regenerated answers are
further branches. Hidden nodes and empty ones are left out and their children attached to what
is shown before them. Reasoning goes to the answer that follows it; reasoning that no answer
follows becomes a message of its own, with empty content.

Not covered: nodes that ChatGPT itself hides (system prompts, tool instructions) are not kept,
except custom instructions and saved memories, which become notes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from memdesk.importers.chatgpt.content import Rendered
from memdesk.importers.chatgpt.node import Node
from memdesk.importers.parsed import (
    Json,
    ParsedConversation,
    ParsedItem,
    ParsedMessage,
    ParseIssue,
    Role,
)
from memdesk.importers.tree import Placed, reading_order, resolve_parents
from memdesk.importers.values import as_text, first_words, milliseconds

# Nodes from the last one back, each with those before it: branches share their beginnings.
_Chain: TypeAlias = "tuple[_Chain, str] | None"
# What kept a chat out of the history, or out of what ChatGPT remembers; the name has changed.
_TEMPORARY = ("is_temporary_chat", "is_temporary", "is_do_not_remember")
_KNOWN_ROLES = ("user", "assistant", "tool", "system")


def read_conversation(
    item: dict[str, Json], nodes: Mapping[str, Node], file: str, latest: int
) -> Iterator[ParsedItem]:
    """The conversation, and the notes and issues found in it.

    ``item`` holds its fields without the mapping, ``latest`` is the last plausible time in UTC
    milliseconds; later ones count as missing.
    """
    title = " ".join(as_text(item.get("title")).split())
    reader = _Reader(nodes)
    for placed in _order(nodes, item.get("current_node")):
        reader.read(placed)

    started = milliseconds(item.get("create_time"), latest)
    updated = milliseconds(item.get("update_time"), latest)
    messages = reader.finished(started)
    times = [message.created_at for message in messages if message.created_at is not None]
    identity = as_text(item.get("conversation_id")) or as_text(item.get("id"))
    shown_title = title or _title_from(messages)
    yield ParsedConversation(
        external_id=identity or _derived_id(title, nodes),
        title=shown_title,
        messages=tuple(messages),
        started_at=started if started is not None else min(times, default=None),
        updated_at=updated if updated is not None else max(times, default=None),
        model=as_text(item.get("default_model_slug")) or _last_model(messages),
        archived=item.get("is_archived") is True,
        starred=item.get("is_starred") is True,
        temporary=any(item.get(name) is True for name in _TEMPORARY),
        extra=_extra(item),
    )
    for node_id, node in nodes.items():
        yield from node.notes
        if node.fault:
            yield ParseIssue(file, node.fault, shown_title, node_id)


class _Reader:
    """Walks nodes in reading order, parents first, and gathers messages."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes
        self._messages: list[ParsedMessage] = []
        # Per node: the nearest shown message at or above it, the last known time, and the
        # reasoning (ids of nodes) that still waits for its answer.
        self._shown: dict[str | None, str | None] = {None: None}
        self._times: dict[str | None, int | None] = {None: None}
        self._waiting: dict[str | None, _Chain] = {None: None}
        self._answered: set[str | None] = set()

    def read(self, placed: Placed) -> None:
        node, parent = self._nodes[placed.id], placed.parent
        time = self._times[parent] if node.created_at is None else node.created_at
        shown, waiting = self._shown[parent], self._waiting[parent]
        self._times[placed.id] = time
        if node.rendered is not None:
            role = _role(node, node.rendered)
            thinking = node.rendered.thinking
            if thinking and not node.rendered.text:
                role = "assistant"
                waiting = (waiting, placed.id)
            elif role in ("user", "assistant"):
                if role == "assistant" and waiting:
                    thinking = self._collected(waiting)
                waiting = None
            self._messages.append(self._message(placed, node, node.rendered, role, thinking, time))
            if node.rendered.text or node.rendered.attachments:
                shown = placed.id
        self._shown[placed.id], self._waiting[placed.id] = shown, waiting

    def finished(self, started: int | None) -> list[ParsedMessage]:
        """The messages; those before any known time take the first one that is known."""
        kept = [message for message in self._messages if message.external_id not in self._answered]
        known = (message.created_at for message in kept if message.created_at is not None)
        first = started if started is not None else next(known, None)
        if first is None:
            return kept
        return [
            message
            if message.created_at is not None
            else replace(
                message, created_at=first, extra={**message.extra, "time_from": "conversation"}
            )
            for message in kept
        ]

    def _collected(self, waiting: _Chain) -> str:
        parts: list[str] = []
        while waiting is not None:
            waiting, node = waiting
            self._answered.add(node)
            rendered = self._nodes[node].rendered
            parts.append(rendered.thinking if rendered is not None else "")
        return "\n\n".join(reversed(parts))

    def _message(
        self,
        placed: Placed,
        node: Node,
        rendered: Rendered,
        role: Role,
        thinking: str,
        time: int | None,
    ) -> ParsedMessage:
        extra: dict[str, Json] = {}
        if rendered.unknown_type is not None:
            extra["content_type"] = rendered.unknown_type
        if node.role not in _KNOWN_ROLES:
            extra["author_role"] = node.role
        if node.recipient != "all":
            extra["recipient"] = node.recipient
        if node.created_at is None and time is not None:
            extra["time_from"] = "previous message"
        author = node.author
        if not author and role == "tool" and node.recipient != "all":
            author = node.recipient
        content = rendered.text
        if not content and rendered.attachments:
            content = "\n".join(attachment.name for attachment in rendered.attachments)
        return ParsedMessage(
            external_id=placed.id,
            role=role,
            content=content,
            position=len(self._messages),
            author=author or None,
            created_at=time,
            updated_at=node.updated_at,
            parent_external_id=self._shown[placed.parent],
            branch=placed.branch,
            model=node.model,
            thinking=thinking or None,
            attachments=rendered.attachments,
            links=rendered.links,
            extra=extra,
        )


def _role(node: Node, rendered: Rendered) -> Role:
    if node.role == "user":
        return "user"
    if node.role == "system":
        return "system"
    if rendered.own_writing:
        return "assistant"
    # A message addressed to a tool is a call.
    if node.role != "assistant" or rendered.as_tool or node.recipient != "all":
        return "tool"
    return "assistant"


def _order(nodes: Mapping[str, Node], current: Json) -> list[Placed]:
    ids = list(nodes)
    parents = {identity: node.parent for identity, node in nodes.items()}
    children = {identity: node.children for identity, node in nodes.items() if node.children}
    resolved = resolve_parents(ids, parents, children)
    if not isinstance(current, str) or current not in nodes:
        current = _newest_leaf(nodes, resolved)
    return reading_order(ids, resolved, current, children)


def _newest_leaf(nodes: Mapping[str, Node], parents: dict[str, str | None]) -> str | None:
    """Where ``current_node`` is missing: the leaf written last, in doubt the last listed."""
    inner = set(parents.values())
    leaf, newest = None, 0
    for identity, node in nodes.items():
        if identity not in inner and (node.created_at or 0) >= newest:
            leaf, newest = identity, node.created_at or 0
    return leaf


def _derived_id(title: str, nodes: Mapping[str, Node]) -> str:
    """Stable between exports as long as title and first node stay."""
    first = next(iter(nodes), "")
    return "derived:" + hashlib.sha256(f"{title}\0{first}".encode()).hexdigest()[:32]


def _title_from(messages: list[ParsedMessage]) -> str:
    for message in messages:
        if message.role == "user" and message.content:
            return first_words(message.content)
    return "Untitled conversation"


def _last_model(messages: list[ParsedMessage]) -> str | None:
    return next(
        (message.model for message in reversed(messages) if message.model and not message.branch),
        None,
    )


def _extra(item: dict[str, Json]) -> dict[str, Json]:
    extra: dict[str, Json] = {}
    gizmo = as_text(item.get("gizmo_id")) or as_text(item.get("conversation_template_id"))
    if gizmo.startswith("g-p-"):
        extra["project_id"] = gizmo
    elif gizmo:
        extra["custom_gpt_id"] = gizmo
    if item.get("is_do_not_remember") is True:
        extra["do_not_remember"] = True
    scope = as_text(item.get("memory_scope"))
    if scope and scope != "global_enabled":
        extra["memory_scope"] = scope
    return extra
