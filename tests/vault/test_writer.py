"""One thread writes: order, urgency, errors, the end."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import CancelledError
from pathlib import Path

import apsw
import pytest

from memdesk.vault import memories
from memdesk.vault.errors import DiskFullError
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency


class Gate:
    """Work that keeps the writer thread until it is opened."""

    def __init__(self, vault: Vault) -> None:
        self._begun, self._opened = threading.Event(), threading.Event()
        self.future = vault.writer.submit(self._wait)
        assert self._begun.wait(10)

    def _wait(self, _: apsw.Connection) -> None:
        self._begun.set()
        assert self._opened.wait(10)

    def open(self) -> None:
        self._opened.set()


def count(vault: Vault) -> int:
    return vault.read(lambda db: int(db.execute("SELECT count(*) FROM memory").get))


def add(content: str) -> NewMemory:
    return NewMemory(content, source="note")


def test_work_runs_in_the_order_it_came(vault: Vault) -> None:
    done: list[int] = []
    gate = Gate(vault)
    futures = [vault.writer.submit(lambda db, n=n: done.append(n)) for n in range(20)]
    gate.open()
    for future in futures:
        future.result(10)
    assert done == list(range(20))


def test_edits_overtake_bulk_work(vault: Vault) -> None:
    done: list[str] = []
    gate = Gate(vault)
    bulk = [
        vault.writer.submit(lambda db, n=n: done.append(f"bulk {n}"), Urgency.BULK)
        for n in range(3)
    ]
    vault.writer.submit(lambda db: done.append("edit"), Urgency.EDIT)
    gate.open()
    bulk[-1].result(10)
    assert done == ["edit", "bulk 0", "bulk 1", "bulk 2"]


def test_an_error_reaches_who_asked_and_takes_the_work_back(vault: Vault) -> None:
    def work(db: apsw.Connection) -> None:
        memories.add(db, add("half done"))
        raise LookupError("a mistake")

    with pytest.raises(LookupError, match="a mistake"):
        vault.write(work)
    assert count(vault) == 0
    vault.write(lambda db: memories.add(db, add("whole")))
    assert count(vault) == 1


def test_cancelled_work_is_not_done(vault: Vault) -> None:
    gate = Gate(vault)
    future = vault.writer.submit(lambda db: memories.add(db, add("never")))
    assert future.cancel()
    gate.open()
    with pytest.raises(CancelledError):
        future.result(10)
    vault.write(lambda db: None)
    assert count(vault) == 0


def test_closing_finishes_what_is_queued(path: Path) -> None:
    vault = Vault(path)
    gate = Gate(vault)
    for n in range(10):
        vault.writer.submit(lambda db, n=n: memories.add(db, add(f"memory {n}")), Urgency.BULK)
    threading.Timer(0.05, gate.open).start()
    vault.close()
    with Vault(path) as again:
        assert count(again) == 10


def test_listeners_hear_of_each_commit_before_the_caller_goes_on(vault: Vault) -> None:
    heard: list[str] = []
    unsubscribe = vault.writer.subscribe(lambda: heard.append(threading.current_thread().name))
    vault.write(lambda db: None)
    assert heard == ["vault-writer"]
    with pytest.raises(ZeroDivisionError):
        vault.write(lambda db: 1 / 0)
    assert heard == ["vault-writer"]
    unsubscribe()
    vault.write(lambda db: None)
    assert heard == ["vault-writer"]


def test_a_failing_listener_is_reported_and_writing_goes_on(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[type[BaseException] | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda failure: reported.append(failure.exc_type))

    def listener() -> None:
        raise LookupError("a mistake")

    vault.writer.subscribe(listener)
    assert vault.write(lambda db: 1) == 1
    assert vault.write(lambda db: 2) == 2
    assert reported == [LookupError, LookupError]


def test_a_reader_sees_one_state_throughout(vault: Vault) -> None:
    def work(db: apsw.Connection) -> tuple[int, int]:
        before = db.execute("SELECT count(*) FROM memory").get
        vault.write(lambda other: memories.add(other, add("meanwhile")))
        return before, db.execute("SELECT count(*) FROM memory").get

    assert vault.read(work) == (0, 0)
    assert count(vault) == 1


def test_readers_of_ended_threads_are_closed(vault: Vault) -> None:
    readers: list[apsw.Connection] = []
    for _ in range(3):
        thread = threading.Thread(target=lambda: readers.append(vault.reader()))
        thread.start()
        thread.join()
    vault.reader()
    for reader in readers:
        with pytest.raises(apsw.ConnectionClosedError):
            reader.execute("SELECT 1")


def test_a_full_disk_is_told_and_nothing_is_lost(path: Path) -> None:
    with Vault(path) as vault:
        vault.write(lambda db: memories.add(db, add("kept")))
        pages = vault.read(lambda db: db.pragma("page_count"))
        vault.write(lambda db: db.pragma("max_page_count", int(pages) + 5))
        with pytest.raises(DiskFullError, match="free some space") as caught:
            vault.write(lambda db: [memories.add(db, add("x " * 9000)) for _ in range(20)])
        assert str(path) in str(caught.value)
        assert count(vault) == 1
        vault.write(lambda db: db.pragma("max_page_count", 1_000_000))
        vault.write(lambda db: memories.add(db, add("after")))
    with Vault(path) as vault:
        assert count(vault) == 2


ELSEWHERE = """
import sys
from pathlib import Path
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
with Vault(Path(sys.argv[1])) as vault:
    vault.write(lambda db: memories.add(db, NewMemory("from elsewhere", source="note")))
"""


def write_elsewhere(vault: Vault) -> None:
    subprocess.run([sys.executable, "-c", ELSEWHERE, str(vault.path)], check=True)


def test_what_another_process_commits_is_noticed_by_itself(vault: Vault) -> None:
    told = threading.Event()
    vault.writer.subscribe(told.set)
    write_elsewhere(vault)
    assert told.wait(10)
    assert count(vault) == 1


def test_looking_notices_what_another_process_committed_and_only_that(vault: Vault) -> None:
    told: list[int] = []
    vault.writer.subscribe(lambda: told.append(count(vault)))
    vault.writer.look()
    vault.write(lambda db: memories.add(db, add("here")))
    vault.writer.look()
    vault.write(lambda db: None)
    assert told == [1, 1]
    write_elsewhere(vault)
    vault.writer.look()
    vault.write(lambda db: None)
    assert told[2:] in ([2, 2], [2])


def test_looking_at_a_closed_vault_does_nothing(vault: Vault) -> None:
    vault.close()
    vault.writer.look()
