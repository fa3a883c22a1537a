"""One row a memory, for spreadsheets and for programs that read tables.

Spreadsheets take a cell that begins like a formula for one, and would run what somebody wrote in a
chat. A text that begins with one of :data:`GUARDED` therefore gets an apostrophe before it. So
does one that begins with an apostrophe, which makes it reversible: :func:`unguarded` takes one
leading apostrophe off a cell and has the text as it was.
"""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

from memdesk.exporters.watching import Watch
from memdesk.exporters.whole_file import whole_file
from memdesk.vault import conversations, memories
from memdesk.vault.connection import Connection
from memdesk.vault.portable import choice as choosing
from memdesk.vault.portable.choice import Choice
from memdesk.vault.records import Memory

COLUMNS = (
    "uid",
    "created_at",
    "role",
    "author",
    "content",
    "conversation",
    "source",
    "type",
    "model",
    "tags",
    "importance",
    "pinned",
    "updated_at",
    "edited_at",
    "valid_until",
    "deleted_at",
    "position",
    "branch",
    "external_id",
)
GUARDED = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_MARK = b"\xef\xbb\xbf"


def write(
    connection: Connection, choice: Choice, target: Path, watch: Watch, *, mark: bool = False
) -> int:
    """Write the file within the caller's transaction; returns how many memories are in it.

    ``mark`` begins it with the byte order mark by which Excel knows UTF-8. Rows end with CR LF
    and texts keep their line breaks, as RFC 4180 has it; times are ISO 8601 in UTC, tags are
    parted by semicolons. Raises :class:`ExportError`.
    """
    total = choosing.count(connection, choice)
    watch.begin(total)
    buffer = io.StringIO(newline="")
    rows = csv.writer(buffer, lineterminator="\r\n")
    beginning = _drained(buffer, rows.writerow(COLUMNS))
    former = _MARK + beginning if _has_mark(target) else beginning
    with whole_file(target, former) as file:
        file.write(_MARK + beginning if mark else beginning)
        for page in choosing.pages(connection, choice):
            found = memories.get_many(connection, page)
            within = sorted({m.conversation_id for m in found if m.conversation_id is not None})
            titles = conversations.titles(connection, within)
            for memory in found:
                rows.writerow(_row(memory, titles.get(memory.conversation_id or 0, "")))
                watch.step()
            file.write(_drained(buffer))
    return total


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith((*GUARDED, "'")) else text


def unguarded(cell: str) -> str:
    """Return the text of a cell: the inverse of :func:`guarded`."""
    return cell[1:] if cell.startswith("'") else cell


def _row(memory: Memory, title: str) -> list[object]:
    return [
        guarded(memory.uid),
        _time(memory.created_at),
        memory.role,
        guarded(memory.author or ""),
        guarded(memory.content),
        guarded(title),
        guarded(memory.source),
        guarded(memory.type),
        guarded(memory.model or ""),
        guarded(";".join(memory.tags)),
        memory.importance,
        int(memory.pinned),
        _time(memory.updated_at),
        _time(memory.edited_at),
        _time(memory.valid_until),
        _time(memory.deleted_at),
        memory.position,
        memory.branch,
        guarded(memory.external_id or ""),
    ]


def _time(moment: int | None) -> str:
    if moment is None:
        return ""
    try:
        said = datetime.fromtimestamp(moment // 1000, UTC)
    except (ValueError, OverflowError, OSError):
        # Beyond the calendar: the number itself says what is there.
        return guarded(str(moment))
    return f"{said:%Y-%m-%dT%H:%M:%S}.{moment % 1000:03}Z"


def _has_mark(target: Path) -> bool:
    try:
        with target.open("rb") as file:
            return file.read(len(_MARK)) == _MARK
    except OSError:
        # Whether it can be written is told when it is.
        return False


def _drained(buffer: io.StringIO, _written: object = None) -> bytes:
    data = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return data
