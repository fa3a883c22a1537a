"""Searching a small vault made by hand: what comes back, in which order, and why."""

from __future__ import annotations

import re
import threading
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.index import column_snapshot, upkeep
from memdesk.retrieval import engine as engine_module
from memdesk.retrieval import profiles
from memdesk.retrieval.contributions import total
from memdesk.retrieval.engine import SearchEngine, SearchInterruptedError
from memdesk.retrieval.profiles import UnknownProfileError
from memdesk.retrieval.ranked import Context, Ranking
from memdesk.retrieval.results import Filters, SearchRequest, SearchResponse
from memdesk.vault import editing, links, memories, postings, trash
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault
from tests.fake_model import holder
from tests.retrieval.small_vault import CONCEPTS, NOW, Small, forget_half, moment, stored

QUESTIONS = (
    "Where does Bruno live?",
    "what did you recommend for the bottom bracket",
    "我喜欢喝什么",
    "E0433",
    "when do we leave the flat",
    "automobile",
    "what is it",
    "lemon cake -almonds role:user",
)


def _same(left: SearchResponse, right: SearchResponse) -> bool:
    return (left.results, left.rejected, left.facets) == (
        right.results,
        right.rejected,
        right.facets,
    )


@pytest.mark.parametrize("profile", profiles.names())
@pytest.mark.parametrize("text", QUESTIONS)
def test_contributions_add_up_to_the_score_in_every_profile(
    kept: Small, profile: str, text: str
) -> None:
    response = kept.ask(text, profile=profile)
    shown = list(response.results)
    if response.rejected is not None and response.rejected.nearest is not None:
        shown.append(response.rejected.nearest)
    for result in shown:
        parts = result.explanation.contributions
        assert sum(part.value for part in parts) == pytest.approx(result.score, abs=1e-9)
        assert total(result.explanation.contributions) == pytest.approx(result.score, abs=1e-9)
        for part in parts:
            assert part.value == pytest.approx(part.weight * part.feature, abs=1e-9)
    scores = [result.score for result in response.results]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("profile", profiles.names())
def test_the_same_question_at_the_same_time_has_the_same_answer(kept: Small, profile: str) -> None:
    again = SearchEngine(kept.vault, holder(CONCEPTS))
    for text in QUESTIONS:
        request = SearchRequest(text, profile=profile, now=NOW, count=False)
        first = kept.engine.search(request)
        assert _same(kept.engine.search(request), first)
        assert _same(again.search(request), first)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Where does Bruno live?", "starter is called Bruno"),
        ("E0433", "error code E0433"),
        ("192.168.1.7", "The router has the address"),
        ("foo_bar.conf", "The router has the address"),
        ("oatmeal pudding", "Mum's pudding"),
        ("when do we leave the flat", "We leave the flat"),
        ("How many degrees for the bulk rise", "Around 24 degrees"),
        ("what did you recommend for the bottom bracket", "I recommend a Shimano"),
        ("passport", "Passport expires"),
        ("backerei", "Der Wecker"),
        ("BÄCKEREI", "Der Wecker"),
        ("我的猫叫什么", "我的猫叫土豆"),
        ("喝茶", "我喜欢喝茶"),
        ("茶", "我喜欢喝茶"),
        ("lighthouse", "Emoji"),
    ],
)
@pytest.mark.parametrize("fixture", ["kept", "unembedded"])
def test_the_memory_asked_for_comes_first_with_and_without_vectors(
    request: pytest.FixtureRequest, fixture: str, text: str, expected: str
) -> None:
    vault: Small = request.getfixturevalue(fixture)
    assert expected in vault.texts(text)[0]


def test_other_words_find_a_memory_by_meaning(kept: Small) -> None:
    assert "needs 5 mg thiamazole" in kept.texts("feline doctor")[0]
    assert "猫" in "".join(kept.texts("cat", limit=4))


def test_a_word_that_only_is_in_the_title_finds_the_conversation(unembedded: Small) -> None:
    assert "bottom bracket" in unembedded.texts("bicycle repairs")[0]


