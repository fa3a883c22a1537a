"""Perplexity's account export, threads as its site sends them, and threads in Markdown."""

from __future__ import annotations

import re

from memdesk.importers.format import Format, marks
from memdesk.importers.perplexity.markdown import PerplexityMarkdownParser, is_thread
from memdesk.importers.perplexity.parser import PerplexityParser

__all__ = ["FORMAT", "MARKDOWN", "PerplexityMarkdownParser", "PerplexityParser"]

FORMAT = Format(
    "Perplexity",
    PerplexityParser,
    marks(
        "conversations.[].context_uuid",
        "conversations.[].entries.[].entry_uuid",
        "context_uuid entries",
        "entries.[].query_str",
        "metadata.thread_id conversations.[].query",
        "metadata.thread_title conversations.[].query",
    ),
    shards=re.compile(r"conversations-\d{8}_\d{6}-[0-9a-f]+\.json"),
)

# Such files lie among a person's other notes, which must not be taken for uploads because of them.
MARKDOWN = Format(
    "Perplexity threads in Markdown",
    PerplexityMarkdownParser,
    shows=is_thread,
    plain=True,
)
