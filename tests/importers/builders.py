"""Small exports of our own making, in the shapes that ChatGPT and Claude write."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from memdesk.importers.chatgpt import ChatGPTParser
from memdesk.importers.claude import ClaudeParser
from memdesk.importers.parsed import (
    ParsedConversation,
    ParsedItem,
    ParsedMessage,
    ParsedNote,
    ParseIssue,
)
from memdesk.importers.source import SourceFile

T0 = 1_700_000_000.0
"""The first message's time in seconds; message n comes n minutes later."""


def message(
    text: str | None = "Hello",
    role: str = "user",
    *,
    content: Mapping[str, Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
    time: float | None = T0,
    recipient: str = "all",
    name: str | None = None,
) -> dict[str, Any]:
    return {
        "author": {"role": role, "name": name, "metadata": {}},
        "create_time": time,
        "update_time": None,
        "content": content or {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "weight": 1.0,
        "metadata": dict(metadata or {}),
        "recipient": recipient,
    }


def node(
    identity: str,
    parent: str | None,
    body: Mapping[str, Any] | None,
    children: Sequence[str] = (),
) -> dict[str, Any]:
    body = None if body is None else {"id": identity, **body}
    return {"id": identity, "parent": parent, "children": list(children), "message": body}


def chain(messages: Sequence[Mapping[str, Any]], **fields: Any) -> dict[str, Any]:
    """A conversation without branches: a root without message, then ``m1``, ``m2``, …"""
    ids = ["root", *(f"m{index + 1}" for index in range(len(messages)))]
    mapping = {}
    for index, identity in enumerate(ids):
        body = messages[index - 1] if index else None
        parent = ids[index - 1] if index else None
        mapping[identity] = node(identity, parent, body, ids[index + 1 : index + 2])
    return {
        "title": "Hikes",
        "create_time": T0,
        "update_time": T0 + 600,
        "mapping": mapping,
        "current_node": ids[-1],
        "conversation_id": "c1",
        "id": "c1",
        **fields,
    }


def talk(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A short conversation with its own id and words."""
    turns = [
        message(f"Question {number}?", "user"),
        message(f"Answer {number}.", "assistant", time=T0 + 60),
    ]
    result = chain(turns, title=f"Talk {number}", **fields)
    result["conversation_id"] = result["id"] = f"c{number}"
    return result


def claude_message(
    identity: str, sender: str = "human", text: str = "", **fields: Any
) -> dict[str, Any]:
    return {
        "uuid": identity,
        "sender": sender,
        "text": text,
        "content": [{"type": "text", "text": text}] if text else [],
        "created_at": "2024-05-01T10:00:00.000000Z",
        "updated_at": "2024-05-01T10:00:00.000000Z",
        "attachments": [],
        "files": [],
        **fields,
    }


def claude_talk(messages: Sequence[Mapping[str, Any]], **fields: Any) -> dict[str, Any]:
    return {
        "uuid": "k1",
        "name": "Bread",
        "summary": "",
        "created_at": "2024-05-01T09:59:00Z",
        "updated_at": "2024-05-01T11:00:00Z",
        "account": {"uuid": "a1"},
        "chat_messages": list(messages),
        **fields,
    }


def source_file(data: bytes, name: str = "conversations.json") -> SourceFile:
    return SourceFile(name, len(data), partial(io.BytesIO, data))


def read_chatgpt(data: bytes | Any) -> list[ParsedItem]:
    return list(ChatGPTParser("export", [source_file(encoded(data))]))


def read_claude(data: bytes | Any) -> list[ParsedItem]:
    return list(ClaudeParser("export", [source_file(encoded(data))]))


def encoded(data: bytes | Any) -> bytes:
    return data if isinstance(data, bytes) else json.dumps(data).encode()


def conversations(items: Iterable[ParsedItem]) -> list[ParsedConversation]:
    return [item for item in items if isinstance(item, ParsedConversation)]


def notes(items: Iterable[ParsedItem]) -> list[ParsedNote]:
    return [item for item in items if isinstance(item, ParsedNote)]


def issues(items: Iterable[ParsedItem]) -> list[ParseIssue]:
    return [item for item in items if isinstance(item, ParseIssue)]


def only_messages(items: Iterable[ParsedItem]) -> tuple[ParsedMessage, ...]:
    """The messages of the only conversation, which must have been read without issues."""
    items = list(items)
    assert issues(items) == []
    (conversation,) = conversations(items)
    return conversation.messages


def chatgpt_messages(*messages: Mapping[str, Any]) -> tuple[ParsedMessage, ...]:
    return only_messages(read_chatgpt([chain(messages)]))


def claude_messages(*messages: Mapping[str, Any]) -> tuple[ParsedMessage, ...]:
    return only_messages(read_claude([claude_talk(messages)]))


def zip_bytes(members: Mapping[str, bytes | Any]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, encoded(data))
    return buffer.getvalue()


def write(path: Path, data: bytes | Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(data))
    return path
