"""LibreChat's export of conversations, one file each."""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.librechat.parser import LibreChatParser

__all__ = ["FORMAT", "LibreChatParser"]

FORMAT = Format(
    "LibreChat",
    LibreChatParser,
    marks("conversationId messages", "conversationId endpoint", "messages.[].isCreatedByUser"),
)
