"""Grok's ``prod-grok-backend.json``: one object with all conversations under ``conversations``.

Shapes learned from public converters of the export: each entry has ``conversation`` {``id``,
``title``, ``create_time``, ``modify_time`` (ISO 8601), ``starred``} and ``responses``, a list of
{``response``: {``_id``, ``sender`` (human, assistant, ASSISTANT), ``message``, ``create_time``
({"$date": {"$numberLong": …}} or ISO 8601), ``model``, ``parent_response_id``,
``file_attachments``, …}}. A list of such entries alone is read as well.

Not covered: tasks, media posts, the bytes of files (``prod-mc-asset-server``), traces of agents'
thinking that are no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, beginning, described, list_named
from memdesk.importers.parsed import Attachment, Json, ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import as_list, as_object, as_text, milliseconds

# The list is read entry by entry; an export may be larger than memory.
_LIST = list_named("conversations")


class GrokParser(ObjectFiles):
    """Yields each conversation of the export."""

    source = "grok"
    format_name = "Grok export"

    def _after(self, file: SourceFile) -> re.Pattern[bytes] | None:
        return _LIST if _LIST.search(beginning(file)) else None

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        if isinstance(item.get("responses"), list):
            yield from _read(item, file, latest)
        else:
            reason = f"{described(entry)} is not a Grok conversation (it has no responses)"
            yield ParseIssue(file, reason, self._title(item))

    def _title(self, value: Json) -> str | None:
        return super()._title(as_object(value).get("conversation"))


def _read(item: dict[str, Json], file: str, latest: int) -> Iterator[ParsedItem]:
    about = as_object(item.get("conversation"))
    title = as_text(about.get("title"))
    turns: list[Turn] = []
    issues: list[ParseIssue] = []
    previous: str | None = None
    for number, value in enumerate(as_list(item.get("responses"))):
        outer = as_object(value)
        response = as_object(outer.get("response")) or outer
        if not response:
            reason = f"response {number + 1:,} is no message"
            issues.append(ParseIssue(file, reason, title or None))
            continue
        turn = _turn(response, number, latest)
        if "parent_response_id" not in response:
            # Older exports name no parents: each answers the one before it.
            turn.parent = previous
        turns.append(turn)
        previous = turn.id
    yield conversation(
        as_text(about.get("id")) or (f"derived:{turns[0].id}" if turns else f"derived:{title}"),
        title,
        turns,
        started_at=milliseconds(about.get("create_time"), latest),
        updated_at=milliseconds(about.get("modify_time"), latest),
        starred=about.get("starred") is True,
    )
    yield from issues


def _turn(response: dict[str, Json], number: int, latest: int) -> Turn:
    asked = as_text(response.get("sender")).lower() in ("human", "user")
    parent = response.get("parent_response_id")
    return Turn(
        id=as_text(response.get("_id")) or as_text(response.get("id")) or f"response-{number}",
        role="user" if asked else "assistant",
        content=as_text(response.get("message")),
        parent=parent if isinstance(parent, str) and parent else None,
        created_at=milliseconds(_plain_time(response.get("create_time")), latest),
        model=None if asked else as_text(response.get("model")) or None,
        thinking=as_text(response.get("thinking_trace")) or None,
        attachments=tuple(_attachments(response)),
        links=tuple(_links(response)),
    )


def _plain_time(value: Json) -> Json:
    """Return the time in MongoDB's extended JSON as milliseconds; others as they are."""
    date = as_object(value).get("$date", value)
    number = as_object(date).get("$numberLong", date)
    return int(number) if isinstance(number, str) and number.isdecimal() else number


def _attachments(response: dict[str, Json]) -> Iterator[Attachment]:
    for key in ("file_attachments", "image_attachments"):
        for value in as_list(response.get(key)):
            file = as_object(value)
            name = as_text(value) or as_text(file.get("file_name")) or as_text(file.get("id"))
            if name:
                yield Attachment(name, as_text(file.get("mime_type")) or None)


def _links(response: dict[str, Json]) -> Iterator[tuple[str, str]]:
    for key in ("web_search_results", "cited_web_search_results"):
        for value in as_list(response.get(key)):
            address = as_text(as_object(value).get("url"))
            if address:
                yield as_text(as_object(value).get("title")), address
