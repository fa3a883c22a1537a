"""What is looked up: titles, texts as typed, all the words, then some of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.recall.pool import TYPED_PER_PATH
from memdesk.retrieval.results import Mode, SearchRequest, SearchResult
from memdesk.vault import conversations, memories
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault

_TALKS = {
    "Green kettle": ("It whistles.", "Mine too.", "The kettle is old, and green like the door."),
    "Kitchen": (
        "A green cup, a green plate, a green green spoon: everything green.",
        "Green kettles are rare. I'd look for a kettle in green at the market.",
        "The kettle, kettle, kettle.",
    ),
    "Network": (
        "10 machines, 0 printers, 12 cables and 10 plugs, 0 of them at 12.",
        "The router answers on 10.0.0.12 now, and it is written in C++ by foo_bar.",
        "bar foo, and C is a letter.",
    ),
    "Weather": tuple(f"Rain number {n} and green leaves beside a wall." for n in range(200)),
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    path: Path = tmp_path_factory.mktemp("lookup") / "v.memdesk"
    with Vault(path) as vault:
        for number, (title, turns) in enumerate(_TALKS.items()):
            owner, _ = vault.write(
                lambda db, n=number, t=title: conversations.store(
                    db, NewConversation("note", f"c{n}", t)
                )
            )
            for position, text in enumerate(turns):
                new = NewMemory(text, source="note", conversation_id=owner, position=position)
                vault.write(lambda db, new=new: memories.add(db, new))
        yield SearchEngine(vault, None)


def _ask(engine: SearchEngine, text: str, mode: Mode = "asked") -> tuple[SearchResult, ...]:
    request = SearchRequest(text, count=False, limit=500, mode=mode)
    return engine.search(request).results


def _figure(result: SearchResult, stage: str) -> float:
    return next(p.raw for p in result.explanation.contributions if p.stage == stage)


@pytest.mark.parametrize("text", ["green kettle", "kettle market", "green leaves wall"])
@pytest.mark.parametrize("mode", ["typing", "asked"])
def test_what_holds_all_the_words_comes_before_what_holds_some(
    engine: SearchEngine, text: str, mode: Mode
) -> None:
    figures = [_figure(one, "all_words") for one in _ask(engine, text, mode=mode)]
    assert 1.0 in figures
    complete = [figure == 1.0 for figure in figures if figure in (0.0, 1.0)]
    assert complete == sorted(complete, reverse=True)


def test_the_parts_add_up_to_the_score(engine: SearchEngine) -> None:
    for result in _ask(engine, "green kettle"):
        assert sum(p.value for p in result.explanation.contributions) == pytest.approx(
            result.score, abs=1e-9
        )


def test_a_title_brings_its_conversation_first_and_its_other_turns_are_not_drawn_along(
    engine: SearchEngine,
) -> None:
    results = _ask(engine, "green kettle", mode="typing")
    assert results[0].title == "Green kettle"
    called = {one.content: _figure(one, "called") for one in _ask(engine, "green", mode="typing")}
    assert called["It whistles."] == 0.5
    assert "Mine too." not in called or called["Mine too."] == 0.0


@pytest.mark.parametrize("text", ["10.0.0.12", "C++", "foo_bar", "10.0.0", "answers on"])
def test_what_stands_as_it_was_typed_comes_first(engine: SearchEngine, text: str) -> None:
    modes: tuple[Mode, ...] = ("typing", "asked")
    for mode in modes:
        first = _ask(engine, text, mode=mode)[0]
        assert first.content.startswith("The router answers")
        assert _figure(first, "as_written") == 1.0


def test_the_beginning_of_a_word_counts_less_than_the_word(engine: SearchEngine) -> None:
    figures = {r.content: _figure(r, "as_written") for r in _ask(engine, "kettle", mode="typing")}
    assert figures["The kettle, kettle, kettle."] == 1.0
    assert figures["The kettle is old, and green like the door."] == 1.0
    (plural,) = [r for r in _ask(engine, "kettl", mode="typing") if "rare" in r.content]
    assert _figure(plural, "as_written") == 0.7


def test_of_a_common_word_the_best_with_all_words_are_candidates_however_many_have_some(
    engine: SearchEngine,
) -> None:
    assert len(_ask(engine, "green", mode="typing")) >= TYPED_PER_PATH
    found = _ask(engine, "green door", mode="typing")
    assert found[0].content == "The kettle is old, and green like the door."


def test_a_broken_off_word_is_completed_after_enter_too_unless_it_is_a_word(
    engine: SearchEngine,
) -> None:
    assert "router" in _ask(engine, "rout")[0].content
    # "plug" and "plate" begin so, but "a" and "C" stand by themselves.
    assert "written in C++" in _ask(engine, "C")[0].content
    assert _ask(engine, "Is there a rout?") == ()


def test_a_question_has_none_of_these_figures(engine: SearchEngine) -> None:
    for result in _ask(engine, "Which green kettle is old?"):
        for stage in ("all_words", "as_written", "called", "prominence", "share"):
            assert _figure(result, stage) == 0.0
