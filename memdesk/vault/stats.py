"""Counts over the whole vault."""

from __future__ import annotations

from typing import Any

import apsw

from memdesk.vault.records import VaultStats


def stats(connection: apsw.Connection) -> VaultStats:
    """Count what the vault holds. ``bytes`` is the size of the file's pages.

    Every figure is read off an index, so that a status line can afford it.
    """
    by_source: list[tuple[Any, ...]] = connection.execute(
        "SELECT source, count(*), min(created_at), max(created_at) FROM memory"
        " WHERE deleted_at IS NULL GROUP BY source"
    ).fetchall()
    sources = {row[0]: row[1] for row in sorted(by_source, key=lambda row: (-row[1], row[0]))}
    times = [time for row in by_source for time in row[2:] if time is not None]
    [counted] = connection.execute(
        "SELECT (SELECT count(*) FROM conversation),"
        " (SELECT count(*) FROM passage WHERE set_aside=0),"
        " (SELECT count(*) FROM passage WHERE set_aside=0 AND model_id IS NOT NULL),"
        " (SELECT count(*) FROM memory WHERE deleted_at IS NOT NULL),"
        " (SELECT count(*) FROM tag), (SELECT count(*) FROM link)"
    )
    conversations, passages, embedded, trashed, tags, links = counted
    return VaultStats(
        memories=sum(sources.values()),
        conversations=conversations,
        passages=passages,
        embedded=embedded,
        trashed=trashed,
        tags=tags,
        links=links,
        sources=sources,
        first_at=min(times, default=None),
        last_at=max(times, default=None),
        bytes=int(connection.pragma("page_count")) * int(connection.pragma("page_size")),
    )
