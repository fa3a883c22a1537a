"""BM25 over posting lists gives FTS5's own figures, and follows the vault."""

from __future__ import annotations

import math
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdesk.index.columns import Columns
from memdesk.index.keywords import KeywordIndex
from memdesk.text.terms import analyse, index_text
from memdesk.vault import conversations, editing, memories, trash
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

WORDS = ("sea", "seas", "tide", "gauge", "Bäckerei", "running", "ran", "咖啡", "茶", "E0433", "a")


def _fts5(db: apsw.Connection, words: list[str]) -> dict[int, float]:
    expression = " OR ".join(f'"{word}"' for word in words)
    return dict(
        db.execute(
            "SELECT rowid, -bm25(memory_fts) FROM memory_fts WHERE memory_fts MATCH ?",
            (expression,),
        )
    )


def _ours(db: apsw.Connection, columns: Columns, terms: list[str]) -> dict[int, float]:
    columns.refresh(db)
    index = KeywordIndex(columns)
    scores = index.score([index.posting(db, (term,)) for term in terms])
    return {int(columns.field("id")[at]): float(scores[at]) for at in np.flatnonzero(scores)}


def _add(vault: Vault, texts: list[str]) -> list[int]:
    return vault.write(lambda db: [memories.add(db, NewMemory(t, source="note")) for t in texts])


