"""Open WebUI's export of chats."""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.open_webui.parser import OpenWebUIParser

__all__ = ["FORMAT", "OpenWebUIParser"]

FORMAT = Format(
    "Open WebUI",
    OpenWebUIParser,
    marks("chat.history", "chat.messages", "chat user_id", "chat.models"),
)
