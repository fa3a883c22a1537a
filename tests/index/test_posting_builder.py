"""Posting arrays say what the full-text index says, whatever has happened to the vault."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from memdesk.index import fresh, posting_builder
from memdesk.index.columns import Columns
from memdesk.index.keywords import KeywordIndex
from memdesk.text.terms import index_tokens
from memdesk.vault import editing, memories, postings, trash
from memdesk.vault.postings import segments
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault

WORDS = ("sea", "seas", "tide", "Bäckerei", "running", "ran", "咖啡", "茶", "E0433", "a", "agreed")
TERMS = sorted({token for word in WORDS for token in index_tokens(word)})
Postings = dict[str, dict[int, int]]


def add(vault: Vault, texts: list[str]) -> list[int]:
    return vault.write(lambda db: [memories.add(db, NewMemory(t, source="note")) for t in texts])


def reference(db: apsw.Connection) -> Postings:
    """Each term's memories, counted from the texts with nothing in between."""
    found: Postings = {term: {} for term in TERMS}
    for identifier, content in db.execute(
        "SELECT id, content FROM memory WHERE deleted_at IS NULL"
    ):
        for term, count in Counter(index_tokens(content)).items():
            found.setdefault(term, {})[identifier] = count
    return found


def told(index: KeywordIndex, columns: Columns, db: apsw.Connection) -> Postings:
    if len(columns.refresh(db)):
        index.forget()
    index.refresh(db)
    ids = columns.field("id")
    result: Postings = {}
    for term in reference(db):
        posting = index.posting(db, (term,))
        assert (np.diff(posting.ordinals) > 0).all()
        pairs = zip(ids[posting.ordinals].tolist(), posting.frequency.tolist(), strict=True)
        result[term] = {identifier: int(count) for identifier, count in pairs}
    return result


def texts(chance: random.Random, count: int) -> list[str]:
    return [" ".join(chance.choices(WORDS, k=chance.randint(0, 40))) for _ in range(count)]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting_builder, "PIECE_MEMORIES", 7)
    monkeypatch.setattr(posting_builder, "_TERMS_AT_ONCE", 3)
    monkeypatch.setattr(posting_builder, "_FEW", 2)


