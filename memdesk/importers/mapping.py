"""From what a parser yields to the vault's records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from memdesk.importers.parsed import Attachment, ParsedConversation, ParsedMessage, ParsedNote
from memdesk.vault.records import ATTACHMENT, DEFAULT_IMPORTANCE, NewConversation, NewMemory


def conversation_record(conversation: ParsedConversation, source: str) -> NewConversation:
    """Return the vault's record of a parsed conversation."""
    return NewConversation(
        source=source,
        external_id=conversation.external_id,
        title=conversation.title,
        started_at=conversation.started_at,
        updated_at=conversation.updated_at,
        model=conversation.model,
        project=conversation.project,
        archived=conversation.archived,
        starred=conversation.starred,
        extra=conversation.extra,
    )


def memory_record(
    message: ParsedMessage, conversation: ParsedConversation, source: str
) -> NewMemory:
    """Return the vault's record of a message, but for the id of its conversation.

    What surrounds the text (thinking, names of attachments, links) goes into ``extra``.
    """
    extra: dict[str, Any] = dict(message.extra)
    if message.thinking:
        extra["thinking"] = message.thinking
    if message.attachments:
        extra["attachments"] = [_described(attachment) for attachment in message.attachments]
    if message.links:
        extra["links"] = [list(link) for link in message.links]
    return NewMemory(
        content=message.content,
        source=source,
        role=message.role,
        author=message.author,
        format=message.format,
        position=message.position,
        branch=message.branch,
        parent_external_id=message.parent_external_id,
        external_id=identity_of(message),
        model=message.model or (conversation.model if message.role == "assistant" else None),
        created_at=message.created_at,
        updated_at=message.updated_at,
        extra=extra,
    )


def attached(message: ParsedMessage, source: str) -> Iterator[NewMemory]:
    """Yield the texts that came as attachments: memories of their own, after their message."""
    for number, attachment in enumerate(message.attachments):
        if attachment.text and attachment.text.strip():
            yield NewMemory(
                content=attachment.text,
                source=source,
                role=message.role,
                type=ATTACHMENT,
                format="text",
                position=message.position,
                branch=message.branch,
                parent_external_id=identity_of(message),
                external_id=f"{identity_of(message)}/{number}",
                created_at=message.created_at,
                extra={"name": attachment.name},
            )


def note_record(note: ParsedNote, source: str) -> NewMemory:
    """Return the vault's record of a note."""
    extra: dict[str, Any] = dict(note.extra)
    if note.title:
        extra["title"] = note.title
    if note.project:
        extra["project"] = note.project
    return NewMemory(
        content=note.content,
        source=source,
        type=note.type,
        importance=DEFAULT_IMPORTANCE if note.importance is None else note.importance,
        external_id=note.external_id,
        created_at=note.created_at,
        updated_at=note.updated_at,
        tags=note.tags,
        extra=extra,
    )


def told_apart(messages: tuple[ParsedMessage, ...]) -> tuple[ParsedMessage, ...]:
    """Return the messages with an id of its own for each.

    Of messages with the same id, a repetition of the same text is left out, and another text
    gets a numbered id, so that nothing is lost and the next import recognises both.
    """
    if len({message.external_id or message.position for message in messages}) == len(messages):
        return messages
    kept: list[ParsedMessage] = []
    texts: dict[str, list[str]] = {}
    for message in messages:
        identity = identity_of(message)
        former = texts.setdefault(identity, [])
        if message.content in former:
            continue
        former.append(message.content)
        if len(former) > 1:
            message = replace(message, external_id=f"{identity}#{len(former)}")
        kept.append(message)
    return tuple(kept)


def identity_of(message: ParsedMessage) -> str:
    """Return what a message is known by within its conversation.

    The export's own id; where there is none, its place and a hash of its text.
    """
    if message.external_id is not None:
        return message.external_id
    digest = hashlib.blake2b(message.content.encode("utf-8", "replace"), digest_size=12)
    return f"{message.position}-{digest.hexdigest()}"


def _described(attachment: Attachment) -> dict[str, Any]:
    described: dict[str, Any] = {"name": attachment.name}
    if attachment.media_type:
        described["type"] = attachment.media_type
    if attachment.size is not None:
        described["size"] = attachment.size
    return described
