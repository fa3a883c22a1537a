"""Import runs: what came from where, and what could not be kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from memdesk.vault import trash
from memdesk.vault.clock import now
from memdesk.vault.records import (
    ImportConversation,
    ImportIssue,
    ImportRun,
    storable,
    storable_or_none,
)

_COLUMNS = (
    "id, path, format, source, started_at, finished_at,"
    " iif(removed_at IS NULL, outcome, 'removed'), conversations, messages, added, updated,"
    " unchanged, skipped, left_out"
)


def start(connection: apsw.Connection, path: str, format: str, source: str) -> int:
    """Note that an import begins; returns its id."""
    connection.execute(
        "INSERT INTO import_run (path, format, source, started_at) VALUES (?,?,?,?)",
        (storable(path), storable(format), storable(source), now()),
    )
    return connection.last_insert_rowid()


def count(
    connection: apsw.Connection,
    run_id: int,
    *,
    conversations: int,
    messages: int,
    added: int,
    updated: int,
    unchanged: int,
    skipped: int,
    left_out: int = 0,
) -> None:
    """Set the counts of a run, within the transaction that did the work they count."""
    connection.execute(
        "UPDATE import_run SET conversations=?, messages=?, added=?, updated=?, unchanged=?,"
        " skipped=?, left_out=? WHERE id=?",
        (conversations, messages, added, updated, unchanged, skipped, left_out, run_id),
    )


def finish(connection: apsw.Connection, run_id: int, outcome: str) -> None:
    """Note how a run ended: ``done``, ``cancelled`` or ``failed``."""
    connection.execute(
        "UPDATE import_run SET finished_at=?, outcome=? WHERE id=?", (now(), outcome, run_id)
    )


def add_issues(connection: apsw.Connection, run_id: int, issues: Iterable[ImportIssue]) -> None:
    """Keep what an import could not read or had to change."""
    connection.executemany(
        "INSERT INTO import_issue (run_id, file, conversation, message, reason, lost)"
        " VALUES (?,?,?,?,?,?)",
        (
            (
                run_id,
                storable(issue.file),
                storable_or_none(issue.conversation),
                storable_or_none(issue.message),
                storable(issue.reason),
                issue.lost,
            )
            for issue in issues
        ),
    )


def add_conversations(
    connection: apsw.Connection, run_id: int, conversations: Iterable[ImportConversation]
) -> None:
    """Keep what an import did to each conversation."""
    connection.executemany(
        "INSERT INTO import_conversation (run_id, title, added, updated, unchanged, skipped)"
        " VALUES (?,?,?,?,?,?)",
        (
            (run_id, storable(each.title), each.added, each.updated, each.unchanged, each.skipped)
            for each in conversations
        ),
    )


def conversations(connection: apsw.Connection, run_id: int) -> list[ImportConversation]:
    """Return what a run did to each conversation, in the order of the input."""
    rows = connection.execute(
        "SELECT title, added, updated, unchanged, skipped FROM import_conversation"
        " WHERE run_id=? ORDER BY id",
        (run_id,),
    )
    return [ImportConversation(*row) for row in rows]


def runs(connection: apsw.Connection) -> list[ImportRun]:
    """Return all import runs, newest first."""
    rows = connection.execute(f"SELECT {_COLUMNS} FROM import_run ORDER BY id DESC")
    return [ImportRun(*row) for row in rows]


def issues(connection: apsw.Connection, run_id: int) -> list[ImportIssue]:
    """Return a run's issues in the order they came up."""
    rows = connection.execute(
        "SELECT file, reason, conversation, message, lost FROM import_issue WHERE run_id=?"
        " ORDER BY id",
        (run_id,),
    )
    return [ImportIssue(*(*row[:4], bool(row[4]))) for row in rows]


def remove_added(connection: apsw.Connection, run_id: int, limit: int = -1) -> int:
    """Move what a run added to the trash; returns how many memories that were.

    With a ``limit``, a large import goes in several short transactions: call it until it
    returns 0. All of them bear the same moment, by which :func:`bring_back` knows them.
    """
    begun = connection.execute(
        "SELECT removed_at FROM import_run r WHERE id=?1 AND EXISTS"
        " (SELECT 1 FROM memory WHERE import_id=?1 AND deleted_at=r.removed_at)",
        (run_id,),
    ).get
    moment = now() if begun is None else int(begun)
    identifiers = [
        row[0]
        for row in connection.execute(
            "SELECT id FROM memory WHERE import_id=? AND deleted_at IS NULL LIMIT ?",
            (run_id, limit),
        )
    ]
    trash.put(connection, identifiers, moment)
    connection.execute("UPDATE import_run SET removed_at=? WHERE id=?", (moment, run_id))
    return len(identifiers)


def adopt(connection: apsw.Connection, run_id: int, identifiers: Sequence[int]) -> None:
    """Bring memories of a removed import back, as brought by this run."""
    trash.restore(connection, identifiers)
    connection.executemany(
        "UPDATE memory SET import_id=? WHERE id=?", ((run_id, i) for i in identifiers)
    )


def bring_back(connection: apsw.Connection, run_id: int, limit: int = -1) -> int:
    """Undo :func:`remove_added`; what was in the trash before stays there.

    Returns how many memories that were; with a ``limit``, call it until it returns 0.
    """
    identifiers = [
        row[0]
        for row in connection.execute(
            "SELECT id FROM memory WHERE import_id=?1 AND deleted_at="
            "(SELECT removed_at FROM import_run WHERE id=?1) LIMIT ?2",
            (run_id, limit),
        )
    ]
    trash.restore(connection, identifiers)
    if not 0 <= limit <= len(identifiers):
        connection.execute("UPDATE import_run SET removed_at=NULL WHERE id=?", (run_id,))
    return len(identifiers)