def test_without_vectors_the_response_says_so_and_words_still_answer(unembedded: Small) -> None:
    response = unembedded.ask("oatmeal")
    assert (response.searched, response.embeddable, response.embedded) == (37, 37, 0)
    assert {part.raw for r in response.results for part in _named(r, "meaning")} == {0.0}
    assert all(note.kind != "not-embedded" for r in response.results for note in _notes(r))


@pytest.mark.parametrize("text", ["latest zeppelin", "when was the newest zeppelin seen"])
def test_a_question_without_any_candidate_is_turned_away(unembedded: Small, text: str) -> None:
    response = unembedded.engine.search(SearchRequest(text, mode="typing", now=NOW, count=False))
    assert response.results == ()
    assert response.rejected is not None
    assert unembedded.ask(text).rejected is not None


def test_a_lone_quotation_mark_is_blank(kept: Small) -> None:
    response = kept.ask('"')
    assert (response.results, response.rejected) == ((), None)


def _named(result: Any, stage: str) -> list[Any]:
    return [part for part in result.explanation.contributions if part.stage == stage]


def _notes(result: Any) -> Any:
    return result.explanation.notes


def test_a_half_embedded_vault_answers_from_both_halves(small: Small) -> None:
    forget_half(small)
    response = small.ask("Where does Bruno live?")
    assert 0 < response.embedded < response.embeddable
    assert "Bruno" in response.results[0].content
    late = small.ask("oatmeal pudding").results[0]
    assert late.content.startswith("Mum's pudding")
    assert [note.kind for note in late.explanation.notes] == ["not-embedded"]
    # What has no vector is neither raised nor buried: it has the median of the others.
    assert _named(late, "meaning")[0].raw == 0.0
    small.embed()
    again = small.ask("oatmeal pudding")
    assert again.embedded == again.embeddable == 37
    assert again.results[0].explanation.notes == ()


def test_an_empty_vault_has_no_answer(tmp_path: Path) -> None:
    with Vault(tmp_path / "empty.memdesk") as vault:
        for profile in profiles.names():
            for text in ("bread", "", "role:user", '"bulk rise"', "???"):
                response = SearchEngine(vault, holder()).search(
                    SearchRequest(text, profile=profile)
                )
                assert response.results == ()
                assert (response.searched, response.matching) == (0, 0)


@pytest.mark.parametrize("profile", profiles.names())
@pytest.mark.parametrize(
    "text", ["?!", "😀", "the of and", "的了", "-", "a" * 100, "word " * 2_000, "\0\ud800"]
)
def test_odd_queries_are_answered_by_every_profile(kept: Small, profile: str, text: str) -> None:
    response = kept.ask(text, profile=profile)
    assert response.profile == profile
    assert bool(response.results) != (response.rejected is not None)


@pytest.mark.parametrize("text", ['"*"', '"-"', "-*", "-'", '"* *" lemon', 'lemon -"…"', '-"" "'])
def test_signs_in_quotation_marks_or_excluded_are_no_words(kept: Small, text: str) -> None:
    response = kept.ask(text)
    assert response.results or response.rejected is not None or not response.matching


@given(text=st.text(st.sampled_from("\"-*'() :a咖é"), max_size=8))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_query_fails_whatever_signs_it_is_made_of(kept: Small, text: str) -> None:
    kept.ask(text)


def test_a_blank_query_lists_nothing_and_counts_everything(kept: Small) -> None:
    response = kept.ask("  ")
    assert (response.results, response.rejected, response.matching) == ((), None, 37)
    assert response.facets.sources == {"chatgpt": 16, "claude": 17, "note": 4}


def test_filters_alone_list_what_passes_newest_first(kept: Small) -> None:
    found = kept.ask("source:note").results
    assert [r.created_at for r in found] == [moment("2024-12-01", at) for at in (3, 2, 1, 0)]
    assert kept.ask("source:note", sort="oldest").results == found[::-1]


def test_the_oldest_of_many_are_the_oldest_of_all(kept: Small) -> None:
    [oldest] = kept.ask("role:user", sort="oldest", limit=1).results
    assert oldest.content.startswith("My starter is called Bruno")
    [newest] = kept.ask("role:user", sort="newest", limit=1).results
    assert newest.content.startswith("Der Wecker")


