"""How fast a vault of N memories is filled, embedded and searched, beside plain baselines.

The memories are made from the demo exports' own sentences, mixed by a seeded generator, so that
words are distributed as in real chats. Vectors are the demo sentences' own, with noise added:
searching does not care where they came from, and embedding a million texts would take hours.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memdesk import paths
from memdesk.bench import baselines
from memdesk.bench.peak_memory import peak_mb
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.slices import batches
from memdesk.index import upkeep
from memdesk.index.keywords import KeywordIndex
from memdesk.index.vectors import Nearness
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import TYPED_LIMIT, Mode, SearchRequest
from memdesk.vault import changes, conversations, memories, vectors
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_TURNS = 20
_CHUNK = 500
_NOISE = 0.02
_DAY = 86_400_000
_START = 1_672_531_200_000
_MODES: tuple[tuple[Mode, str], ...] = (("typing", "typing"), ("asked", "end_to_end"))
# The plain ways take so much longer that a part of the questions has to do.
_PLAIN_EVERY = 3
_TYPED_OUT_EVERY = 6
_SCANNED = 10
_RECALLED = 20
_LISTED = 50
_COVERED = 600
_EMBEDDED = 1_000
_GROWING = ("keyword_ms_p50", "vector_ms_p50", "typing_ms_p50", "end_to_end_ms_p50")


@dataclass(frozen=True, slots=True)
class SpeedRun:
    """The figures at one size; times in milliseconds, memory in MB."""

    size: int
    metrics: dict[str, float]


def measure(
    size: int,
    holder: ModelHolder,
    *,
    seed: int = 0,
    kept: Path | None = None,
    progress: Callable[[str], None],
) -> SpeedRun:
    """Measure a vault of ``size`` made-up memories.

    It is thrown away afterwards. With a folder to keep it in, the next time it is found there, and
    the figures of making it are missing.
    """
    sentences, questions = _material()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="memdesk-speed-") as folder:
        path = Path(kept or folder) / f"speed-{size}-{seed}.memdesk"
        if not path.exists():
            unfinished = path.with_suffix(".part")
            for left in path.parent.glob(f"{unfinished.name}*"):
                left.unlink()
            figures |= _make(unfinished, size, holder, sentences, seed, progress)
            unfinished.replace(path)
        progress(f"{size:,}: searching")
        started = time.perf_counter()
        with Vault(path) as vault:
            figures["open_ms"] = _ms(started)
            engine = SearchEngine(vault, holder)
            engine.search(SearchRequest(questions[0], mode="typing", count=False))
            figures["first_answer_ms"] = _ms(started)
            engine.warm()
            figures["ready_ms"] = _ms(started)
            for mode, name in _MODES:
                times = _search_times(engine, questions, mode)
                figures[f"{name}_ms_p50"], figures[f"{name}_ms_p95"] = _p50_p95(times)
            figures["keys_ms_p50"], figures["keys_ms_p95"] = _p50_p95(
                _search_times(engine, _keystrokes(questions[::_TYPED_OUT_EVERY]), "typing")
            )
            with vault.reader() as db:
                figures["keyword_ms_p50"], figures["keyword_ms_p95"] = _p50_p95(
                    _keyword_times(engine, db, questions)
                )
                figures["vector_ms_p50"], figures["vector_ms_p95"] = _p50_p95(
                    _vector_times(engine, db, questions)
                )
                figures["vector_recall@20"] = _recall(engine, db, questions[::_PLAIN_EVERY])
                # The plain ways are not to count: a matrix of all rows alone takes gigabytes.
                figures["peak_mb"] = peak_mb()
                times = baselines.fts5_any_word(db, questions[::_PLAIN_EVERY])
                figures["fts5_or_ms_p50"], figures["fts5_or_ms_p95"] = _p50_p95(times)
                figures["like_ms_p50"] = _p50_p95(baselines.like_scan(db, questions[:_SCANNED]))[0]
            figures["numpy_scan_ms_p50"] = _p50_p95(baselines.matrix_scan(size, 384, seed))[0]
    figures["fts5_or_to_keyword"] = figures["fts5_or_ms_p95"] / figures["keyword_ms_p95"]
    figures["like_to_keyword"] = figures["like_ms_p50"] / figures["keyword_ms_p50"]
    figures["numpy_scan_to_vector"] = figures["numpy_scan_ms_p50"] / figures["vector_ms_p50"]
    figures["embed_tokens_per_s"], figures["embed_ratio_to_bare_onnxruntime"] = _embedding(
        holder, tuple(sentences[:_EMBEDDED])
    )
    return SpeedRun(size, figures)


def _make(
    path: Path,
    size: int,
    holder: ModelHolder,
    sentences: Sequence[str],
    seed: int,
    progress: Callable[[str], None],
) -> dict[str, float]:
    """Fill a vault, vectors and search arrays included; returns how long it took."""
    figures: dict[str, float] = {}
    with Vault(path) as vault:
        progress(f"{size:,}: inserting")
        started = time.perf_counter()
        _fill(vault, size, sentences, random.Random(seed))
        figures["insert_per_s"] = size / (time.perf_counter() - started)
        progress(f"{size:,}: vectors")
        _add_vectors(vault, holder, sentences, seed)
        progress(f"{size:,}: search arrays")
        started = time.perf_counter()
        upkeep.tend(vault)
        figures["arrays_s"] = time.perf_counter() - started
    return figures


def with_growth(runs: Sequence[SpeedRun]) -> list[SpeedRun]:
    """Return the runs by size, each but the first with how its times grew since the one before.

    The exponent e of time ~ size**e: 0 is no growth at all, 1 in proportion.
    """
    ordered = sorted(runs, key=lambda run: run.size)
    grown = ordered[:1]
    for former, run in itertools.pairwise(ordered):
        if run.size == former.size:
            grown.append(run)
            continue
        exponents = {
            f"{name.removesuffix('_p50')}_growth": math.log(
                run.metrics[name] / former.metrics[name]
            )
            / math.log(run.size / former.size)
            for name in _GROWING
        }
        grown.append(SpeedRun(run.size, {**run.metrics, **exponents}))
    return grown


def _material() -> tuple[list[str], list[str]]:
    """Return the demo's sentences, and its questions to search for."""
    demo = paths.demo_dir()
    texts: list[str] = []
    for conversation in json.loads((demo / "chatgpt" / "conversations.json").read_text("utf-8")):
        for node in conversation["mapping"].values():
            parts = ((node.get("message") or {}).get("content") or {}).get("parts") or []
            texts += [part for part in parts if isinstance(part, str) and part.strip()]
    sentences = [s.strip() for text in texts for s in text.split(". ") if len(s.strip()) > 20]
    asked: list[dict[str, Any]] = json.loads((demo / "questions.json").read_text("utf-8"))
    return sentences, [one["question"] for one in asked]


