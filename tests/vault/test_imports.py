"""The record of what came from where."""

from __future__ import annotations

import apsw

from memdesk.vault import imports, memories, trash
from memdesk.vault.records import ImportIssue, NewMemory


def test_a_run_is_recorded_from_start_to_end(db: apsw.Connection) -> None:
    first = imports.start(db, "a.zip", "ChatGPT export", "chatgpt")
    second = imports.start(db, "b.zip", "Claude export", "claude")
    imports.count(
        db, first, conversations=1, messages=9, added=5, updated=2, unchanged=1, skipped=1
    )
    imports.finish(db, first, "done")
    runs = imports.runs(db)
    assert [run.id for run in runs] == [second, first]
    assert (runs[0].outcome, runs[0].finished_at) == ("running", None)
    done = runs[1]
    assert (done.path, done.format, done.source, done.outcome) == (
        "a.zip", "ChatGPT export", "chatgpt", "done",
    )  # fmt: skip
    assert (done.conversations, done.messages, done.added) == (1, 9, 5)
    assert (done.updated, done.unchanged, done.skipped) == (2, 1, 1)
    assert done.finished_at is not None
    assert done.finished_at >= done.started_at


def test_issues_are_kept_in_order(db: apsw.Connection) -> None:
    run = imports.start(db, "a.zip", "ChatGPT export", "chatgpt")
    issues = [
        ImportIssue("conversations.json", "no content", "Trip", "m1"),
        ImportIssue("chat.html", "not read", lost=False),
    ]
    imports.add_issues(db, run, issues)
    assert imports.issues(db, run) == issues
    assert imports.issues(db, run + 1) == []


def test_what_a_run_added_can_be_taken_back_in_pieces(db: apsw.Connection) -> None:
    run = imports.start(db, "a.zip", "ChatGPT export", "chatgpt")
    added = [
        memories.add(db, NewMemory(f"memory {n}", source="chatgpt"), import_id=run)
        for n in range(5)
    ]
    mine = memories.add(db, NewMemory("mine", source="note"))
    assert [imports.remove_added(db, run, 3) for _ in range(3)] == [3, 2, 0]
    assert all(memory.deleted_at for memory in memories.get_many(db, added))
    [kept] = memories.get_many(db, [mine])
    assert kept.deleted_at is None
    trash.restore(db, added)
    assert imports.remove_added(db, run) == 5
