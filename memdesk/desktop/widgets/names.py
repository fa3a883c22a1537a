"""What sources, roles, types and groups of a score are called in the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from memdesk.desktop.widgets.direction import without_overrides
from memdesk.retrieval.explanation import Group

translate = QCoreApplication.translate

_PRODUCTS = {
    "chatgpt": "ChatGPT",
    "claude": "Claude",
    "claude-code": "Claude Code",
    "codex": "Codex",
    "deepseek": "DeepSeek",
    "gemini": "Gemini",
    "grok": "Grok",
    "librechat": "LibreChat",
    "mem0": "mem0",
    "memdesk": "memdesk",
    "memesh": "memesh",
    "memx": "MemX",
    "open-webui": "Open WebUI",
    "perplexity": "Perplexity",
}


def source_name(source: str) -> str:
    """``chatgpt`` → ChatGPT; an unknown source is shown with a capital."""
    known = {
        "note": translate("Names", "Note"),
        "notes": translate("Names", "Notes"),
        "clipboard": translate("Names", "Clipboard"),
        "table": translate("Names", "Table"),
        "mcp-memory": translate("Names", "MCP memory"),
    }
    return _PRODUCTS.get(source) or known.get(source) or source[:1].upper() + source[1:]


def role_name(role: str) -> str:
    """``user`` → You."""
    known = {
        "user": translate("Names", "You"),
        "assistant": translate("Names", "Assistant"),
        "system": translate("Names", "System"),
        "tool": translate("Names", "Tool"),
    }
    return known.get(role) or role[:1].upper() + role[1:]


def speaker(role: str, source: str, author: str | None = None) -> str:
    """Who said it: You, the assistant's product, or the author where one is named."""
    author = without_overrides(author) if author else None
    if role == "user":
        return author or role_name(role)
    if role == "assistant":
        return author or (source_name(source) if source else role_name(role))
    return author or role_name(role)


def type_name(type_: str) -> str:
    """``episodic`` → Event."""
    known = {
        "episodic": translate("Names", "Event"),
        "semantic": translate("Names", "Fact"),
        "procedural": translate("Names", "How-to"),
        "emotional": translate("Names", "Feeling"),
        "reflective": translate("Names", "Thought"),
        "message": translate("Names", "Message"),
        "note": translate("Names", "Note"),
    }
    return known.get(type_) or type_[:1].upper() + type_[1:]


def group_name(group: Group) -> str:
    """``keyword`` → Words."""
    return {
        "keyword": translate("Names", "Words"),
        "meaning": translate("Names", "Meaning"),
        "conversation": translate("Names", "Conversation"),
        "author": translate("Names", "Who said it"),
        "time": translate("Names", "Time"),
        "personal": translate("Names", "Your own use"),
        "penalty": translate("Names", "Deduction"),
        "normalisation": translate("Names", "Scale"),
    }[group]
