"""By what a Markdown file that memdesk wrote is known again.

Front matter has one of two properties, and a note's own text ends at a line that Obsidian does not
show.
"""

from __future__ import annotations

NOTE_KEY = "memdesk-id"
"""The property of a note's file; its value is the memory's uid."""

CONVERSATION_KEY = "memdesk-conversation"
"""The property of a conversation's file; its value is the conversation's id at its source."""

LINKS_MARK = "%% Links, by memdesk %%"
"""What stands between a note's own text and its links."""
