"""Which of two states of one memory is ahead, told by the texts each has left behind.

All functions work inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from memdesk.vault import editing
from memdesk.vault.identity import content_hash
from memdesk.vault.portable.records import PortableMemory, PortableRevision
from memdesk.vault.records import storable


def follow(
    connection: apsw.Connection, identifier: int, memory: PortableMemory, version: int
) -> bool:
    """Bring a known memory's texts up to date; returns whether anything changed.

    The other state is ahead if it has left this one's text behind, and every text that this one
    has. Then its text is taken over; otherwise the present text stays, and the other is kept
    among the former ones. Either way no text is lost.
    """
    content = str(connection.execute("SELECT content FROM memory WHERE id=?", (identifier,)).get)
    former = _revisions(connection, identifier)
    theirs = [_storable(revision) for revision in memory.revisions]
    missing = [revision for revision in theirs if revision not in former]
    other = storable(memory.new.content)
    texts = {revision.content for revision in theirs}
    ahead = content in texts and not set(former) - set(theirs)
    add_revisions(connection, identifier, missing)
    if other == content:
        return bool(missing)
    if ahead:
        editing.replace_content(connection, identifier, other, version)
        connection.execute(
            "UPDATE memory SET edited_at=?, content_hash=? WHERE id=?",
            (memory.edited_at, memory.source_hash or content_hash(other), identifier),
        )
        return True
    if other not in {revision.content for revision in (*former, *missing)}:
        moment = memory.edited_at or memory.new.updated_at or memory.new.created_at or 0
        add_revisions(connection, identifier, [PortableRevision(other, "import", moment)])
        return True
    return bool(missing)


def add_revisions(
    connection: apsw.Connection, identifier: int, revisions: Iterable[PortableRevision]
) -> None:
    """Keep former texts of a memory, as they were kept elsewhere."""
    connection.executemany(
        "INSERT INTO revision (memory_id, content, origin, created_at) VALUES (?,?,?,?)",
        (
            (identifier, storable(one.content), storable(one.origin), one.created_at)
            for one in revisions
        ),
    )


def _revisions(connection: apsw.Connection, identifier: int) -> Sequence[PortableRevision]:
    return [
        PortableRevision(*row)
        for row in connection.execute(
            "SELECT content, origin, created_at FROM revision WHERE memory_id=?", (identifier,)
        )
    ]


def _storable(revision: PortableRevision) -> PortableRevision:
    return PortableRevision(
        storable(revision.content), storable(revision.origin), revision.created_at
    )
