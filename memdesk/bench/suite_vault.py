"""A vault that holds a suite's records, for the time of a measurement."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memdesk.bench.suites.composer import Record
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import changes, conversations, memories
from memdesk.vault.connection import Connection
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency


@dataclass(frozen=True, slots=True)
class SuiteVault:
    """An embedded vault's engine. ``records`` maps memory ids to record ids."""

    engine: SearchEngine
    records: dict[int, str]


@contextmanager
def of_records(records: Sequence[Record], holder: ModelHolder) -> Iterator[SuiteVault]:
    """Build a vault with one memory a record, and embed it."""
    with (
        tempfile.TemporaryDirectory(prefix="memdesk-bench-") as folder,
        Vault(Path(folder) / "suite.memdesk") as vault,
    ):
        made = vault.write(partial(_fill, records=records), Urgency.BULK)
        EmbeddingWorker(vault, holder).embed_all()
        engine = SearchEngine(vault, holder)
        engine.warm()
        yield SuiteVault(engine, made)


def _fill(db: Connection, records: Sequence[Record]) -> dict[int, str]:
    version = changes.next_version(db)
    chats: dict[str, int] = {}
    made: dict[int, str] = {}
    for record in records:
        if record.conversation not in chats:
            chats[record.conversation], _ = conversations.store(
                db,
                NewConversation(
                    source="scenarios",
                    external_id=record.conversation,
                    title=record.title,
                    started_at=record.at,
                ),
            )
        identifier = memories.add(
            db,
            NewMemory(
                content=record.text,
                source="scenarios",
                role=record.role,
                conversation_id=chats[record.conversation],
                position=record.position,
                external_id=record.id,
                created_at=record.at,
            ),
            version=version,
        )
        made[identifier] = record.id
    return made
