"""Recognising what another vault brings: by uid, or by the ids of its source."""

from __future__ import annotations

import apsw

from memdesk.vault import conversations
from memdesk.vault.portable.records import PortableMemory
from memdesk.vault.records import storable


def is_known(connection: apsw.Connection, memory: PortableMemory) -> bool:
    """Tell whether the vault holds a memory, in sight or not for the person to bring back."""
    conversation: int | None = None
    if memory.conversation is not None:
        found = conversations.find(connection, *memory.conversation)
        conversation = -1 if found is None else found.id
    identifier = find(connection, memory, conversation, {})
    return identifier is not None and not is_taken_back(connection, identifier)


def find(
    connection: apsw.Connection,
    memory: PortableMemory,
    conversation: int | None,
    aliases: dict[str, int],
) -> int | None:
    """Return the id of a memory that is known already; one with another uid joins ``aliases``."""
    found = by_uid(connection, memory.uid, aliases)
    external_id = memory.new.external_id
    if found is not None or external_id is None:
        return found
    if conversation is None:
        found = connection.execute(
            "SELECT id FROM memory WHERE source=? AND external_id=? AND conversation_id IS NULL",
            (storable(memory.new.source), storable(external_id)),
        ).get
    else:
        found = connection.execute(
            "SELECT id FROM memory WHERE conversation_id=? AND external_id=?",
            (conversation, storable(external_id)),
        ).get
    if found is not None:
        aliases[memory.uid] = int(found)
    return None if found is None else int(found)


def by_uid(connection: apsw.Connection, uid: str, aliases: dict[str, int]) -> int | None:
    """Return the id of the memory with this uid in the stream."""
    alias = aliases.get(uid)
    if alias is not None:
        return alias
    found = connection.execute("SELECT id FROM memory WHERE uid=?", (storable(uid),)).get
    return None if found is None else int(found)


def is_taken_back(connection: apsw.Connection, identifier: int) -> bool:
    """Tell whether a memory lies in the trash because its import was taken back."""
    return bool(
        connection.execute(
            "SELECT EXISTS (SELECT 1 FROM memory m JOIN import_run r ON r.id=m.import_id"
            " WHERE m.id=? AND m.deleted_at IS NOT NULL AND r.removed_at IS NOT NULL)",
            (identifier,),
        ).get
    )
