"""The knowledge graph of the Model Context Protocol's memory server."""

from __future__ import annotations

from memdesk.importers.format import Format, marks
from memdesk.importers.mcp_memory.parser import McpMemoryParser

__all__ = ["FORMAT", "McpMemoryParser"]

FORMAT = Format(
    "an MCP memory server",
    McpMemoryParser,
    marks(
        "type name entityType observations",
        "type from to relationType",
        "entities.[].entityType",
        "entities.[].observations",
        "relations.[].relationType",
    ),
)
