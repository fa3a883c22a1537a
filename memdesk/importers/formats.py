"""All formats, in the order in which they are tried.

Tools whose export looks like another's come before it.
"""

from __future__ import annotations

from memdesk.importers import (
    chatgpt,
    claude,
    claude_code,
    codex,
    deepseek,
    gemini,
    grok,
    librechat,
    mcp_memory,
    mem0,
    memdesk_jsonl,
    notes,
    open_webui,
    perplexity,
    stores,
    tables,
)
from memdesk.importers.format import Format

FORMATS: tuple[Format, ...] = (
    memdesk_jsonl.FORMAT,
    deepseek.FORMAT,
    open_webui.FORMAT,
    librechat.FORMAT,
    grok.FORMAT,
    perplexity.FORMAT,
    gemini.FORMAT,
    chatgpt.FORMAT,
    claude.FORMAT,
    claude_code.FORMAT,
    codex.FORMAT,
    mcp_memory.FORMAT,
    mem0.FORMAT,
    stores.FORMAT,
    perplexity.MARKDOWN,
    notes.FORMAT,
    tables.FORMAT,
)
