"""ChatGPT's parser: all ``conversations`` files of one export, or its ``chat.html`` alone.

Shapes learned from the export's documented fields and from public issue reports. Some exports
have the list in an object, under ``conversations``; ``group_chats.json`` has one under ``chats``.
Not covered: Sora, feedback, canvas documents as files of their own (their text is in the
conversations), and the bytes of images and sound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memdesk.importers.chatgpt.conversation import read_conversation
from memdesk.importers.chatgpt.group_chats import GROUP_CHATS, read_group_chat
from memdesk.importers.chatgpt.node import Node, node_reader
from memdesk.importers.chatgpt.shares import read_shares
from memdesk.importers.json_decode import JsonObject, Split
from memdesk.importers.json_files import JsonFiles, beginning, described, list_named
from memdesk.importers.parsed import (
    Json,
    ParsedConversation,
    ParsedItem,
    ParsedNote,
    ParseIssue,
)
from memdesk.importers.source import SourceFile
from memdesk.importers.values import latest_plausible_ms

PAGE_MARKER = re.compile(rb"var\s+jsonData\s*=\s*(?=[\[{])")
_LIST = list_named("conversations", "chats")
_IN_OBJECT = re.compile(rb"\s*\{")


class ChatGPTParser(JsonFiles):
    """Yields each conversation of the export, then what was noted beside it."""

    source = "chatgpt"
    format_name = "ChatGPT export"

    def __init__(
        self, path: str, files: Sequence[SourceFile], shares: Sequence[SourceFile] = ()
    ) -> None:
        """``shares`` list which conversations were shared by a public link."""
        super().__init__(path, files)
        self._share_files = tuple(shares)

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        split = Split("mapping", node_reader(latest))
        seen_notes: set[str] = set()
        shares, problems = read_shares(self._share_files)
        yield from problems
        if not self.files:
            reason = "it lists shared conversations, but the conversations are not beside it"
            yield ParseIssue(self._share_files[0].name, reason)
        for found in self._split_objects(split):
            if isinstance(found, ParseIssue):
                yield found
                continue
            for result in self._read(*found, latest):
                if isinstance(result, ParsedNote):
                    if result.external_id in seen_notes:
                        continue
                    seen_notes.add(result.external_id)
                elif isinstance(result, ParsedConversation) and result.external_id in shares:
                    links: list[Json] = list(shares[result.external_id])
                    result = replace(result, extra={**result.extra, "shared": links})
                yield result

    def _after(self, file: SourceFile) -> re.Pattern[bytes] | None:
        if file.is_page:
            return PAGE_MARKER
        head = beginning(file)
        return _LIST if _IN_OBJECT.match(head) and _LIST.search(head) else None

    def _read(self, file: str, entry: JsonObject[Node], latest: int) -> Iterator[ParsedItem]:
        item = entry.value
        if isinstance(item, dict) and entry.members is not None:
            yield from read_conversation(item, entry.members, file, latest)
        elif isinstance(item, dict) and GROUP_CHATS.search(file):
            yield from read_group_chat(item, file, latest)
        else:
            reason = f"{described(entry)} is not a ChatGPT conversation (it has no messages)"
            yield ParseIssue(file, reason, self._title(item))
