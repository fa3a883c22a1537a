"""The parents' pipelines against plain reimplementations of their descriptions."""

from __future__ import annotations

import math
import re
from typing import Any

import apsw
import numpy as np
import pytest

from memdesk.retrieval.results import SearchResponse
from memdesk.vault import counters, editing, lookups, memories, tags, trash
from memdesk.vault.records import NewMemory
from tests.retrieval.small_vault import NOW, Small, moment

QUESTIONS = (
    "bottom bracket",
    "What does the cat need?",
    "bulk rise",
    "oatmeal pudding cream",
    "the flat in Leith",
    "喝茶",
    "feline doctor",
    "automobile",
    "zeppelin",
    "chainring",
)
DAY = 86_400_000


class Plain:
    """Full text and cosines of a vault, by the shortest way."""

    def __init__(self, small: Small) -> None:
        self._small = small
        self.ids = sorted(small.ids.values())
        self.texts = small.vault.read(lambda db: memories.contents(db, self.ids))

    def fts(self, prepare: Any, expression: str, limit: int) -> list[int]:
        db = apsw.Connection(":memory:")
        db.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='unicode61 remove_diacritics 1')")
        for identifier in self.ids:
            db.execute(
                "INSERT INTO t (rowid, x) VALUES (?,?)",
                (identifier, prepare(self.texts[identifier])),
            )
        if not expression:
            return []
        return [
            row[0]
            for row in db.execute(
                "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t), rowid LIMIT ?",
                (expression, limit),
            )
        ]

    def cosines(self, question: str) -> dict[int, float]:
        from memdesk.retrieval.results import SearchRequest

        def read(db: apsw.Connection) -> dict[int, float]:
            request = SearchRequest(question, now=NOW, count=False)
            context = self._small.engine.context(db, request)
            assert context.vectors is not None
            assert context.aim is not None
            found = context.vectors.cosines_of(np.arange(len(self.ids)), context.aim)
            return {i: float(c) for i, c in zip(self.ids, found, strict=True)}

        return self._small.vault.read(read)


def _ranked(scores: dict[int, float], limit: int = 50) -> list[tuple[int, float]]:
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]


def _found(response: SearchResponse) -> list[tuple[int, float]]:
    return [(result.id, result.score) for result in response.results]


def _assert_same(found: list[tuple[int, float]], expected: list[tuple[int, float]]) -> None:
    assert [i for i, _ in found] == [i for i, _ in expected]
    assert [s for _, s in found] == pytest.approx([s for _, s in expected], abs=1e-6)


@pytest.mark.parametrize("mode", "abc")
@pytest.mark.parametrize("question", QUESTIONS)
def test_memesh_ranks_as_published(kept: Small, mode: str, question: str) -> None:
    plain = Plain(kept)
    words = [w for w in re.sub(r"[^\w\s]|_", " ", question).split() if len(w) > 2][:20]
    hits = plain.fts(lambda t: t[:8_000], " OR ".join(f'"{w}"' for w in words), 20)
    text = {identifier: 1 - rank / len(hits) for rank, identifier in enumerate(hits)}
    near = dict(_ranked(plain.cosines(question), 20)) if mode != "a" else {}
    if mode == "c":
        scores = {i: 0.6 * near.get(i, 0.0) + 0.4 * text.get(i, 0.0) for i in text | near}
    else:
        scores = {i: max(near.get(i, 0.0), text.get(i, 0.0)) for i in text | near}
    response = kept.ask(question, profile=f"memesh-{mode}")
    _assert_same(_found(response), _ranked(scores))
    assert (response.rejected is None) == bool(scores)


def test_memesh_takes_the_first_twenty_words_of_three_letters(kept: Small) -> None:
    filler = " ".join(f"filler{n}" for n in range(19))
    assert kept.texts(f"{filler} pudding", profile="memesh-a")
    assert not kept.texts(f"one {filler} pudding", profile="memesh-a")
    assert not kept.texts("UN", profile="memesh-a")


def test_memesh_cuts_a_record_at_eight_thousand_characters(small: Small) -> None:
    long = "word " * 1_700 + "zeppelin"
    small.vault.write(lambda db: memories.add(db, NewMemory(long, source="note")))
    assert small.texts("zeppelin", profile="memesh-a") == []
    assert small.texts("zeppelin")[0] == long


