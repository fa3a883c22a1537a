"""DeepSeek's ``conversations.json``: ChatGPT-like trees whose messages are made of fragments.

Shapes learned from public converters of the export: ``id``, ``title``, ``inserted_at``,
``updated_at`` and ``mapping`` {id → ``parent``, ``children``, ``message`` {``model``,
``inserted_at``, ``files``, ``fragments`` [{``type``, ``content``}]}}; a fragment is the person's
REQUEST, the answer's RESPONSE, its THINK, a SEARCH or READ_LINK with ``results``. Older exports
have ``content`` and ``reasoning_content`` in place of fragments.

Not covered: which branch was last seen (the export does not tell; the newest counts), the bytes
of files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.importers.json_decode import JsonObject, Split
from memdesk.importers.json_files import ObjectFiles, described
from memdesk.importers.parsed import Attachment, Json, ParsedItem, ParseIssue
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import (
    as_list,
    as_object,
    as_size,
    as_text,
    milliseconds,
)

_ASKED = ("REQUEST", "USER", "FILE")


class DeepSeekParser(ObjectFiles):
    """Yields each conversation of the export."""

    source = "deepseek"
    format_name = "DeepSeek export"

    def _found(self) -> Iterator[ParseIssue | tuple[str, JsonObject[Json]]]:
        split: Split[Json] = Split("mapping", lambda value: value)
        return self._split_objects(split)

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        if entry.members is None:
            reason = f"{described(entry)} is not a DeepSeek conversation (it has no messages)"
            yield ParseIssue(file, reason, self._title(item))
        else:
            yield from _read(item, entry.members, file, latest)


def _read(
    item: dict[str, Json], nodes: Mapping[str, Json], file: str, latest: int
) -> Iterator[ParsedItem]:
    turns: list[Turn] = []
    issues: list[ParseIssue] = []
    title = as_text(item.get("title"))
    for identity, value in nodes.items():
        node = as_object(value)
        message = node.get("message", {} if isinstance(value, dict) else "")
        if message is not None and not isinstance(message, dict):
            reason = "its message has no readable content"
            issues.append(ParseIssue(file, reason, title or None, identity))
        turns.append(_turn(identity, node, as_object(message), latest))
    yield conversation(
        as_text(item.get("id")) or f"derived:{next(iter(nodes), '')}:{title}",
        title,
        turns,
        started_at=milliseconds(item.get("inserted_at"), latest),
        updated_at=milliseconds(item.get("updated_at"), latest),
    )
    yield from issues


def _turn(identity: str, node: dict[str, Json], message: dict[str, Json], latest: int) -> Turn:
    parent = node.get("parent")
    parts: list[str] = []
    thinking: list[str] = []
    links: dict[str, str] = {}
    asked = False
    fragments = [as_object(one) for one in as_list(message.get("fragments"))]
    for fragment in fragments:
        kind, text = as_text(fragment.get("type")).upper(), as_text(fragment.get("content"))
        if kind == "THINK":
            thinking.append(text)
        elif text.strip():
            parts.append(text)
        asked = asked or kind in _ASKED
        for result in as_list(fragment.get("results")):
            address = as_text(as_object(result).get("url"))
            if address:
                links.setdefault(address, as_text(as_object(result).get("title")))
    if not fragments:
        parts = [as_text(message.get("content"))]
        thinking = [as_text(message.get("reasoning_content"))]
        asked = as_text(message.get("role")).lower() == "user"
    return Turn(
        id=identity,
        role="user" if asked else "assistant",
        content="\n\n".join(parts),
        parent=parent if isinstance(parent, str) else None,
        created_at=milliseconds(message.get("inserted_at"), latest),
        model=None if asked else as_text(message.get("model")) or None,
        thinking="\n\n".join(filter(None, thinking)) or None,
        attachments=tuple(_attachments(message)),
        links=tuple((title, address) for address, title in links.items()),
    )


def _attachments(message: dict[str, Json]) -> Iterator[Attachment]:
    for value in as_list(message.get("files")):
        file = as_object(value)
        name = as_text(file.get("file_name")) or as_text(file.get("name")) or as_text(value)
        if name:
            size = as_size(file.get("file_size", file.get("size")))
            yield Attachment(name, as_text(file.get("mime_type")) or None, size)
