"""Notes as files: Markdown folders, Obsidian vaults, plain text."""

from __future__ import annotations

from memdesk.importers.format import Format
from memdesk.importers.notes.parser import NotesParser
from memdesk.importers.text_files import text_named

__all__ = ["FORMAT", "NotesParser"]

FORMAT = Format(
    "Notes",
    NotesParser,
    shows=text_named(".md", ".markdown", ".mdown", ".mkd", ".txt", ".text", ".canvas"),
    plain=True,
)
