"""A result as text to paste elsewhere."""

from __future__ import annotations

from memdesk.desktop.widgets.dates import full
from memdesk.desktop.widgets.names import source_name, speaker
from memdesk.retrieval.results import SearchResult


def as_text(result: SearchResult) -> str:
    """The memory's own words."""
    return result.content


def as_markdown(result: SearchResult) -> str:
    """The memory as a Markdown quotation with a line that says where it is from."""
    quoted = "\n".join(f"> {line}".rstrip() for line in result.content.splitlines())
    said_by = speaker(result.role, result.source, result.author)
    parts = [said_by, f"“{result.title}”" if result.title else "", source_name(result.source)]
    if result.created_at is not None:
        parts.append(full(result.created_at))
    seen: list[str] = []
    for part in parts:
        if part and part not in seen:
            seen.append(part)
    return f"{quoted}\n>\n> — {', '.join(seen)}\n"
