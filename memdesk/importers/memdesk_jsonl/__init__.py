"""memdesk's own export: everything that a vault holds, a record a line.

The shape is ``docs/jsonl-format.md``. Not covered: what a later version adds to it; its lines of
unknown kinds are listed as not read.
"""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.memdesk_jsonl.parser import MemdeskParser

__all__ = ["FORMAT", "MemdeskParser"]

FORMAT = Format(
    "memdesk export",
    MemdeskParser,
    # A file whose first line was lost is known by its records.
    marks(
        "kind format version lines",
        "kind uid source content",
        "kind source external_id title",
        "kind source target type strength",
    ),
)
