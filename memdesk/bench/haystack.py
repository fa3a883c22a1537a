"""A vault with the turns of LoCoMo samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from memdesk.bench.locomo import Sample
from memdesk.bench.made_vault import fill, made_vault, searchable
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

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
    with made_vault() as vault:
        turns: dict[int, TurnKey] = {}
        for sample in samples:
            turns.update(fill(vault, _items(sample)))
        yield Haystack(vault, searchable(vault, holder), turns, sessions_of(samples))


def _items(sample: Sample) -> Iterator[tuple[TurnKey, NewConversation, NewMemory]]:
    for position, turn in enumerate(sample.turns):
        conversation = NewConversation(
            source="locomo",
            external_id=f"{sample.id}/{turn.session}",
            title="",
            started_at=turn.at,
        )
        memory = NewMemory(
            content=turn.text,
            source="locomo",
            author=turn.speaker,
            position=position,
            external_id=f"{sample.id}/{turn.id}",
            created_at=turn.at,
        )
        yield (sample.id, turn.id), conversation, memory


def sessions_of(samples: Sequence[Sample]) -> dict[TurnKey, tuple[str, int]]:
    """Return the session of every turn."""
    return {
        (sample.id, turn.id): (sample.id, turn.session)
        for sample in samples
        for turn in sample.turns
    }
