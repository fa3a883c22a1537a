"""Several JSON files read one after the other as one input."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from memdesk.importers.files import Files
from memdesk.importers.json_decode import JsonFault, JsonObject, Split
from memdesk.importers.json_lines import stream_lines
from memdesk.importers.json_stream import stream_objects
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.importers.values import as_object, as_text, latest_plausible_ms

T = TypeVar("T")


class JsonFiles(Files):
    """The JSON files of one export. Format modules derive their parser from it.

    ``lined`` says that each object has a line of its own, so that a torn one costs only itself.
    """

    lined = False

    def _objects(
        self, files: Sequence[SourceFile] | None = None
    ) -> Iterator[ParseIssue | tuple[str, JsonObject[Json]]]:
        """(file name, object) over all or some files, and what could not be read of them."""
        whole: Split[Json] | None = None
        return self._split_objects(whole, files)

    def _split_objects(
        self, split: Split[T] | None, files: Sequence[SourceFile] | None = None
    ) -> Iterator[ParseIssue | tuple[str, JsonObject[T]]]:
        """The same with one member of each object split off, entry by entry."""
        self._finished_bytes = 0
        for file in self.files if files is None else files:
            try:
                after = self._after(file)
                with self._reading(file) as stream:
                    objects: Iterator[JsonObject[T] | JsonFault] = (
                        stream_lines(stream) if self.lined else stream_objects(stream, after, split)
                    )
                    for entry in objects:
                        if isinstance(entry, JsonFault):
                            yield ParseIssue(file.name, entry.reason)
                            continue
                        if entry.cleaned:
                            reason = f"{described(entry)} was cleaned: {entry.cleaned}"
                            title = self._title(entry.value)
                            yield ParseIssue(file.name, reason, title, lost=False)
                        yield file.name, entry
            except UnreadableInput as error:
                yield ParseIssue(file.name, str(error))

    def _after(self, file: SourceFile) -> re.Pattern[bytes] | None:
        """Return what the list of objects follows in a file that holds more than that list.

        Raises:
            UnreadableInput: the file's beginning cannot be read.
        """
        return None

    def _title(self, value: Json) -> str | None:
        """Return what an object is called in issues."""
        return as_text(as_object(value).get("title")) or None


class ObjectFiles(JsonFiles):
    """JSON files of which each object is read by itself."""

    def __iter__(self) -> Iterator[ParsedItem]:
        latest = latest_plausible_ms()
        for found in self._found():
            if isinstance(found, ParseIssue):
                yield found
            else:
                yield from self._items(*found, latest)

    def _found(self) -> Iterator[ParseIssue | tuple[str, JsonObject[Json]]]:
        """All objects, as :meth:`_objects` tells of them."""
        return self._objects()

    @abstractmethod
    def _items(self, file: str, entry: JsonObject[Json], latest: int) -> Iterator[ParsedItem]:
        """Yield what an object holds; times after ``latest`` (UTC milliseconds) are missing."""


def beginning(file: SourceFile) -> bytes:
    """Return a file's first kilobytes.

    Raises:
        UnreadableInput: they cannot be read.
    """
    with file.open() as stream:
        return stream.read()


def list_named(*names: str) -> re.Pattern[bytes]:
    """Return what stands before a list that goes by one of these names in its object."""
    return re.compile(rb'"(?:%b)"\s*:\s*(?=\[)' % "|".join(names).encode())


def described(entry: JsonObject[Any]) -> str:
    """How issues name an entry that may lack title and id."""
    return f"entry {entry.index + 1:,} (at byte {entry.offset:,})"
