"""Memories, with everything that has to follow them."""

from __future__ import annotations

import apsw
import numpy as np
import pytest

from memdesk.text.terms import index_text
from memdesk.vault import (
    changes,
    check,
    conversations,
    counters,
    editing,
    identity,
    memories,
    revisions,
    tags,
    transcript,
    trash,
    vectors,
)
from memdesk.vault.records import Memory, NewConversation, NewMemory


def new(content: str, **fields: object) -> NewMemory:
    return NewMemory(content, source="note", **fields)  # type: ignore[arg-type]


def the(db: apsw.Connection, identifier: int) -> Memory:
    memory = memories.get(db, identifier)
    assert memory is not None
    return memory


def matching(db: apsw.Connection, text: str) -> list[int]:
    """Ids of the memories that hold the words of ``text`` in a row."""
    words = index_text(text)[0]
    rows = db.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH ?", (f'"{words}"',))
    return [row[0] for row in rows]


def passages(db: apsw.Connection, identifier: int) -> list[str]:
    content = the(db, identifier).content
    rows = db.execute(
        'SELECT start, "end" FROM passage WHERE memory_id=? ORDER BY id', (identifier,)
    )
    return [content[start:end] for start, end in rows]


def embed(db: apsw.Connection) -> int:
    model = vectors.model_id(db, "model", "hash", 4)
    waiting = [identifier for identifier, _ in vectors.pending(db, model, 1000)]
    vectors.store(db, model, waiting, np.ones((len(waiting), 4), np.float32))
    return model


def test_adding_indexes_and_cuts(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("The cats sleep", tags=("Pets", "pets", " home ")))
    assert matching(db, "cat sleeping") == [identifier]
    assert passages(db, identifier) == ["The cats sleep"]
    assert the(db, identifier).tags == ("home", "Pets")
    assert check.problems(db) == []


def test_editing_reindexes_and_keeps_the_former_text(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("The cats sleep"))
    embed(db)
    editing.edit(db, identifier, "The dogs bark")
    assert matching(db, "cats") == []
    assert matching(db, "dogs") == [identifier]
    assert passages(db, identifier) == ["The dogs bark"]
    assert db.execute("SELECT count(*) FROM vector").get == 0
    assert [(r.content, r.origin) for r in revisions.of(db, identifier)] == [
        ("The cats sleep", "edit")
    ]
    assert the(db, identifier).edited_at is not None
    assert check.problems(db) == []


def test_editing_to_the_same_text_changes_nothing(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("same"))
    version = changes.latest_version(db)
    editing.edit(db, identifier, "same")
    assert changes.latest_version(db) == version
    assert revisions.of(db, identifier) == []
    assert the(db, identifier).edited_at is None


def test_editing_what_is_not_there_is_a_mistake(db: apsw.Connection) -> None:
    with pytest.raises(KeyError):
        editing.edit(db, 12, "text")
    with pytest.raises(KeyError):
        editing.update_from_source(db, 12, new("text"))


def test_a_newer_source_replaces_what_nobody_edited(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("old text", created_at=1))
    embed(db)
    editing.update_from_source(db, identifier, new("new text", created_at=2, position=7))
    memory = the(db, identifier)
    assert (memory.content, memory.created_at, memory.position) == ("new text", 2, 7)
    assert memory.edited_at is None
    assert matching(db, "new text") == [identifier]
    assert matching(db, "old") == []
    assert [(r.content, r.origin) for r in revisions.of(db, identifier)] == [("old text", "import")]
    assert [text for _, text in vectors.pending(db, 1, 10)] == ["new text"]


def test_an_edit_outlives_a_newer_source(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("source one"))
    editing.edit(db, identifier, "my own words")
    for _ in range(2):
        editing.update_from_source(db, identifier, new("source two", created_at=5))
    memory = the(db, identifier)
    assert (memory.content, memory.created_at) == ("my own words", 5)
    assert matching(db, "own words") == [identifier]
    assert [(r.content, r.origin) for r in revisions.of(db, identifier)] == [
        ("source two", "import"),
        ("source one", "edit"),
    ]
    hashed = db.execute("SELECT content_hash FROM memory WHERE id=?", (identifier,)).get
    assert hashed == identity.content_hash("source two")


def test_a_source_that_says_what_was_edited_adds_no_revision(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("typo"))
    editing.edit(db, identifier, "mended")
    editing.update_from_source(db, identifier, new("mended"))
    assert [r.content for r in revisions.of(db, identifier)] == ["typo"]


def test_updating_what_lies_in_the_trash_leaves_it_there(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("old text"))
    trash.put(db, [identifier])
    editing.update_from_source(db, identifier, new("new text"))
    assert the(db, identifier).deleted_at is not None
    assert matching(db, "new") == []
    trash.restore(db, [identifier])
    assert matching(db, "new") == [identifier]


