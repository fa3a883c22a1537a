"""Claude's data export: parser, conversations, contents, notes."""

from __future__ import annotations

import re

from memdesk.importers.claude.parser import ClaudeParser
from memdesk.importers.format import Format, marks

__all__ = ["FORMAT", "ClaudeParser"]

FORMAT = Format(
    "Claude",
    ClaudeParser,
    marks(
        "chat_messages",
        "uuid name docs",
        "uuid prompt_template",
        "conversations_memory",
        "project_memories",
    ),
    shards=re.compile(r"conversations[-_ 0-9]*\.json"),
    companions=re.compile(r"users\.json"),
)
