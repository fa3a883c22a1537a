"""The vault's words as arrays."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from memdesk.index import fresh, posting_builder, vocabulary
from memdesk.index.columns import Columns
from memdesk.index.keywords import KeywordIndex
from memdesk.vault import conversations, memories
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault


def test_counts_are_those_of_whole_terms_and_of_beginnings() -> None:
    words = vocabulary.of([("bake", 3), ("bakeri", 2), ("cat", 1), ("bake", 1), ("e0433", 9)])
    assert words.counts_of(["bake", "bak", "cat", "zebra", "e0433"]).tolist() == [4, 0, 1, 0, 0]
    assert words.counts_beginning(["bak", "c", "x"]).tolist() == [6, 1, 0]
    assert words.beginning("bake") == [("bake", 4), ("bakeri", 2)]


def test_vocabularies_are_added_up() -> None:
    left, right = vocabulary.of([("ant", 1), ("cat", 2)]), vocabulary.of([("cat", 3), ("dog", 1)])
    both = vocabulary.together((left, right))
    assert both.counts_of(["ant", "cat", "dog"]).tolist() == [1, 5, 1]
    assert vocabulary.together((vocabulary.of([]), vocabulary.of([]))).beginning("a") == []


def test_it_holds_what_the_arrays_have_and_what_is_fresh(tmp_path: Path) -> None:
    with Vault(tmp_path / "v.memdesk") as vault:
        vault.write(lambda db: memories.add(db, NewMemory("The boiler hums.", source="note")))
        posting_builder.build(vault)
        columns = Columns()
        keywords = KeywordIndex(columns)

        def counts() -> list[int]:
            def read(db: apsw.Connection) -> list[int]:
                columns.refresh(db)
                keywords.forget()
                keywords.refresh(db)
                return keywords.vocabulary(db).counts_of(["boiler", "kettl"]).tolist()

            return vault.read(read)

        assert counts() == [1, 0]
        vault.write(lambda db: memories.add(db, NewMemory("Boiler and kettle.", source="note")))
        assert counts() == [2, 1]


def test_completions_come_the_most_frequent_first_from_arrays_and_fresh_memories(
    tmp_path: Path,
) -> None:
    texts = ("car, cat", "cat", "cat, car, cave", "dog")
    with Vault(tmp_path / "v.memdesk") as vault:
        for text in texts:
            vault.write(lambda db, t=text: memories.add(db, NewMemory(t, source="note")))
        posting_builder.build(vault)
        vault.write(lambda db: memories.add(db, NewMemory("The cave, the cage", source="note")))
        columns = Columns()
        keywords = KeywordIndex(columns)

        def read(db: apsw.Connection) -> list[list[str]]:
            columns.refresh(db)
            keywords.refresh(db)
            return [keywords.completions(db, *asked) for asked in (("ca", 9), ("ca", 2), ("x", 9))]

        assert vault.read(read) == [["cat", "car", "cave", "cage"], ["cat", "car"], []]


def test_the_words_of_titles_follow_the_titles(tmp_path: Path) -> None:
    with Vault(tmp_path / "v.memdesk") as vault:
        keywords = KeywordIndex(Columns())

        def count(title: str) -> list[int]:
            vault.write(lambda db: conversations.store(db, NewConversation("chatgpt", "c1", title)))
            return vault.read(keywords.title_vocabulary).counts_of(["boiler", "kettl"]).tolist()

        assert count("The boiler") == [1, 0]
        assert count("The kettle") == [0, 1]
        assert count("Boiler and kettle") == [1, 1]


def test_without_arrays_the_words_are_those_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh, "MOST", 1)
    columns = Columns()
    keywords = KeywordIndex(columns)

    def counts(db: apsw.Connection) -> list[int]:
        columns.refresh(db)
        keywords.forget()
        keywords.refresh(db)
        return keywords.vocabulary(db).counts_of(["boiler", "kettl", "tap"]).tolist()

    with Vault(tmp_path / "v.memdesk") as vault:
        for text in ("The boiler hums.", "Boiler and kettle."):
            vault.write(lambda db, text=text: memories.add(db, NewMemory(text, source="note")))
        assert vault.read(counts) == [2, 1, 0]
        posting_builder.build(vault)
        vault.write(lambda db: memories.add(db, NewMemory("A kettle, a tap.", source="note")))
        assert vault.read(counts) == [2, 2, 1]
