"""The HTML page of "My Activity", cell by cell: such pages grow to hundreds of megabytes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from memdesk.importers.gemini.activity import Activity, asked, is_gemini
from memdesk.importers.gemini.dates import is_date, milliseconds_of
from memdesk.importers.html_text import markdown_of
from memdesk.importers.source import CHUNK_BYTES, Utf8Stream

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
    before: list[str] = []
    position = 0
    for line in (*_LINE.finditer(body), None):
        end = line.start() if line is not None else len(body)
        text = body[position:end]
        position = line.end() if line is not None else end
        if is_date(_plain(text)):
            return _activity(before, text, body[position:])
        before.append(text)
    return "an activity without a date that can be read"


def _activity(before: list[str], date: str, answer: str) -> Activity | None:
    files = [_plain(name) for line in before for name in _FILE.findall(line)]
    lines = [_plain(line) for line in before if not _FILE.search(line)]
    words = asked("\n".join(lines))
    if words is None:
        return None
    return Activity(milliseconds_of(_plain(date)), words, markdown_of(answer), tuple(files))


def _plain(text: str) -> str:
    return html.unescape(_TAG.sub("", text)).replace("\u00a0", " ").strip()
