"""Counts over the whole vault."""

from __future__ import annotations

import apsw

from memdesk.vault.records import VaultStats


def stats(connection: apsw.Connection) -> VaultStats:
    """Count what the vault holds. ``bytes`` is the size of the file's pages."""
    [one] = connection.execute(
        "SELECT (SELECT count(*) FROM memory WHERE deleted_at IS NULL),"
        " (SELECT count(*) FROM conversation),"
        " (SELECT count(*) FROM passage),"
        " (SELECT count(DISTINCT passage_id) FROM vector),"
        " (SELECT count(*) FROM memory WHERE deleted_at IS NOT NULL),"
        " (SELECT count(*) FROM tag), (SELECT count(*) FROM link),"
        " (SELECT min(created_at) FROM memory WHERE deleted_at IS NULL),"
        " (SELECT max(created_at) FROM memory WHERE deleted_at IS NULL)"
    )
    sources = dict(
        connection.execute(
            "SELECT source, count(*) FROM memory WHERE deleted_at IS NULL GROUP BY source"
            " ORDER BY count(*) DESC, source"
        )
    )
    pages = int(connection.pragma("page_count")) * int(connection.pragma("page_size"))
    memories, conversations, passages, embedded, trashed, tags, links, first_at, last_at = one
    return VaultStats(
        memories, conversations, passages, embedded, trashed, tags, links, sources, first_at,
        last_at, pages,
    )  # fmt: skip
