"""Reading plain text files of unknown encoding, whole or line by line."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.importers.format import Shows
from memdesk.importers.source import SourceFile, Utf8Stream

MOST_BYTES = 16 * 1024 * 1024
"""A text is read up to here; nobody writes a note this long."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text; ``remark`` says what had to be done to it, ``is_cut`` if some is missing."""

    text: str
    remark: str | None = None
    is_cut: bool = False


def text_named(*suffixes: str) -> Shows:
    """Return what tells text files with one of these endings, in lower case, from others."""

    def shows(file: SourceFile, head: bytes) -> bool:
        return file.base_name.lower().endswith(suffixes) and b"\x00" not in head

    return shows


def read_text(stream: Utf8Stream) -> Text:
    """Return a file's text.

    Raises:
        UnreadableInput: the medium failed.
    """
    data = bytearray()
    while len(data) <= MOST_BYTES and (chunk := stream.read()):
        data += chunk
    remark = None
    is_cut = len(data) > MOST_BYTES
    if is_cut:
        remark = f"only the first {MOST_BYTES // 1024**2} MB of it were read"
        del data[MOST_BYTES:]
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if is_cut and error.start >= len(data) - 3:
            text = data.decode(errors="ignore")
        else:
            text = data.decode("cp1252", errors="replace")
            remark = "it is not in UTF-8 and was read as Western European (Windows-1252)"
    return Text(text.replace("\r\n", "\n").replace("\x00", "\ufffd"), remark, is_cut)


def lines(stream: Utf8Stream) -> Iterator[str]:
    """Yield a stream's lines with their ends; what is not UTF-8 becomes U+FFFD.

    Raises:
        UnreadableInput: the medium failed.
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    rest = ""
    while chunk := stream.read():
        whole = (rest + decoder.decode(chunk).replace("\x00", "\ufffd")).splitlines(keepends=True)
        # The last one may go on, as may a line end of two characters.
        rest = whole.pop() if whole else ""
        yield from whole
    # What remains may be a line end and half a character after it.
    yield from (rest + decoder.decode(b"", final=True)).splitlines(keepends=True)