def test_what_has_no_date_comes_last_in_either_order(small: Small) -> None:
    new = NewMemory("No date here", source="note")
    small.vault.write(lambda db: memories.add(db, new))
    for sort in ("newest", "oldest", "relevance"):
        assert small.texts("source:note", sort=sort)[-1] == "No date here"
    for sort in ("newest", "oldest"):
        texts = small.texts("date OR passport here key", sort=sort)
        assert texts[-1] == "No date here"


def test_an_exclusion_alone_lists_the_others(kept: Small) -> None:
    assert len(kept.ask("-zeppelin").results) == 37
    assert all("flat" not in text for text in kept.texts("-flat"))


def test_only_filters_restrict_without_any_words(kept: Small) -> None:
    response = kept.ask("", filters=Filters(sources=frozenset({"note"})))
    assert len(response.results) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:home", {"The spare key", "Der Wecker"}),
        ("tag:travel", {"Passport"}),
        ("tag:home tag:papers", set()),
        ("source:note -emoji -passport -key", {"Der Wecker"}),
        ("has:code", {"```python"}),
        ("has:link", {"See https"}),
        ("has:attachment", set()),
        ("in:chinese", set()),
        ("in:中文 role:user -咖啡", {"我的猫"}),
        ("in:vet role:assistant", {"Give the tablet", "Hide the tablet"}),
        ("on:2024-12-01 role:user tag:home", {"The spare key", "Der Wecker"}),
        ("before:2024-03-05 role:user", {"My starter", "How warm", "I baked"}),
        ("after:2024-12", {"The spare key", "Passport", "Emoji", "Der Wecker"}),
        ("type:note", {"The spare key", "Passport", "Emoji", "Der Wecker"}),
        ("role:tool", set()),
        ("source:gemini", set()),
    ],
)
def test_filters_keep_what_they_say(kept: Small, text: str, expected: set[str]) -> None:
    found = kept.texts(text)
    assert len(found) == len(expected)
    assert all(any(one.startswith(part) for one in found) for part in expected)


def test_pinned_edited_and_linked_are_filters(small: Small) -> None:
    pinned, edited, one, two = (
        small.id_of(part) for part in ("Passport", "spare key", "chainring in", "Orange suits")
    )

    def change(db: Any) -> None:
        editing.set_pinned(db, pinned, True)
        editing.edit(db, edited, "The spare key hangs behind the door.")
        links.add(db, one, two, "related")

    small.vault.write(change)
    assert [r.id for r in small.ask("is:pinned").results] == [pinned]
    assert [r.id for r in small.ask("is:edited").results] == [edited]
    assert {r.id for r in small.ask("is:linked").results} == {one, two}


def test_filters_restrict_words_and_meaning_alike(kept: Small) -> None:
    for profile in profiles.names():
        response = kept.ask("bottom bracket role:user", profile=profile)
        assert all(result.role == "user" for result in response.results)
    asked = kept.ask(
        "bottom bracket role:user", filters=Filters(sources=frozenset({"chatgpt"}), after=0)
    )
    assert all(r.source == "chatgpt" for r in asked.results)


def test_a_phrase_is_asked_for_word_by_word(kept: Small) -> None:
    assert all("bulk rise" in text for text in kept.texts('"bulk rise"'))
    assert len(kept.texts('"bulk rise"')) == 2
    assert "喝咖啡" in kept.texts('"喝咖啡"')[0]
    assert len(kept.texts('"喝咖啡"')) == 1


def test_a_phrase_of_one_chinese_character_is_held_by_every_pair_with_it(kept: Small) -> None:
    held = {text for text in kept.ids if "咖" in text}
    assert set(kept.texts('"咖"')) == held
    assert not held & set(kept.texts("-咖"))


def test_a_phrase_nobody_wrote_is_searched_as_words_and_said(kept: Small) -> None:
    response = kept.ask('"rise of the bulk"')
    assert "bulk rise" in response.results[0].content
    [problem] = response.understood.problems
    assert "“rise of the bulk”" in problem


