"""All formats, in the order in which they are tried.

Tools whose export looks like another's come before it.
"""

from __future__ import annotations

from memdesk.importers import chatgpt, claude, deepseek, grok, mcp_memory, mem0
from memdesk.importers.format import Format, marks

FORMATS: tuple[Format, ...] = (
    deepseek.FORMAT,
    Format(
        "Open WebUI",
        marks=marks("chat.history", "chat.messages", "chat user_id", "chat.models"),
    ),
    Format(
        "LibreChat",
        marks=marks(
            "conversationId messages", "conversationId endpoint", "messages.[].isCreatedByUser"
        ),
    ),
    grok.FORMAT,
    Format(
        "Google Takeout (Gemini)",
        marks=marks("header products", "header titleUrl", "header time products"),
    ),
    chatgpt.FORMAT,
    claude.FORMAT,
    mcp_memory.FORMAT,
    mem0.FORMAT,
)
