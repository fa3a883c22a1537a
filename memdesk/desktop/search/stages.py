"""What the stages of the ranking are called, and under which group a weight is listed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from memdesk.retrieval.explanation import Group

translate = QCoreApplication.translate


_GROUPS: dict[str, Group] = {
    "keyword": "keyword",
    "words": "keyword",
    "title": "keyword",
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
    "question": "penalty",
}


def stage_group(stage: str) -> Group:
    """The group of a stage; one that is not known stands with the scaling."""
    return _GROUPS.get(stage, "normalisation")


def stage_name(stage: str) -> str:
    """A stage in words; one that is not known is shown by its own name."""
    known = {
        "keyword": translate("Stages", "Keywords"),
        "words": translate("Stages", "Share of the words"),
        "title": translate("Stages", "Title"),
        "says_how_many": translate("Stages", "Names a number"),
        "meaning": translate("Stages", "Meaning"),
        "near_context": translate("Stages", "Turns next to it"),
        "wide_context": translate("Stages", "Turns around it"),
        "context_words": translate("Stages", "Words near by"),
        "conversation_keyword": translate("Stages", "Words of the chat"),
        "conversation_meaning": translate("Stages", "Meaning of the chat"),
        "author": translate("Stages", "Who said it"),
        "says_when": translate("Stages", "Names a time"),
        "date": translate("Stages", "Date asked about"),
        "recency": translate("Stages", "Recent"),
        "frequency": translate("Stages", "Found often"),
        "importance": translate("Stages", "Importance"),
        "pin": translate("Stages", "Pinned"),
        "question": translate("Stages", "Only a question"),
    }
    return known.get(stage) or stage[:1].upper() + stage[1:].replace("_", " ")