def _fill(vault: Vault, size: int, sentences: Sequence[str], chance: random.Random) -> None:
    for first in range(0, size, _CHUNK):
        count = min(_CHUNK, size - first)
        texts = [". ".join(chance.choices(sentences, k=chance.randint(1, 4))) for _ in range(count)]

        def work(db: Connection, first: int = first, texts: list[str] = texts) -> None:
            version = changes.next_version(db)
            owner = 0
            for at, text in enumerate(texts):
                number = first + at
                if number % _TURNS == 0 or not owner:
                    new = NewConversation("chatgpt", f"c{number // _TURNS}", f"Chat {number}")
                    owner, _ = conversations.store(db, new)
                memory = NewMemory(
                    content=text,
                    source="chatgpt",
                    role="user" if number % 2 == 0 else "assistant",
                    conversation_id=owner,
                    position=number % _TURNS,
                    external_id=f"m{number}",
                    created_at=_START + number * _DAY // 100,
                )
                memories.add(db, memory, version=version)

        vault.write(work, Urgency.BULK)


def _add_vectors(vault: Vault, holder: ModelHolder, sentences: Sequence[str], seed: int) -> None:
    model = holder.get()
    card = model.card
    known = model.embed_passages(list(sentences[:400]))
    generator = np.random.default_rng(seed)
    number = vault.write(
        lambda db: vectors.model_id(db, card.name, card.identity, card.dimensions), Urgency.BULK
    )
    while True:
        waiting = vault.read(lambda db: vectors.pending(db, number, 20_000))
        if not waiting:
            return
        rows = known[generator.integers(len(known), size=len(waiting))]
        rows = rows + generator.normal(0, _NOISE, rows.shape).astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        identifiers = [identifier for identifier, _ in waiting]

        def work(
            db: Connection, ids: list[int] = identifiers, rows: NDArray[np.float32] = rows
        ) -> None:
            vectors.store(db, number, ids, rows)

        vault.write(work, Urgency.BULK)


