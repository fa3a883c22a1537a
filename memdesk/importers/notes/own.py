"""Files that memdesk's Markdown export wrote, among the notes of a folder.

A note is known by its uid: where the vault has it, its text is compared, and what was changed in
the file is kept among the memory's former texts. A conversation's file is for reading: its turns
are not taken out of it again.
"""

from __future__ import annotations

from memdesk.importers.notes.front_matter import FrontMatter
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.values import as_text, share
from memdesk.vault.portable.note_marks import CONVERSATION_KEY, LINKS_MARK, NOTE_KEY
from memdesk.vault.portable.records import PortableMemory
from memdesk.vault.records import DEFAULT_IMPORTANCE, NewMemory


def own_note(about: FrontMatter, text: str) -> PortableMemory | None:
    """Return the memory that a file of ours holds, None if it is no note of ours."""
    uid = as_text(about.properties.get(NOTE_KEY))
    if not uid:
        return None
    properties = about.properties
    importance = share(properties.get("importance"))
    content, mark, _ = text.partition(f"\n\n{LINKS_MARK}\n")
    if not mark:
        content = content.removesuffix("\n")
    extra = {
        name: value for name in ("title", "project") if (value := as_text(properties.get(name)))
    }
    new = NewMemory(
        content=content,
        source=as_text(properties.get("source")) or "notes",
        type=as_text(properties.get("type")) or "note",
        author=as_text(properties.get("author")) or None,
        model=as_text(properties.get("model")) or None,
        importance=DEFAULT_IMPORTANCE if importance is None else importance,
        created_at=about.created_at,
        updated_at=about.updated_at,
        tags=about.tags,
        extra=extra,
    )
    return PortableMemory(uid=uid, new=new, pinned=properties.get("pinned") is True)


def is_own_conversation(about: FrontMatter) -> bool:
    """Tell whether a file holds a conversation that memdesk exported."""
    return CONVERSATION_KEY in about.properties


def conversations_left(files: list[str]) -> ParseIssue:
    """Say that conversations were left out; ``files`` are not empty."""
    more = f" and {len(files) - 1:,} more" if len(files) > 1 else ""
    reason = (
        f"a conversation that memdesk exported{more}: left out. Such files are for reading; to "
        "take conversations from one vault to another, export as JSONL and import that"
    )
    return ParseIssue(files[0], reason, lost=False)
