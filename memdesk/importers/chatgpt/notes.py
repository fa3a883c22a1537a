"""Custom instructions and saved memories, which ChatGPT stores as hidden messages.

Each conversation repeats them; the parser yields every distinct text once. A list of saved
memories (``1. [2024-05-03]. The user …``) becomes one note an entry.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from memdesk.importers.parsed import Json, ParsedNote
from memdesk.importers.values import as_list, as_object, as_text, milliseconds

_INSTRUCTIONS, _MEMORIES = "user_editable_context", "model_editable_context"
_ENTRY_START = re.compile(r"^[ \t]*\d+\.[ \t]*\[(\d{4}-\d\d-\d\d)\]\.?[ \t]*", re.MULTILINE)
_ANY_TIME = 2**62


def holds_notes(content: dict[str, Json], metadata: dict[str, Json]) -> bool:
    """Whether a message is no turn of the conversation but such a text."""
    return (
        content.get("content_type") in (_INSTRUCTIONS, _MEMORIES)
        or metadata.get("is_user_system_message") is True
    )


def read_notes(content: dict[str, Json], metadata: dict[str, Json]) -> Iterator[ParsedNote]:
    """The notes in one such message, none if it is empty."""
    if content.get("content_type") != _MEMORIES:
        text = _instructions(content, as_object(metadata.get("user_context_message_data")))
        if text:
            identity = _identity("instruction", text)
            yield ParsedNote(identity, text, "Custom instructions", "instruction")
        return
    text = as_text(content.get("model_set_context")).strip()
    starts = list(_ENTRY_START.finditer(text))
    before = text[: starts[0].start()].strip() if starts else text
    if before:
        yield ParsedNote(_identity("memory", before), before, type="memory")
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        entry = text[start.end() : end].strip()
        if entry:
            yield ParsedNote(
                _identity("memory", entry),
                entry,
                type="memory",
                created_at=milliseconds(start[1], _ANY_TIME),
            )


def _instructions(content: dict[str, Json], own_words: dict[str, Json]) -> str:
    """The person's own words where the export has them; else the text built around them."""
    about_user = as_text(own_words.get("about_user_message"))
    about_model = as_text(own_words.get("about_model_message"))
    parts: list[Json] = [
        about_user or content.get("user_profile"),
        about_model or content.get("user_instructions"),
    ]
    if not (about_user or about_model):
        parts += [content.get("text"), *as_list(content.get("parts"))]
    return "\n\n".join(text for text in (as_text(part).strip() for part in parts) if text)


def _identity(kind: str, text: str) -> str:
    return f"{kind}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"
