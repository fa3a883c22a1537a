"""Which conversations were shared by a public link: ``shared_conversations.json``.

Shape learned from public descriptions of the export: a list of ``{id, conversation_id, title,
is_anonymous}``; ``id`` is the last part of the link. Not covered: whether a link still works.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_stream import stream_objects
from memdesk.importers.parsed import Json, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.values import as_object, as_text

SHARES = re.compile(r"shared_conversations[-_ 0-9]*\.json")
MARK = "conversation_id is_anonymous"
_ID = re.compile(r"[\w-]+", re.ASCII)

Shares = dict[str, tuple[str, ...]]
"""The public links of a conversation, by its id."""


def read_shares(files: Sequence[SourceFile]) -> tuple[Shares, list[ParseIssue]]:
    """Return the links by conversation, and what could not be read of the lists."""
    shares: Shares = {}
    issues: list[ParseIssue] = []
    for file in files:
        try:
            for entry in _entries(file):
                if isinstance(entry, JsonFault):
                    issues.append(ParseIssue(file.name, entry.reason, lost=False))
                    continue
                item = as_object(entry.value)
                share, shared = as_text(item.get("id")), as_text(item.get("conversation_id"))
                if shared and _ID.fullmatch(share):
                    link = f"https://chatgpt.com/share/{share}"
                    shares[shared] = tuple(dict.fromkeys((*shares.get(shared, ()), link)))
        except UnreadableInput as error:
            issues.append(ParseIssue(file.name, str(error), lost=False))
    return shares, issues


def _entries(file: SourceFile) -> Iterator[JsonObject[Json] | JsonFault]:
    with file.open() as stream:
        yield from stream_objects(stream)
