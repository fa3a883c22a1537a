"""Gemini's entries in "My Activity", as JSON or as a page, one conversation a day.

Shapes learned from public readers of the export: entries ``{header, title ("Prompted …"), time,
products, safeHtmlItem: [{html}], attachedFiles, imageFile}``, newest first; the page has the same
in cells, with dates in the account's language. The export does not tell which questions belong
together, and what it says of a day never changes, so a day is a conversation.

Not covered: Gems, scheduled actions, Canvas documents, feedback (their entries are counted and
left out), other products. Words before the question in a language that is not known are told by
beginning most entries; of few entries they stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, islice

from memdesk.importers.gemini import page
from memdesk.importers.gemini.activity import Activity, asked, common_opening, is_gemini
from memdesk.importers.html_text import markdown_of
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import (
    Attachment,
    Json,
    ParsedConversation,
    ParsedItem,
    ParsedMessage,
    ParseIssue,
)
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.values import as_list, as_object, as_text, latest_plausible_ms, milliseconds

_DAY_MS = 86_400_000
_LOOKED_AT = 200


class GeminiParser(JsonFiles):
    """Yields a conversation for each day (UTC) on which something was asked."""

    source = "gemini"
    format_name = "Gemini activity"

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        # A day may come in several files, and a page repeats what the JSON beside it says.
        days: dict[int | None, dict[str, Activity]] = {}
        activities = self._activities(latest)
        first = list(islice(activities, _LOOKED_AT))
        opening = common_opening([one for one in first if isinstance(one, Activity)])
        for found in chain(first, activities):
            if isinstance(found, ParseIssue):
                yield found
                continue
            day = None if found.time is None else found.time // _DAY_MS
            if day not in days and len(days) > 1:
                # Newest first: what came before the last day is complete.
                done = next(iter(days))
                yield _conversation(done, days.pop(done), opening)
            days.setdefault(day, {}).setdefault(found.identity, found)
        for left, entries in days.items():
            yield _conversation(left, entries, opening)

    def _activities(self, latest: int) -> Iterator[Activity | ParseIssue]:
        pages = [file for file in self.files if file.is_page]
        lists = [file for file in self.files if not file.is_page]
        done = 0
        for found in self._objects(files=lists):
            if isinstance(found, ParseIssue):
                yield found
                continue
            file, entry = found
            activity = _read(as_object(entry.value), latest)
            if isinstance(activity, str):
                yield ParseIssue(file, f"{described(entry)} is {activity}")
            elif activity is None:
                done += 1
            else:
                if activity.time is None:
                    reason = f"{described(entry)} has no date that can be read; it is kept undated"
                    yield ParseIssue(file, reason, lost=False)
                yield activity
        for each in pages:
            for cell in self._cells(each):
                told = cell if isinstance(cell, ParseIssue) else page.read(cell)
                if isinstance(told, str):
                    yield ParseIssue(each.name, told)
                elif told is None:
                    done += 1
                elif isinstance(told, ParseIssue):
                    yield told
                else:
                    if told.remark:
                        yield ParseIssue(each.name, told.remark, lost=False)
                    yield told
        if done:
            reason = f"entries that are no questions to Gemini: {done:,}, left out"
            yield ParseIssue(self.path, reason, lost=False)

    def _cells(self, file: SourceFile) -> Iterator[str | ParseIssue]:
        try:
            with self._reading(file) as stream:
                for cell in page.cells(stream):
                    yield ParseIssue(file.name, page.TOO_LONG) if cell is None else cell
        except UnreadableInput as error:
            yield ParseIssue(file.name, str(error))


def _read(entry: dict[str, Json], latest: int) -> Activity | str | None:
    products = [as_text(entry.get("header")), *map(as_text, as_list(entry.get("products")))]
    if any(products) and not any(map(is_gemini, products)):
        return None
    title = as_text(entry.get("title"))
    answers = [as_text(as_object(item).get("html")) for item in as_list(entry.get("safeHtmlItem"))]
    words = asked(title)
    if words is None:
        return None if title else "an activity without any words"
    files = [*as_list(entry.get("attachedFiles")), entry.get("imageFile")]
    names = [as_text(one) or as_text(as_object(one).get("name")) for one in files]
    time = milliseconds(entry.get("time"), latest)
    return Activity(
        # A page has no fractions of a second, and has to be known as the same.
        None if time is None else time // 1000 * 1000,
        words,
        "\n\n".join(filter(None, map(markdown_of, answers))),
        tuple(filter(None, names)),
    )


def _conversation(
    day: int | None, activities: dict[str, Activity], opening: str
) -> ParsedConversation:
    ordered = sorted(activities.values(), key=lambda one: (one.time or 0, one.identity))
    messages: list[ParsedMessage] = []
    for number, one in enumerate(ordered):
        # From the time of day, so that a newer export puts nothing that is known elsewhere.
        place = 2 * (number if one.time is None else one.time % _DAY_MS)
        while messages and place <= messages[-1].position:
            place += 1
        messages.append(
            ParsedMessage(
                external_id=one.identity,
                role="user",
                content=one.without(opening),
                position=place,
                created_at=one.time,
                attachments=tuple(Attachment(name) for name in one.attachments),
            )
        )
        if one.answer:
            messages.append(
                ParsedMessage(
                    external_id=f"{one.identity}/answer",
                    role="assistant",
                    content=one.answer,
                    position=place + 1,
                    created_at=one.time,
                    parent_external_id=one.identity,
                )
            )
    when = None if day is None else datetime.fromtimestamp(day * _DAY_MS / 1000, UTC)
    title = f"Gemini, {when.day} {when:%B %Y}" if when is not None else "Gemini, undated"
    times = [one.time for one in ordered if one.time is not None]
    return ParsedConversation(
        external_id="undated" if when is None else f"{when:%Y-%m-%d}",
        title=title,
        messages=tuple(messages),
        started_at=min(times, default=None),
        updated_at=max(times, default=None),
    )
