"""The arrays follow an open vault without being asked to."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from memdesk.errors import MemdeskError
from memdesk.index import array_keeper, posting_builder, upkeep
from memdesk.index.array_keeper import ArrayKeeper
from memdesk.vault import memories, postings, trash
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.turn import Turn


def add(vault: Vault, count: int) -> None:
    news = [NewMemory(f"tide {number}", source="note") for number in range(count)]
    pairs = [(None, memories.prepare(new)) for new in news]
    vault.write(lambda db: memories.add_many(db, pairs))


class Covered:
    """Waits until the vault's arrays cover so many memories."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._changed = threading.Event()
        vault.writer.subscribe(self._changed.set)

    def wait_for(self, count: int) -> None:
        while sum(s.memories for s in self._vault.read(postings.segments)) != count:
            assert self._changed.wait(30)
            self._changed.clear()


@pytest.fixture
def failures() -> list[BaseException]:
    return []


@pytest.fixture
def keeper(vault: Vault, failures: list[BaseException]) -> Iterator[ArrayKeeper]:
    made = ArrayKeeper(vault, on_error=failures.append, quiet_seconds=0.05)
    yield made
    made.stop()
    assert failures == []


def test_what_is_there_already_is_covered(vault: Vault, keeper: ArrayKeeper) -> None:
    add(vault, 600)
    covered = Covered(vault)
    keeper.start()
    covered.wait_for(600)


def test_what_comes_is_covered_once_it_is_enough(vault: Vault, keeper: ArrayKeeper) -> None:
    covered = Covered(vault)
    keeper.start()
    add(vault, 300)
    add(vault, 300)
    covered.wait_for(600)


def test_what_came_back_from_the_trash_is_covered_again(vault: Vault, keeper: ArrayKeeper) -> None:
    add(vault, 1_200)
    upkeep.tend(vault)
    ids = list(range(1, 701))
    vault.write(lambda db: trash.put(db, ids))
    vault.write(lambda db: trash.restore(db, ids))
    assert vault.read(posting_builder.due) == 700
    told = threading.Event()
    vault.writer.subscribe(told.set)
    keeper.start()
    while vault.read(posting_builder.due):
        assert told.wait(30)
        told.clear()
    assert vault.read(posting_builder.due) == 0


def test_a_failure_is_told_and_tried_again(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[str] = []

    class Failing:
        def __init__(self, *_: object) -> None:
            pass

        def run(self) -> None:
            raise MemdeskError("the disk is full")

    monkeypatch.setattr(array_keeper, "OwnProcess", Failing)
    monkeypatch.setattr(array_keeper, "_RETRY_SECONDS", 0.01)
    twice = threading.Event()

    def fail(error: BaseException) -> None:
        failures.append(str(error))
        if len(failures) == 2:
            twice.set()

    add(vault, 600)
    keeper = ArrayKeeper(vault, on_error=fail, quiet_seconds=0.01)
    keeper.start()
    assert twice.wait(30)
    keeper._stopping.set()
    keeper._wake.set()
    keeper._thread.join()
    assert set(failures) == {"the disk is full"}


def test_a_few_memories_start_no_process(
    vault: Vault, keeper: ArrayKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(array_keeper, "OwnProcess", None)
    add(vault, 499)
    keeper.start()
    add(vault, 0)
    threading.Event().wait(0.3)
    assert vault.read(postings.segments) == ()


def test_stopping_before_and_while_it_works_is_no_mistake(
    vault: Vault, keeper: ArrayKeeper
) -> None:
    add(vault, 5_000)
    keeper.start()
    keeper.stop()
    assert sum(s.memories for s in vault.read(postings.segments)) in (0, 5_000)


def test_only_one_builds_at_a_time(vault: Vault) -> None:
    add(vault, 600)
    other = Turn(vault.path, "arrays")
    assert other.take()
    assert upkeep.tend(vault) == 0
    assert vault.read(postings.segments) == ()
    other.give_back()
    assert upkeep.tend(vault) == 600
