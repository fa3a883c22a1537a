"""A vault that holds a suite's records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from memdesk.bench.made_vault import fill, made_vault, searchable
from memdesk.bench.suites.composer import Record
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault


@dataclass(frozen=True, slots=True)
class SuiteVault:
    """An embedded vault with its engine. ``records`` maps memory ids to record ids."""

    vault: Vault
    engine: SearchEngine
    records: dict[int, str]


@contextmanager
def of_records(records: Sequence[Record], holder: ModelHolder | None) -> Iterator[SuiteVault]:
    """Build a vault with one memory a record, and embed it if there is a ``holder``."""
    with made_vault() as vault:
        made = fill(vault, map(_item, records))
        yield SuiteVault(vault, searchable(vault, holder), made)


def _item(record: Record) -> tuple[str, NewConversation, NewMemory]:
    conversation = NewConversation(
        source="scenarios",
        external_id=record.conversation,
        title=record.title,
        started_at=record.at,
    )
    memory = NewMemory(
        content=record.text,
        source="scenarios",
        role=record.role,
        position=record.position,
        external_id=record.id,
        created_at=record.at,
    )
    return record.id, conversation, memory