def _made_up(chance: random.Random, count: int) -> list[str]:
    return [" ".join(chance.choices(WORDS, k=chance.randint(1, 60))) for _ in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_scores_equal_the_bm25_of_fts5_for_one_term_and_for_any_of_several(
    vault: Vault, seed: int
) -> None:
    chance = random.Random(seed)
    _add(vault, _made_up(chance, 80))
    for count in (1, 2, 5):
        # One spelling a term: FTS5 would count "sea" and "seas" as two phrases.
        words = chance.sample(("tide", "gauge", "Bäckerei", "running", "E0433", "sea"), count)
        terms = [analyse(word)[0].text for word in words]
        expected = vault.read(lambda db, words=words: _fts5(db, words))
        found = vault.read(lambda db, terms=terms: _ours(db, Columns(), terms))
        assert expected
        assert found == pytest.approx(expected, abs=1e-6)


@settings(max_examples=40, deadline=None)
@example(["", "0", "⺀"], random.Random(1))
@given(st.lists(st.text(max_size=40), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_scores_equal_fts5_whatever_the_texts_hold(texts: list[str], chance: random.Random) -> None:
    with TemporaryDirectory() as folder, Vault(Path(folder) / "my.memdesk") as vault:
        _add(vault, texts)
        words = [word for text in texts for word in index_text(text)[0].split()]
        if not words:
            return
        word = chance.choice(words)
        terms = [term.text for term in analyse(word) if term.word == word]
        if len(terms) != 1:
            return
        expected = vault.read(lambda db: _fts5(db, [word]))
        assert vault.read(lambda db: _ours(db, Columns(), terms)) == pytest.approx(
            expected, abs=1e-6
        )


def test_a_term_that_most_memories_hold_still_counts_a_little(vault: Vault) -> None:
    _add(vault, ["sea", "sea tide", "sea gauge"])
    scores = vault.read(lambda db: _ours(db, Columns(), ["sea"]))
    assert len(scores) == 3
    assert all(0 < score < 1e-5 for score in scores.values())


def test_forms_of_one_word_are_counted_as_one_term(vault: Vault) -> None:
    ids = _add(vault, ["coffee coffees cup", "coffeehouse coffee", "tea"])

    def look(db: apsw.Connection) -> tuple[list[int], list[float], float]:
        columns = Columns()
        columns.refresh(db)
        posting = KeywordIndex(columns).posting(db, ("coffe", "coffeehous"))
        return posting.ordinals.tolist(), posting.frequency.tolist(), posting.idf

    ordinals, frequency, idf = vault.read(look)
    assert ordinals == [0, 1]
    assert frequency == [2.0, 2.0]
    assert idf == pytest.approx(max(math.log(1.5 / 2.5), 1e-6))
    assert ids[0] < ids[1]


def test_postings_follow_edits_and_the_trash(vault: Vault) -> None:
    ids = _add(vault, ["tide gauge", "tide table", "sea"])
    columns = Columns()
    assert set(vault.read(lambda db: _ours(db, columns, ["tide"]))) == {ids[0], ids[1]}
    vault.write(lambda db: editing.edit(db, ids[2], "the tide is out"))
    vault.write(lambda db: trash.put(db, [ids[0]]))
    assert set(vault.read(lambda db: _ours(db, columns, ["tide"]))) == {ids[1], ids[2]}
    vault.write(lambda db: trash.restore(db, [ids[0]]))
    expected = vault.read(lambda db: _fts5(db, ["tide"]))
    assert vault.read(lambda db: _ours(db, columns, ["tide"])) == pytest.approx(expected, abs=1e-6)


def test_a_kept_posting_list_is_dropped_when_told_of_a_change(vault: Vault) -> None:
    _add(vault, ["tide"])
    columns = Columns()
    index = KeywordIndex(columns)

    def count(db: apsw.Connection, *, tell: bool) -> int:
        if len(columns.refresh(db)) and tell:
            index.forget()
            index.refresh(db)
        return len(index.posting(db, ("tide",)).ordinals)

    assert vault.read(lambda db: count(db, tell=True)) == 1
    assert vault.read(lambda db: count(db, tell=True)) == 1
    _add(vault, ["tide again"])
    assert vault.read(lambda db: count(db, tell=False)) == 1
    _add(vault, ["tide and again"])
    assert vault.read(lambda db: count(db, tell=True)) == 3


def test_a_memory_that_the_columns_do_not_know_yet_is_left_out(vault: Vault) -> None:
    _add(vault, ["tide"])
    columns = Columns()
    vault.read(columns.refresh)
    _add(vault, ["tide again"])
    posting = vault.read(lambda db: KeywordIndex(columns).posting(db, ("tide",)))
    assert posting.ordinals.tolist() == [0]


def test_a_term_nobody_wrote_scores_nothing(vault: Vault) -> None:
    _add(vault, ["tide"])
    assert vault.read(lambda db: _ours(db, Columns(), ["zeppelin"])) == {}


def test_a_conversation_scores_as_one_text(vault: Vault) -> None:
    def fill(db: apsw.Connection) -> None:
        for number, turns in enumerate((("tide", "tide gauge"), ("sea", "boat"), ("tide", "x"))):
            owner, _ = conversations.store(db, NewConversation("a", str(number), ""))
            for position, text in enumerate(turns):
                memories.add(
                    db, NewMemory(text, source="a", conversation_id=owner, position=position)
                )

    vault.write(fill)

    def look(db: apsw.Connection) -> tuple[list[float], float]:
        columns = Columns()
        columns.refresh(db)
        index = KeywordIndex(columns)
        scores, ideal = index.score_conversations([index.posting(db, ("gaug",))])
        return scores.tolist(), ideal

    # Three conversations of 3, 2 and 2 words; one holds "gauge", once.
    idf = math.log((3 - 1 + 0.5) / (1 + 0.5))
    norm = 1.2 * (0.25 + 0.75 * 3 / (7 / 3))
    scores, ideal = vault.read(look)
    assert scores == pytest.approx([idf * 2.2 / (1 + norm), 0.0, 0.0])
    assert ideal == pytest.approx(idf * 2.2)


def test_conversations_that_are_gone_do_not_count(vault: Vault) -> None:
    def fill(db: apsw.Connection) -> list[int]:
        ids = []
        for number, text in enumerate(("tide", "sea", "boat", "gone")):
            owner, _ = conversations.store(db, NewConversation("a", str(number), ""))
            ids.append(memories.add(db, NewMemory(text, source="a", conversation_id=owner)))
        return ids

    ids = vault.write(fill)
    vault.write(lambda db: trash.put(db, [ids[3]]))

    def look(db: apsw.Connection) -> float:
        columns = Columns()
        columns.refresh(db)
        index = KeywordIndex(columns)
        return float(index.score_conversations([index.posting(db, ("tide",))])[0].max())

    assert vault.read(look) == pytest.approx(math.log(2.5 / 1.5))
