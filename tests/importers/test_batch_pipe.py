"""What one process reads arrives at the other, and its end is noticed."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import apsw
import pytest

from memdesk import paths
from memdesk.importers import batch_pipe
from memdesk.importers.batch_pipe import ReadingEndedError, Receiver
from memdesk.importers.batching import Batch, Part
from memdesk.importers.ingest import store
from memdesk.vault.migrations import APPLICATION_ID
from memdesk.vault.store import Vault

Ends = tuple[Connection, Connection]


@pytest.fixture
def ends() -> Ends:
    return multiprocessing.Pipe(duplex=False)


def never() -> bool:
    return False


def read_claude(vault: Path, ends: Ends, cancelled: Callable[[], bool] = never) -> list[Batch]:
    """All batches of the demo's Claude export, sent from another thread."""
    near, far = ends

    def work() -> None:
        with far:
            batch_pipe.send(vault, [paths.demo_dir() / "claude"], far, never)

    sender = threading.Thread(target=work)
    sender.start()
    batches = [batch for feed in Receiver(near, cancelled) for batch in feed]
    sender.join()
    return batches


def derived(batches: list[Batch]) -> set[bool]:
    """Whether parts came with what is derived from their texts."""
    return {
        memory.derived is not None
        for batch in batches
        for part in batch
        if isinstance(part, Part)
        for memory in part.memories
    }


def test_without_a_vault_everything_comes_derived(tmp_path: Path, ends: Ends) -> None:
    batches = read_claude(tmp_path / "none.memdesk", ends)
    parts = [part for batch in batches for part in batch if isinstance(part, Part)]
    assert sum(part.messages for part in parts) == 285
    assert derived(batches) == {True}


def test_a_vault_that_is_just_being_made_knows_nothing(tmp_path: Path, ends: Ends) -> None:
    begun = tmp_path / "begun.memdesk"
    connection = apsw.Connection(str(begun))
    connection.pragma("application_id", APPLICATION_ID)
    connection.close()
    assert derived(read_claude(begun, ends)) == {True}


def test_what_the_vault_holds_is_not_derived_again(tmp_path: Path, ends: Ends) -> None:
    path = tmp_path / "full.memdesk"
    first = multiprocessing.Pipe(duplex=False)
    batches = read_claude(path, first)
    with Vault(path) as vault:
        store(Replayed(batches), vault)
    assert derived(read_claude(path, ends)) == {False}


class Replayed:
    """Batches that were received before."""

    source = "claude"
    format_name = "Claude export"
    path = "claude"
    total_bytes = 1
    bytes_read = 1

    def __init__(self, batches: list[Batch]) -> None:
        self._batches = batches

    def __iter__(self) -> Iterator[Batch]:
        return iter(self._batches)


def test_an_end_without_a_word_is_an_error_of_the_feed(ends: Ends) -> None:
    near, far = ends
    far.send(batch_pipe._Begun("claude", "Claude export", "claude.zip", 10))
    far.send(batch_pipe._Read((), 5))
    far.close()
    (feed,) = [feed for _, feed in zip(range(1), Receiver(near, never), strict=False)]
    batches = iter(feed)
    assert next(batches) == ()
    assert feed.bytes_read == 5
    with pytest.raises(ReadingEndedError, match="has ended"):
        next(batches)


def test_whoever_waits_for_a_word_notices_that_it_is_cancelled(ends: Ends) -> None:
    near, far = ends
    far.send(batch_pipe._Begun("claude", "Claude export", "claude.zip", 10))
    answers = iter([False, True, True, True])
    (feed,) = Receiver(near, lambda: next(answers))
    # An empty batch: whoever takes it asks whether to go on.
    assert next(iter(feed)) == ()
    far.close()


def test_whoever_sends_stops_quietly_when_nobody_takes_it(tmp_path: Path, ends: Ends) -> None:
    near, far = ends
    near.close()
    with far:
        batch_pipe.send(tmp_path / "none.memdesk", [paths.demo_dir() / "claude"], far, never)
