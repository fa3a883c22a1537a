"""Importing stores each message once, whatever happens on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest

from memdesk import paths
from memdesk.errors import MemdeskError
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import (
    Attachment,
    ParsedConversation,
    ParsedItem,
    ParsedNote,
    ParseIssue,
)
from memdesk.importers.report import Counts, ImportProgress, ImportReport, from_run, to_json
from memdesk.vault import changes, check, editing, imports, memories, revisions, trash
from memdesk.vault.records import Memory
from memdesk.vault.store import Vault
from tests.importers import builders
from tests.importers.stub_parser import StubParser, dump, talk, turn


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault
        assert vault.read(check.problems) == []


def _import(vault: Vault, *items: ParsedItem, **options: Any) -> ImportReport:
    return ingest(StubParser(items), vault, **options)


def _by_external_id(vault: Vault) -> dict[str, Memory]:
    ids = vault.read(lambda db: [row[0] for row in db.execute("SELECT id FROM memory")])
    return {str(m.external_id): m for m in vault.read(lambda db: memories.get_many(db, ids))}


def _count(vault: Vault, table: str = "memory") -> int:
    return vault.read(lambda db: int(db.execute(f"SELECT count(*) FROM {table}").get))


def test_a_message_is_stored_with_all_that_was_parsed(vault: Vault) -> None:
    message = turn(
        3,
        "See **this**",
        author="Baker",
        branch=2,
        parent_external_id="m2",
        model="gpt-5",
        thinking="Hm.",
        links=(("Rye", "https://example.org/rye"),),
        attachments=(Attachment("photo.png", "image/png", 12),),
        extra={"voice": True},
    )
    report = _import(vault, talk(7, messages=(message,), project="Kitchen", archived=True))
    assert report.counts == Counts(conversations=1, messages=1, added=1)
    assert report.complete
    stored = _by_external_id(vault)["m3"]
    assert (stored.content, stored.role, stored.author) == ("See **this**", "assistant", "Baker")
    assert (stored.position, stored.branch, stored.parent_external_id) == (3, 2, "m2")
    assert (stored.model, stored.source, stored.type) == ("gpt-5", "chatgpt", "episodic")
    assert stored.created_at == 1_700_000_180_000
    assert stored.extra == {
        "voice": True,
        "thinking": "Hm.",
        "links": [["Rye", "https://example.org/rye"]],
        "attachments": [{"name": "photo.png", "type": "image/png", "size": 12}],
    }


def test_importing_the_same_again_adds_and_changes_nothing(vault: Vault) -> None:
    items = (
        talk(1, 5),
        ParsedNote("n1", "Remember the milk", tags=("home",)),
        talk(2, messages=(turn(0, attachments=(Attachment("a.txt", text="In the file"),)),)),
    )
    first = _import(vault, *items)
    before = dump(vault)
    version = vault.read(changes.next_version)
    second = _import(vault, *items)
    # Five turns, a note, and one turn with the text attached to it.
    assert first.counts == Counts(conversations=2, messages=7, added=7)
    assert second.counts == Counts(conversations=2, messages=7, unchanged=7)
    assert dump(vault) == before
    assert vault.read(changes.next_version) == version
    assert _count(vault, "revision") == 0


@pytest.mark.parametrize("export", ["chatgpt", "claude"])
def test_the_demo_exports_imported_twice_are_there_once(vault: Vault, export: str) -> None:
    def once() -> Counts:
        with open_inputs([paths.demo_dir() / export]) as detected:
            [parser] = detected.parsers
            return ingest(parser, vault).counts

    first = once()
    before = dump(vault)
    second = once()
    assert first.added == first.messages > 200
    assert len(before) >= first.added
    assert (second.added, second.updated, second.unchanged) == (0, 0, first.added)
    assert dump(vault) == before


def test_a_newer_export_adds_what_is_new_and_updates_what_changed(vault: Vault) -> None:
    _import(vault, talk(1, 3), talk(2, 2))
    newer = talk(1, messages=(turn(0), turn(1, "Answered again"), turn(2), turn(3), turn(4)))
    report = _import(vault, newer, talk(2, 2), talk(3, 1))
    assert report.counts == Counts(3, 8, added=3, updated=1, unchanged=4)
    found = vault.read(
        lambda db: db.execute("SELECT id FROM memory WHERE content='Answered again'").get
    )
    [former] = vault.read(lambda db: revisions.of(db, found))
    assert (former.content, former.origin) == ("Turn number 1", "import")


def test_what_a_person_edited_stays_and_the_newer_source_becomes_a_revision(vault: Vault) -> None:
    _import(vault, talk(1, 1))
    mine = _by_external_id(vault)["m0"].id
    vault.write(lambda db: editing.edit(db, mine, "My own words"))
    assert _import(vault, talk(1, 1)).counts.unchanged == 1
    newer = talk(1, messages=(turn(0, "The source's newer words"),))
    assert _import(vault, newer).counts.updated == 1
    assert _import(vault, newer).counts == Counts(1, 1, unchanged=1)
    assert _by_external_id(vault)["m0"].content == "My own words"
    kept = vault.read(lambda db: revisions.of(db, mine))
    assert [(r.content, r.origin) for r in kept] == [
        ("The source's newer words", "import"),
        ("Turn number 0", "edit"),
    ]


def test_what_lies_in_the_trash_does_not_come_back(vault: Vault) -> None:
    _import(vault, talk(1, 2))
    gone = _by_external_id(vault)["m0"].id
    vault.write(lambda db: trash.put(db, [gone]))
    report = _import(vault, talk(1, messages=(turn(0, "Changed since"), turn(1))))
    assert report.counts == Counts(1, 2, updated=1, unchanged=1)
    assert _by_external_id(vault)["m0"].deleted_at is not None
    assert _count(vault) == 2


def test_a_message_that_only_moved_keeps_its_text_and_its_vectors(vault: Vault) -> None:
    _import(vault, talk(1, 2))
    passages = _count(vault, "passage")
    identifiers = vault.read(lambda db: db.execute("SELECT id FROM passage").fetchall())
    moved = replace(turn(1), position=9, branch=1)
    report = _import(vault, talk(1, messages=(turn(0), moved)))
    assert report.counts == Counts(1, 2, unchanged=2)
    stored = _by_external_id(vault)["m1"]
    assert (stored.position, stored.branch) == (9, 1)
    assert _count(vault, "passage") == passages
    assert vault.read(lambda db: db.execute("SELECT id FROM passage").fetchall()) == identifiers


@pytest.mark.parametrize("apart", [0, 300])
def test_texts_under_one_id_are_all_kept_and_repetitions_are_not(vault: Vault, apart: int) -> None:
    between = tuple(turn(n) for n in range(1, apart))
    twice = (turn(0, "As first told"), *between, turn(0, "As told again"), turn(0, "As first told"))
    report = _import(vault, talk(1, messages=twice))
    assert report.counts.added == _count(vault) == 2 + len(between)
    stored = _by_external_id(vault)
    assert (stored["m0"].content, stored["m0#2"].content) == ("As first told", "As told again")
    again = _import(vault, talk(1, messages=twice)).counts
    assert (again.added, again.updated, again.unchanged) == (0, 0, 2 + len(between))


def test_messages_without_an_id_are_recognised_by_place_and_text(vault: Vault) -> None:
    anonymous = tuple(replace(turn(n), external_id=None) for n in range(3))
    _import(vault, talk(1, messages=anonymous))
    assert _import(vault, talk(1, messages=anonymous)).counts == Counts(1, 3, unchanged=3)
    assert _count(vault) == 3


def test_the_text_of_an_attachment_is_a_memory_beside_its_message(vault: Vault) -> None:
    files = (
        Attachment("notes.txt", "text/plain", 9, "Rye rises slowly"),
        Attachment("photo.png"),
        Attachment("blank.txt", text=" \n"),
    )
    _import(vault, talk(1, messages=(turn(0, attachments=files), turn(1))))
    stored = _by_external_id(vault)
    assert sorted(stored) == ["m0", "m0/0", "m1"]
    attached = stored["m0/0"]
    assert (attached.content, attached.type, attached.role) == (
        "Rye rises slowly",
        "attachment",
        "user",
    )
    assert attached.conversation_id == stored["m0"].conversation_id
    assert (attached.position, attached.parent_external_id) == (0, "m0")
    assert attached.extra == {"name": "notes.txt"}


def test_notes_are_known_by_source_and_id(vault: Vault) -> None:
    note = ParsedNote("n1", "Buy rye", title="List", type="document", tags=("home",), project="K")
    assert _import(vault, note).counts == Counts(messages=1, added=1)
    assert _import(vault, replace(note, content="Buy spelt")).counts == Counts(
        messages=1, updated=1
    )
    stored = _by_external_id(vault)["n1"]
    assert (stored.content, stored.type, stored.tags) == ("Buy spelt", "document", ("home",))
    assert stored.extra == {"title": "List", "project": "K"}
    assert stored.conversation_id is None


def test_an_empty_conversation_counts_and_an_empty_message_is_kept(vault: Vault) -> None:
    report = _import(vault, talk(1, 0), talk(2, messages=(turn(0, ""),)))
    assert report.counts == Counts(conversations=2, messages=1, added=1)


def test_the_report_tells_what_became_of_each_conversation(vault: Vault) -> None:
    _import(vault, talk(1, 2))
    report = _import(vault, talk(1, 3), talk(2, 1))
    assert [(c.title, c.counts) for c in report.conversations] == [
        ("Talk 1", Counts(1, 3, added=1, unchanged=2)),
        ("Talk 2", Counts(1, 1, added=1)),
    ]


def test_issues_are_reported_and_kept_with_the_run(vault: Vault) -> None:
    lost = ParseIssue("a.zip/c.json", "the message has no text", "Talk 1", "m9")
    mended = ParseIssue("a.zip/c.json", "a broken character was replaced", lost=False)
    report = _import(vault, talk(1, 1), lost, mended)
    assert report.counts.skipped == 1
    assert report.issues == (lost, mended)
    assert not report.complete
    [run] = vault.read(imports.runs)
    assert (run.path, run.format, run.source, run.outcome) == (
        "made-up.zip",
        "made-up export",
        "chatgpt",
        "done",
    )
    assert (run.conversations, run.messages, run.added, run.skipped) == (1, 1, 1, 1)
    kept = vault.read(lambda db: imports.issues(db, run.id))
    again = from_run(run, kept)
    assert (again.issues, again.counts, again.outcome) == (report.issues, report.counts, "done")


def test_mended_characters_alone_leave_an_import_complete(vault: Vault) -> None:
    assert _import(vault, talk(1, 1), ParseIssue("f", "mended", lost=False)).complete


def test_the_json_report_has_the_promised_shape(vault: Vault) -> None:
    report = _import(vault, talk(1, 1), ParseIssue("f", "no text", "Talk 1", "m9"))
    data = json.loads(json.dumps(to_json([report], [ParseIssue("x.txt", "no export")])))
    issue = {"file": "f", "conversation": "Talk 1", "message": "m9", "reason": "no text"}
    assert data["runs"] == [
        {
            "path": "made-up.zip",
            "format": "made-up export",
            "outcome": "done",
            "conversations": 1,
            "messages": 1,
            "added": 1,
            "updated": 0,
            "unchanged": 0,
            "skipped": 1,
            "left_out": 0,
            "error": None,
            "issues": [issue],
        }
    ]
    assert [one["reason"] for one in data["issues"]] == ["no export"]


def test_a_long_conversation_comes_in_many_short_transactions(vault: Vault) -> None:
    commits: list[int] = []
    vault.writer.subscribe(lambda: commits.append(1))
    report = _import(vault, talk(1, 20_000))
    assert report.counts == Counts(conversations=1, messages=20_000, added=20_000)
    assert _count(vault, "conversation") == 1
    # 200 messages each at the most, and two for the run's own record.
    assert len(commits) == 102
    assert _import(vault, talk(1, 20_000)).counts.unchanged == 20_000


def test_a_batch_ends_where_it_has_many_characters(vault: Vault) -> None:
    commits: list[int] = []
    vault.writer.subscribe(lambda: commits.append(1))
    _import(vault, *(talk(n, messages=(turn(0, "word " * 70_000),)) for n in range(5)))
    assert len(commits) == 7


def test_an_edit_during_an_import_waits_for_one_batch_at_the_most(vault: Vault) -> None:
    mine = vault.write(lambda db: memories.add(db, talk_note()))
    order: list[str] = []
    waiting = threading.Event()
    edited: list[Any] = []
    hold = threading.Event()

    def items() -> Iterator[ParsedItem]:
        for number in range(30):
            yield talk(number, 200)
            if number == 10:
                # The writer is held, the import goes on until its queue is full.
                vault.writer.submit(lambda db: hold.wait(10))
                edited.append(
                    vault.writer.submit(lambda db: editing.edit(db, mine, "urgent words"))
                )
                edited[0].add_done_callback(lambda future: order.append("edit"))
                threading.Timer(0.2, hold.set).start()
                waiting.set()

    class Generated(StubParser):
        def __iter__(self) -> Iterator[ParsedItem]:
            return items()

    def committed() -> None:
        if waiting.is_set():
            order.append("commit")

    vault.writer.subscribe(committed)
    ingest(Generated(()), vault)
    edited[0].result()
    # The held transaction and at most one batch under way commit before the edit does.
    assert order.index("edit") <= 3
    assert order.count("commit") > 10


def talk_note() -> Any:
    from memdesk.vault.records import NewMemory

    return NewMemory("my words", source="note")


def test_progress_goes_up_to_the_whole_input(vault: Vault) -> None:
    told: list[ImportProgress] = []
    _import(vault, *(talk(n, 200) for n in range(10)), progress=told.append)
    assert told[-1].counts.messages == 2_000
    assert (told[-1].bytes_read, told[-1].total_bytes) == (10, 10)
    assert [t.counts.messages for t in told] == sorted(t.counts.messages for t in told)


def test_a_cancelled_import_started_again_ends_as_if_undisturbed(
    vault: Vault, tmp_path: Path
) -> None:
    items = [talk(n, 50) for n in range(40)]
    asked = iter(range(1_000))
    report = _import(vault, *items, cancelled=lambda: next(asked) >= 5)
    assert report.outcome == "cancelled"
    assert not report.complete
    assert report.counts == Counts(conversations=20, messages=1000, added=1000)
    assert _count(vault) == 1000
    assert vault.read(imports.runs)[0].outcome == "cancelled"
    assert _import(vault, *items).counts == Counts(40, 2_000, added=1_000, unchanged=1_000)
    with Vault(tmp_path / "undisturbed.memdesk") as other:
        _import(other, *items)
        assert dump(vault) == dump(other)


def test_an_error_of_the_medium_ends_the_import_and_keeps_what_was_read(vault: Vault) -> None:
    class Breaking(StubParser):
        def __iter__(self) -> Iterator[ParsedItem]:
            yield talk(1, 3)
            raise MemdeskError("export.zip breaks off after byte 100.")

    report = ingest(Breaking(()), vault)
    assert (report.outcome, report.error) == ("failed", "export.zip breaks off after byte 100.")
    assert report.counts == Counts(conversations=1, messages=3, added=3)
    assert [issue.reason for issue in report.issues] == [report.error]
    assert _count(vault) == 3


@pytest.mark.parametrize("messages", [100, 20_000])
def test_a_full_disk_is_reported_and_what_was_committed_stays(vault: Vault, messages: int) -> None:
    def limit(db: apsw.Connection) -> None:
        db.pragma("max_page_count", int(db.pragma("page_count")) + (1 if messages == 100 else 400))

    _import(vault, talk(0, 3))
    vault.write(limit)
    report = _import(vault, *(talk(n, 100) for n in range(1, messages // 100 + 1)))
    assert report.outcome == "failed"
    assert report.error is not None
    assert "full" in report.error
    assert report.counts.added == _count(vault) - 3
    assert report.counts.added < messages
    vault.write(lambda db: db.pragma("max_page_count", 1_000_000))
    again = _import(vault, *(talk(n, 100) for n in range(1, messages // 100 + 1)))
    assert again.outcome == "done"
    assert _count(vault) == messages + 3


def test_a_mistake_in_a_parser_is_raised_and_what_was_committed_stays(vault: Vault) -> None:
    class Mistaken(StubParser):
        def __iter__(self) -> Iterator[ParsedItem]:
            for number in range(3):
                yield talk(number, 200)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ingest(Mistaken(()), vault)
    assert _count(vault) == 600
    [run] = vault.read(imports.runs)
    assert from_run(run, ()).outcome == "cancelled"


KILLED = """
import sys
from pathlib import Path
from memdesk.importers.detection import open_inputs
from memdesk.importers.ingest import ingest
from memdesk.vault.store import Vault
with open_inputs([Path(sys.argv[2])]) as detected, Vault(Path(sys.argv[1])) as vault:
    print("begun", flush=True)
    vault.writer.subscribe(lambda: print("commit", flush=True))
    for parser in detected.parsers:
        ingest(parser, vault)
    print("finished", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_an_import_that_is_killed_and_started_again_ends_the_same(tmp_path: Path) -> None:
    turns = [builders.message(f"Words of turn {n} " * 20, time=builders.T0 + n) for n in range(90)]
    conversations = []
    for number in range(40):
        one = builders.chain(turns, title=f"Talk {number}")
        one["conversation_id"] = one["id"] = f"c{number}"
        conversations.append(one)
    export = builders.write(tmp_path / "conversations.json", conversations)
    with Vault(tmp_path / "undisturbed.memdesk") as vault, open_inputs([export]) as detected:
        ingest(detected.parsers[0], vault)
        expected = dump(vault)
    assert len(expected) == 3_600
    amounts = []
    for commits in (1, 4, 12):
        path = tmp_path / f"killed-{commits}.memdesk"
        _kill_after(commits, path, export)
        with Vault(path) as vault, open_inputs([export]) as detected:
            assert vault.read(check.problems) == []
            amounts.append(_count(vault))
            report = ingest(detected.parsers[0], vault)
            assert report.counts.added == 3_600 - amounts[-1]
            assert report.counts.updated == 0
            assert dump(vault) == expected
    assert amounts[0] < amounts[-1] < 3_600


def _kill_after(commits: int, path: Path, export: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), str(export)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    assert process.stdin is not None
    seen = 0
    for line in process.stdout:
        seen += line.strip() == "commit"
        if seen == commits or line.strip() == "finished":
            break
    time.sleep(0.003)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()


def test_a_conversation_s_title_follows_the_newer_export(vault: Vault) -> None:
    _import(vault, talk(1, 1))
    _import(vault, replace(talk(1, 1), title="Renamed"))
    assert vault.read(lambda db: db.execute("SELECT title FROM conversation").get) == "Renamed"


def test_two_sources_may_use_the_same_ids(vault: Vault) -> None:
    class Other(StubParser):
        source = "claude"

    items: list[ParsedConversation] = [talk(1, 2)]
    ingest(StubParser(items), vault)
    assert ingest(Other(items), vault).counts.added == 2
    assert _count(vault) == 4


def test_what_a_removed_import_brought_comes_back_when_it_is_imported_again(vault: Vault) -> None:
    first = _import(vault, talk(1, 4))
    thrown_away = vault.read(lambda db: memories.resolve(db, "m2"))
    assert thrown_away is not None
    before = dump(vault)
    vault.write(lambda db: imports.remove_added(db, first.run_id))
    [run] = vault.read(imports.runs)
    assert run.outcome == "removed"
    assert dump(vault) != before
    again = _import(vault, talk(1, 4))
    assert again.counts == Counts(conversations=1, messages=4, added=4)
    assert dump(vault) == before
    # A single memory that was thrown away by hand stays away, as its import was not removed.
    vault.write(lambda db: trash.put(db, [thrown_away]))
    assert _import(vault, talk(1, 4)).counts.unchanged == 4
