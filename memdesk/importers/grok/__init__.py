"""Grok's part of xAI's account export."""

from __future__ import annotations

import re

from memdesk.importers.format import Format, marks
from memdesk.importers.grok.parser import GrokParser

__all__ = ["FORMAT", "GrokParser"]

FORMAT = Format(
    "Grok",
    GrokParser,
    marks("conversations.[].responses", "conversations.[].conversation", "conversation responses"),
    companions=re.compile(r"prod-mc-.*\.json"),
)
