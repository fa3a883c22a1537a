"""Looking for damage: SQLite's own check, and that derived data agrees with the memories."""

from __future__ import annotations

import apsw

# Each finds how many rows break a rule.
_RULES = (
    (
        "SELECT count(*) FROM memory m WHERE m.deleted_at IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM memory_fts_docsize d WHERE d.id=m.id)",
        "{} memories are missing from the full-text index",
    ),
    (
        "SELECT count(*) FROM memory_fts_docsize d WHERE NOT EXISTS"
        " (SELECT 1 FROM memory m WHERE m.id=d.id AND m.deleted_at IS NULL)",
        "{} entries of the full-text index belong to no memory",
    ),
    (
        "SELECT count(*) FROM conversation c WHERE NOT EXISTS"
        " (SELECT 1 FROM conversation_fts_docsize d WHERE d.id=c.id)",
        "{} titles are missing from the full-text index",
    ),
    (
        "SELECT count(*) FROM memory m WHERE m.deleted_at IS NULL AND m.term_count>0"
        " AND NOT EXISTS (SELECT 1 FROM passage p WHERE p.memory_id=m.id)",
        "{} memories have no passages to embed",
    ),
    (
        # Each text is measured once, however many passages it has.
        "WITH text AS MATERIALIZED (SELECT id, length(content) AS length FROM memory)"
        " SELECT count(*) FROM passage p JOIN text ON text.id=p.memory_id"
        ' WHERE p.start<0 OR p.start>=p."end" OR p."end">text.length',
        "{} passages lie outside their memory",
    ),
    (
        "SELECT count(*) FROM passage p JOIN memory m ON m.id=p.memory_id"
        " WHERE p.set_aside<>(m.deleted_at IS NOT NULL)",
        "{} passages are in the trash without their memory, or the other way about",
    ),
    (
        "SELECT count(*) FROM vector v JOIN model ON model.id=v.model_id"
        " WHERE length(v.data)<>2*model.dimensions",
        "{} vectors have the wrong length",
    ),
    (
        "SELECT count(*) FROM passage p WHERE p.model_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM vector v WHERE v.passage_id=p.id AND v.model_id=p.model_id)",
        "{} passages have lost their vector",
    ),
)


def problems(connection: apsw.Connection) -> list[str]:
    """Return what is wrong with an open vault, in words; an empty list if nothing is."""
    found = [
        str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"
    ]
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        found.append(f"row {rowid} of {table} refers to a {parent} that is gone")
    for query, words in _RULES:
        count = connection.execute(query).get
        if count:
            found.append(words.format(count))
    return found
