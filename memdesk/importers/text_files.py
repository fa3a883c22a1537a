"""Reading plain text files of unknown encoding, whole or line by line.

UTF-8, and UTF-16 and UTF-32 as :mod:`source` tells them. A byte that UTF-8 knows nothing of is
read as Western European (Windows-1252), by itself, so that a file that is UTF-8 but for a pasted
line stays whole. It is what most such files are; where it is wrong, the remark helps.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.importers.format import Shows
from memdesk.importers.source import SourceFile, Utf8Stream

MOST_BYTES = 16 * 1024 * 1024
"""A text is read up to here; nobody writes a note this long."""

_FEW_NULS = 3
_TEXT_PER_NUL = 100
_LONGEST_LINE = 16 * 1024 * 1024
_ESCAPED = re.compile("[\udc80-\udcff]")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_NO_CHARACTER = "\ufffd"


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text; ``remark`` says what had to be done to it, ``is_cut`` if some is missing.

    ``is_binary`` tells a file that is no text.
    """

    text: str
    remark: str | None = None
    is_cut: bool = False
    is_binary: bool = False


def text_named(*suffixes: str) -> Shows:
    """Return what tells text files with one of these endings, in lower case, from others."""

    def shows(file: SourceFile, head: bytes) -> bool:
        return file.base_name.lower().endswith(suffixes)

    return shows


class TextDecoder:
    """Turns the bytes of a stream into text and counts what was no UTF-8."""

    def __init__(self, stream: Utf8Stream) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
        self._western = self._unreadable = 0

    def decode(self, data: bytes, *, final: bool = False) -> str:
        """Return the text of some more bytes; ``final`` if there are no others."""
        text = self._decoder.decode(data, final)
        if not text.isascii():
            text = _ESCAPED.sub(self._as_western, text)
        if "\x00" in text:
            self._unreadable += text.count("\x00")
            text = text.replace("\x00", _NO_CHARACTER)
        return text

    @property
    def remark(self) -> str | None:
        """What had to be done to the text so far."""
        remarks = []
        if self._western:
            remarks.append(
                f"it is not in UTF-8: {_counted(self._western, 'character')} read as Western "
                "European (Windows-1252); if these look wrong, save the file as UTF-8 and import "
                "it again"
            )
        if unreadable := self._unreadable + self._stream.replaced:
            remarks.append(f"{_counted(unreadable, 'place')} of it no text and became �")
        return "; ".join(remarks) or None

    def _as_western(self, escaped: re.Match[str]) -> str:
        try:
            character = bytes([ord(escaped[0]) - 0xDC00]).decode("cp1252")
        except UnicodeDecodeError:
            self._unreadable += 1
            return _NO_CHARACTER
        self._western += 1
        return character


def read_text(stream: Utf8Stream) -> Text:
    """Return a file's text with line ends as they are on Unix.

    Raises:
        UnreadableInput: the medium failed.
    """
    data = bytearray()
    while len(data) <= MOST_BYTES and (chunk := stream.read()):
        data += chunk
    is_cut = len(data) > MOST_BYTES
    decoder = TextDecoder(stream)
    # What is cut off within a character ends before it.
    text = decoder.decode(bytes(data[:MOST_BYTES]), final=not is_cut)
    remarks = [f"only the first {MOST_BYTES // 1024**2} MB of it were read"] if is_cut else []
    if decoder.remark:
        remarks.append(decoder.remark)
    return Text(
        text.replace("\r\n", "\n").replace("\r", "\n"),
        "; ".join(remarks) or None,
        is_cut,
        is_binary(data),
    )


def is_binary(data: bytes | bytearray) -> bool:
    """Tell what is no text, by its NULs: a few are a slip of whatever wrote it."""
    count = data.count(0)
    return count > _FEW_NULS and count * _TEXT_PER_NUL > len(data)


def lines(stream: Utf8Stream, decoder: TextDecoder) -> Iterator[str]:
    """Yield a stream's lines with their ends: CR, LF or both, and nothing else ends one.

    One longer than 16 million characters comes in pieces.

    Raises:
        UnreadableInput: the medium failed.
    """
    parts: list[str] = []
    length = 0
    chunk = b"-"
    held = ""
    while chunk:
        chunk = stream.read()
        text = held + decoder.decode(chunk, final=not chunk)
        # A carriage return may be the first half of a line's end.
        held = "\r" if text.endswith("\r") and chunk else ""
        if held:
            text = text[:-1]
        start = 0
        for end in _LINE_ENDS.finditer(text):
            yield "".join((*parts, text[start : end.end()]))
            parts, length, start = [], 0, end.end()
        parts.append(text[start:])
        length += len(text) - start
        if length > _LONGEST_LINE:
            yield "".join(parts)
            parts, length = [], 0
    if rest := "".join(parts):
        yield rest


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{' was' if count == 1 else 's were'}"
