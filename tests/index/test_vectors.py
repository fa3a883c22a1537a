"""The vector index gives exact centred cosines, and follows the vault."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import apsw
import numpy as np
import pytest
from numpy.typing import NDArray

from memdesk.index import vectors as module
from memdesk.index.columns import Columns
from memdesk.index.vectors import Aim, VectorIndex
from memdesk.vault import conversations, editing, memories, trash, vectors
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

Matrix = NDArray[np.float32]
DIMENSIONS = 64


class Followed:
    """A vault's columns and vectors, refreshed together as a search does."""

    def __init__(self, vault: Vault, dimensions: int = DIMENSIONS) -> None:
        self.vault = vault
        self.model = vault.write(lambda db: vectors.model_id(db, "fake", "fake-1", dimensions))
        self.columns = Columns()
        self.index = VectorIndex(self.columns, self.model, dimensions)

    def refresh(self) -> None:
        self.vault.read(lambda db: self.index.refresh(db, self.columns.refresh(db)))

    def embed(self, memory_ids: Sequence[int], rows: Matrix) -> None:
        """Give each memory's only passage its row."""

        def work(db: apsw.Connection) -> None:
            passages = [
                db.execute("SELECT id FROM passage WHERE memory_id=?", (i,)).get for i in memory_ids
            ]
            vectors.store(db, self.model, passages, rows)

        self.vault.write(work)


def _add(vault: Vault, texts: Sequence[str]) -> list[int]:
    return vault.write(lambda db: [memories.add(db, NewMemory(t, source="note")) for t in texts])


