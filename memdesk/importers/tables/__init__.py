"""Tables: a row a note."""

from __future__ import annotations

from memdesk.importers.format import Format
from memdesk.importers.tables.parser import TablesParser
from memdesk.importers.text_files import text_named

__all__ = ["FORMAT", "TablesParser"]

FORMAT = Format("Tables", TablesParser, shows=text_named(".csv", ".tsv"), plain=True)
