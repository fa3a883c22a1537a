"""The parser: each line by itself, so that a damaged one costs only its own record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.importers.json_decode import JsonObject
from memdesk.importers.json_files import JsonFiles, described
from memdesk.importers.parsed import Json, ParsedItem, ParseIssue
from memdesk.importers.values import as_object
from memdesk.vault.portable.lines import VERSION
from memdesk.vault.portable.parsing import BadRecordError, record

_WORDS = {
    "import": "imports",
    "conversation": "conversations",
    "memory": "memories",
    "link": "links",
    "search": "saved searches",
}


@dataclass(slots=True)
class _Announced:
    """How many lines of each kind a file's headers promise, and how many came."""

    file: str = ""
    promised: Counter[str] = field(default_factory=Counter)
    came: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0

    def missing(self) -> Iterator[ParseIssue]:
        """Say what is missing at the end, if anything is."""
        lacking = {
            kind: self.promised[kind] - self.came[kind]
            for kind in _WORDS
            if self.promised[kind] > self.came[kind]
        }
        if sum(lacking.values()) > self.unreadable:
            words = ", ".join(f"{_WORDS[kind]}: {number:,}" for kind, number in lacking.items())
            reason = (
                f"the file is incomplete; by its first line, this is missing: {words}. If the "
                "vault it came from is still there, export it again"
            )
            yield ParseIssue(self.file, reason)


class MemdeskParser(JsonFiles):
    """Yields the records of memdesk's own exports."""

    source = "memdesk"
    format_name = "memdesk export"
    lined = True

    def __iter__(self) -> Iterator[ParsedItem]:
        """Yield records and issues in the order of the lines."""
        announced = _Announced()
        for found in self._objects():
            file = found.file if isinstance(found, ParseIssue) else found[0]
            if file != announced.file:
                yield from announced.missing()
                announced = _Announced(file)
            if isinstance(found, ParseIssue):
                announced.unreadable += found.lost
                yield found
            else:
                yield from _record(*found, announced)
        yield from announced.missing()

    def _title(self, value: Json) -> str | None:
        """Records have no title but a conversation's, which is no name for a damaged memory."""
        return None


def _record(file: str, entry: JsonObject[Json], announced: _Announced) -> Iterator[ParsedItem]:
    value = as_object(entry.value)
    if value.get("kind") == "header":
        yield from _header(file, value, announced)
        return
    try:
        read, left_out = record(value)
    except BadRecordError as error:
        announced.unreadable += 1
        yield ParseIssue(file, f"{described(entry)} could not be read: {error}")
        return
    announced.came[str(value["kind"])] += 1
    if left_out:
        values = ", ".join(f"“{one}”" for one in left_out)
        reason = f"{described(entry)}: {values} made no sense and was left out"
        yield ParseIssue(file, reason, lost=False)
    yield read


def _header(file: str, value: dict[str, Json], announced: _Announced) -> Iterator[ParseIssue]:
    version = value.get("version")
    if isinstance(version, int) and version > VERSION:
        reason = (
            f"it was written by a newer memdesk (format {version}, this one knows {VERSION}); "
            "what this one does not know is left out. Update memdesk to read all of it"
        )
        yield ParseIssue(file, reason, lost=False)
    for kind, count in as_object(value.get("lines")).items():
        if isinstance(count, int):
            announced.promised[kind] += count
