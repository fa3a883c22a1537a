"""Conversations: known again, brought up to date, listed newest first."""

from __future__ import annotations

import dataclasses

import apsw

from memdesk.vault import conversations, fulltext, identity, memories, transcript, trash
from memdesk.vault.conversations import Stored
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

TRIP = NewConversation("chatgpt", "c1", "A trip", started_at=10, updated_at=20, extra={"a": 1})


def with_message(db: apsw.Connection, new: NewConversation) -> int:
    identifier, _ = conversations.store(db, new)
    memories.add(db, NewMemory("hello", source=new.source, conversation_id=identifier))
    return identifier


def test_the_same_conversation_is_unchanged_and_a_newer_one_updated(vault: Vault) -> None:
    newer = dataclasses.replace(TRIP, title="A journey", updated_at=30)

    def work(db: apsw.Connection) -> list[tuple[int, Stored]]:
        return [conversations.store(db, new) for new in (TRIP, TRIP, newer, newer)]

    [(first, added), *others] = vault.write(work)
    assert added is Stored.ADDED
    assert others == [(first, Stored.UNCHANGED), (first, Stored.UPDATED), (first, Stored.UNCHANGED)]
    found = vault.read(lambda db: conversations.get(db, first))
    assert found is not None
    assert (found.title, found.updated_at) == ("A journey", 30)
    assert vault.read(lambda db: fulltext.titles_with(db, ["trip"])) == []
    assert vault.read(lambda db: fulltext.titles_with(db, ["journey"])) == [first]


def test_a_conversation_is_known_by_its_source_and_id(db: apsw.Connection) -> None:
    here, _ = conversations.store(db, TRIP)
    there, _ = conversations.store(db, dataclasses.replace(TRIP, source="claude"))
    assert here != there
    assert conversations.find(db, "chatgpt", "nothing") is None
    assert conversations.get(db, 99) is None


def test_the_newest_come_first_and_empty_ones_not_at_all(db: apsw.Connection) -> None:
    old = with_message(db, TRIP)
    untimed = with_message(db, NewConversation("chatgpt", "c2", "No time"))
    new = with_message(db, NewConversation("chatgpt", "c3", "New", started_at=25))
    conversations.store(db, NewConversation("chatgpt", "c4", "Empty", started_at=99))
    trashed = with_message(db, NewConversation("chatgpt", "c5", "Trashed", started_at=98))
    trash.put(db, [m.id for m in transcript.turns(db, trashed, 0, 60)])

    assert [c.id for c in conversations.newest(db, 10)] == [new, old, untimed]
    assert [c.id for c in conversations.newest(db, 1)] == [new]
    assert conversations.newest(db, 10)[0].message_count == 1
    assert conversations.titles(db, [old, new, 77]) == {old: "A trip", new: "New"}


def test_messages_are_known_again_by_their_id(db: apsw.Connection) -> None:
    conversation, _ = conversations.store(db, TRIP)
    message = NewMemory(
        "hello", source="chatgpt", conversation_id=conversation, external_id="m\ud800", position=3
    )
    identifier = memories.add(db, message)
    known = identity.of_messages(db, conversation, ["m\ud800", *(f"n{n}" for n in range(1000))])
    assert known == {
        "m\ud800": identity.KnownMemory(
            identifier, identity.content_hash("hello"), 3, 0, removed=False
        )
    }
    assert identity.of_messages(db, conversation + 1, ["m\ud800"]) == {}


def test_notes_are_known_again_by_their_source_and_id(db: apsw.Connection) -> None:
    identifier = memories.add(db, NewMemory("note", source="claude", external_id="n1"))
    known = identity.of_note(db, "claude", "n1")
    assert known is not None
    assert known.id == identifier
    assert identity.of_note(db, "chatgpt", "n1") is None
