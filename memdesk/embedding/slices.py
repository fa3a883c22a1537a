"""Embedding passages slice by slice: short batches of nearly equal length, side by side.

One onnxruntime call to a thread is faster than one call spread over all cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np
from numpy.typing import NDArray

from memdesk.embedding.model import EmbeddingModel
from memdesk.text import markdown
from memdesk.vault import vectors
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

BATCH = 4
_COMMIT_SECONDS = 1.0

Batch = tuple[list[int], list[list[int]]]
Vectors = NDArray[np.float32]


def batches(passages: Sequence[tuple[int, list[int]]], size: int = BATCH) -> Iterator[Batch]:
    """Group (passage id, token ids) into batches of nearly equal length, longest first."""
    ordered = sorted(passages, key=lambda passage: -len(passage[1]))
    for first in range(0, len(ordered), size):
        part = ordered[first : first + size]
        yield [identifier for identifier, _ in part], [tokens for _, tokens in part]


class Run:
    """The model at work on slices of the queue, and how fast the queue gets shorter."""

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
        self._watched: tuple[float, int] | None = None

    def embed(
        self,
        passages: Sequence[tuple[int, str]],
        interrupted: Callable[[], bool],
        report: Callable[[Run], None],
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

    def watch(self, done: int) -> None:
        """Measure how fast another worker is, which has embedded ``done`` passages by now."""
        now = time.monotonic()
        if self._watched is not None and done > self._watched[1]:
            since, before = self._watched
            rate = (done - before) / max(now - since, 1e-3)
            self.passages_per_second = _smooth(self.passages_per_second, rate)
        if self._watched is None or done != self._watched[1]:
            self._watched = now, done

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
