"""What a suggested link says, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from memdesk.desktop.linking.suggested import End
from memdesk.desktop.search.excerpt import excerpt
from memdesk.desktop.widgets.dates import said
from memdesk.desktop.widgets.names import speaker, type_name

translate = QCoreApplication.translate

_SHOWN = 240


def kind(type_: str) -> str:
    """``supersedes`` → The first replaces the second."""
    known = {
        "similar": translate("Links", "Both say much the same"),
        "related": translate("Links", "The two belong together"),
        "contradicts": translate("Links", "The first contradicts the second"),
        "extends": translate("Links", "The first goes on from the second"),
        "supersedes": translate("Links", "The first replaces the second"),
        "caused_by": translate("Links", "The first came of the second"),
        "temporal": translate("Links", "One came after the other"),
    }
    return known.get(type_) or type_


def why(reason: str) -> str:
    """Why it was suggested; what is not known is shown as it was kept."""
    known = {
        "It says the same with another figure or word, later.": translate(
            "Links", "It says the same with another figure or word, later."
        ),
        "It points back to what was said before.": translate(
            "Links", "It points back to what was said before."
        ),
    }
    return known.get(reason, reason)


def title(end: End) -> str:
    """The conversation or note that a memory belongs to."""
    return end.title or type_name(end.memory.type)


def origin(end: End) -> str:
    """Who said it, and when."""
    memory = end.memory
    who = speaker(memory.role, memory.source, memory.author)
    return " · ".join(part for part in (who, said(memory.created_at)) if part)


def text(end: End) -> str:
    """The beginning of what it says, on one line."""
    content = end.memory.content
    return excerpt(content, (0, min(len(content), 2 * _SHOWN)), (), _SHOWN).text
