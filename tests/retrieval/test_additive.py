"""memdesk's own figures: features by their formulas, recall, and saying that nothing is there."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

import apsw
import numpy as np
import pytest

from memdesk.retrieval import additive
from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.features import NAMES, FeatureTable
from memdesk.retrieval.recall.pool import PER_PATH
from memdesk.retrieval.results import SearchRequest, SearchResult
from memdesk.vault import conversations, editing, memories
from memdesk.vault.records import NewConversation, NewMemory
from tests.retrieval.small_vault import NOW, Small, moment


def _parts(result: SearchResult) -> dict[str, Contribution]:
    return {part.stage: part for part in result.explanation.contributions}


def _result(small: Small, text: str, part: str, **fields: Any) -> dict[str, Contribution]:
    [found] = [r for r in small.ask(text, **fields).results if part in r.content]
    return _parts(found)


def _candidates(small: Small, text: str) -> tuple[list[int], FeatureTable]:
    def read(db: apsw.Connection) -> tuple[list[int], FeatureTable]:
        context = small.engine.context(db, SearchRequest(text, now=NOW, count=False))
        pool, table = additive.candidates(context)
        return context.ids(pool.ordinals), table

    return small.vault.read(read)


def test_every_feature_and_personal_factor_is_explained(kept: Small) -> None:
    parts = _parts(kept.ask("oatmeal pudding").results[0])
    assert tuple(parts) == (*NAMES, "recency", "frequency", "importance", "pin")


def test_a_memory_with_every_word_has_all_of_the_words(kept: Small) -> None:
    parts = _result(kept, "oatmeal pudding", "Mum's pudding")
    assert parts["words"].feature == pytest.approx(1.0)
    assert parts["context_words"].raw == pytest.approx(1.0)
    assert parts["all_words"].feature == 1.0
    neighbour = _result(kept, "oatmeal pudding", "Toast the oatmeal")
    assert 0 < neighbour["words"].feature < 0.5
    assert neighbour["context_words"].raw == pytest.approx(1.0)
    assert neighbour["all_words"].feature == 0.0


def test_a_word_counts_for_the_turns_around_it_and_more_for_those_after(kept: Small) -> None:
    def near(part: str) -> float:
        return math.expm1(_result(kept, "E0433", part)["context_words"].feature)

    here = near("bracket of my Galaxy")
    # The rarest a word can be: ln((n - 1 + 1/2) / (1 + 1/2)) of ln(1 + n).
    count = len(kept.ids)
    assert here == pytest.approx(math.log((count - 0.5) / 1.5) / math.log1p(count))
    assert near("I recommend a Shimano") == pytest.approx(0.8 * here)


def test_the_turn_that_says_a_word_first_counts_for_it(kept: Small) -> None:
    first = _result(kept, "bulk rise", "How warm should")
    assert first["first_words"].feature == pytest.approx(1.0)
    assert _result(kept, "bulk rise", "Around 24")["first_words"].feature == 0.0


def _talk(small: Small, *turns: tuple[str, str]) -> None:
    def fill(db: apsw.Connection) -> None:
        talk, _ = conversations.store(
            db, NewConversation(source="x", external_id="talk", title="", started_at=NOW)
        )
        for position, (author, text) in enumerate(turns):
            memories.add(
                db,
                NewMemory(
                    text,
                    source="x",
                    author=author,
                    conversation_id=talk,
                    position=position,
                    created_at=NOW + position,
                ),
            )

    small.vault.write(fill)


def test_an_answer_shares_the_words_of_its_question(unembedded: Small) -> None:
    _talk(
        unembedded,
        ("Ann", "What is the genre of your screenplay?"),
        ("Bob", "A mix of drama and romance!"),
        ("Bob", "I wrote the screenplay last winter."),
    )
    text = "What is the genre of the screenplay?"
    answer = _result(unembedded, text, "A mix")["answer"]
    asked = _result(unembedded, text, "What is the genre")["context_words"]
    assert answer.feature == pytest.approx(asked.feature)
    assert answer.feature > 0
    assert _result(unembedded, text, "I wrote the")["answer"].feature == 0.0


def test_an_assistant_s_answer_counts_where_its_words_are_asked_for(kept: Small) -> None:
    part = "Around 24 degrees"
    assert _result(kept, "How warm for the bulk rise?", part)["answer"].feature == 0.0
    asked = "How warm did you say for the bulk rise?"
    assert _result(kept, asked, part)["answer"].feature > 0


def test_who_is_asked_about_a_person_wants_what_that_person_told(unembedded: Small) -> None:
    _talk(unembedded, ("Ann", "I bake scones."), ("Bob", "Scones are baked in Wick."))
    text = "What scones does Ann bake?"
    own, other = (_result(unembedded, text, part) for part in ("I bake scones", "in Wick"))
    assert own["first_person"].feature == 1.0
    assert own["author"].feature == 1.0
    assert other["first_person"].feature == 0.0
    assert other["says_name"].feature == 1.0
    assert own["says_name"].feature == 0.0


def test_the_newest_on_the_subject_leads_where_the_latest_is_asked_for(unembedded: Small) -> None:
    _talk(
        unembedded,
        ("Ann", "The kiln is in Leith."),
        ("Ann", "The kiln is in Oban."),
        ("Ann", "The kiln is in Perth."),
    )
    places = ("in Leith.", "in Oban.", "in Perth.")
    now = {p: _result(unembedded, "Where is the kiln now?", p) for p in places}
    assert [parts["order"].feature for parts in now.values()] == [0.0, 0.5, 1.0]
    first = _result(unembedded, "Where was the kiln originally?", "in Leith.")
    assert first["order"].feature == 1.0
    assert _result(unembedded, "Where is the kiln?", "in Perth.")["order"].feature == 0.0


def test_the_raw_keyword_figure_is_the_bm25(kept: Small) -> None:
    parts = _result(kept, "chainring", "44 tooth")
    expected = kept.vault.read(
        lambda db: (
            db.execute(
                "SELECT -bm25(memory_fts) FROM memory_fts WHERE memory_fts MATCH 'chainring'"
                " AND rowid=?",
                (kept.id_of("44 tooth"),),
            ).get
        )
    )
    assert parts["keyword"].raw == pytest.approx(expected, abs=1e-6)
    assert parts["keyword"].detail == f"bm25 {expected:.2f}"


def test_a_title_that_holds_the_words_counts_for_its_turns(kept: Small) -> None:
    parts = _result(kept, "sourdough starter", "My starter is called Bruno")
    assert parts["title"].feature == pytest.approx(1.0)


def test_the_asked_author_is_preferred(kept: Small) -> None:
    text = "what did you recommend for the bottom bracket"
    assert _result(kept, text, "I recommend a Shimano")["author"].feature == 1.0
    assert _result(kept, text, "bracket of my Galaxy")["author"].feature == 0.0
    mine = _result(kept, "what did I say about my bottom bracket", "bracket of my Galaxy")
    assert mine["author"].feature == pytest.approx(0.6)


def test_a_turn_that_asks_itself_is_lowered(kept: Small) -> None:
    parts = _result(kept, "warm kitchen for the bulk rise", "How warm should")
    assert parts["question"].feature == 1.0
    assert parts["question"].value < 0
    assert _result(kept, "bulk rise", "Around 24")["question"].value == 0


def test_when_and_how_many_prefer_turns_that_say_so(kept: Small) -> None:
    when = _result(kept, "When do we leave the flat?", "We leave the flat")
    assert when["says_when"].feature == 1.0
    count = _result(kept, "How many grams of oatmeal?", "Mum's pudding")
    assert count["says_how_many"].feature == 1.0
    assert _result(kept, "leave the flat", "We leave the flat")["says_when"].feature == 0.0


def test_agreement_with_the_asked_time_is_halved_by_each_width_of_it(kept: Small) -> None:
    parts = _result(kept, "cat tablet in May 2024", "Give the tablet")
    assert parts["date"].feature == 1.0
    # 11 May lies ten days and nine hours after the end of April, which has thirty days.
    first, end = datetime(2024, 4, 1), datetime(2024, 5, 1)
    width = (end - first).total_seconds() * 1000
    outside = moment("2024-05-11", 1) - end.timestamp() * 1000 + 1
    parts = _result(kept, "cat tablet in April 2024", "Give the tablet")
    assert parts["date"].feature == pytest.approx(0.8 * 0.5 ** (outside / width), abs=1e-6)
    assert _result(kept, "cat tablet", "Give the tablet")["date"].value == 0.0


def test_importance_counts_from_its_default_and_a_pin_counts(small: Small) -> None:
    identifier = small.id_of("Mum's pudding")
    assert _result(small, "pudding", "Mum's")["importance"].value == 0.0
    small.vault.write(lambda db: editing.set_importance(db, identifier, 0.9))
    small.vault.write(lambda db: editing.set_pinned(db, identifier, True))
    parts = _result(small, "pudding", "Mum's")
    assert parts["importance"].feature == pytest.approx(0.4)
    assert parts["pin"].feature == 1.0


def test_the_neighbours_of_the_best_are_candidates_too(unembedded: Small) -> None:
    ids, _ = _candidates(unembedded, "chainring")
    names = {text for text, i in unembedded.ids.items() if i in ids}
    # The turns with the word, and the one before and after each.
    assert len(names) == 4
    assert any(text.startswith("```python") for text in names)


def test_no_more_is_recalled_than_each_path_may_bring(unembedded: Small) -> None:
    def fill(db: apsw.Connection) -> None:
        for number in range(400):
            memories.add(db, NewMemory(f"kite number {number}", source="note"))

    unembedded.vault.write(fill)
    ids, _ = _candidates(unembedded, "kite")
    assert len(ids) == PER_PATH


def test_without_vectors_the_figures_of_meaning_are_zero(unembedded: Small) -> None:
    _, table = _candidates(unembedded, "oatmeal pudding")
    for name in ("meaning", "near_context", "wide_context", "conversation_meaning"):
        assert not table.values[:, NAMES.index(name)].any()
    assert not table.embedded.any()


def test_figures_of_meaning_are_clipped_z_scores(kept: Small) -> None:
    _, table = _candidates(kept, "feline doctor")
    meaning = table.values[:, NAMES.index("meaning")]
    assert np.abs(meaning).max() <= 6.0
    assert meaning.max() > 2.0


def test_unknown_words_are_rejected_with_a_reason(unembedded: Small) -> None:
    response = unembedded.ask("zeppelin")
    assert response.results == ()
    assert response.rejected is not None
    assert response.rejected.reason == "No memory holds any of these words."


def test_a_question_that_is_near_to_nothing_is_rejected_with_the_nearest(kept: Small) -> None:
    # No word of it occurs anywhere, and the fake model knows no relative of it.
    response = kept.ask("automobile")
    assert response.results == ()
    assert response.rejected is not None
    assert "none is near enough in meaning" in response.rejected.reason
    assert response.rejected.nearest is not None
    parts = _parts(response.rejected.nearest)
    assert parts["meaning"].raw < 0.22


def test_words_that_occur_keep_a_question_from_being_rejected(kept: Small) -> None:
    assert kept.ask("oatmeal zeppelin").rejected is None


def test_words_that_only_occur_outside_the_filters_do_not_count(unembedded: Small) -> None:
    response = unembedded.ask("oatmeal source:note")
    assert response.results == ()
    assert response.rejected is not None


def test_a_candidate_in_another_writing_is_no_match_by_words_it_can_not_have(kept: Small) -> None:
    response = kept.ask("咖啡")
    assert {r.content for r in response.results[:2]} == {t for t in kept.ids if "咖啡" in t}
    for result in response.results[2:]:
        parts = _parts(result)
        near = max(parts[stage].feature for stage in ("meaning", "near_context", "wide_context"))
        shared = sum(parts[stage].raw for stage in ("keyword", "title", "context_words"))
        assert near >= 1.5 or shared > 0
