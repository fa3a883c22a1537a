"""Claude's parser: conversations, projects and memories of one export, told apart by content.

Shapes learned from the export's fields as public issue reports of exporters and importers
describe them. Not covered: ``users.json`` (account data), the bytes of images and files.
"""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.importers.claude.conversation import read_conversation
from memdesk.importers.claude.notes import memory_notes, project_notes
from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, described
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.values import as_object, as_text


class ClaudeParser(ObjectFiles):
    """Yields each conversation, project document and memory of the export."""

    source = "claude"
    format_name = "Claude export"

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = entry.value
        if isinstance(item, dict) and isinstance(item.get("chat_messages"), list):
            yield from read_conversation(item, file, latest)
        elif isinstance(item, dict) and _is_project(item):
            yield from project_notes(item, latest)
        elif isinstance(item, dict) and _is_memory(item):
            yield from memory_notes(item)
        else:
            reason = f"{described(entry)} is not a Claude conversation (it has no messages)"
            yield ParseIssue(file, reason, self._title(item))

    def _title(self, value: Json) -> str | None:
        return as_text(as_object(value).get("name")) or None


def _is_project(item: dict[str, Json]) -> bool:
    return isinstance(item.get("docs"), list) or "prompt_template" in item


def _is_memory(item: dict[str, Json]) -> bool:
    return "conversations_memory" in item or "project_memories" in item
