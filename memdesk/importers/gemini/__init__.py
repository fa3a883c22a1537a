"""What was asked of Gemini, from Google Takeout's "My Activity"."""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.gemini.page import is_activity_page
from memdesk.importers.gemini.parser import GeminiParser

__all__ = ["FORMAT", "GeminiParser"]

FORMAT = Format(
    "Google Takeout (Gemini)",
    GeminiParser,
    marks("header products", "header titleUrl", "header time products", "title time safeHtmlItem"),
    shows=lambda file, head: is_activity_page(head),
)
