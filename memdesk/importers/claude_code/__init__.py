"""Claude Code's sessions, as it keeps them in the home folder."""

from __future__ import annotations

from memdesk.importers.claude_code.parser import ClaudeCodeParser
from memdesk.importers.format import Format, marks

__all__ = ["FORMAT", "ClaudeCodeParser"]

FORMAT = Format(
    "Claude Code",
    ClaudeCodeParser,
    marks(
        "sessionId uuid parentUuid",
        "sessionId type message.role",
        "type summary leafUuid",
        "sessionId customTitle",
        "sessionId aiTitle",
        "messageId snapshot isSnapshotUpdate",
    ),
)
