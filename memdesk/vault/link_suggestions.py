"""Links that were found rather than made: kept apart until somebody says yes or no.

What was dismissed stays known, so that it is not suggested again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import apsw

from memdesk.vault import links
from memdesk.vault.clock import now

State = Literal["open", "accepted", "dismissed"]
ORIGIN = "suggestion"
"""The ``origin`` of links that were accepted."""
_FOUND_UP_TO = "link_suggestions_found_up_to"


@dataclass(frozen=True, slots=True)
class NewSuggestion:
    """A link that may be made: ``source_id`` *type* ``target_id``, ``score`` 0 to 1."""

    source_id: int
    target_id: int
    type: str
    reason: str
    score: float

    def __post_init__(self) -> None:
        links.check(self.source_id, self.target_id, self.type, self.score)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion as the vault keeps it."""

    id: int
    source_id: int
    target_id: int
    type: str
    reason: str
    score: float
    state: State


def add(connection: apsw.Connection, found: Iterable[NewSuggestion]) -> int:
    """Keep what is neither suggested nor linked already, either way; returns how many."""
    added = 0
    for one in found:
        connection.execute(
            "INSERT INTO link_suggestion (source_id, target_id, type, reason, score, created_at)"
            " SELECT ?1, ?2, ?3, ?4, ?5, ?6"
            " WHERE NOT EXISTS (SELECT 1 FROM link_suggestion WHERE type=?3 AND"
            " ((source_id=?1 AND target_id=?2) OR (source_id=?2 AND target_id=?1)))"
            " AND NOT EXISTS (SELECT 1 FROM link WHERE"
            " (source_id=?1 AND target_id=?2) OR (source_id=?2 AND target_id=?1))",
            (one.source_id, one.target_id, one.type, one.reason, one.score, now()),
        )
        added += connection.changes()
    return added


_OPEN = (
    " FROM link_suggestion s JOIN memory a ON a.id=s.source_id JOIN memory b ON b.id=s.target_id"
    " WHERE s.state='open' AND a.deleted_at IS NULL AND b.deleted_at IS NULL"
)


def open_ones(connection: apsw.Connection, limit: int = -1) -> list[Suggestion]:
    """Return what waits for an answer, the surest first; nothing whose end lies in the trash."""
    return [
        Suggestion(*row)
        for row in connection.execute(
            "SELECT s.id, s.source_id, s.target_id, s.type, s.reason, s.score, s.state"
            f"{_OPEN} ORDER BY s.score DESC, s.id LIMIT ?",
            (limit,),
        )
    ]


def count_open(connection: apsw.Connection) -> int:
    """Return how many wait for an answer."""
    return int(connection.execute(f"SELECT count(*){_OPEN}").get)


def accept(connection: apsw.Connection, suggestion_id: int) -> bool:
    """Make the link, unless it is there by now. Returns whether there is such a suggestion."""
    row = connection.execute(
        "UPDATE link_suggestion SET state='accepted' WHERE id=?"
        " RETURNING source_id, target_id, type, score",
        (suggestion_id,),
    ).fetchone()
    if row is None:
        return False
    source, target, type_, score = row
    links.add_new(connection, source, target, type_, strength=score, origin=ORIGIN)
    return True


def dismiss(connection: apsw.Connection, suggestion_id: int) -> bool:
    """Never suggest it again. Returns whether there is such a suggestion."""
    connection.execute("UPDATE link_suggestion SET state='dismissed' WHERE id=?", (suggestion_id,))
    return connection.changes() > 0


def reopen(connection: apsw.Connection, suggestion_id: int) -> bool:
    """Take an answer back, and the link with it that accepting made.

    Returns whether there is such a suggestion.
    """
    row = connection.execute(
        "UPDATE link_suggestion SET state='open' WHERE id=? RETURNING source_id, target_id, type",
        (suggestion_id,),
    ).fetchone()
    if row is None:
        return False
    # A link of the same kind that a person or an import made is theirs.
    connection.execute(
        "DELETE FROM link WHERE source_id=? AND target_id=? AND type=? AND origin=?",
        (*row, ORIGIN),
    )
    return True


def found_up_to(connection: apsw.Connection) -> int:
    """Return the vault's version up to which links were looked for."""
    found = connection.execute("SELECT value FROM setting WHERE name=?", (_FOUND_UP_TO,)).get
    return int(found or 0)


def set_found_up_to(connection: apsw.Connection, version: int) -> None:
    """Note up to which version links were looked for."""
    connection.execute(
        "INSERT INTO setting (name, value) VALUES (?,?)"
        " ON CONFLICT (name) DO UPDATE SET value=excluded.value",
        (_FOUND_UP_TO, str(version)),
    )
