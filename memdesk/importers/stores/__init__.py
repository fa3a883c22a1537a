"""Other programs' memories: MemX's and memesh's databases, and what they give out as JSON."""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.stores.copying import SQLITE_HEADER, is_journal
from memdesk.importers.stores.memesh import MemeshParser
from memdesk.importers.stores.memx import MemxParser
from memdesk.importers.stores.parser import StoresParser

__all__ = ["FORMAT", "MEMESH_EXPORT", "MEMX_EXPORT", "MemeshParser", "MemxParser", "StoresParser"]

FORMAT = Format(
    "a memory database",
    StoresParser,
    shows=lambda file, head: head.startswith(SQLITE_HEADER) or is_journal(file, head),
)

MEMESH_EXPORT = Format(
    "memesh",
    MemeshParser,
    marks(
        "entity_count entities",
        "exported_at entities.[].observations entities.[].type",
        "entities.[].namespace entities.[].observations",
        "data.entities.[].namespace data.entities.[].observations",
    ),
)

MEMX_EXPORT = Format(
    "MemX",
    MemxParser,
    marks(
        "id content type importance access_count",
        "id content type importance retrieval_count",
        *(
            f"{key}.[].id {key}.[].content {key}.[].importance {key}.[].access_count"
            for key in ("memories", "results", "data")
        ),
    ),
)
