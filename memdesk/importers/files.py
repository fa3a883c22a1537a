"""The files of one export, read one after the other with one progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memdesk.importers.source import SourceFile, Utf8Stream


class Files:
    """What every parser has of its files.

    ``path`` is the export as the person knows it. Progress counts stored bytes over all files.
    """

    def __init__(self, path: str, files: Sequence[SourceFile]) -> None:
        self.path = path
        self.files = tuple(files)
        self._finished_bytes = 0
        self._stream: Utf8Stream | None = None

    @property
    def total_bytes(self) -> int:
        return sum(file.size for file in self.files)

    @property
    def bytes_read(self) -> int:
        return self._finished_bytes + (self._stream.bytes_read if self._stream else 0)

    @contextmanager
    def _reading(self, file: SourceFile) -> Iterator[Utf8Stream]:
        """Open a file as the one whose bytes progress counts.

        Raises:
            UnreadableInput: the file is gone, locked, damaged or encrypted.
        """
        try:
            with file.open() as self._stream:
                yield self._stream
        finally:
            self._stream = None
            self._finished_bytes += file.size
