"""What stands in a conversation's file besides its turns."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.exporters.markdown.front_matter import Moment, Value, as_tag, front_matter
from memdesk.exporters.markdown.turn_text import one_line
from memdesk.vault.portable.note_marks import CONVERSATION_KEY
from memdesk.vault.records import Conversation


class ConversationFile:
    """The parts of one file: the turns of the branch last seen, then those of the others."""

    def __init__(self, conversation: Conversation, *, is_excerpt: bool) -> None:
        self._conversation = conversation
        self._is_excerpt = is_excerpt
        self._has_others = False

    def beginning(self, tags: Sequence[str], otherwise: str) -> str:
        """Return front matter and title; ``otherwise`` is the title of one without."""
        talk = self._conversation
        title = talk.title.strip() or otherwise or "Untitled"
        values: dict[str, Value] = {
            "title": title,
            "source": talk.source,
            "created": None if talk.started_at is None else Moment(talk.started_at),
            "updated": None if talk.updated_at is None else Moment(talk.updated_at),
            "model": talk.model,
            "project": talk.project,
            "tags": sorted({tag for tag in map(as_tag, tags) if tag}),
            "messages": talk.message_count,
            "starred": talk.starred,
            "archived": talk.archived,
            "excerpt": self._is_excerpt,
            CONVERSATION_KEY: talk.external_id or "-",
        }
        return f"{front_matter(values)}\n# {one_line(title, 300)}\n\n"

    def branch_beginning(self, number: int) -> str:
        """Return the heading of another version, number 1, 2, …"""
        opening = "" if self._has_others else "---\n\n# Other versions\n\n"
        self._has_others = True
        return f"{opening}## Version {number}\n\n"
