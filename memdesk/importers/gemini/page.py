"""The HTML page of "My Activity", cell by cell: such pages grow to hundreds of megabytes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from memdesk.importers.gemini.activity import Activity, asked, is_gemini
from memdesk.importers.gemini.dates import is_date, may_be_date, milliseconds_of
from memdesk.importers.html_text import markdown_of
from memdesk.importers.source import CHUNK_BYTES, Utf8Stream
from memdesk.importers.values import first_words

_CELL = b'<div class="outer-cell'
_LONGEST_CELL = 8 * 1024 * 1024
TOO_LONG = "an activity of more than 8 MB, which none is"
_HEADER = re.compile(r'<p class="mdl-typography--title">(.*?)</p>', re.DOTALL)
_CONTENT = re.compile(r'<div class="content-cell[^"]*mdl-typography--body-1">', re.DOTALL)
_NEXT_CELL = '<div class="content-cell'
_LINE = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_FILE = re.compile(r'<a[^>]*href="[^"]*"[^>]*>(.*?)</a>', re.DOTALL)


def is_activity_page(head: bytes) -> bool:
    """Tell a page of activities, with one of Gemini's among the first, by its beginning."""
    return (
        head.lstrip()[:1] == b"<"
        and _CELL in head
        and (b">Gemini" in head or b"Gemini" in head[: head.find(_CELL) + 2_000])
    )


def cells(stream: Utf8Stream) -> Iterator[str | None]:
    """Yield the HTML of one activity after the other, None for one that is too long to be one.

    Raises:
        UnreadableInput: the medium failed.
    """
    rest = b""
    started = False
    while chunk := stream.read(CHUNK_BYTES):
        searched = max(0, len(rest) - len(_CELL) + 1)
        rest += chunk
        while (at := rest.find(_CELL, searched)) >= 0:
            if started:
                yield rest[:at].decode(errors="replace")
            rest, searched, started = rest[at + len(_CELL) :], 0, True
        if len(rest) > _LONGEST_CELL and started:
            yield None
            started = False
        if not started:
            rest = rest[-len(_CELL) :]
    if started and rest.strip():
        yield rest.decode(errors="replace")


def read(cell: str) -> Activity | str | None:
    """Return a cell's activity; None if it is no question to Gemini, a reason if unreadable."""
    header = _HEADER.search(cell)
    if header is not None and not is_gemini(_plain(header[1])):
        return None
    content = _CONTENT.search(cell)
    if content is None:
        return "an activity without any content"
    body = cell[content.end() :]
    body = body[: body.find(_NEXT_CELL)] if _NEXT_CELL in body else body
    body = body.removesuffix("</div>")
    # What stands before, where, and after each line's end.
    starts = [0, *(line.end() for line in _LINE.finditer(body))]
    ends = [*(line.start() for line in _LINE.finditer(body)), len(body)]
    lines = [body[start:end] for start, end in zip(starts, ends, strict=True)]
    for tells in (is_date, may_be_date):
        at = next((number for number, line in enumerate(lines) if tells(_plain(line))), None)
        if at is not None:
            rest = body[starts[at + 1] :] if at + 1 < len(lines) else ""
            return _activity(lines[:at], _plain(lines[at]), rest)
    # Nothing looks like a date: the first line is what was asked.
    return _activity(lines[:1], "", body[starts[1] :] if len(starts) > 1 else "")


def _activity(before: list[str], date: str, answer: str) -> Activity | None:
    files = [_plain(name) for line in before for name in _FILE.findall(line)]
    lines = [_with_spaces(line) for line in before if not _FILE.search(line)]
    words = asked("\n".join(lines))
    if words is None:
        return None
    time = milliseconds_of(date)
    remark = None
    if time is None:
        what = f"its date “{date}” cannot be read" if date else "it has no date"
        remark = f"“{first_words(words)}”: {what}; it is kept undated"
    return Activity(time, words, markdown_of(answer), tuple(files), remark)


def _plain(text: str) -> str:
    return _with_spaces(text).replace("\u00a0", " ").strip()


def _with_spaces(text: str) -> str:
    """Return the text with its spaces as they are: one of a kind parts the page's own words from
    the person's."""
    return html.unescape(_TAG.sub("", text)).strip()