def test_the_response_says_how_the_query_was_understood(kept: Small) -> None:
    understood = kept.ask(
        'what did you recommend "bottom bracket" -steel role:assistant in June 2024'
    ).understood
    assert understood.text == "what did you recommend in June 2024"
    assert understood.phrases == ("bottom bracket",)
    assert understood.excluded == ("steel",)
    assert understood.filters == Filters(roles=frozenset({"assistant"}))
    assert understood.author == "the assistant"
    june = (datetime(2024, 6, 1), datetime(2024, 7, 1))
    assert understood.period == tuple(int(day.timestamp() * 1000) for day in june)
    assert understood.summary == ("June 2024", "said by the assistant")


def test_operators_and_filters_narrow_each_other(kept: Small) -> None:
    given = Filters(after=moment("2024-05-01"), before=moment("2024-12-31"))
    response = kept.ask("after:2024-02 before:2024-10", filters=given)
    assert response.understood.filters.after == moment("2024-05-01")
    assert response.understood.filters.before == int(datetime(2024, 10, 1).timestamp() * 1000)


def test_facets_count_what_matches_before_the_limit(kept: Small) -> None:
    response = kept.ask("role:user", limit=3)
    assert len(response.results) == 3
    assert response.matching == 21
    assert response.facets.roles == {"user": 21}
    assert response.facets.sources == {"chatgpt": 8, "claude": 9, "note": 4}
    assert response.facets.types == {"episodic": 17, "note": 4}
    assert response.facets.tags == {"home": 2, "papers": 1, "Travel": 1}
    assert response.facets.years == {2024: 21}


def test_results_can_be_sorted_by_time(kept: Small) -> None:
    found = [r.created_at for r in kept.ask("cake oven cat flat", sort="newest").results]
    assert len(found) > 4
    assert found == sorted(found, reverse=True)  # type: ignore[type-var]
    assert [r.created_at for r in kept.ask("cake oven cat flat", sort="oldest").results] == sorted(
        found
    )  # type: ignore[type-var]


def test_the_limit_is_kept(kept: Small) -> None:
    assert len(kept.ask("the cake and the cat", limit=1).results) == 1


def test_typing_completes_the_last_word_and_asked_what_is_no_word_or_a_rare_one(
    kept: Small,
) -> None:
    for mode in ("typing", "paused", "asked"):
        assert "thiamazole" in kept.texts("thiam", mode=mode)[0]
    assert any("landlord" in text for text in kept.texts("la", mode="typing"))
    # "flour" is a word of its own; "floury" is not asked for.
    typed, asked = kept.ask("flour", mode="typing"), kept.ask("flour")
    holding = "Maris Piper is a floury potato and roasts well in goose fat."
    assert next(r for r in typed.results if r.content == holding).marks
    assert not any(r.marks for r in asked.results if r.content == holding)
    # More memories hold "chainring" than "chain".
    assert sum("chainring" in text for text in kept.texts("chain")) == 2


def test_typing_letter_by_letter_finds_the_word_from_the_second_letter_on(kept: Small) -> None:
    for end in range(2, len("pudding") + 1):
        assert any("pudding" in text for text in kept.texts("pudding"[:end], mode="typing"))


def test_only_a_deliberate_search_counts_as_a_retrieval(small: Small) -> None:
    ids = [r.id for r in small.ask("oatmeal pudding").results]
    for options in (
        {"mode": "typing", "count": True},
        {"mode": "paused", "count": True},
        {"mode": "asked", "count": False},
    ):
        small.ask("oatmeal pudding", **options)
    assert stored(small.vault, ids) == [(0, 0)] * len(ids)
    response = small.ask("oatmeal pudding", count=True)
    assert [r.id for r in response.results] == ids
    assert stored(small.vault, ids) == [(0, 1)] * len(ids)
    everything = list(small.ids.values())
    assert sum(count for _, count in stored(small.vault, everything)) == len(ids)
    memory = small.vault.read(lambda db: memories.get(db, ids[0]))
    assert memory is not None
    assert memory.last_retrieved_at == NOW


