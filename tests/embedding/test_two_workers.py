"""One worker embeds a vault at a time, whichever process it is in."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from memdesk.embedding import worker as module
from memdesk.embedding.worker import EmbeddingProgress, EmbeddingWorker
from memdesk.vault import check, memories, stats
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.turn import Turn
from tests.fake_model import FakeModel, held
from tests.second_worker import EMBEDS, another, finish, go_on


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my.memdesk"
    with Vault(path) as vault:
        add(vault, 40)
    return path


def add(vault: Vault, count: int) -> None:
    vault.write(
        lambda db: [memories.add(db, NewMemory(f"text {n}", source="note")) for n in range(count)]
    )


def embedded(vault: Vault) -> int:
    return vault.read(stats.stats).embedded


def until(condition: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it did not happen")


def test_the_second_process_waits_watches_and_embeds_nothing_again(path: Path) -> None:
    model = FakeModel()
    told: list[EmbeddingProgress] = []
    with another(EMBEDS, path) as (process, out), Vault(path) as vault:
        assert out.readline() == b"embedding\n"
        worker = EmbeddingWorker(vault, held(model), on_progress=told.append)
        waiting = threading.Thread(target=worker.embed_all)
        waiting.start()
        until(lambda: bool(told))
        assert (told[0].elsewhere, told[0].done, told[0].total) == (True, 0, 40)
        go_on(process, 3)
        until(lambda: told[-1].done >= 8)
        assert told[-1].elsewhere
        assert told[-1].tokens_per_second == 0
        assert told[-1].seconds_left is not None
        finish(process)
        waiting.join(10)
        assert not waiting.is_alive()
        assert out.readline() == b"40\n"
        assert model.embedded == []
        assert (told[-1].finished, told[-1].elsewhere) == (True, False)


def test_the_second_goes_on_where_a_killed_one_stood(path: Path) -> None:
    model = FakeModel()
    with another(EMBEDS, path) as (process, out), Vault(path) as vault:
        assert out.readline() == b"embedding\n"
        waiting = threading.Thread(target=EmbeddingWorker(vault, held(model)).embed_all)
        waiting.start()
        go_on(process, 3)
        until(lambda: embedded(vault) >= 8)
        assert waiting.is_alive()
        process.kill()
        process.wait()
        before = embedded(vault)
        waiting.join(10)
        assert not waiting.is_alive()
        assert sum(model.embedded) == 40 - before > 0
        assert embedded(vault) == 40
        assert vault.read(check.problems) == []
    # A turn that was not given back leaves an empty file, which the next one takes away.
    assert [file.name for file in path.parent.iterdir()] == ["my.memdesk"]


def test_two_started_workers_share_what_comes_in(path: Path) -> None:
    models = FakeModel(), FakeModel()
    with Vault(path) as one, Vault(path) as two:
        workers = [
            EmbeddingWorker(vault, held(model))
            for vault, model in zip((one, two), models, strict=True)
        ]
        for worker in workers:
            worker.start()
        try:
            until(lambda: embedded(one) == 40)
            add(two, 30)
            until(lambda: embedded(one) == 70)
        finally:
            for worker in workers:
                worker.stop()
        assert sum(sum(model.embedded) for model in models) == 70


class GatedModel(FakeModel):
    """Runs no batch before it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = threading.Event()
        self.gate = threading.Event()
        self.fails = False

    def run(self, batch: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        self.reached.set()
        assert self.gate.wait(10)
        if self.fails:
            raise RuntimeError("the model broke")
        return super().run(batch)


@pytest.mark.parametrize("how", ["pause", "stop", "error"])
def test_a_worker_that_stops_lets_the_other_go_on(path: Path, how: str) -> None:
    model, other = GatedModel(), FakeModel()
    with Vault(path) as one, Vault(path) as two:
        worker = EmbeddingWorker(one, held(model), threads=1)
        worker.start()
        assert model.reached.wait(10)
        waiting = threading.Thread(target=EmbeddingWorker(two, held(other)).embed_all)
        waiting.start()
        if how == "error":
            model.fails = True
        elif how == "pause":
            worker.pause()
        else:
            threading.Thread(target=worker.stop).start()
        model.gate.set()
        waiting.join(10)
        assert not waiting.is_alive()
        assert embedded(two) == 40
        worker.stop()


def test_a_waiting_worker_can_be_paused_and_stopped(path: Path) -> None:
    turn = Turn(path, "embedding")
    assert turn.take()
    told: list[EmbeddingProgress] = []
    with Vault(path) as vault:
        worker = EmbeddingWorker(vault, held(FakeModel()), on_progress=told.append)
        worker.start()
        until(lambda: any(p.elsewhere for p in told))
        worker.pause()
        until(lambda: told[-1].paused)
        assert not told[-1].elsewhere
        worker.resume()
        until(lambda: told[-1].elsewhere)
        worker.stop()
        assert embedded(vault) == 0
    turn.give_back()
