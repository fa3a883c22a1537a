"""Which memories are to travel, and walking over them in pages of bounded size.

All functions work inside the caller's transaction, so that what they return belongs together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import apsw

from memdesk.vault.batches import batches

PAGE = 500


@dataclass(frozen=True, slots=True)
class Choice:
    """``ids`` (ascending, each once) or, with None, everything; ``trash`` goes with everything."""

    ids: Sequence[int] | None = None
    trash: bool = False

    def has(self, identifier: int) -> bool:
        """Tell whether a memory was named; with everything each is."""
        if self.ids is None:
            return True
        place = bisect_left(self.ids, identifier)
        return place < len(self.ids) and self.ids[place] == identifier


def pages(connection: apsw.Connection, choice: Choice) -> Iterator[list[int]]:
    """Yield the ids of the memories, ascending, in pages; what is gone is left out."""
    if choice.ids is None:
        last = 0
        alive = "" if choice.trash else " AND deleted_at IS NULL"
        while page := [
            row[0]
            for row in connection.execute(
                f"SELECT id FROM memory WHERE id>?{alive} ORDER BY id LIMIT ?", (last, PAGE)
            )
        ]:
            yield page
            last = page[-1]
        return
    for part, marks in batches(choice.ids):
        found = connection.execute(
            f"SELECT id FROM memory WHERE id IN ({marks}) AND deleted_at IS NULL ORDER BY id", part
        )
        if page := [row[0] for row in found]:
            yield page


def count(connection: apsw.Connection, choice: Choice) -> int:
    """Return how many memories that are."""
    if choice.ids is not None:
        return sum(map(len, pages(connection, choice)))
    alive = "" if choice.trash else " WHERE deleted_at IS NULL"
    return int(connection.execute(f"SELECT count(*) FROM memory{alive}").get)


def conversation_ids(connection: apsw.Connection, choice: Choice) -> list[int]:
    """Return the ids of the conversations they belong to, ascending.

    With everything, empty conversations too; one whose memories all lie in the trash goes only
    with the trash.
    """
    if choice.ids is None:
        alive = (
            ""
            if choice.trash
            else " WHERE NOT EXISTS (SELECT 1 FROM memory WHERE conversation_id=conversation.id)"
            " OR EXISTS (SELECT 1 FROM memory WHERE conversation_id=conversation.id"
            " AND deleted_at IS NULL)"
        )
        rows = connection.execute(f"SELECT id FROM conversation{alive} ORDER BY id")
        return [row[0] for row in rows]
    found: set[int] = set()
    for part, marks in batches(choice.ids):
        for row in connection.execute(
            f"SELECT DISTINCT conversation_id FROM memory WHERE id IN ({marks})"
            " AND deleted_at IS NULL AND conversation_id IS NOT NULL",
            part,
        ):
            found.add(row[0])
    return sorted(found)


def memories_of(
    connection: apsw.Connection, choice: Choice, conversation_id: int | None
) -> Iterator[list[int]]:
    """Yield pages of a conversation's memories in reading order; None: of those without one."""
    alive = "" if choice.trash else " AND deleted_at IS NULL"
    order = "id" if conversation_id is None else "position, id"
    cursor = connection.execute(
        f"SELECT id FROM memory WHERE conversation_id IS ?{alive} ORDER BY {order}",
        (conversation_id,),
    )
    page: list[int] = []
    for row in cursor:
        if choice.has(row[0]):
            page.append(row[0])
            if len(page) == PAGE:
                yield page
                page = []
    if page:
        yield page


def of_conversation(connection: apsw.Connection, conversation_id: int) -> list[int]:
    """Return the ids of a conversation's memories, ascending."""
    return [
        row[0]
        for row in connection.execute(
            "SELECT id FROM memory WHERE conversation_id=? AND deleted_at IS NULL ORDER BY id",
            (conversation_id,),
        )
    ]
