"""ChatGPT's parser: all ``conversations`` files of one export, or its ``chat.html`` alone.

Shapes learned from the export's documented fields and from public issue reports. Not covered:
group chats, Sora, feedback and the bytes of images and sound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.importers.chatgpt.conversation import read_conversation
from memdesk.importers.chatgpt.node import node_reader
from memdesk.importers.json_decode import Split
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import ParsedItem, ParsedNote, ParseIssue
from memdesk.importers.values import latest_plausible_ms

PAGE_MARKER = re.compile(rb"var\s+jsonData\s*=\s*(?=[\[{])")


class ChatGPTParser(JsonFiles):
    """Yields each conversation of the export, then what was noted beside it."""

    source = "chatgpt"
    format_name = "ChatGPT export"

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        split = Split("mapping", node_reader(latest))
        seen_notes: set[str] = set()
        for found in self._split_objects(split, PAGE_MARKER):
            if isinstance(found, ParseIssue):
                yield found
                continue
            file, entry = found
            item = entry.value
            if not isinstance(item, dict) or entry.members is None:
                reason = f"{described(entry)} is not a ChatGPT conversation (it has no messages)"
                yield ParseIssue(file, reason, self._title(item))
                continue
            for result in read_conversation(item, entry.members, file, latest):
                if isinstance(result, ParsedNote):
                    if result.external_id in seen_notes:
                        continue
                    seen_notes.add(result.external_id)
                yield result
