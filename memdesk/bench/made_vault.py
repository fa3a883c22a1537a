"""Vaults made for a measurement: filled, embedded, searched, thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import changes, conversations, memories
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

Key = TypeVar("Key")


@contextmanager
def made_vault() -> Iterator[Vault]:
    """A new vault that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="memdesk-bench-") as folder,
        Vault(Path(folder) / "bench.memdesk") as vault,
    ):
        yield vault


def fill(vault: Vault, items: Iterable[tuple[Key, NewConversation, NewMemory]]) -> dict[int, Key]:
    """Store memories in their conversations; returns the keys by memory id."""

    def work(db: Connection) -> dict[int, Key]:
        version = changes.next_version(db)
        made: dict[str, int] = {}
        keys: dict[int, Key] = {}
        for key, conversation, memory in items:
            if conversation.external_id not in made:
                made[conversation.external_id], _ = conversations.store(db, conversation)
            placed = replace(memory, conversation_id=made[conversation.external_id])
            keys[memories.add(db, placed, version=version)] = key
        return keys

    return vault.write(work, Urgency.BULK)


def searchable(vault: Vault, holder: ModelHolder | None) -> SearchEngine:
    """Embed all that waits in a vault and return an engine with everything loaded.

    Without a ``holder`` nothing is embedded, and searches go by words alone.
    """
    if holder is not None:
        EmbeddingWorker(vault, holder).embed_all()
    engine = SearchEngine(vault, holder)
    engine.warm()
    return engine
