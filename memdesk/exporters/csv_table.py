"""One row a memory, for spreadsheets and for programs that read tables; see :mod:`table`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from memdesk.exporters.watching import Watch
from memdesk.exporters.whole_file import whole_file
from memdesk.vault import conversations, memories
from memdesk.vault.connection import Connection
from memdesk.vault.portable import choice as choosing
from memdesk.vault.portable import table
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import Conversation

_MARK = b"\xef\xbb\xbf"


def write(
    connection: Connection, choice: Choice, target: Path, watch: Watch, *, mark: bool = False
) -> int:
    """Write the file within the caller's transaction; returns how many memories are in it.

    ``mark`` begins it with the byte order mark by which Excel knows UTF-8. Rows end with CR LF
    and texts keep their line breaks, as RFC 4180 has it. Raises :class:`ExportError`.
    """
    total = choosing.count(connection, choice)
    watch.begin(total)
    buffer = io.StringIO(newline="")
    rows = csv.writer(buffer, lineterminator="\r\n")
    rows.writerow(table.COLUMNS)
    beginning = _drained(buffer)
    former = _MARK + beginning if _has_mark(target) else beginning
    with whole_file(target, former) as file:
        file.write(_MARK + beginning if mark else beginning)
        for page in choosing.pages(connection, choice):
            found = memories.get_many(connection, page)
            within = {m.conversation_id for m in found if m.conversation_id is not None}
            owners = {each: conversations.get(connection, each) for each in within}
            for memory in found:
                owner: Conversation | None = owners.get(memory.conversation_id or 0)
                rows.writerow(table.row(memory, owner))
                watch.step()
            file.write(_drained(buffer))
    return total


def _has_mark(target: Path) -> bool:
    try:
        with target.open("rb") as file:
            return file.read(len(_MARK)) == _MARK
    except OSError:
        # Whether it can be written is told when it is.
        return False


def _drained(buffer: io.StringIO) -> bytes:
    data = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return data
