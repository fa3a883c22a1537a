"""Completion of the query language: what the word at the caret could become."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from memdesk.desktop.widgets.names import source_name
from memdesk.retrieval.results import Facets, Span

_LIMIT = 8


translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Suggestion:
    """``insert`` replaces the word at the caret; ``meaning`` explains it."""

    insert: str
    meaning: str


def operators() -> dict[str, str]:
    """Every operator with what it does."""
    return {
        '"…"': translate("Operators", "these words exactly so"),
        "-": translate("Operators", "without this word"),
        "tag:": translate("Operators", "with this tag"),
        "source:": translate("Operators", "from ChatGPT, Claude, a note …"),
        "role:": translate("Operators", "said by user or assistant"),
        "type:": translate("Operators", "of this kind"),
        "in:": translate("Operators", "in conversations with this title"),
        "before:": translate("Operators", "before a day, month or year"),
        "after:": translate("Operators", "from a day, month or year on"),
        "on:": translate("Operators", "on a day, in a month or year"),
        "is:": translate("Operators", "pinned, edited or linked"),
        "has:": translate("Operators", "with code, a link or an attachment"),
    }


def word_at(text: str, caret: int) -> Span:
    """Start and end of the word before the caret; a quoted value counts as one word."""
    start, quoted = 0, False
    for at, character in enumerate(text[:caret]):
        if character == '"':
            quoted = not quoted
        elif character.isspace() and not quoted:
            start = at + 1
    return start, caret


def suggestions(word: str, facets: Facets) -> list[Suggestion]:
    """What ``word`` could become: operators by their first letters, then their values."""
    name, colon, value = word.partition(":")
    if colon:
        return _values(name.lower(), value.strip('"').lower(), facets)
    if len(word) < 2 or not word.isalpha():
        return []
    return [
        Suggestion(operator, meaning)
        for operator, meaning in operators().items()
        if operator.endswith(":") and operator.startswith(word.lower())
    ]


def _values(name: str, typed: str, facets: Facets) -> list[Suggestion]:
    counted = {
        "tag": facets.tags,
        "source": facets.sources,
        "role": facets.roles,
        "type": facets.types,
    }
    fixed: dict[str, dict[str, str]] = {
        "role": {
            "user": translate("Operators", "said by you"),
            "assistant": translate("Operators", "said by the assistant"),
        },
        "source": {name: source_name(name) for name in ("chatgpt", "claude", "note", "clipboard")},
        "is": {
            "pinned": translate("Operators", "pinned"),
            "edited": translate("Operators", "changed since it was imported"),
            "linked": translate("Operators", "linked to other memories"),
        },
        "has": {
            "code": translate("Operators", "with a block of code"),
            "link": translate("Operators", "with a link to a page"),
            "attachment": translate("Operators", "with a file or picture"),
        },
    }
    dates = {
        "yesterday": translate("Operators", "a word for a day"),
        "last week": translate("Operators", "a span of time"),
        "2024": translate("Operators", "a year"),
        "2024-03": translate("Operators", "a month"),
        "2024-03-14": translate("Operators", "a day"),
    }
    fixed.update(dict.fromkeys(("before", "after", "on"), dates))
    counts = counted.get(name, {})
    found = {
        key: _counted(counts[key]) for key in sorted(counts, key=lambda key: (-counts[key], key))
    }
    for key, meaning in fixed.get(name, {}).items():
        found.setdefault(key, meaning)
    return [
        Suggestion(f"{name}:{_quoted(key)} ", meaning)
        for key, meaning in found.items()
        if key.lower().startswith(typed) and key.lower() != typed
    ][:_LIMIT]


def _counted(count: int) -> str:
    return (
        translate("Operators", "1 memory")
        if count == 1
        else translate("Operators", "{count} memories").format(count=count)
    )


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
