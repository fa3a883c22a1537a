"""Neither one conversation nor one part of a question fills the list alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import SearchRequest, SearchResult
from memdesk.vault import conversations, memories
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

_CHATS = {
    "Oven": [
        f"The baker's oven number {n} bakes bread with a crust, says the baker." for n in range(8)
    ],
    "Loaf": ["We baked bread in an oven at the camp."],
    "Weather": [f"Rain number {n} on the hill." for n in range(90)],
    **{f"Ferry {n}": [f"A ferry goes at {n} to the island off the old harbour."] for n in range(9)},
}
_BOTH = "Which oven does the baker say bakes bread with a crust, and when is a ferry?"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    path: Path = tmp_path_factory.mktemp("rearranging") / "v.memdesk"
    with Vault(path) as vault:
        for title, turns in _CHATS.items():
            owner, _ = vault.write(
                lambda db, t=title: conversations.store(db, NewConversation("note", t, t))
            )
            for position, text in enumerate(turns):
                new = NewMemory(text, source="note", conversation_id=owner, position=position)
                vault.write(lambda db, new=new: memories.add(db, new))
        yield SearchEngine(vault, None)


def _ask(engine: SearchEngine, text: str, **weights: float) -> tuple[SearchResult, ...]:
    return engine.search(SearchRequest(text, count=False, weights=weights)).results


def _of(results: tuple[SearchResult, ...], stage: str) -> list[float]:
    return [
        sum(p.raw for p in one.explanation.contributions if p.stage == stage) for one in results
    ]


def test_results_stand_by_their_scores_and_contributions_add_up(engine: SearchEngine) -> None:
    results = _ask(engine, _BOTH)
    scores = [one.score for one in results]
    assert scores == sorted(scores, reverse=True)
    for one in results:
        total = sum(part.value for part in one.explanation.contributions)
        assert total == pytest.approx(one.score, abs=1e-9)


def test_the_fourth_of_a_conversation_and_those_after_it_lose_a_little(
    engine: SearchEngine,
) -> None:
    results = _ask(engine, _BOTH)
    seen: dict[str, int] = {}
    for one, repeats in zip(results, _of(results, "same_chat"), strict=True):
        before = seen.get(one.title, 0)
        assert repeats == min(max(before - 2, 0), 4), one.content
        seen[one.title] = before + 1


def test_the_other_part_of_a_question_rises_below_what_is_at_the_top(
    engine: SearchEngine,
) -> None:
    def ferry(results: tuple[SearchResult, ...]) -> int:
        return next(at for at, one in enumerate(results) if one.title.startswith("Ferry"))

    without = _ask(engine, _BOTH, other_part=0.0)
    results = _ask(engine, _BOTH, other_part=40.0)
    assert ferry(without) > 3
    assert ferry(results) == 3
    assert [one.id for one in results[:3]] == [one.id for one in without[:3]]
    assert _of(results, "other_part")[3] > 0
    # The second ferry brings nothing new.
    assert not any(_of(results, "other_part")[4:])


def test_a_lookup_is_left_as_it_is(engine: SearchEngine) -> None:
    results = _ask(engine, "baker oven bread")
    assert not any(_of(results, "same_chat"))
    assert not any(_of(results, "other_part"))