def _crowded(count: int, seed: int, dimensions: int = DIMENSIONS) -> Matrix:
    """Unit vectors in clusters within a narrow cone, as a sentence encoder gives them."""
    chance = np.random.default_rng(seed)
    middle = chance.normal(size=dimensions)
    clusters = chance.normal(size=(max(count // 40, 2), dimensions)) * 0.6
    rows = middle * 2 + clusters[chance.integers(len(clusters), size=count)]
    rows = rows + chance.normal(size=rows.shape) * 0.4
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _brute_force(rows: Matrix, writings: Sequence[str], question: Matrix, own: str) -> list[float]:
    """Centred cosines by the definition: half way to the writing system's own mean."""
    halves = rows.astype(np.float16).astype(np.float64)
    vault = halves.mean(axis=0)
    centres = {}
    for writing in set(writings):
        part = halves[[w == writing for w in writings]]
        share = 0.5 * len(part) / (len(part) + 20)
        centres[writing] = vault + share * (part.mean(axis=0) - vault)
    aim = question - centres.get(own, vault)
    centred = halves - np.array([centres[writing] for writing in writings])
    figures = (centred @ aim) / np.linalg.norm(centred, axis=1) / np.linalg.norm(aim)
    return [float(figure) for figure in figures]


def _aim(followed: Followed, question: Matrix, writing: str = "latin") -> Aim:
    return followed.index.aim(question, followed.columns.writings.find(writing))


def test_nearest_gives_the_brute_force_centred_cosines(vault: Vault) -> None:
    followed = Followed(vault)
    texts = [f"text {n}" for n in range(60)] + [f"第{n}句话" for n in range(30)]
    ids = _add(vault, texts)
    rows = _crowded(90, 1)
    rows[60:] += 0.1
    followed.embed(ids, rows)
    followed.refresh()
    question = _crowded(1, 2)[0]
    writings = ["latin"] * 60 + ["han"] * 30
    for own in ("latin", "han", "hangul"):
        found = followed.index.nearest(_aim(followed, question, own), 500)
        assert found is not None
        assert found.ordinals.tolist() == list(range(90))
        expected = _brute_force(rows, writings, question, own)
        assert found.cosine.tolist() == pytest.approx(expected, abs=2e-5)
        assert found.mean == pytest.approx(np.mean(expected), abs=2e-5)
        assert found.deviation == pytest.approx(np.std(expected), abs=2e-5)


def test_only_as_many_as_asked_for_are_returned_and_they_are_the_best(vault: Vault) -> None:
    followed = Followed(vault)
    rows = _crowded(200, 3)
    followed.embed(_add(vault, [f"text {n}" for n in range(200)]), rows)
    followed.refresh()
    question = _crowded(1, 4)[0]
    found = followed.index.nearest(_aim(followed, question), 7)
    assert found is not None
    expected = np.argsort(_brute_force(rows, ["latin"] * 200, question, "latin"))[-7:]
    assert found.ordinals.tolist() == sorted(expected.tolist())


def test_the_best_passage_counts_for_a_long_memory(vault: Vault) -> None:
    followed = Followed(vault)
    long = " ".join(f"Sentence number {n} about something else entirely." for n in range(40))
    [identifier, other] = _add(vault, [long, "short"])
    passages = vault.read(
        lambda db: [
            row[0]
            for row in db.execute(
                "SELECT id FROM passage WHERE memory_id=? ORDER BY id", (identifier,)
            )
        ]
    )
    assert len(passages) > 2
    rows = _crowded(len(passages), 5)
    vault.write(lambda db: vectors.store(db, followed.model, passages, rows))
    followed.embed([other], _crowded(1, 6))
    followed.refresh()
    assert followed.index.count == len(passages) + 1
    found = followed.index.nearest(_aim(followed, rows[-1]), 100)
    assert found is not None
    assert found.ordinals.tolist() == [0, 1]
    assert found.passage[0] == passages[-1]
    aim = _aim(followed, rows[-1])
    assert followed.index.passage_of(np.array([0]), aim) == {0: passages[-1]}
    assert followed.index.cosines_of(np.array([0]), aim)[0] == pytest.approx(found.cosine[0])


@pytest.mark.parametrize("seed", [7, 8])
def test_the_two_step_search_finds_nearly_all_of_the_full_scan(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    followed = Followed(vault, 384)
    count = 6_000
    followed.embed(_add(vault, [f"text {n}" for n in range(count)]), _crowded(count, seed, 384))
    followed.refresh()
    questions = _crowded(40, seed + 100, 384)
    chance = np.random.default_rng(seed)
    # Questions near stored texts, as real ones are.
    known = _crowded(count, seed, 384)[chance.integers(count, size=40)]
    questions = (0.6 * known + 0.4 * questions).astype(np.float32)
    exact = [_best(followed, question, 20) for question in questions]
    monkeypatch.setattr(module, "_EXACT_UP_TO", 1_000)
    monkeypatch.setattr(module, "_RESCORED_AT_LEAST", 600)
    quick = [_best(followed, question, 20) for question in questions]
    recall = np.mean([len(a & b) / 20 for a, b in zip(exact, quick, strict=True)])
    assert recall >= 0.99


def test_the_two_step_search_keeps_to_what_is_allowed(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_EXACT_UP_TO", 100)
    monkeypatch.setattr(module, "_RESCORED_AT_LEAST", 50)
    followed = Followed(vault)
    followed.embed(_add(vault, [f"text {n}" for n in range(400)]), _crowded(400, 9))
    followed.refresh()
    allowed = np.zeros(400, dtype=np.bool_)
    allowed[[3, 77, 399]] = True
    found = followed.index.nearest(_aim(followed, _crowded(1, 10)[0]), 20, allowed)
    assert found is not None
    assert found.ordinals.tolist() == [3, 77, 399]


def test_the_two_step_search_takes_any_number_of_dimensions(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = Followed(vault, 100)
    rows = _crowded(400, 11, 100)
    followed.embed(_add(vault, [f"text {n}" for n in range(400)]), rows)
    followed.refresh()
    exact = _best(followed, rows[5], 5)
    monkeypatch.setattr(module, "_EXACT_UP_TO", 100)
    monkeypatch.setattr(module, "_RESCORED_AT_LEAST", 200)
    assert len(_best(followed, rows[5], 5) & exact) >= 4
    assert 5 in _best(followed, rows[5], 5)


def _best(followed: Followed, question: Matrix, count: int) -> set[int]:
    found = followed.index.nearest(_aim(followed, question), count)
    assert found is not None
    return set(found.ordinals.tolist())


def test_without_vectors_nothing_is_near(vault: Vault) -> None:
    followed = Followed(vault)
    _add(vault, ["one", "two"])
    followed.refresh()
    aim = _aim(followed, _crowded(1, 1)[0])
    assert followed.index.count == 0
    assert followed.index.nearest(aim, 10) is None
    assert np.isnan(followed.index.cosines_of(np.array([0, 1]), aim)).all()
    [nowhere] = followed.index.window_cosines(np.array([[0, 1], [-1, 0]]), aim, (1.0, 1.0))
    assert np.isnan(nowhere).all()
    assert followed.index.passage_of(np.array([0]), aim) == {}


def test_a_vault_of_one_memory_gives_a_cosine_and_not_a_division_of_noise(vault: Vault) -> None:
    followed = Followed(vault)
    rows = _crowded(3, 12)
    ids = _add(vault, ["one", "one", "one"])
    # The same text three times: all rows are their own centre.
    followed.embed(ids, np.repeat(rows[:1], 3, axis=0))
    followed.refresh()
    aim = _aim(followed, rows[1])
    found = followed.index.nearest(aim, 10)
    assert found is not None
    assert found.cosine.tolist() == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    [windows] = followed.index.window_cosines(np.array([[-1, 0, 1]]), aim, (1.0,) * 3)
    assert abs(windows[0]) <= 1.0


def test_half_of_the_memories_embedded_leaves_the_others_without_a_figure(vault: Vault) -> None:
    followed = Followed(vault)
    ids = _add(vault, [f"text {n}" for n in range(10)])
    followed.embed(ids[::2], _crowded(5, 13))
    followed.refresh()
    aim = _aim(followed, _crowded(1, 14)[0])
    known = ~np.isnan(followed.index.cosines_of(np.arange(10), aim))
    assert known.tolist() == [True, False] * 5


def test_memories_that_leave_or_change_take_their_vectors_with_them(vault: Vault) -> None:
    followed = Followed(vault)
    ids = _add(vault, [f"text {n}" for n in range(6)])
    rows = _crowded(6, 15)
    followed.embed(ids, rows)
    followed.refresh()
    vault.write(lambda db: trash.put(db, [ids[0]]))
    vault.write(lambda db: editing.edit(db, ids[1], "something else"))
    vault.write(lambda db: trash.purge(db, [ids[2]]))
    vault.write(lambda db: editing.set_pinned(db, ids[3], True))
    followed.refresh()
    assert followed.index.count == 3
    assert _best(followed, rows[0], 10) == {3, 4, 5}
    vault.write(lambda db: trash.restore(db, [ids[0]]))
    followed.embed([ids[0], ids[1]], rows[:2])
    followed.refresh()
    assert _best(followed, rows[0], 10) == {0, 1, 3, 4, 5}


def test_a_passage_embedded_twice_counts_once(vault: Vault) -> None:
    followed = Followed(vault)
    ids = _add(vault, ["one", "two", "three"])
    followed.embed(ids, _crowded(3, 16))
    followed.refresh()
    again = _crowded(3, 17)
    followed.embed(ids, again)
    followed.refresh()
    assert followed.index.count == 3
    aim = _aim(followed, again[0])
    fresh = Followed(vault)
    fresh.refresh()
    assert followed.index.cosines_of(np.arange(3), aim).tolist() == pytest.approx(
        fresh.index.cosines_of(np.arange(3), aim).tolist(), abs=1e-5
    )


def test_vectors_that_come_in_portions_equal_those_loaded_at_once(vault: Vault) -> None:
    followed = Followed(vault)
    rows = _crowded(700, 18)
    done = 0
    for portion in (1, 2, 7, 40, 50, 200, 400):
        ids = _add(vault, [f"text {n}" for n in range(done, done + portion)])
        followed.embed(ids, rows[done : done + portion])
        followed.refresh()
        done += portion
    fresh = Followed(vault)
    fresh.refresh()
    question = _crowded(1, 19)[0]
    expected = fresh.index.cosines_of(np.arange(done), _aim(fresh, question))
    found = followed.index.cosines_of(np.arange(done), _aim(followed, question))
    # The last centre was taken when the store had grown by a quarter, so it is a little older.
    assert found.tolist() == pytest.approx(expected.tolist(), abs=0.1)
    assert np.corrcoef(found, expected)[0, 1] > 0.99


def test_a_writing_system_that_is_new_to_the_vault_can_be_searched_at_once(vault: Vault) -> None:
    followed = Followed(vault)
    rows = _crowded(41, 20)
    followed.embed(_add(vault, [f"text {n}" for n in range(40)]), rows[:40])
    followed.refresh()
    followed.embed(_add(vault, ["第一句中文"]), rows[40:])
    followed.refresh()
    found = followed.index.nearest(_aim(followed, rows[40], "han"), 5)
    assert found is not None
    assert found.ordinals[int(np.argmax(found.cosine))] == 40


def test_a_window_is_the_cosine_of_its_members_mean(vault: Vault) -> None:
    followed = Followed(vault)

    def fill(db: apsw.Connection) -> list[int]:
        owner, _ = conversations.store(db, NewConversation("a", "1", ""))
        return [
            memories.add(db, NewMemory(f"t {n}", source="a", conversation_id=owner, position=n))
            for n in range(5)
        ]

    rows = _crowded(5, 21)
    followed.embed(vault.write(fill), rows)
    followed.refresh()
    question = _crowded(1, 22)[0]
    halves = rows.astype(np.float16).astype(np.float64)
    centre = halves.mean(axis=0)
    aim = (question - centre) / np.linalg.norm(question - centre)
    expected = []
    for members in ((0, 1), (1, 2, 3), (3, 4)):
        mean = (halves[list(members)] - centre).sum(axis=0)
        expected.append(float(mean @ aim / np.linalg.norm(mean)))
    windows = np.array([[-1, 0, 1], [1, 2, 3], [3, 4, -1]])
    [found] = followed.index.window_cosines(windows, _aim(followed, question), (1.0,) * 3)
    assert found.tolist() == pytest.approx(expected, abs=1e-4)


def test_an_interrupted_refresh_is_made_up_for_by_the_next_one(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.stored, "since", partial(vectors.since, batch=2))
    followed = Followed(vault)
    ids = _add(vault, [f"text {n}" for n in range(8)])
    rows = _crowded(8, 23)
    followed.embed(ids, rows)

    class Interrupting:
        """A connection that gives up while the vectors are read."""

        def execute(self, *arguments: object) -> object:
            def some() -> object:
                for at, row in enumerate(vault.reader().execute(*arguments)):  # type: ignore[arg-type]
                    if at == 4:
                        raise apsw.InterruptError
                    yield row

            return some()

    vault.read(followed.columns.refresh)
    with pytest.raises(apsw.InterruptError):
        followed.index.refresh(Interrupting(), np.zeros(0, np.int64))  # type: ignore[arg-type]
    assert followed.index.count == 4
    assert _best(followed, rows[0], 20) == set(range(4))
    followed.refresh()
    assert _best(followed, rows[0], 20) == set(range(8))
    assert not np.isnan(followed.index.cosines_of(np.arange(8), _aim(followed, rows[0]))).any()


def test_an_exact_search_finds_what_the_two_steps_may_miss(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_EXACT_UP_TO", 100)
    monkeypatch.setattr(module, "_RESCORED_AT_LEAST", 5)
    monkeypatch.setattr(module, "_RESCORED_SHARE", 0.0)
    followed = Followed(vault)
    rows = _crowded(400, 31)
    followed.embed(_add(vault, [f"text {n}" for n in range(400)]), rows)
    followed.refresh()
    question = _crowded(1, 32)[0]
    aim = _aim(followed, question)
    expected = set(np.argsort(_brute_force(rows, ["latin"] * 400, question, "latin"))[-5:].tolist())
    exact = followed.index.nearest(aim, 5, exact=True)
    quick = followed.index.nearest(aim, 5)
    assert exact is not None
    assert quick is not None
    assert set(exact.ordinals.tolist()) == expected
    assert set(quick.ordinals.tolist()) != expected


def test_several_weightings_of_windows_come_at_once(vault: Vault) -> None:
    followed = Followed(vault)
    ids = _add(vault, [f"t {n}" for n in range(4)])
    followed.embed(ids[:3], _crowded(3, 41))
    followed.refresh()
    aim = _aim(followed, _crowded(1, 42)[0])
    windows = np.array([[0, 1, 2], [-1, 2, 3], [2, 3, -1]])
    middle, sides, halves = followed.index.window_cosines(
        windows, aim, (0.0, 1.0, 0.0), (1.0, 0.0, 1.0), (0.5, 1.0, 0.5)
    )
    own = followed.index.cosines_of(np.array([1, 2]), aim)
    assert middle[:2].tolist() == pytest.approx(own.tolist(), abs=1e-4)
    assert np.isnan(middle[2])
    [first] = followed.index.window_cosines(np.array([[0, 2]]), aim, (1.0, 1.0))
    assert sides[0] == pytest.approx(float(first[0]), abs=1e-5)
    assert np.isnan(sides[1])
    assert sides[2] == pytest.approx(own[1], abs=1e-4)
    assert halves[1] == pytest.approx(own[1], abs=1e-4)


@pytest.mark.parametrize("compared", [40, 100_000])
def test_the_nearest_of_some_memories_are_found_among_them_alone(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, compared: int
) -> None:
    monkeypatch.setattr(module, "_COMPARED_OF_PART", compared)
    rows = _crowded(400, seed=3)
    followed = Followed(vault)
    ids = _add(vault, [f"note {number}" for number in range(len(rows))])
    followed.embed(ids, rows)
    followed.refresh()
    part = np.arange(0, 400, 2)
    aim = _aim(followed, rows[6])
    found = followed.index.nearest_of(part, aim, 5)
    cosines = followed.index.cosines_of(part, aim)
    assert found[0] == 6
    assert set(found.tolist()) <= set(part.tolist())
    exact = part[np.argsort(-cosines, kind="stable")][:5]
    assert len(set(found.tolist()) & set(exact.tolist())) >= (5 if compared > 400 else 3)
    assert not len(followed.index.nearest_of(part[:0], aim, 5))