def test_a_search_follows_edits_the_trash_and_new_memories(small: Small) -> None:
    first = small.id_of("Passport")
    assert small.ask("passport").results[0].id == first
    small.vault.write(lambda db: editing.edit(db, first, "The zeppelin lands at noon"))
    assert small.ask("zeppelin").results[0].id == first
    assert all(r.id != first for r in small.ask("passport").results)
    small.vault.write(lambda db: trash.put(db, [first]))
    assert all(r.id != first for r in small.ask("zeppelin").results)
    new = NewMemory("A zeppelin over Leith", source="note")
    added = small.vault.write(lambda db: memories.add(db, new))
    assert small.ask("zeppelin").results[0].id == added
    small.vault.write(lambda db: trash.restore(db, [first]))
    assert {r.id for r in small.ask("zeppelin").results[:2]} == {first, added}
    small.vault.write(lambda db: trash.purge(db, [first, added]))
    assert not {first, added} & {r.id for r in small.ask("zeppelin").results}
    for profile in profiles.names():
        found = {r.id for r in small.ask("zeppelin noon", profile=profile).results}
        assert not {first, added} & found


@pytest.mark.parametrize("profile", profiles.names())
def test_arrays_kept_in_the_vault_change_no_answer(
    small: Small, profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_snapshot, "_STALE", 1)
    bruno = small.ask("Bruno sourdough").results[0].id
    small.vault.write(lambda db: trash.put(db, [bruno]))
    requests = [SearchRequest(q, profile=profile, now=NOW, count=False) for q in QUESTIONS]
    without = SearchEngine(small.vault, holder(CONCEPTS))
    expected = [without.search(request) for request in requests]
    upkeep.tend(small.vault)
    assert small.vault.read(postings.segments) != ()
    after = SearchEngine(small.vault, holder(CONCEPTS))
    for request, former in zip(requests, expected, strict=True):
        found = after.search(request)
        assert _same(found, former)
        assert (found.embedded, found.embeddable) == (former.embedded, former.embeddable)
        assert bruno not in [result.id for result in found.results]
        assert _same(without.search(request), former)


@pytest.mark.parametrize("profile", profiles.names())
def test_weights_of_stages_can_be_turned_down(kept: Small, profile: str) -> None:
    stage = "context_words" if profile == "memdesk" else "keyword"
    usual = kept.ask("bulk rise", profile=profile)
    without = kept.ask("bulk rise", profile=profile, weights={stage: 0.0})
    assert any(part.value for r in usual.results for part in _named(r, stage))
    assert not any(part.value for r in without.results for part in _named(r, stage))


def test_a_pin_and_importance_lift_a_memory_among_equals(unembedded: Small) -> None:
    small = unembedded

    def fill(db: Any) -> list[int]:
        texts = ("The yellow kite is in the shed", "The green kite is in the attic")
        return [
            memories.add(db, NewMemory(text, source="note", created_at=moment("2024-01-01")))
            for text in texts
        ]

    one, two = small.vault.write(fill)
    small.vault.write(lambda db: editing.set_pinned(db, two, True))
    assert [r.id for r in small.ask("kite").results[:2]] == [two, one]
    small.vault.write(lambda db: editing.set_pinned(db, two, False))
    small.vault.write(lambda db: editing.set_importance(db, one, 1.0))
    small.vault.write(lambda db: editing.set_importance(db, two, 0.0))
    assert [r.id for r in small.ask("kite").results[:2]] == [one, two]


def test_near_duplicates_take_one_place(small: Small) -> None:
    text = "The boiler was serviced by Mr Douglas in the cellar of number nine"

    def fill(db: Any) -> list[int]:
        return [
            memories.add(db, NewMemory(one, source="note"))
            for one in (text, f"{text}.", f"{text} today")
        ]

    ids = small.vault.write(fill)
    best = small.ask("boiler Douglas").results[0]
    assert {best.id, *best.similar} == set(ids)
    assert [note.text for note in best.explanation.notes if note.kind == "similar"] == ["2 similar"]


def test_an_unknown_profile_is_named_with_those_that_exist(kept: Small) -> None:
    with pytest.raises(UnknownProfileError, match="“fancy”.*memdesk, memesh-a"):
        kept.ask("bread", profile="fancy")


def test_all_profiles_can_be_loaded() -> None:
    assert profiles.names() == ("memdesk", "memesh-a", "memesh-b", "memesh-c", "memx")
    for name in profiles.names():
        profile = profiles.load(name)
        assert profile.name == name
        assert profile.title
        assert profile.description


