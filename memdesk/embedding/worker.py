"""The embedding thread: gives every passage its vector, the most useful ones first.

The queue is the vault itself (passages without a vector), so nothing is lost when the program
ends or is killed: what was committed stays, the rest is still waiting. Short batches of nearly
equal length run side by side, one onnxruntime call to a thread, which is faster than one call
spread over all cores.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from memdesk.embedding.background import lower_priority
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.model import EmbeddingModel
from memdesk.text import markdown
from memdesk.vault import vectors
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

BATCH = 4
_PLANNED = 2_048
_SLICE = 256
_COMMIT_SECONDS = 1.0

Batch = tuple[list[int], list[list[int]]]
Vectors = NDArray[np.float32]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """How far the vault is embedded: passages done of all, and tokens a second of late."""

    done: int
    total: int
    tokens_per_second: float
    seconds_left: float | None
    paused: bool

    @property
    def finished(self) -> bool:
        """Whether every passage has its vector."""
        return self.done >= self.total


def batches(passages: Sequence[tuple[int, list[int]]], size: int = BATCH) -> Iterator[Batch]:
    """Group (passage id, token ids) into batches of nearly equal length, longest first."""
    ordered = sorted(passages, key=lambda passage: -len(passage[1]))
    for first in range(0, len(ordered), size):
        part = ordered[first : first + size]
        yield [identifier for identifier, _ in part], [tokens for _, tokens in part]


class EmbeddingWorker:
    """Runs until stopped; sleeps while there is nothing to do."""

    def __init__(
        self,
        vault: Vault,
        holder: ModelHolder,
        *,
        threads: int = 2,
        on_progress: Callable[[EmbeddingProgress], None] = lambda progress: None,
        on_error: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self._vault = vault
        self._holder = holder
        self._threads = threads
        self._on_progress = on_progress
        self._on_error = on_error
        self._wake = threading.Event()
        self._running = threading.Event()
        self._running.set()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="embedding", daemon=True)
        self._unsubscribe = vault.writer.subscribe(self._wake.set)

    def start(self) -> None:
        """Begin; the model is loaded on the embedding thread."""
        self._thread.start()

    def pause(self) -> None:
        """Stop after the batches under way; what they gave is kept."""
        self._running.clear()
        self._wake.set()

    def resume(self) -> None:
        """Go on after a pause."""
        self._running.set()
        self._wake.set()

    @property
    def paused(self) -> bool:
        """Whether :meth:`pause` is in force."""
        return not self._running.is_set()

    def stop(self) -> None:
        """End the thread; what is finished is committed first. Stopping twice is no mistake."""
        if not self._stopping:
            self._unsubscribe()
        self._stopping = True
        self._running.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def embed_all(self) -> None:
        """Embed what is waiting on the calling thread, instead of :meth:`start`.

        Returns when nothing is left, or after :meth:`pause` or :meth:`stop` from elsewhere.
        Errors are raised.
        """
        self._work(until_done=True)

    def _run(self) -> None:
        try:
            lower_priority()
            self._work(until_done=False)
        except BaseException as error:
            self._on_error(error)

    def _work(self, *, until_done: bool) -> None:
        model = self._holder.get()
        card = model.card
        number = self._vault.write(
            lambda db: vectors.model_id(db, card.name, card.identity, card.dimensions),
            Urgency.BULK,
        )
        with ThreadPoolExecutor(
            self._threads,
            thread_name_prefix="embedding",
            initializer=(lambda: None) if until_done else lower_priority,
        ) as pool:
            self._loop(_Run(self._vault, model, number, pool, self._threads), until_done)

    def _loop(self, run: _Run, until_done: bool) -> None:
        while True:
            self._wake.clear()
            if self._stopping or (until_done and self.paused):
                return
            if self.paused:
                self._report(run)
                self._running.wait()
                continue
            planned = self._vault.read(lambda db: vectors.pending(db, run.number, _PLANNED))
            if not planned:
                self._report(run)
                if until_done:
                    return
                self._wake.wait()
                continue
            for first in range(0, len(planned), _SLICE):
                if self._interrupted():
                    break
                run.embed(planned[first : first + _SLICE], self._interrupted, self._report)

    def _interrupted(self) -> bool:
        return self._stopping or self.paused

    def _report(self, run: _Run) -> None:
        done, total = self._vault.read(lambda db: vectors.counts(db, run.number))
        left = total - done
        seconds = left / run.passages_per_second if run.passages_per_second > 0 else None
        self._on_progress(
            EmbeddingProgress(done, total, run.tokens_per_second, seconds, self.paused)
        )


class _Run:
    """The model at work on slices of the queue, and how fast it is."""

    def __init__(
        self, vault: Vault, model: EmbeddingModel, number: int, pool: ThreadPoolExecutor, width: int
    ) -> None:
        self.number = number
        self.tokens_per_second = 0.0
        self.passages_per_second = 0.0
        self._vault = vault
        self._model = model
        self._pool = pool
        self._width = width

    def embed(
        self,
        passages: Sequence[tuple[int, str]],
        interrupted: Callable[[], bool],
        report: Callable[[_Run], None],
    ) -> None:
        """Embed one slice and commit it, about once a second."""
        texts = [markdown.strip(text) for _, text in passages]
        tokens = self._model.encode(texts, kind="passage")
        identifiers = [identifier for identifier, _ in passages]
        waiting = list(batches(list(zip(identifiers, tokens, strict=True))))
        under_way: dict[Future[Vectors], Batch] = {}
        finished: list[tuple[list[int], Vectors]] = []
        started = committed = time.monotonic()
        token_count = passage_count = 0
        while under_way or (waiting and not interrupted()):
            while waiting and len(under_way) < 2 * self._width and not interrupted():
                batch = waiting.pop(0)
                under_way[self._pool.submit(self._model.run, batch[1])] = batch
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                batch = under_way.pop(future)
                finished.append((batch[0], future.result()))
                token_count += sum(len(ids) for ids in batch[1])
                passage_count += len(batch[0])
            if time.monotonic() - committed >= _COMMIT_SECONDS:
                self._commit(finished)
                finished, committed = [], time.monotonic()
                self._measure(token_count, passage_count, committed - started)
                report(self)
        self._commit(finished)
        self._measure(token_count, passage_count, time.monotonic() - started)
        report(self)

    def _measure(self, tokens: int, passages: int, seconds: float) -> None:
        if tokens:
            self.tokens_per_second = _smooth(self.tokens_per_second, tokens / seconds)
            self.passages_per_second = _smooth(self.passages_per_second, passages / seconds)

    def _commit(self, finished: Sequence[tuple[list[int], Vectors]]) -> None:
        if not finished:
            return
        identifiers = [identifier for part, _ in finished for identifier in part]
        rows = np.concatenate([vectors for _, vectors in finished])
        self._vault.writer.submit(
            lambda db: vectors.store(db, self.number, identifiers, rows), Urgency.BULK
        ).result()


def _smooth(former: float, latest: float) -> float:
    return latest if former == 0.0 else 0.7 * former + 0.3 * latest