def test_the_trash_takes_the_words_out_of_the_index_and_gives_all_back(
    db: apsw.Connection,
) -> None:
    identifier = memories.add(db, new("The cats sleep", tags=("pets",)))
    memories.add(db, new("The dogs bark"))
    model = embed(db)
    trash.put(db, [identifier])
    assert the(db, identifier).deleted_at is not None
    assert matching(db, "cats") == []
    assert vectors.counts(db, model) == (1, 1)
    assert check.problems(db) == []

    trash.restore(db, [identifier])
    assert the(db, identifier).deleted_at is None
    assert matching(db, "cats") == [identifier]
    assert the(db, identifier).tags == ("pets",)
    assert passages(db, identifier) == ["The cats sleep"]
    # What was embedded before is embedded still.
    assert vectors.counts(db, model) == (2, 2)
    assert vectors.pending(db, model, 10) == []
    assert check.problems(db) == []


def test_what_was_edited_in_the_trash_comes_back_with_its_new_text(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("The cats sleep"))
    model = embed(db)
    trash.put(db, [identifier])
    editing.edit(db, identifier, "The dogs bark")
    assert (matching(db, "dogs"), vectors.pending(db, model, 10)) == ([], [])
    assert check.problems(db) == []
    trash.restore(db, [identifier])
    assert matching(db, "dogs") == [identifier]
    assert [text for _, text in vectors.pending(db, model, 10)] == ["The dogs bark"]
    assert check.problems(db) == []


def test_the_trash_is_stamped_with_the_moment_given(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("cats"))
    trash.put(db, [identifier], at=77)
    assert the(db, identifier).deleted_at == 77


def test_trashing_and_restoring_twice_is_like_once(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("cats"))
    trash.put(db, [identifier])
    deleted_at = the(db, identifier).deleted_at
    trash.put(db, [identifier])
    assert the(db, identifier).deleted_at == deleted_at
    trash.restore(db, [identifier])
    trash.restore(db, [identifier])
    assert matching(db, "cats") == [identifier]
    assert len(passages(db, identifier)) == 1


@pytest.mark.parametrize("from_the_trash", [False, True])
def test_purging_leaves_nothing(db: apsw.Connection, from_the_trash: bool) -> None:
    identifier = memories.add(db, new("cats", tags=("pets",)))
    editing.edit(db, identifier, "dogs")
    embed(db)
    if from_the_trash:
        trash.put(db, [identifier])
    trash.purge(db, [identifier])
    assert memories.get(db, identifier) is None
    for table in ("memory_fts_docsize", "passage", "vector", "revision", "memory_tag", "tag"):
        assert db.execute(f"SELECT count(*) FROM {table}").get == 0
    assert changes.purged_since(db, 0) == [identifier]
    assert check.problems(db) == []


def test_the_number_of_a_purged_memory_is_never_given_again(db: apsw.Connection) -> None:
    first = memories.add(db, new("one"))
    trash.purge(db, [first])
    assert memories.add(db, new("two")) > first


def test_every_change_has_a_higher_version_than_all_before(db: apsw.Connection) -> None:
    versions = [changes.latest_version(db)]
    identifier = memories.add(db, new("text"))
    other = memories.add(db, new("other"))
    for change in (
        lambda: editing.edit(db, identifier, "edited"),
        lambda: editing.update_from_source(db, other, new("newer")),
        lambda: editing.set_pinned(db, identifier, True),
        lambda: editing.set_importance(db, identifier, 0.9),
        lambda: trash.put(db, [identifier]),
        lambda: trash.restore(db, [identifier]),
        lambda: trash.put(db, [identifier]),
        lambda: trash.purge(db, [identifier]),
        lambda: editing.edit(db, other, "last"),
    ):
        seen = changes.latest_version(db)
        change()
        versions.append(changes.latest_version(db))
        changed = [row[0] for row in changes.since(db, seen)] + changes.purged_since(db, seen)
        assert changed in ([identifier], [other])
    assert versions == sorted(set(versions))


def test_looking_and_being_returned_are_counted_apart(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("text"))
    version = changes.latest_version(db)
    counters.looked_at(db, identifier)
    counters.looked_at(db, identifier)
    counters.returned(db, [identifier], at=77)
    memory = the(db, identifier)
    assert (memory.access_count, memory.retrieval_count) == (2, 1)
    assert memory.last_retrieved_at == 77
    assert changes.latest_version(db) == version


def test_importance_lies_between_0_and_1(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("text", importance=0.0))
    editing.set_importance(db, identifier, 1.0)
    assert the(db, identifier).importance == 1.0
    for importance in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            editing.set_importance(db, identifier, importance)
        with pytest.raises(ValueError, match="between 0 and 1"):
            memories.add(db, new("text", importance=importance))


def test_memories_come_back_in_the_order_asked_for(db: apsw.Connection) -> None:
    with db:
        identifiers = [memories.add(db, new(f"memory {n}")) for n in range(1200)]
    wanted = [*reversed(identifiers), 99_999]
    assert [m.id for m in memories.get_many(db, wanted)] == wanted[:-1]
    assert memories.contents(db, [3, 1]) == {1: "memory 0", 3: "memory 2"}


