"""Several JSON files read one after the other as one input, with one progress."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from memdesk.importers.json_decode import JsonFault, JsonObject, Split
from memdesk.importers.json_lines import stream_lines
from memdesk.importers.json_stream import stream_objects
from memdesk.importers.source import SourceFile, UnreadableInput, Utf8Stream

T = TypeVar("T")


class JsonFiles:
    """The files of one export. Format modules derive their parser from it.

    ``path`` is the export as the person knows it. Progress counts stored bytes over all files.
    ``lined`` says that each object has a line of its own, so that a torn one costs only itself.
    """

    lined = False

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

    def _entries(
        self,
        marker: re.Pattern[bytes] | None = None,
        split: Split[T] | None = None,
        behind: Callable[[SourceFile], bool] = lambda file: file.is_page,
        files: Sequence[SourceFile] | None = None,
    ) -> Iterator[tuple[str, JsonObject[T] | JsonFault]]:
        """(file name, object or fault) over all files, or some of them.

        Pages, or what ``behind`` says yes to, are read behind the ``marker``.
        """
        self._finished_bytes = 0
        for file in self.files if files is None else files:
            try:
                after = marker if behind(file) else None
                self._stream = file.open()
                with self._stream as stream:
                    objects: Iterator[JsonObject[T] | JsonFault] = (
                        stream_lines(stream) if self.lined else stream_objects(stream, after, split)
                    )
                    for entry in objects:
                        yield file.name, entry
            except UnreadableInput as error:
                yield file.name, JsonFault(str(error), 0, 0, 1)
            finally:
                self._stream = None
            self._finished_bytes += file.size


def described(entry: JsonObject[Any]) -> str:
    """How issues name an entry that may lack title and id."""
    return f"entry {entry.index + 1:,} (at byte {entry.offset:,})"
