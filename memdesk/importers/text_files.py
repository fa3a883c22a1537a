"""Reading plain text files of unknown encoding, whole or line by line."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.importers.source import SourceFile, Utf8Stream

MOST_BYTES = 16 * 1024 * 1024
"""A text is read up to here; nobody writes a note this long."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text; ``remark`` says what had to be done to it, if anything."""

    text: str
    remark: str | None = None


def is_text(head: bytes) -> bool:
    """Tell whether a file begins as text does."""
    return b"\x00" not in head


def read_text(file: SourceFile) -> Text:
    """Return a file's text.

    Raises:
        UnreadableInput: the medium failed.
    """
    data = bytearray()
    with file.open() as stream:
        while len(data) <= MOST_BYTES and (chunk := stream.read()):
            data += chunk
    remark = None
    if len(data) > MOST_BYTES:
        remark = f"only the first {MOST_BYTES // 1024**2} MB of it were read"
        del data[MOST_BYTES:]
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if remark is not None and error.start >= len(data) - 3:
            text = data.decode(errors="ignore")
        else:
            text = data.decode("cp1252", errors="replace")
            remark = "it is not in UTF-8 and was read as Western European (Windows-1252)"
    return Text(text.replace("\r\n", "\n").replace("\x00", "\ufffd"), remark)


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
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest
