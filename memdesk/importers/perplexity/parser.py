"""Perplexity's threads as JSON: the account export, and single threads.

Shapes learned from public converters and their issue threads. The account export
(``conversations-DATE-….json`` beside a workbook) is one object with all threads under
``conversations``: ``context_uuid``, ``context_title``, ``collection_uuid``, ``created_at``,
``updated_at``, ``mode``, ``entries`` [{``entry_uuid``, ``query``, ``answer``, ``created_at``,
``engine_mode``, ``query_status``}]. A thread as the site itself loads it, which browser
extensions save, has ``entries`` [{``backend_uuid``, ``query_str``, ``display_model``,
``entry_created_datetime``, ``blocks`` or, older, steps in ``text``}] and ``thread_metadata``;
another extension writes ``metadata`` {``thread_id``, …} and ``conversations`` [{``uuid``,
``query``, ``answer``, ``model``, ``timestamp``, ``sources``}].

Not covered: names of collections, sources and models in the account export (it has none; the
numbers in brackets stay in its answers), its workbook and assets, steps of a search, suggested
further questions, reports that only the site's own address leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import ObjectFiles, beginning, described, list_named
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.perplexity.entry import Entry, first_text, read
from memdesk.importers.source import SourceFile
from memdesk.importers.turns import Turn, conversation
from memdesk.importers.values import as_object, as_text, milliseconds

# The account's list is read thread by thread; an export may be larger than memory.
_LIST = list_named("conversations")
_ACCOUNT = re.compile(rb'"(?:context_uuid|entries)"\s*:')


class PerplexityParser(ObjectFiles):
    """Yields each thread of the files."""

    source = "perplexity"
    format_name = "Perplexity export"

    def _after(self, file: SourceFile) -> re.Pattern[bytes] | None:
        head = beginning(file)
        found = _LIST.search(head)
        # A single thread has its questions under the same name.
        is_account = found is not None and _ACCOUNT.search(head, found.end()) is not None
        return _LIST if is_account else None

    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        item = as_object(entry.value)
        values = item.get("entries", item.get("conversations"))
        if isinstance(values, list):
            yield from _thread(item, _about(item), values, file, latest)
        else:
            reason = f"{described(entry)} is not a Perplexity thread (it has no entries)"
            yield ParseIssue(file, reason, self._title(item))

    def _title(self, value: Json) -> str | None:
        item = as_object(value)
        return _title(item, _about(item)) or None


def _about(item: dict[str, Json]) -> dict[str, Json]:
    return as_object(item.get("metadata")) or as_object(item.get("thread_metadata"))


def _title(item: dict[str, Json], about: dict[str, Json]) -> str:
    return first_text(item, ("context_title",)) or first_text(about, ("thread_title", "title"))


def _thread(
    item: dict[str, Json], about: dict[str, Json], values: Sequence[Json], file: str, latest: int
) -> Iterator[ParsedItem]:
    first = next((one for one in values if isinstance(one, dict)), {})
    title = _title(item, about) or first_text(first, ("thread_title",))
    found: list[Entry] = []
    issues: list[ParseIssue] = []
    for number, value in enumerate(values):
        entry = read(as_object(value), number, latest)
        if entry.question.strip() or entry.answer.strip() or entry.attachments:
            found.append(entry)
        if not (entry.answer.strip() or (entry.question.strip() and not entry.is_done)):
            what = "no answer that can be read" if entry.question.strip() else "nothing to read"
            reason = f"entry {number + 1:,} of the thread has {what}"
            identity = entry.id if isinstance(value, dict) else None
            issues.append(ParseIssue(file, reason, title or None, identity))
    times = [entry.asked_at for entry in found if entry.asked_at is not None]
    if len(times) == len(found):
        found.sort(key=lambda entry: entry.asked_at or 0)
    extra: dict[str, Json] = {}
    for key, owner in (("mode", item), ("collection_uuid", item), ("thread_url", about)):
        if text := as_text(owner.get(key)):
            extra[key] = text
    yield conversation(
        first_text(item, ("context_uuid",))
        or first_text(about, ("thread_id",))
        or first_text(first, ("context_uuid", "thread_url_slug"))
        or f"derived:{found[0].id if found else title}",
        title,
        list(_turns(found)),
        started_at=_time(item, about, "created_at", latest),
        updated_at=_time(item, about, "updated_at", latest),
        project=as_text(as_object(first.get("collection_info")).get("title")) or None,
        extra=extra,
    )
    yield from issues


def _time(item: dict[str, Json], about: dict[str, Json], name: str, latest: int) -> int | None:
    values = (item.get(name), about.get(f"thread_{name}"), about.get(name))
    times = (milliseconds(value, latest) for value in values)
    return next((time for time in times if time is not None), None)


def _turns(entries: Sequence[Entry]) -> Iterator[Turn]:
    parent: str | None = None
    for entry in entries:
        asked = Turn(
            id=f"{entry.id}:query",
            role="user",
            content=entry.question,
            parent=parent,
            created_at=entry.asked_at,
            attachments=entry.attachments,
            extra=entry.extra,
        )
        answered = Turn(
            id=f"{entry.id}:answer",
            role="assistant",
            content=entry.answer,
            parent=asked.id,
            created_at=entry.asked_at,
            model=entry.model,
            links=entry.links,
        )
        yield asked
        yield answered
        parent = answered.id
