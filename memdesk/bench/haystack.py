"""Vaults made for a measurement: filled, embedded, searched, thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memdesk.bench.locomo import Sample
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import changes, conversations, memories
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

TurnKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Haystack:
    """An embedded vault with its engine. ``turns`` maps memory ids to (sample, turn) ids."""

    vault: Vault
    engine: SearchEngine
    turns: dict[int, TurnKey]
    sessions: dict[TurnKey, tuple[str, int]]


@contextmanager
def of_samples(samples: Sequence[Sample], holder: ModelHolder) -> Iterator[Haystack]:
    """Build a vault with one memory a turn and one conversation a session; embed it."""
    with (
        tempfile.TemporaryDirectory(prefix="memdesk-bench-") as folder,
        Vault(Path(folder) / "bench.memdesk") as vault,
    ):
        turns: dict[int, TurnKey] = {}
        for sample in samples:
            turns.update(vault.write(partial(_fill, sample=sample), Urgency.BULK))
        EmbeddingWorker(vault, holder).embed_all()
        engine = SearchEngine(vault, holder)
        engine.warm()
        sessions = {
            (sample.id, turn.id): (sample.id, turn.session)
            for sample in samples
            for turn in sample.turns
        }
        yield Haystack(vault, engine, turns, sessions)


def _fill(db: Connection, sample: Sample) -> dict[int, TurnKey]:
    version = changes.next_version(db)
    made: dict[int, int] = {}
    turns: dict[int, TurnKey] = {}
    for position, turn in enumerate(sample.turns):
        if turn.session not in made:
            made[turn.session], _ = conversations.store(
                db,
                NewConversation(
                    source="locomo",
                    external_id=f"{sample.id}/{turn.session}",
                    title="",
                    started_at=turn.at,
                ),
            )
        identifier = memories.add(
            db,
            NewMemory(
                content=turn.text,
                source="locomo",
                author=turn.speaker,
                conversation_id=made[turn.session],
                position=position,
                external_id=f"{sample.id}/{turn.id}",
                created_at=turn.at,
            ),
            version=version,
        )
        turns[identifier] = (sample.id, turn.id)
    return turns
