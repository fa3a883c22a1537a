"""What rankings and their stages are called, and under which group a weight is listed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from memdesk.retrieval.explanation import Group, Note
from memdesk.retrieval.profiles import Profile

translate = QCoreApplication.translate


_GROUPS: dict[str, Group] = {
    "keyword": "keyword",
    "words": "keyword",
    "title": "keyword",
    "all_words": "keyword",
    "as_written": "keyword",
    "called": "keyword",
    "pairs": "keyword",
    "prominence": "keyword",
    "share": "keyword",
    "first_words": "keyword",
    "length": "keyword",
    "says_how_many": "keyword",
    "says_name": "keyword",
    "meaning": "meaning",
    "nearest": "meaning",
    "other_script": "meaning",
    "near_context": "conversation",
    "wide_context": "conversation",
    "context_words": "conversation",
    "window_keyword": "conversation",
    "answer": "conversation",
    "conversation_keyword": "conversation",
    "conversation_meaning": "conversation",
    "author": "author",
    "first_person": "author",
    "says_when": "time",
    "date": "time",
    "order": "time",
    "recency": "personal",
    "frequency": "personal",
    "importance": "personal",
    "pin": "personal",
    "linked": "personal",
    "question": "penalty",
    "superseded": "penalty",
    "same_chat": "penalty",
    "other_part": "keyword",
    "request": "penalty",
    "advice": "penalty",
}


def stage_group(stage: str) -> Group:
    """The group of a stage; one that is not known stands with the scaling."""
    return _GROUPS.get(stage, "normalisation")


def stage_name(stage: str) -> str:
    """A stage in words; one that is not known is shown by its own name."""
    known = {
        "keyword": translate("Stages", "Words in common"),
        "words": translate("Stages", "Share of your words"),
        "title": translate("Stages", "Words in the title"),
        "all_words": translate("Stages", "All of your words"),
        "as_written": translate("Stages", "Just as you typed it"),
        "called": translate("Stages", "Called so"),
        "pairs": translate("Stages", "Your words side by side"),
        "prominence": translate("Stages", "Words looked up"),
        "share": translate("Stages", "Share of words looked up"),
        "first_words": translate("Stages", "First in its chat"),
        "length": translate("Stages", "Says enough"),
        "says_name": translate("Stages", "Names something"),
        "says_how_many": translate("Stages", "Gives a number"),
        "meaning": translate("Stages", "Similar meaning"),
        "nearest": translate("Stages", "Among the nearest"),
        "other_script": translate("Stages", "In another script"),
        "near_context": translate("Stages", "Messages beside it"),
        "wide_context": translate("Stages", "Messages around it"),
        "context_words": translate("Stages", "Your words nearby"),
        "window_keyword": translate("Stages", "Words around it"),
        "answer": translate("Stages", "Answers a question"),
        "conversation_keyword": translate("Stages", "Words of the chat"),
        "conversation_meaning": translate("Stages", "Meaning of the chat"),
        "author": translate("Stages", "Who said it"),
        "first_person": translate("Stages", "Speaks of oneself"),
        "says_when": translate("Stages", "Gives a time"),
        "date": translate("Stages", "Time you asked about"),
        "order": translate("Stages", "First or latest"),
        "recency": translate("Stages", "How recent"),
        "frequency": translate("Stages", "Found before"),
        "importance": translate("Stages", "Importance"),
        "linked": translate("Stages", "Linked with what fits"),
        "superseded": translate("Stages", "No longer holds"),
        "same_chat": translate("Stages", "Its chat is there already"),
        "other_part": translate("Stages", "Another part of your question"),
        "pin": translate("Stages", "Pinned"),
        "question": translate("Stages", "Only a question"),
        "request": translate("Stages", "Asks the assistant"),
        "advice": translate("Stages", "Long general answer"),
        "normalisation": translate("Stages", "Same scale for all"),
    }
    return known.get(stage) or stage[:1].upper() + stage[1:].replace("_", " ")


def note_words(note: Note) -> str:
    """A remark about a result in words for everybody."""
    if note.kind == "not-embedded":
        return translate("Stages", "Not prepared for search by meaning yet: found by its words.")
    return note.text


def ranking_words(profile: Profile) -> str:
    """What a profile does, so that anybody understands it; else as the profile itself puts it."""
    known = {
        "memdesk": translate(
            "Stages",
            "Adds up how well words, meaning, conversation, person and time fit your question, "
            "and how you use a memory.",
        ),
        "memx": translate(
            "Stages",
            "As MemX does it: the places by words and by meaning together, then how recent and "
            "important a memory is and how often it was found.",
        ),
        "memesh-a": translate("Stages", "As memesh does it: words alone."),
        "memesh-b": translate(
            "Stages", "As memesh does it: words or meaning, whichever fits better."
        ),
        "memesh-c": translate(
            "Stages", "As memesh does it: 60 % of it is the meaning, 40 % the words."
        ),
    }
    return known.get(profile.name, profile.description)
