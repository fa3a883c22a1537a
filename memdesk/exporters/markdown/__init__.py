"""A folder of Markdown that Obsidian and any editor open: a file a conversation, a file a note."""

from __future__ import annotations

from memdesk.exporters.markdown.folder import Written, write

__all__ = ["Written", "write"]
