"""ChatGPT's data export: parser, tree, contents, citations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memdesk.importers.chatgpt.parser import PAGE_MARKER, ChatGPTParser
from memdesk.importers.format import Format, marks
from memdesk.importers.source import SourceFile

__all__ = ["FORMAT", "ChatGPTParser"]


def _parser(path: str, files: Sequence[SourceFile]) -> ChatGPTParser:
    """The page repeats what the lists hold, so it counts only where it is alone."""
    lists = [file for file in files if not file.is_page]
    return ChatGPTParser(path, lists or files)


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
    ),
    shows=lambda file, head: PAGE_MARKER.search(head) is not None,
    shards=re.compile(r"conversations[-_ 0-9]*\.json"),
    companions=re.compile(
        r"(user|user_settings|message_feedback|shared_conversations|sora|model_comparisons"
        r"|shopping|export_manifest|conversation_asset_file_names)\.json"
    ),
)