def test_an_interrupted_search_says_so_and_the_next_one_works(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def endless(context: Context) -> Ranking:
        begun.set()
        context.connection.execute(
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c"
        ).fetchall()
        raise AssertionError("it was to be interrupted")

    def interrupt() -> None:
        begun.wait(10)
        for _ in range(1_000):
            small.engine.interrupt()
            time.sleep(0.005)
            if done.is_set():
                return

    done = threading.Event()
    thread = threading.Thread(target=interrupt)
    thread.start()
    with monkeypatch.context() as patch:
        patch.setitem(engine_module._PIPELINES, "additive", endless)
        with pytest.raises(SearchInterruptedError):
            small.ask("oatmeal")
    done.set()
    thread.join()
    assert "oatmeal" in small.texts("oatmeal")[0]


def test_an_interruption_while_catching_up_loses_no_change(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    import apsw

    identifier = small.id_of("Passport")
    small.ask("passport")
    small.vault.write(lambda db: editing.edit(db, identifier, "Something else"))

    def interrupted(db: object) -> int:
        raise apsw.InterruptError

    with monkeypatch.context() as patch:
        patch.setattr(engine_module.vectors, "passage_count", interrupted)
        with pytest.raises(SearchInterruptedError):
            small.ask("passport")
    response = small.ask("passport")
    # The edited memory's former vector went, its new one is not there yet.
    assert (response.embedded, response.embeddable) == (36, 37)
    assert all(result.id != identifier for result in response.results)


def test_an_engine_warmed_in_steps_answers_on_the_way_and_the_same_in_the_end(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = [SearchRequest(q, now=NOW, count=False) for q in QUESTIONS]
    expected = [small.engine.search(request) for request in requests]
    monkeypatch.setattr(engine_module, "_BLOCKS", 1)
    real = engine_module.vectors.since
    monkeypatch.setattr("memdesk.index.vectors.stored.since", lambda *given: real(*given, batch=4))
    engine = SearchEngine(small.vault, holder(CONCEPTS))
    typed = SearchRequest("Bruno sour", mode="typing", now=NOW)
    embedded = []
    while not engine.warm_a_little():
        response = engine.search(typed)
        assert response.results
        embedded.append(response.embedded)
    assert embedded == [0, *range(4, 37, 4), 37]
    for request, former in zip(requests, expected, strict=True):
        assert [r.id for r in engine.search(request).results] == [r.id for r in former.results]


def test_interrupting_an_idle_engine_does_nothing(kept: Small) -> None:
    kept.engine.interrupt()
    assert kept.texts("oatmeal")


def test_an_engine_that_does_not_wait_answers_by_words_until_the_model_is_there(
    unembedded: Small,
) -> None:
    from memdesk.embedding.holder import ModelHolder

    missing = ModelHolder(Path("no such folder"))
    engine = SearchEngine(unembedded.vault, missing, wait_for_model=False)
    engine.warm()
    response = engine.search(SearchRequest("oatmeal", now=NOW, count=False))
    assert "oatmeal" in response.results[0].content
    assert response.embedded == 0


def test_an_engine_without_a_model_answers_by_words(kept: Small) -> None:
    engine = SearchEngine(kept.vault, None)
    response = engine.search(SearchRequest("oatmeal pudding", now=NOW, count=False))
    assert response.results[0].content.startswith("Mum's pudding")


def test_two_threads_may_share_an_engine(kept: Small) -> None:
    expected = kept.texts("oatmeal pudding")
    found: list[list[str]] = []

    def ask() -> None:
        for _ in range(5):
            found.append(kept.texts("oatmeal pudding"))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 15


def test_every_first_result_says_why_it_is_first(kept: Small) -> None:
    for text in ("oatmeal pudding", "what did you recommend for the bottom bracket", "E0433"):
        said = kept.ask(text).results[0].explanation.sentence
        assert re.fullmatch(r"First because .+\.", said)
    assert "“E0433” appears hardly anywhere else" in said


def test_an_author_s_name_alone_finds_what_names_or_says(small: Small) -> None:
    new = NewMemory("Melanie paints boats", source="x", author="Melanie")
    added = small.vault.write(lambda db: memories.add(db, new))
    assert small.ask("Melanie").results[0].id == added
