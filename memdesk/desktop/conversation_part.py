"""A stretch of a conversation, as it travels from the vault to the window."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.vault.records import Conversation, Memory

WINDOW_TURNS = 40
"""Turns that are loaded at once: some screens full, and no more than can be shown in an instant."""


@dataclass(frozen=True, slots=True)
class ConversationPart:
    """Some turns of a conversation: number ``first`` and following, of ``total``."""

    conversation: Conversation | None
    memories: tuple[Memory, ...]
    first: int
    total: int
    focus: int | None
    branch: int = 0
