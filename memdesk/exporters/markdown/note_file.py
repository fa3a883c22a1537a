"""A memory without a conversation as a file: its text as it is, what is known of it above."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.exporters.markdown.front_matter import Moment, Value, as_tag, front_matter
from memdesk.exporters.markdown.turn_text import LinkOut, links_out, one_line
from memdesk.text import markdown
from memdesk.vault.portable.note_marks import LINKS_MARK, NOTE_KEY
from memdesk.vault.records import DEFAULT_IMPORTANCE, Memory


def note_title(memory: Memory) -> str:
    """Return a note's title, else the beginning of its text."""
    given = str(memory.extra.get("title") or "").strip()
    return given or one_line(markdown.strip(memory.content[:400]))


def note_text(memory: Memory, links: Sequence[LinkOut]) -> str:
    """Return the whole file."""
    values: dict[str, Value] = {
        "title": note_title(memory),
        "source": memory.source,
        "created": _moment(memory.created_at),
        "updated": _moment(memory.edited_at or memory.updated_at),
        "valid-until": _moment(memory.valid_until),
        "type": memory.type,
        "author": memory.author,
        "model": memory.model,
        "project": str(memory.extra.get("project") or ""),
        "tags": [tag for tag in map(as_tag, memory.tags) if tag],
        "importance": None if memory.importance == DEFAULT_IMPORTANCE else memory.importance,
        "pinned": memory.pinned,
        NOTE_KEY: memory.uid,
    }
    text = f"{front_matter(values)}{memory.content}\n"
    return f"{text}\n{LINKS_MARK}\n\n{links_out(links)}\n" if links else text


def _moment(at: int | None) -> Moment | None:
    return None if at is None else Moment(at)