def test_a_conversation_is_read_by_branch_and_page(db: apsw.Connection) -> None:
    conversation, _ = conversations.store(db, NewConversation("chatgpt", "c", "Title"))
    for position, branch in ((2, 0), (1, 0), (3, 1), (4, 0), (5, 0)):
        memories.add(
            db,
            new(f"turn {position}", conversation_id=conversation, position=position, branch=branch),
        )
    trash.put(db, [4])

    def turns(first: int = 0, limit: int = 60, branch: int = 0) -> list[str]:
        found = transcript.turns(db, conversation, first, limit, branch)
        return [memory.content for memory in found]

    assert turns() == ["turn 1", "turn 2", "turn 5"]
    assert turns(branch=1) == ["turn 1", "turn 2", "turn 3", "turn 5"]
    assert turns(first=1, limit=1) == ["turn 2"]
    assert transcript.place(db, the(db, 5)) == 2
    assert transcript.place(db, the(db, 3)) == 2
    assert (transcript.count(db, conversation), transcript.count(db, conversation, 1)) == (3, 4)


def test_a_memory_is_known_by_id_then_uid_then_external_id(db: apsw.Connection) -> None:
    first = memories.add(db, new("one", external_id="2"))
    second = memories.add(db, new("two", external_id="message-9"))
    assert memories.resolve(db, "2") == second
    assert memories.resolve(db, "message-9") == second
    assert memories.resolve(db, the(db, first).uid) == first
    chat, _ = conversations.store(db, NewConversation("claude", "c1", "Talk"))
    third = memories.add(db, new("three", external_id="turn-1", conversation_id=chat))
    assert memories.resolve(db, "turn-1") == third
    assert memories.resolve(db, "nothing") is None
    assert memories.resolve(db, "9" * 30) is None
    assert memories.resolve(db, "\ud800") is None


def test_going_back_to_a_revision_keeps_the_present_text(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("first"))
    editing.edit(db, identifier, "second")
    embed(db)
    revisions.go_back(db, revisions.of(db, identifier)[0].id)
    assert the(db, identifier).content == "first"
    assert [(r.content, r.origin) for r in revisions.of(db, identifier)] == [
        ("second", "restore"),
        ("first", "edit"),
    ]
    assert (matching(db, "first"), matching(db, "second")) == ([identifier], [])
    assert [text for _, text in vectors.pending(db, 1, 10)] == ["first"]
    assert check.problems(db) == []
    with pytest.raises(KeyError):
        revisions.go_back(db, 99)


def test_going_back_to_the_present_text_changes_nothing(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("first"))
    editing.edit(db, identifier, "second")
    editing.edit(db, identifier, "first")
    version = changes.latest_version(db)
    revisions.go_back(db, revisions.of(db, identifier)[1].id)
    assert changes.latest_version(db) == version
    assert len(revisions.of(db, identifier)) == 2


def test_going_back_to_what_the_source_says_lets_newer_exports_in_again(
    db: apsw.Connection,
) -> None:
    identifier = memories.add(db, new("source one"))
    editing.edit(db, identifier, "my own words")
    editing.update_from_source(db, identifier, new("source two"))
    older, newer = revisions.of(db, identifier)[1], revisions.of(db, identifier)[0]
    revisions.go_back(db, older.id)
    # An older text of the source's is the person's choice, and is kept as such.
    assert the(db, identifier).edited_at is not None
    revisions.go_back(db, newer.id)
    assert the(db, identifier).edited_at is None
    editing.update_from_source(db, identifier, new("source three"))
    assert the(db, identifier).content == "source three"


def test_going_back_in_the_trash_shows_when_it_is_brought_back(db: apsw.Connection) -> None:
    identifier = memories.add(db, new("first"))
    editing.edit(db, identifier, "second")
    trash.put(db, [identifier])
    revisions.go_back(db, revisions.of(db, identifier)[0].id)
    assert matching(db, "first") == []
    trash.restore(db, [identifier])
    assert matching(db, "first") == [identifier]


def test_the_hash_stands_for_the_text_as_stored() -> None:
    assert identity.content_hash(" text\n") == identity.content_hash("text")
    assert identity.content_hash("a\ud800") == identity.content_hash("a\ufffd")
    assert identity.content_hash("a") != identity.content_hash("b")
    assert len(identity.content_hash("")) == 16


def test_tags_are_one_whatever_their_case(db: apsw.Connection) -> None:
    first = memories.add(db, new("one", tags=("Über", "работа")))
    second = memories.add(db, new("two", tags=("über", "РАБОТА", "solo")))
    assert tags.counts(db) == {"работа": 2, "Über": 2, "solo": 1}
    assert tags.memories_with(db, " ÜBER ") == [first, second]
    tags.remove(db, second, ["SOLO", "über"])
    assert tags.counts(db) == {"работа": 2, "Über": 1}
    assert tags.of(db, [first, second]) == {first: ("Über", "работа"), second: ("работа",)}
    tags.assign(db, second, ["", "  ", "two  words"])
    assert tags.of(db, [second]) == {second: ("two words", "работа")}
