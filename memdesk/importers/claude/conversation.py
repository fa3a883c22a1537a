"""One Claude conversation: messages in reading order, tools' steps before the answer they fed.

Order is the list's own; times may be null or equal. Where messages name their parents, edits
and repeated answers become branches, and the branch of the last message is the current one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from memdesk.importers.claude.content import Rendered, render
from memdesk.importers.parsed import (
    Json,
    ParsedConversation,
    ParsedItem,
    ParsedMessage,
    ParseIssue,
    Role,
)
from memdesk.importers.tree import Placed, reading_order, resolve_parents
from memdesk.importers.values import as_list, as_object, as_text, first_words, milliseconds

_ROLES: dict[str, Role] = {
    "human": "user",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "system": "system",
}


def read_conversation(item: dict[str, Json], file: str, latest: int) -> Iterator[ParsedItem]:
    """The conversation, then what could not be read of it.

    ``latest`` is the last plausible time in UTC milliseconds; later ones count as missing.
    """
    name = " ".join(as_text(item.get("name")).split())
    nodes: dict[str, dict[str, Json]] = {}
    issues: list[ParseIssue] = []
    for index, message in enumerate(as_list(item.get("chat_messages"))):
        if isinstance(message, dict):
            identity = as_text(message.get("uuid")) or _derived_id(message, index)
            if identity in nodes:
                identity = f"{identity}:{index}"
            nodes[identity] = message
        else:
            issues.append(ParseIssue(file, f"message {index + 1} is not an object", name))

    reader = _Reader(nodes, latest)
    for placed in _order(nodes, item):
        reader.read(placed)
    started = milliseconds(item.get("created_at"), latest)
    updated = milliseconds(item.get("updated_at"), latest)
    messages = reader.finished(started)
    times = [message.created_at for message in messages if message.created_at is not None]
    project = as_object(item.get("project"))
    extra: dict[str, Json] = {}
    if summary := as_text(item.get("summary")).strip():
        extra["summary"] = summary
    if project_id := as_text(project.get("uuid")) or as_text(item.get("project_uuid")):
        extra["project_id"] = project_id
    yield ParsedConversation(
        external_id=as_text(item.get("uuid")) or _conversation_id(name, nodes),
        title=name or _title_from(messages),
        messages=tuple(messages),
        started_at=started if started is not None else min(times, default=None),
        updated_at=updated if updated is not None else max(times, default=None),
        model=as_text(item.get("model")) or None,
        project=as_text(project.get("name")) or None,
        starred=item.get("is_starred") is True,
        extra=extra,
    )
    yield from issues


class _Reader:
    """Walks messages in reading order, parents first."""

    def __init__(self, nodes: dict[str, dict[str, Json]], latest: int) -> None:
        self._nodes = nodes
        self._latest = latest
        self._messages: list[ParsedMessage] = []
        # Per node: the last message shown at or above it, and the last known time.
        self._shown: dict[str | None, str | None] = {None: None}
        self._times: dict[str | None, int | None] = {None: None}

    def read(self, placed: Placed) -> None:
        node = self._nodes[placed.id]
        created = milliseconds(node.get("created_at"), self._latest)
        time = self._times[placed.parent] if created is None else created
        self._times[placed.id] = time
        self._shown[placed.id] = self._shown[placed.parent]
        extra: dict[str, Json] = {}
        if created is None and time is not None:
            extra["time_from"] = "previous message"
        rendered = render(node)
        for index, step in enumerate(rendered.steps):
            self._add(
                ParsedMessage(
                    external_id=f"{placed.id}:step-{index}",
                    role="assistant" if step.own_writing else "tool",
                    content=step.text,
                    position=len(self._messages),
                    author=step.name,
                    created_at=time,
                    parent_external_id=self._shown[placed.id],
                    branch=placed.branch,
                    links=step.links,
                    extra=dict(extra),
                ),
                placed,
            )
        self._add_answer(placed, node, rendered, time, extra)

    def finished(self, started: int | None) -> list[ParsedMessage]:
        """The messages; those before any known time take the first one that is known."""
        known = (item.created_at for item in self._messages if item.created_at is not None)
        first = started if started is not None else next(known, None)
        if first is None:
            return self._messages
        return [
            message
            if message.created_at is not None
            else replace(
                message, created_at=first, extra={**message.extra, "time_from": "conversation"}
            )
            for message in self._messages
        ]

    def _add_answer(
        self,
        placed: Placed,
        node: dict[str, Json],
        rendered: Rendered,
        time: int | None,
        extra: dict[str, Json],
    ) -> None:
        if not (rendered.text or rendered.thinking or rendered.attachments):
            return
        sender = as_text(node.get("sender"))
        if sender not in _ROLES:
            extra["sender"] = sender
        if rendered.unknown_types:
            extra["content_type"] = ", ".join(rendered.unknown_types)
        names = "\n".join(attachment.name for attachment in rendered.attachments)
        message = ParsedMessage(
            external_id=placed.id,
            role=_ROLES.get(sender, "assistant"),
            content=rendered.text or names,
            position=len(self._messages),
            created_at=time,
            updated_at=milliseconds(node.get("updated_at"), self._latest),
            parent_external_id=self._shown[placed.id],
            branch=placed.branch,
            model=as_text(node.get("model")) or None,
            thinking=rendered.thinking or None,
            attachments=rendered.attachments,
            links=rendered.links,
            extra=extra,
        )
        self._add(message, placed)

    def _add(self, message: ParsedMessage, placed: Placed) -> None:
        self._messages.append(message)
        self._shown[placed.id] = message.external_id


def _order(nodes: dict[str, dict[str, Json]], item: dict[str, Json]) -> list[Placed]:
    ids = list(nodes)
    parents: dict[str, str | None] = {}
    for identity, node in nodes.items():
        parent = node.get("parent_message_uuid")
        parents[identity] = parent if isinstance(parent, str) else None
    if not any(parent in nodes for parent in parents.values()):
        # No parents are told: the list is one branch.
        return [
            Placed(identity, ids[index - 1] if index else None, 0)
            for index, identity in enumerate(ids)
        ]
    current = item.get("current_leaf_message_uuid")
    leaf = current if isinstance(current, str) and current in nodes else None
    return reading_order(ids, resolve_parents(ids, parents), leaf)


def _derived_id(message: dict[str, Json], index: int) -> str:
    text = as_text(message.get("text")) or repr(message.get("content"))
    words = f"{index}\0{as_text(message.get('sender'))}\0{text}"
    return "derived:" + hashlib.sha256(words.encode()).hexdigest()[:32]


def _conversation_id(name: str, nodes: dict[str, dict[str, Json]]) -> str:
    first = next(iter(nodes), "")
    return "derived:" + hashlib.sha256(f"{name}\0{first}".encode()).hexdigest()[:32]


def _title_from(messages: list[ParsedMessage]) -> str:
    for message in messages:
        if message.role == "user" and message.content:
            return first_words(message.content)
    return "Untitled conversation"
