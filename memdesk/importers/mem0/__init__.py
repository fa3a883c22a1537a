"""What mem0 remembers, as its export and its interface give it."""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.mem0.parser import Mem0Parser

__all__ = ["FORMAT", "Mem0Parser"]

FORMAT = Format(
    "mem0",
    Mem0Parser,
    marks(
        "id memory user_id",
        "id memory hash",
        "id memory categories",
        "id memory created_at metadata",
        "results.[].id results.[].memory",
        "memories.[].id memories.[].memory",
    ),
)