class Life(RuleBasedStateMachine):
    """A vault that is written, edited, emptied and built in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.vault = Vault(Path(self.folder.name) / "my.memdesk")
        self.columns = Columns()
        self.index = KeywordIndex(self.columns)
        self.ids: list[int] = []

    def teardown(self) -> None:
        self.vault.close()
        self.folder.cleanup()

    @rule(chance=st.randoms(use_true_random=False), count=st.integers(1, 12))
    def write(self, chance: random.Random, count: int) -> None:
        self.ids += add(self.vault, texts(chance, count))

    @precondition(lambda self: self.ids)
    @rule(chance=st.randoms(use_true_random=False), text=st.text(max_size=30))
    def edit(self, chance: random.Random, text: str) -> None:
        chosen = chance.choice(self.ids)
        new = text + " ".join(chance.choices(WORDS, k=3))
        self.vault.write(lambda db: editing.edit(db, chosen, new))

    @precondition(lambda self: self.ids)
    @rule(chance=st.randoms(use_true_random=False))
    def throw_away(self, chance: random.Random) -> None:
        chosen = chance.sample(self.ids, min(3, len(self.ids)))
        self.vault.write(lambda db: trash.put(db, chosen))

    @precondition(lambda self: self.ids)
    @rule(chance=st.randoms(use_true_random=False))
    def take_back(self, chance: random.Random) -> None:
        chosen = chance.sample(self.ids, min(3, len(self.ids)))
        self.vault.write(lambda db: trash.restore(db, chosen))

    @rule()
    def purge(self) -> None:
        def work(db: apsw.Connection) -> list[int]:
            query = "SELECT id FROM memory WHERE deleted_at IS NOT NULL"
            trash.purge(db, [row[0] for row in db.execute(query)])
            return [row[0] for row in db.execute("SELECT id FROM memory")]

        self.ids = self.vault.write(work)

    @rule()
    def build(self) -> None:
        posting_builder.build(self.vault)

    @rule(steps=st.integers(0, 6))
    def build_until_cancelled(self, steps: int) -> None:
        left = iter(range(steps))
        posting_builder.build(self.vault, lambda: next(left, None) is None)

    @invariant()
    def postings_are_what_the_texts_hold(self) -> None:
        expected = self.vault.read(reference)
        assert self.vault.read(lambda db: told(self.index, self.columns, db)) == expected
        held = {term for term, memories in expected.items() if memories}
        for prefix in ("s", "b", "a", "咖", "x"):
            begun = self.vault.read(lambda db, p=prefix: self.index.completions(db, p, 99))
            assert set(begun) == {term for term in held if term.startswith(prefix)}


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


def test_one_segment_in_the_end_covers_what_many_pieces_brought(vault: Vault) -> None:
    chance = random.Random(1)
    for _ in range(8):
        add(vault, texts(chance, 7))
        assert posting_builder.build(vault) == 7
    (segment,) = vault.read(postings.segments)
    assert (segment.after, segment.last, segment.memories) == (0, 56, 56)
    assert posting_builder.build(vault) == 0
    count = vault.read(lambda db: db.execute("SELECT count(DISTINCT segment_id) FROM posting").get)
    assert count == 1


def test_the_number_of_segments_stays_small(vault: Vault) -> None:
    add(vault, texts(random.Random(2), 7 * 13))
    posting_builder.build(vault)
    assert [s.memories for s in vault.read(postings.segments)] == [56, 28, 7]


def test_arrays_are_used_once_they_are_there(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    add(vault, texts(random.Random(3), 30))
    posting_builder.build(vault)
    expected = vault.read(reference)
    monkeypatch.setattr("memdesk.vault.fulltext.postings", None)
    columns = Columns()
    assert vault.read(lambda db: told(KeywordIndex(columns), columns, db)) == expected


def test_too_many_fresh_memories_are_left_to_the_full_text_index(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(vault, texts(random.Random(4), 30))
    monkeypatch.setattr(fresh, "MOST", 29)
    monkeypatch.setattr("memdesk.index.fresh.index_tokens", None)
    columns = Columns()
    assert vault.read(lambda db: told(KeywordIndex(columns), columns, db)) == vault.read(reference)


def test_a_term_that_occurs_hundreds_of_times_in_one_memory_keeps_its_count(vault: Vault) -> None:
    add(vault, ["tide " * 300 + "sea", "tide"])
    posting_builder.build(vault)
    columns = Columns()
    found = vault.read(lambda db: told(KeywordIndex(columns), columns, db))
    assert found["tide"] == {1: 300, 2: 1}


def test_much_edited_segments_are_written_anew(vault: Vault) -> None:
    ids = add(vault, texts(random.Random(5), 20))
    posting_builder.build(vault)
    for identifier in ids[:2]:
        vault.write(lambda db, i=identifier: editing.edit(db, i, "tide"))
    assert posting_builder.build(vault) == 0
    for identifier in ids[2:9]:
        vault.write(lambda db, i=identifier: editing.edit(db, i, "tide"))
    assert posting_builder.build(vault) > 0
    columns = Columns()
    assert vault.read(lambda db: told(KeywordIndex(columns), columns, db)) == vault.read(reference)


def test_a_segment_with_some_edits_is_brought_up_to_date_without_reading_the_rest(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = add(vault, texts(random.Random(7), 20))
    posting_builder.build(vault)
    vault.write(lambda db: [editing.edit(db, i, "tide sea tide") for i in ids[:3]])
    vault.write(lambda db: trash.put(db, ids[3:4]))
    monkeypatch.setattr(postings, "texts_after", lambda db, after: iter(()))
    assert posting_builder.build(vault) == 0
    assert [vault.read(lambda db, s=s: postings.changed(db, s)) for s in vault.read(segments)] == [
        [] for _ in vault.read(segments)
    ]
    columns = Columns()
    assert vault.read(lambda db: told(KeywordIndex(columns), columns, db)) == vault.read(reference)


def test_a_refresh_that_was_interrupted_is_done_again(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(vault, ["tide", "sea"])
    posting_builder.build(vault)
    columns = Columns()
    index = KeywordIndex(columns)
    assert vault.read(lambda db: told(index, columns, db)) == vault.read(reference)
    add(vault, ["tide again"])

    def interrupted(*_: object) -> None:
        raise apsw.InterruptError

    with monkeypatch.context() as patch:
        patch.setattr("memdesk.index.fresh.memories.contents", interrupted)
        with pytest.raises(apsw.InterruptError):
            vault.read(lambda db: told(index, columns, db))
    assert vault.read(lambda db: told(index, columns, db)) == vault.read(reference)


KILLED = """
import os, sys
from pathlib import Path
from memdesk.index import posting_builder
from memdesk.vault import postings
from memdesk.vault.store import Vault
posting_builder.PIECE_MEMORIES = 7
left = iter(range(int(sys.argv[2])))
publish = postings.publish
def killed(*arguments):
    if next(left, None) is None:
        os._exit(1)
    publish(*arguments)
postings.publish = killed
with Vault(Path(sys.argv[1])) as vault:
    posting_builder.build(vault)
"""


@pytest.mark.parametrize("published", [0, 1, 2, 3, 4])
def test_a_killed_build_leaves_what_is_right_and_the_next_one_tidies_up(
    vault: Vault, published: int
) -> None:
    add(vault, texts(random.Random(6), 40))
    done = subprocess.run([sys.executable, "-c", KILLED, str(vault.path), str(published)])
    assert done.returncode == 1
    columns = Columns()
    assert vault.read(lambda db: told(KeywordIndex(columns), columns, db)) == vault.read(reference)
    posting_builder.build(vault)
    assert vault.read(lambda db: told(KeywordIndex(columns), columns, db)) == vault.read(reference)
    left = "SELECT count(*) FROM posting WHERE segment_id NOT IN (SELECT id FROM posting_segment)"
    assert vault.read(lambda db: db.execute(left).get) == 0
    assert vault.read(lambda db: db.execute("SELECT min(published) FROM posting_segment").get) == 1


def test_nothing_to_cover_writes_nothing(vault: Vault) -> None:
    assert posting_builder.build(vault) == 0
    assert vault.read(postings.segments) == ()
    assert vault.read(postings.uncovered) == 0
    add(vault, ["tide", "sea"])
    assert vault.read(postings.uncovered) == 2
