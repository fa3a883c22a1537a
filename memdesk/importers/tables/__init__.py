"""Tables: a row a note."""

from __future__ import annotations

import re

from memdesk.importers.format import Format
from memdesk.importers.tables.parser import TablesParser
from memdesk.importers.text_files import is_text

__all__ = ["FORMAT", "TablesParser"]

_NAME = re.compile(r".*\.(?:csv|tsv)", re.IGNORECASE | re.DOTALL)

FORMAT = Format(
    "Tables",
    TablesParser,
    shows=lambda file, head: _NAME.fullmatch(file.base_name) is not None and is_text(head),
    plain=True,
)
