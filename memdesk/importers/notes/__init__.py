"""Notes as files: Markdown folders, Obsidian vaults, plain text."""

from __future__ import annotations

import re

from memdesk.importers.format import Format
from memdesk.importers.notes.parser import NotesParser
from memdesk.importers.text_files import is_text

__all__ = ["FORMAT", "NotesParser"]

_NAME = re.compile(r".*\.(?:md|markdown|mdown|mkd|txt|text)", re.IGNORECASE | re.DOTALL)

FORMAT = Format(
    "Notes",
    NotesParser,
    shows=lambda file, head: _NAME.fullmatch(file.base_name) is not None and is_text(head),
    plain=True,
)
