"""How often a memory was looked at, and how often a question was answered with it.

The two are apart on purpose: looking at a memory must not make searches return it more often.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from memdesk.vault.clock import now


def looked_at(connection: apsw.Connection, memory_id: int) -> None:
    """Count that somebody opened a memory."""
    connection.execute(
        "UPDATE memory SET access_count=access_count+1, last_accessed_at=? WHERE id=?",
        (now(), memory_id),
    )


def returned(connection: apsw.Connection, memory_ids: Sequence[int], at: int | None = None) -> None:
    """Count that a deliberate search answered with these memories."""
    moment = now() if at is None else at
    connection.executemany(
        "UPDATE memory SET retrieval_count=retrieval_count+1, last_retrieved_at=? WHERE id=?",
        ((moment, memory_id) for memory_id in memory_ids),
    )
