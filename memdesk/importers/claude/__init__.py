"""Claude's data export: parser, conversations, contents, notes."""

from __future__ import annotations

from memdesk.importers.claude.parser import ClaudeParser

__all__ = ["ClaudeParser"]
