"""memdesk's own format: everything, a record a line; see ``docs/jsonl-format.md``."""

from __future__ import annotations

from pathlib import Path

from memdesk import __version__
from memdesk.exporters.watching import Watch
from memdesk.exporters.whole_file import whole_file
from memdesk.vault.clock import now
from memdesk.vault.connection import Connection
from memdesk.vault.portable import lines, reading
from memdesk.vault.portable.choice import Choice
from memdesk.vault.portable.records import PortableMemory


def write(connection: Connection, choice: Choice, target: Path, watch: Watch) -> int:
    """Write the file within the caller's transaction; returns how many memories are in it.

    Holds a page of memories and the ids of all conversations at a time. Raises
    :class:`ExportError`.
    """
    contents = reading.contents(connection, choice)
    watch.begin(contents.memories)
    with whole_file(target, lines.HEADER_START) as file:
        file.write(lines.header(now(), f"memdesk {__version__}", _holds(choice), contents))
        for record in reading.records(connection, choice):
            file.write(lines.line(record))
            if isinstance(record, PortableMemory):
                watch.step()
    return contents.memories


def _holds(choice: Choice) -> str:
    if choice.ids is not None:
        return "selection"
    return "everything, with trash" if choice.trash else "everything"
