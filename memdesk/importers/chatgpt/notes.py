"""Custom instructions and saved memories, which ChatGPT stores as hidden messages.

Each conversation repeats them; the parser yields every distinct text once. A list of saved
memories (``1. [2024-05-03]. The user …``) becomes one note an entry.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from memdesk.importers.parsed import Json, ParsedNote
from memdesk.importers.values import as_object, as_text, milliseconds

NOTE_TYPES = ("user_editable_context", "model_editable_context")

_ENTRY_START = re.compile(r"^[ \t]*\d+\.[ \t]*\[(\d{4}-\d\d-\d\d)\]\.?[ \t]*", re.MULTILINE)
_ANY_TIME = 2**62


def read_notes(content: dict[str, Json], metadata: dict[str, Json]) -> Iterator[ParsedNote]:
    """The notes in one such message, none if it is empty."""
    if content.get("content_type") == "user_editable_context":
        own_words = as_object(metadata.get("user_context_message_data"))
        profile = as_text(own_words.get("about_user_message")) or as_text(
            content.get("user_profile")
        )
        wishes = as_text(own_words.get("about_model_message")) or as_text(
            content.get("user_instructions")
        )
        text = "\n\n".join(part.strip() for part in (profile, wishes) if part.strip())
        if text:
            yield ParsedNote(
                _identity("instruction", text), text, "Custom instructions", "instruction"
            )
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


def _identity(kind: str, text: str) -> str:
    return f"{kind}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"