def _memx(small: Small, question: str, limit: int) -> list[tuple[int, float]] | None:
    """MemX by its text: recall twice, reject, fuse, four factors, z-score, logistic, dedup."""
    plain = Plain(small)
    cjk = re.compile(r"([\u4e00-\u9fff])")
    phrase = '"' + " ".join(cjk.sub(r" \1 ", question).split()) + '"'
    words = plain.fts(lambda t: cjk.sub(r" \1 ", t), phrase, 3 * limit)
    cosines = plain.cosines(question)
    near = [(i, c) for i, c in _ranked(cosines, 3 * limit) if c >= 0.3]
    if not words and max(cosines.values()) < 0.5:
        return None
    fused: dict[int, float] = {}
    for ranking in (words, [i for i, _ in near]):
        for rank, identifier in enumerate(ranking, start=1):
            fused[identifier] = fused.get(identifier, 0.0) + 1 / (60 + rank)

    def read(db: apsw.Connection) -> dict[int, float]:
        known = lookups.rows(db, sorted(fused))
        records = {m.id: m for m in memories.get_many(db, sorted(fused))}
        total = {}
        for identifier, share in fused.items():
            looks, retrievals, last = known[identifier][2:]
            record = records[identifier]
            since = last if last is not None else record.created_at
            assert since is not None
            recency = 2 ** (-((NOW - since) / DAY) / 30)
            count = retrievals or looks
            frequency = min(1.0, math.log(count + 1) / 10)
            total[identifier] = (
                0.45 * share + 0.25 * recency + 0.05 * frequency + 0.10 * record.importance
            )
        return total

    total = small.vault.read(read)
    mean = sum(total.values()) / len(total)
    deviation = math.sqrt(sum((t - mean) ** 2 for t in total.values()) / len(total))
    scores = {
        i: 1 / (1 + math.exp(-((t - mean) / deviation if deviation else 0.0)))
        for i, t in total.items()
    }
    kept: list[tuple[int, float]] = []
    seen: set[Any] = set()
    signatures: set[Any] = set()
    records = {m.id: m for m in small.vault.read(lambda db: memories.get_many(db, plain.ids))}
    for identifier, score in _ranked(scores):
        record = records[identifier]
        signature = (record.type, tuple(sorted(record.tags)))
        if record.content.strip() in seen or (record.tags and signature in signatures):
            continue
        seen.add(record.content.strip())
        signatures.add(signature)
        kept.append((identifier, score))
    return kept[:limit]


@pytest.mark.parametrize("limit", [2, 50])
@pytest.mark.parametrize("question", QUESTIONS)
def test_memx_ranks_as_published(small: Small, question: str, limit: int) -> None:
    def live(db: apsw.Connection) -> None:
        ids = sorted(small.ids.values())
        counters.returned(db, ids[::3], NOW - 5 * DAY)
        counters.returned(db, ids[::6], NOW - 2 * DAY)
        for identifier in ids[1::4]:
            counters.looked_at(db, identifier)
        for at, identifier in enumerate(ids):
            editing.set_importance(db, identifier, (at % 5) / 4)
        for identifier in ids[2:8]:
            tags.assign(db, identifier, ("same",))

    small.vault.write(live)
    expected = _memx(small, question, limit)
    response = small.ask(question, profile="memx", limit=limit)
    assert (response.rejected is not None) == (expected is None)
    _assert_same(_found(response), expected or [])


def test_the_questions_cover_both_outcomes_of_memx(kept: Small) -> None:
    outcomes = {_memx(kept, question, 50) is None for question in QUESTIONS}
    assert outcomes == {True, False}


def test_memx_rejects_with_the_nearest_and_its_figure(kept: Small) -> None:
    response = kept.ask("zeppelin", profile="memx")
    assert response.results == ()
    assert response.rejected is not None
    assert "below 0.50" in response.rejected.reason
    nearest = response.rejected.nearest
    assert nearest is not None
    best = max(Plain(kept).cosines("zeppelin").values())
    [meaning] = [p for p in nearest.explanation.contributions if p.stage == "meaning"]
    assert meaning.raw == pytest.approx(best)


def test_memx_keeps_one_of_equal_contents(small: Small) -> None:
    def fill(db: apsw.Connection) -> list[int]:
        return [
            memories.add(db, NewMemory(text, source="note", created_at=moment("2024-12-20")))
            for text in ("The kite is blue", " The kite is blue \n", "The kite is red")
        ]

    one, _, other = small.vault.write(fill)
    assert [r.id for r in small.ask("kite is", profile="memx").results[:2]] == [one, other]


def test_memx_shows_the_ranks_it_fused(kept: Small) -> None:
    best = kept.ask("bottom bracket", profile="memx").results
    assert {rank for result in best for name, rank in result.explanation.ranks} >= {1, 2}


def test_the_parents_indexes_follow_the_vault(small: Small) -> None:
    assert small.texts("bottom bracket", profile="memesh-a")
    gone = [i for text, i in small.ids.items() if "bracket" in text]
    small.vault.write(lambda db: trash.put(db, gone))
    assert small.texts("bracket", profile="memesh-a") == []
    small.vault.write(lambda db: trash.restore(db, gone[:1]))
    assert len(small.texts("bracket", profile="memesh-a")) == 1
    small.vault.write(lambda db: editing.edit(db, gone[0], "A steel frame"))
    assert small.texts("bracket", profile="memesh-a") == []
    assert "A steel frame" in small.texts("steel frame", profile="memx")