def _search_times(engine: SearchEngine, questions: Sequence[str], mode: Mode) -> list[float]:
    times = []
    limit = TYPED_LIMIT if mode == "typing" else _LISTED
    for question in questions:
        started = time.perf_counter()
        engine.search(SearchRequest(question, mode=mode, limit=limit, count=False))
        times.append(_ms(started))
    return times


def _keystrokes(questions: Sequence[str]) -> list[str]:
    """Return what stands in the search field after each key that is not a space, from two on."""
    return [
        question[:end]
        for question in questions
        for end in range(2, len(question) + 1)
        if not question[end - 1].isspace()
    ]


def _keyword_times(engine: SearchEngine, db: Connection, questions: Sequence[str]) -> list[float]:
    """Time the keyword scores of all memories and conversations, no posting list kept before."""
    times = []
    for question in questions:
        context = engine.context(db, SearchRequest(question, mode="typing", count=False))
        keywords = KeywordIndex(context.columns)
        keywords.refresh(db)
        forms = [term.forms for term in context.question.terms]
        started = time.perf_counter()
        found = [keywords.posting(db, form) for form in forms]
        keywords.score(found)
        keywords.score_conversations(found)
        times.append(_ms(started))
    return times


def _vector_times(engine: SearchEngine, db: Connection, questions: Sequence[str]) -> list[float]:
    times = []
    for question in questions:
        context = engine.context(db, SearchRequest(question, count=False))
        if context.aim is None or context.vectors is None:
            continue
        started = time.perf_counter()
        context.vectors.nearest(context.aim, _COVERED)
        times.append(_ms(started))
    return times


def _recall(engine: SearchEngine, db: Connection, questions: Sequence[str]) -> float:
    """Return the share of the 20 nearest memories by a full scan that vector recall finds."""
    shares = []
    for question in questions:
        context = engine.context(db, SearchRequest(question, count=False))
        if context.aim is None or context.vectors is None:
            continue
        quick = context.vectors.nearest(context.aim, _COVERED)
        full = context.vectors.nearest(context.aim, _COVERED, exact=True)
        if quick is not None and full is not None:
            shares.append(len(_nearest(quick) & _nearest(full)) / len(_nearest(full)))
    return statistics.fmean(shares)


def _nearest(found: Nearness) -> set[int]:
    order = np.argsort(-found.cosine, kind="stable")[:_RECALLED]
    return set(found.ordinals[order].tolist())


@lru_cache(maxsize=1)
def _embedding(holder: ModelHolder, sentences: tuple[str, ...]) -> tuple[float, float]:
    """Return the worker's tokens a second, and its ratio to a bare loop over the same batches.

    The same for vaults of all sizes, and measured once: it takes most of a minute.
    """
    model = holder.get()
    tokens = model.encode(list(sentences), kind="passage")
    grouped = list(batches(list(enumerate(tokens))))
    count = sum(len(ids) for ids in tokens)
    for _, batch in grouped[:10]:
        model.run(batch)
    bare = min(baselines.bare_loop(model, grouped) for _ in range(3))
    worked = min(baselines.worker_loop(holder, sentences) for _ in range(3))
    return count / worked, bare / worked


def _ms(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _p50_p95(times: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
