"""What the stages of the ranking are called, and under which group a weight is listed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from memdesk.retrieval.explanation import Group


def _tr(text: str) -> str:
    return QCoreApplication.translate("Stages", text)


_GROUPS: dict[str, Group] = {
    "keyword": "keyword",
    "words": "keyword",
    "title": "keyword",
    "length": "keyword",
    "says_how_many": "keyword",
    "meaning": "meaning",
    "near_context": "conversation",
    "wide_context": "conversation",
    "context_words": "conversation",
    "conversation_keyword": "conversation",
    "conversation_meaning": "conversation",
    "author": "author",
    "says_when": "time",
    "date": "time",
    "recency": "personal",
    "frequency": "personal",
    "importance": "personal",
    "pin": "personal",
    "links": "personal",
    "question": "penalty",
}


def stage_group(stage: str) -> Group:
    """The group of a stage; one that is not known stands with the scaling."""
    return _GROUPS.get(stage, "normalisation")


def stage_name(stage: str) -> str:
    """A stage in words; one that is not known is shown by its own name."""
    known = {
        "keyword": _tr("Keywords"),
        "words": _tr("Share of the words"),
        "title": _tr("Title"),
        "length": _tr("Length"),
        "says_how_many": _tr("Names a number"),
        "meaning": _tr("Meaning"),
        "near_context": _tr("Turns next to it"),
        "wide_context": _tr("Turns around it"),
        "context_words": _tr("Words near by"),
        "conversation_keyword": _tr("Words of the chat"),
        "conversation_meaning": _tr("Meaning of the chat"),
        "author": _tr("Who said it"),
        "says_when": _tr("Names a time"),
        "date": _tr("Date asked about"),
        "recency": _tr("Recent"),
        "frequency": _tr("Found often"),
        "importance": _tr("Importance"),
        "pin": _tr("Pinned"),
        "links": _tr("Links"),
        "question": _tr("Only a question"),
    }
    return known.get(stage) or stage[:1].upper() + stage[1:].replace("_", " ")
