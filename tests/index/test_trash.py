"""The search arrays while memories go to the trash, come back, or leave for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.index.columns import Columns
from memdesk.index.vectors import VectorIndex
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import SearchRequest
from memdesk.vault import editing, memories, trash, vectors
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.fake_model import FakeModel, holder

DIMENSIONS = 8


class Arrays:
    """Columns and vectors, refreshed together as a search does."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        model = vault.write(lambda db: vectors.model_id(db, "fake", "fake-1", DIMENSIONS))
        self.columns = Columns()
        self.index = VectorIndex(self.columns, model, DIMENSIONS)

    def refresh(self) -> Arrays:
        self.vault.read(lambda db: self.index.refresh(db, self.columns.refresh(db)))
        return self

    def found(self) -> list[tuple[int, int]]:
        """(memory, passage) of everything that can be found by meaning."""
        aim = self.index.aim(np.ones(DIMENSIONS, np.float32), -1)
        near = self.index.nearest(aim, 1_000)
        if near is None:
            return []
        ids = self.columns.field("id")[near.ordinals].tolist()
        assert self.index.count == len(ids)
        return list(zip(ids, near.passage.tolist(), strict=True))


@contextmanager
def new_vault() -> Iterator[Vault]:
    with TemporaryDirectory() as folder, Vault(Path(folder) / "my.memdesk") as vault:
        yield vault


def embed(db: apsw.Connection, limit: int = 1_000) -> None:
    waiting = [passage for passage, _ in vectors.pending(db, 1, limit)]
    rows = np.random.default_rng(sum(waiting)).normal(size=(len(waiting), DIMENSIONS))
    vectors.store(db, 1, waiting, rows.astype(np.float32))


def add(vault: Vault, *texts: str) -> list[int]:
    return vault.write(lambda db: [memories.add(db, NewMemory(t, source="note")) for t in texts])


def test_what_comes_back_is_found_without_being_embedded_again(vault: Vault) -> None:
    arrays = Arrays(vault)
    ids = add(vault, "one", "two", "three")
    vault.write(embed)
    before = arrays.refresh().found()
    assert [memory for memory, _ in before] == ids
    vault.write(lambda db: trash.put(db, ids[:2]))
    assert arrays.refresh().found() == before[2:]
    vault.write(lambda db: trash.restore(db, ids[:2]))
    assert arrays.refresh().found() == before


def test_what_lay_in_the_trash_when_the_arrays_were_loaded_is_found_once_it_is_back(
    vault: Vault,
) -> None:
    former = Arrays(vault)
    ids = add(vault, "one", "two", "three")
    vault.write(embed)
    before = former.refresh().found()
    vault.write(lambda db: trash.put(db, ids[:2]))
    arrays = Arrays(vault).refresh()
    assert arrays.found() == before[2:]
    [late] = add(vault, "four")
    vault.write(embed)
    vault.write(lambda db: trash.restore(db, ids[:2]))
    found = arrays.refresh().found()
    assert found[:3] == before
    assert found[3][0] == late


def test_all_of_the_trash_may_come_back_to_an_empty_vault(vault: Vault) -> None:
    model = Arrays(vault)
    ids = add(vault, "one", "two")
    vault.write(embed)
    vault.write(lambda db: trash.put(db, ids))
    arrays = Arrays(vault).refresh()
    assert arrays.found() == []
    vault.write(lambda db: trash.restore(db, ids))
    assert [memory for memory, _ in arrays.refresh().found()] == ids
    assert model.refresh().found() == arrays.found()


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["add", "trash", "restore", "purge", "edit", "embed", "again", "refresh"]),
        st.integers(0, 5),
    ),
    max_size=25,
)


@settings(deadline=None, max_examples=40)
@given(ACTIONS)
def test_arrays_that_follow_equal_arrays_loaded_anew(actions: list[tuple[str, int]]) -> None:
    with new_vault() as vault:
        followed = Arrays(vault).refresh()
        ids: list[int] = []
        for number, (action, which) in enumerate(actions):
            if action == "add":
                ids += add(vault, f"text number {number}")
            elif action == "embed":
                vault.write(lambda db, count=which: embed(db, count))
            elif action == "again":
                # Another model took over and this one comes back: everything is embedded anew.
                vault.write(lambda db: db.execute("UPDATE passage SET model_id=NULL"))
                vault.write(embed)
            elif action == "refresh":
                followed.refresh()
            elif ids:
                change(vault, action, ids[which % len(ids)], f"edited {number}")
        assert followed.refresh().found() == Arrays(vault).refresh().found()


def change(vault: Vault, action: str, identifier: int, text: str) -> None:
    def work(db: apsw.Connection) -> None:
        if memories.get(db, identifier) is None:
            return
        if action == "trash":
            trash.put(db, [identifier])
        elif action == "restore":
            trash.restore(db, [identifier])
        elif action == "purge":
            trash.purge(db, [identifier])
        else:
            editing.edit(db, identifier, text)

    vault.write(work)


@pytest.mark.parametrize("loaded", ["before", "after"])
def test_a_search_does_not_see_the_trash_and_sees_what_is_back(vault: Vault, loaded: str) -> None:
    hidden, _ = add(vault, "the physician came by", "sourdough bread")
    model = FakeModel({"physician": "doctor", "doctor": "doctor"})

    def embed_all(db: apsw.Connection) -> None:
        number = vectors.model_id(db, "fake", model.card.identity, model.card.dimensions)
        waiting = vectors.pending(db, number, 9)
        rows = model.embed_passages([text for _, text in waiting])
        vectors.store(db, number, [passage for passage, _ in waiting], rows)

    vault.write(embed_all)
    engine = SearchEngine(vault, holder({"physician": "doctor", "doctor": "doctor"}))
    if loaded == "before":
        engine.warm()
    vault.write(lambda db: trash.put(db, [hidden]))

    def ask() -> tuple[list[int], int, int]:
        answer = engine.search(SearchRequest("doctor", count=False))
        nearest = answer.rejected.nearest if answer.rejected else None
        found = [result.id for result in answer.results] + ([nearest.id] if nearest else [])
        return found, answer.embedded, answer.embeddable

    found, embedded, embeddable = ask()
    assert hidden not in found
    assert (embedded, embeddable) == (1, 1)
    vault.write(lambda db: trash.restore(db, [hidden]))
    found, embedded, embeddable = ask()
    assert found[0] == hidden
    assert (embedded, embeddable) == (2, 2)
