"""ChatGPT's data export: parser, tree, contents, citations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdesk.importers.chatgpt.group_chats import GROUP_CHATS
from memdesk.importers.chatgpt.parser import PAGE_MARKER, ChatGPTParser
from memdesk.importers.chatgpt.shares import MARK, SHARES
from memdesk.importers.format import Format, marks
from memdesk.importers.source import SourceFile

__all__ = ["FORMAT", "ChatGPTParser"]


def _parser(path: str, files: Sequence[SourceFile]) -> ChatGPTParser:
    """The page repeats what the lists hold, so it counts only where it is alone."""
    shares = [file for file in files if SHARES.fullmatch(file.base_name)]
    talks = [file for file in files if file not in shares]
    groups = [file for file in talks if GROUP_CHATS.search(file.name)]
    lists = [file for file in talks if not file.is_page and file not in groups]
    return ChatGPTParser(path, [*lists, *groups] if lists else talks, shares)


FORMAT = Format(
    "ChatGPT",
    _parser,
    marks(
        "mapping.*.message",
        "mapping.*.parent",
        "mapping current_node",
        "mapping title",
        "mapping conversation_id",
        "mapping create_time",
        "conversations.[].mapping.*.message",
        "chats.[].mapping.*.message",
        "chats.[].participants",
        MARK,
    ),
    shows=lambda file, head: PAGE_MARKER.search(head) is not None,
    shards=re.compile(r"(conversations|group_chats)[-_ 0-9]*\.json"),
    companions=re.compile(
        r"(user|user_settings|message_feedback|shared_conversations|sora|model_comparisons"
        r"|shopping|export_manifest|conversation_asset_file_names)\.json"
    ),
)
