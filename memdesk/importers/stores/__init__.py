"""Other programs' memory databases: MemX and memesh."""

from __future__ import annotations

from memdesk.importers.format import Format
from memdesk.importers.stores.parser import SQLITE_HEADER, StoresParser

__all__ = ["FORMAT", "StoresParser"]

FORMAT = Format(
    "a memory database",
    StoresParser,
    shows=lambda file, head: head.startswith(SQLITE_HEADER),
)
