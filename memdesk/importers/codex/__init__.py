"""The sessions of OpenAI's Codex, as it keeps them in the home folder."""

from __future__ import annotations

from memdesk.importers.codex.parser import CodexParser
from memdesk.importers.format import Format, marks

__all__ = ["FORMAT", "CodexParser"]

FORMAT = Format(
    "Codex",
    CodexParser,
    marks(
        "timestamp type payload.cwd payload.originator",
        "timestamp type payload.cli_version",
        "timestamp type payload.type payload.role",
        "id timestamp instructions git",
        "record_type",
    ),
)
