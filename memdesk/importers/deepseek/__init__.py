"""DeepSeek's data export."""

from __future__ import annotations

import re

from memdesk.importers.deepseek.parser import DeepSeekParser
from memdesk.importers.format import Format, marks

__all__ = ["FORMAT", "DeepSeekParser"]

FORMAT = Format(
    "DeepSeek",
    DeepSeekParser,
    marks(
        "mapping inserted_at",
        "mapping.*.message.fragments",
        "mapping.*.message.inserted_at",
    ),
    shards=re.compile(r"conversations[-_ 0-9]*\.json"),
    companions=re.compile(r"user\.json"),
)
