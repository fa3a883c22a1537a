"""The embedding thread: order, pausing, stopping, being killed, errors."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from memdesk.embedding import worker as worker_module
from memdesk.embedding.slices import BATCH, batches
from memdesk.embedding.worker import EmbeddingProgress, EmbeddingWorker
from memdesk.vault import check, editing, memories, stats, trash, vectors
from memdesk.vault.errors import DiskFullError, VaultBusyError, VaultError
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.fake_model import FakeModel, held


class SteppedModel(FakeModel):
    """Runs a batch only when it is let through, and notes the texts it saw."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Semaphore(0)
        self.reached = threading.Semaphore(0)
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], *, kind: str) -> list[list[int]]:
        self.texts += texts
        return super().encode(texts, kind=kind)

    def run(self, batch: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        self.reached.release()
        assert self.gate.acquire(timeout=10)
        return super().run(batch)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with Vault(tmp_path / "my.memdesk") as vault:
        yield vault


def _worker(vault: Vault, model: FakeModel | None = None, **options: Any) -> EmbeddingWorker:
    return EmbeddingWorker(vault, held(model or FakeModel()), **options)


def _add(vault: Vault, count: int, **fields: Any) -> list[int]:
    def work(db: apsw.Connection) -> list[int]:
        return [
            memories.add(db, NewMemory(f"text number {n}", source="note", **fields))
            for n in range(count)
        ]

    return vault.write(work)


def _counts(vault: Vault) -> tuple[int, int]:
    """(vectors in the vault, passages)."""
    return vault.read(
        lambda db: (
            db.execute("SELECT count(*) FROM vector").get,
            db.execute("SELECT count(*) FROM passage WHERE model_id IS NOT NULL").get,
        )
    )


def _alive(vault: Vault) -> tuple[int, int]:
    """(embedded passages, passages), those in the trash left out."""
    return vault.read(lambda db: (stats.stats(db).embedded, stats.stats(db).passages))


def _until(condition: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it did not happen")


def test_embed_all_gives_every_passage_the_vector_of_its_text(vault: Vault) -> None:
    texts = ["My **starter** is called [Bruno](https://example.org)", "喝咖啡", "word " * 400]
    vault.write(lambda db: [memories.add(db, NewMemory(t, source="note")) for t in texts])
    model = FakeModel()
    _worker(vault, model).embed_all()
    count = vault.read(vectors.passage_count)
    assert count > 3
    assert _counts(vault) == (count, count)

    def read(db: apsw.Connection) -> NDArray[np.float16]:
        number = vectors.known_model(db, model.card.identity)
        assert number is not None
        [(numbers, rows)] = vectors.since(db, number, 0, model.card.dimensions)
        order = np.argsort(numbers[:, 1])
        return rows[order][:2]

    # Markdown's marks and addresses are no part of what is embedded.
    expected = model.embed_passages(["My starter is called Bruno", "喝咖啡"])
    assert np.allclose(vault.read(read), expected, atol=1e-3)


def test_embed_all_of_nothing_returns_and_reports(vault: Vault) -> None:
    told: list[EmbeddingProgress] = []
    _worker(vault, on_progress=told.append).embed_all()
    assert [(p.done, p.total, p.finished) for p in told] == [(0, 0, True)]


def test_embedding_again_does_nothing(vault: Vault) -> None:
    _add(vault, 10)
    model = FakeModel()
    _worker(vault, model).embed_all()
    before = len(model.embedded)
    _worker(vault, model).embed_all()
    assert len(model.embedded) == before


def test_your_turns_come_first_newest_first_then_openings_then_the_rest(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "_SLICE", 1)
    long = " ".join(f"Sentence number {n} of the answer goes on for a while." for n in range(30))

    def fill(db: apsw.Connection) -> None:
        for number, (role, text) in enumerate(
            (("user", "old"), ("assistant", f"old {long}"), ("user", "new"), ("assistant", "short"))
        ):
            new = NewMemory(text, source="x", role=role, created_at=number)  # type: ignore[arg-type]
            memories.add(db, new)

    vault.write(fill)
    model = SteppedModel()
    model.gate.release(1_000)
    _worker(vault, model).embed_all()
    order = model.texts
    assert order[:2] == ["new", "old"]
    assert order[2] == "short"
    assert order[3].startswith("old Sentence number 0")
    assert len(order) > 5
    assert not any(text.startswith(("old", "new", "short")) for text in order[4:])


@settings(deadline=None)
@given(st.lists(st.integers(1, 60), max_size=50))
def test_batches_hold_every_passage_once_and_similar_lengths_together(lengths: list[int]) -> None:
    passages = [(number, [0] * length) for number, length in enumerate(lengths)]
    found = list(batches(passages))
    assert sorted(i for ids, _ in found for i in ids) == list(range(len(lengths)))
    assert all(len(ids) == len(tokens) <= BATCH for ids, tokens in found)
    flat = [len(tokens) for _, group in found for tokens in group]
    assert flat == sorted(lengths, reverse=True)


def test_a_started_worker_embeds_what_comes_in_later(vault: Vault) -> None:
    worker = _worker(vault)
    worker.start()
    try:
        _until(lambda: _counts(vault) == (0, 0))
        _add(vault, 5)
        _until(lambda: _counts(vault) == (5, 5))
        _add(vault, 7)
        _until(lambda: _counts(vault) == (12, 12))
    finally:
        worker.stop()


def test_a_paused_worker_keeps_what_it_had_and_goes_on_when_resumed(vault: Vault) -> None:
    _add(vault, 40)
    model = SteppedModel()
    told: list[EmbeddingProgress] = []
    worker = _worker(vault, model, threads=1, on_progress=told.append)
    worker.start()
    try:
        assert model.reached.acquire(timeout=10)
        worker.pause()
        assert worker.paused
        model.gate.release(1_000)
        # At most the batches under way are finished.
        _until(lambda: any(p.paused for p in told))
        paused_at = _counts(vault)[0]
        assert 0 < paused_at <= 2 * BATCH
        time.sleep(0.05)
        assert _counts(vault)[0] == paused_at
        worker.resume()
        assert not worker.paused
        _until(lambda: _counts(vault) == (40, 40))
    finally:
        worker.stop()


def test_stopping_commits_what_is_finished_and_ends_the_thread(vault: Vault) -> None:
    _add(vault, 40)
    model = SteppedModel()
    worker = _worker(vault, model, threads=1)
    worker.start()
    assert model.reached.acquire(timeout=10)
    stopping = threading.Thread(target=worker.stop)
    stopping.start()
    _until(lambda: worker._stopping)
    model.gate.release(1_000)
    stopping.join(10)
    assert not stopping.is_alive()
    assert 0 < _counts(vault)[0] <= 2 * BATCH
    assert vault.read(check.problems) == []
    _worker(vault).embed_all()
    assert _counts(vault) == (40, 40)


def test_a_worker_can_be_stopped_before_it_started_paused_and_twice(vault: Vault) -> None:
    _worker(vault).stop()
    paused = _worker(vault)
    paused.pause()
    paused.start()
    paused.stop()
    paused.stop()
    _add(vault, 1)


def test_pausing_ends_embed_all(vault: Vault) -> None:
    _add(vault, 40)
    model = SteppedModel()
    worker = _worker(vault, model, threads=1)
    thread = threading.Thread(target=worker.embed_all)
    thread.start()
    assert model.reached.acquire(timeout=10)
    worker.pause()
    model.gate.release(1_000)
    thread.join(10)
    assert not thread.is_alive()
    assert 0 < _counts(vault)[0] < 40


def test_edits_while_embedding_are_embedded_as_they_are_at_the_end(vault: Vault) -> None:
    ids = _add(vault, 12)
    model = SteppedModel()
    worker = _worker(vault, model, threads=1)
    worker.start()
    try:
        assert model.reached.acquire(timeout=10)
        vault.write(lambda db: editing.edit(db, ids[0], "changed words"))
        vault.write(lambda db: trash.put(db, [ids[1]]))
        vault.write(lambda db: trash.purge(db, [ids[2]]))
        model.gate.release(1_000)
        # The one in the trash keeps its place, embedded or not.
        _until(lambda: _alive(vault) == (10, 10))
    finally:
        worker.stop()
    assert "changed words" in model.texts
    assert vault.read(check.problems) == []


def test_an_edit_does_not_wait_for_the_embedding(vault: Vault) -> None:
    ids = _add(vault, 40)
    model = SteppedModel()
    worker = _worker(vault, model, threads=1)
    worker.start()
    assert model.reached.acquire(timeout=10)
    vault.write(lambda db: editing.edit(db, ids[0], "at once"))
    model.gate.release(1_000)
    worker.stop()


class FailingModel(FakeModel):
    def run(self, batch: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        raise RuntimeError("the model broke")


def test_an_error_of_the_model_is_told_and_ends_the_thread(vault: Vault) -> None:
    _add(vault, 3)
    told: list[BaseException] = []
    worker = _worker(vault, FailingModel(), on_error=told.append)
    worker.start()
    _until(lambda: bool(told))
    assert str(told[0]) == "the model broke"
    worker.stop()
    assert _counts(vault) == (0, 0)


def test_embed_all_raises_an_error_of_the_model(vault: Vault) -> None:
    _add(vault, 3)
    with pytest.raises(RuntimeError, match="the model broke"):
        _worker(vault, FailingModel()).embed_all()


@pytest.mark.parametrize("kind", [VaultBusyError, DiskFullError])
def test_a_vault_that_can_t_be_written_for_a_while_is_told_once_and_tried_again(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, kind: type[VaultError]
) -> None:
    monkeypatch.setattr(worker_module, "_RETRY_SECONDS", 0.01)
    outcomes = [kind("not now"), kind("not now"), None, kind("not now")]
    store = vectors.store

    def failing(*arguments: Any) -> None:
        error = outcomes.pop(0) if outcomes else None
        if error is not None:
            raise error
        store(*arguments)

    monkeypatch.setattr(vectors, "store", failing)
    _add(vault, 3)
    told: list[BaseException] = []
    worker = _worker(vault, on_error=told.append)
    worker.start()
    try:
        _until(lambda: _counts(vault) == (3, 3))
        assert [str(error) for error in told] == ["not now"]
        # After it worked again, the same trouble is news again.
        _add(vault, 3)
        _until(lambda: _counts(vault) == (6, 6))
        assert [str(error) for error in told] == ["not now"] * 2
    finally:
        worker.stop()


def test_a_worker_that_waits_for_the_disk_can_be_stopped(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: Any) -> None:
        raise DiskFullError("full")

    monkeypatch.setattr(vectors, "store", full)
    _add(vault, 3)
    told: list[BaseException] = []
    worker = _worker(vault, on_error=told.append)
    worker.start()
    _until(lambda: bool(told))
    worker.stop()


def test_a_missing_model_is_told(vault: Vault, tmp_path: Path) -> None:
    from memdesk.embedding.holder import ModelHolder
    from memdesk.embedding.model import ModelError

    told: list[BaseException] = []
    worker = EmbeddingWorker(vault, ModelHolder(tmp_path / "none"), on_error=told.append)
    worker.start()
    _until(lambda: bool(told))
    worker.stop()
    assert isinstance(told[0], ModelError)


def test_progress_goes_up_to_the_end(vault: Vault) -> None:
    _add(vault, 600)
    told: list[EmbeddingProgress] = []
    _worker(vault, on_progress=told.append).embed_all()
    assert [p.done for p in told] == sorted(p.done for p in told)
    assert told[-1].finished
    assert told[-1].total == 600
    assert told[0].tokens_per_second > 0
    assert told[0].seconds_left is not None
    assert told[-1].seconds_left == 0


def test_another_model_embeds_everything_anew_and_the_former_is_taken_up_again(
    vault: Vault,
) -> None:
    _add(vault, 6)
    first, second = FakeModel(name="first"), FakeModel(name="second")
    _worker(vault, first).embed_all()
    _worker(vault, second).embed_all()
    assert _counts(vault) == (12, 6)
    before = len(first.embedded)
    _worker(vault, first).embed_all()
    assert len(first.embedded) == before


KILLED = """
import sys
from pathlib import Path
from memdesk.embedding import worker as module
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.vault.store import Vault
from tests.fake_model import FakeHolder
module._SLICE = 20
with Vault(Path(sys.argv[1])) as vault:
    vault.writer.subscribe(lambda: print("commit", flush=True))
    EmbeddingWorker(vault, FakeHolder()).embed_all()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
@pytest.mark.parametrize("commits", [2, 7])
def test_a_killed_worker_loses_nothing_and_repeats_nothing(tmp_path: Path, commits: int) -> None:
    path = tmp_path / "my.memdesk"
    with Vault(path) as vault:
        _add(vault, 400)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    for _ in range(commits):
        assert process.stdout.readline() == b"commit\n"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with Vault(path) as vault:
        kept = _counts(vault)[0]
        assert 20 * (commits - 1) <= kept < 400
        assert vault.read(check.problems) == []
        model = FakeModel()
        _worker(vault, model).embed_all()
        assert _counts(vault) == (400, 400)
        assert sum(model.embedded) == 400 - kept
