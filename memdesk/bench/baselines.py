"""What a figure is measured against, in the same run: the plain way to do the same thing."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.model import EmbeddingModel
from memdesk.embedding.slices import Batch
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.vault import fulltext, memories
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_SCANS = 20


def fts5_any_word(db: Connection, questions: Sequence[str]) -> list[float]:
    """Time FTS5's own ranking of any word of each question, best 100, in milliseconds."""
    times = []
    for question in questions:
        words = re.findall(r"\w+", question)
        started = time.perf_counter()
        fulltext.best_by_any_word(db, words, 100)
        times.append((time.perf_counter() - started) * 1000)
    return times


def like_scan(db: Connection, questions: Sequence[str]) -> list[float]:
    """Time a LIKE scan for each question's longest word, in milliseconds."""
    times = []
    for question in questions:
        word = max(re.findall(r"\w+", question), key=len)
        started = time.perf_counter()
        fulltext.containing(db, word)
        times.append((time.perf_counter() - started) * 1000)
    return times


def matrix_scan(rows: int, dimensions: int, seed: int) -> list[float]:
    """Time the float32 product of all rows with one vector and its best 100, in milliseconds."""
    generator = np.random.default_rng(seed)
    matrix = generator.random((rows, dimensions), dtype=np.float32)
    times = []
    for _ in range(_SCANS):
        question = generator.random(dimensions, dtype=np.float32)
        started = time.perf_counter()
        scores = matrix @ question
        np.argpartition(-scores, min(100, rows - 1))
        times.append((time.perf_counter() - started) * 1000)
    return times


def bare_loop(model: EmbeddingModel, batches: Sequence[Batch], threads: int = 2) -> float:
    """Return the seconds for the batches, run from a pool with nothing around it."""
    started = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda batch: model.run(batch[1]), batches))
    return time.perf_counter() - started


def worker_loop(holder: ModelHolder, texts: Sequence[str]) -> float:
    """Return the seconds the embedding worker takes from passages in a vault to vectors in it."""
    with (
        tempfile.TemporaryDirectory(prefix="memdesk-embed-") as folder,
        Vault(Path(folder) / "embed.memdesk") as vault,
    ):

        def fill(db: Connection) -> None:
            for text in texts:
                memories.add(db, NewMemory(text, source="note"))

        vault.write(fill, Urgency.BULK)
        worker = EmbeddingWorker(vault, holder)
        started = time.perf_counter()
        worker.embed_all()
        return time.perf_counter() - started
