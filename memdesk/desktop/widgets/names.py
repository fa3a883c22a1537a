"""What sources, roles, types and groups of a score are called in the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from memdesk.retrieval.explanation import Group


def _tr(text: str) -> str:
    return QCoreApplication.translate("Names", text)


def source_name(source: str) -> str:
    """``chatgpt`` → ChatGPT; an unknown source is shown with a capital."""
    known = {
        "chatgpt": "ChatGPT",
        "claude": "Claude",
        "note": _tr("Note"),
        "clipboard": _tr("Clipboard"),
    }
    return known.get(source) or source[:1].upper() + source[1:]


def role_name(role: str) -> str:
    """``user`` → You."""
    known = {
        "user": _tr("You"),
        "assistant": _tr("Assistant"),
        "system": _tr("System"),
        "tool": _tr("Tool"),
    }
    return known.get(role) or role[:1].upper() + role[1:]


def speaker(role: str, source: str, author: str | None = None) -> str:
    """Who said it: You, the assistant's product, or the author where one is named."""
    if role == "user":
        return author or role_name(role)
    if role == "assistant":
        return author or (source_name(source) if source else role_name(role))
    return author or role_name(role)


def type_name(type_: str) -> str:
    """``episodic`` → Event."""
    known = {
        "episodic": _tr("Event"),
        "semantic": _tr("Fact"),
        "procedural": _tr("How-to"),
        "emotional": _tr("Feeling"),
        "reflective": _tr("Thought"),
        "message": _tr("Message"),
        "note": _tr("Note"),
    }
    return known.get(type_) or type_[:1].upper() + type_[1:]


def group_name(group: Group) -> str:
    """``keyword`` → Keyword."""
    return {
        "keyword": _tr("Keyword"),
        "meaning": _tr("Meaning"),
        "conversation": _tr("Conversation"),
        "author": _tr("Author"),
        "time": _tr("Time"),
        "personal": _tr("Personal"),
        "penalty": _tr("Penalty"),
        "normalisation": _tr("Scaling"),
    }[group]
