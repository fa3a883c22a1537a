"""Questions to the demo vault with the program's own model."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from typing import Any

import pytest

from memdesk import paths
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.retrieval.contributions import total
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import SearchRequest, SearchResponse
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault

NOW = int(datetime(2025, 12, 1).timestamp() * 1000)
LIMIT = 20


@cache
def _questions(kind: str, language: str | None = None) -> list[dict[str, Any]]:
    found = json.loads((paths.demo_dir() / "questions.json").read_text("utf-8"))
    return [q for q in found if q["kind"] == kind and language in (None, q["language"])]


def _ask(engine: SearchEngine, text: str, **fields: Any) -> SearchResponse:
    return engine.search(SearchRequest(text, limit=LIMIT, now=NOW, count=False, **fields))


def _rank(engine: SearchEngine, question: dict[str, Any]) -> int:
    """The place of the wanted message or a file attached to it, LIMIT + 1 for none."""
    for place, result in enumerate(_ask(engine, question["question"]).results, start=1):
        if str(result.external_id).split("/")[0] == question["wanted"]:
            return place
    return LIMIT + 1


def test_identifiers_are_found_as_they_were_written(demo: SearchEngine) -> None:
    ranks = [_rank(demo, question) for question in _questions("identifier")]
    assert len(ranks) == 12
    assert sum(rank == 1 for rank in ranks) >= 11, ranks


def test_short_queries_find_their_memory_among_five(demo: SearchEngine) -> None:
    ranks = [_rank(demo, question) for question in _questions("short")]
    assert len(ranks) == 25
    assert sum(rank <= 5 for rank in ranks) >= 20, ranks


def test_facts_are_found_among_five(demo: SearchEngine) -> None:
    ranks = [_rank(demo, question) for question in _questions("fact")]
    assert sum(rank <= 5 for rank in ranks) >= 0.75 * len(ranks), ranks


def test_what_the_assistant_said_is_found_among_five(demo: SearchEngine) -> None:
    ranks = [_rank(demo, question) for question in _questions("author")]
    assert sum(rank <= 5 for rank in ranks) >= 6, ranks


def test_a_chinese_statement_is_found_by_other_words_and_by_an_english_question(
    demo: SearchEngine,
) -> None:
    english = {q["wanted"]: q for q in _questions("cross-lingual", "en")}
    ranks = {
        question["question"]: (_rank(demo, question), _rank(demo, english[question["wanted"]]))
        for question in _questions("paraphrase", "zh")
    }
    assert len(ranks) == 9
    both = [pair for pair in ranks.values() if pair[0] <= 5 and pair[1] <= 5]
    assert both, ranks


@pytest.mark.parametrize(
    "text", ["umbrella", "Where did Haoran propose?", "落汤鸡", "956000011482703"]
)
def test_figures_add_up_and_answers_repeat(demo: SearchEngine, text: str) -> None:
    first, second = _ask(demo, text), _ask(demo, text)
    assert first.results == second.results
    assert first.results
    for result in first.results:
        assert total(result.explanation.contributions) == pytest.approx(result.score, abs=1e-9)


def test_typing_a_word_answers_from_its_fourth_letter_on(demo: SearchEngine) -> None:
    for end in range(4, len("thiamazole") + 1):
        response = _ask(demo, "thiamazole"[:end], mode="typing")
        assert any("thiamazole" in result.content.lower() for result in response.results)


DECOYS = (
    "昨天的会议改到了下午三点。",
    "我家附近新开了一家书店。",
    "这条裙子的颜色太深了。",
    "周末打算去爬山，希望天气好。",
    "新买的键盘声音有点大。",
    "他把钥匙忘在办公室里了。",
    "The meeting was moved to three in the afternoon.",
    "A new bookshop opened near my flat.",
    "This dress is too dark for a summer party.",
    "I hope for good weather on the hike.",
    "The new keyboard is rather loud.",
    "He left his keys at the office.",
)


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("我对花生过敏，吃了会起疹子。", "Which food am I allergic to?"),
        ("我女儿在医院当护士。", "What is my daughter's job?"),
        ("我们的猫上个月生了四只小猫。", "How many kittens did the cat have?"),
    ],
)
def test_an_english_question_finds_a_chinese_statement_among_decoys(
    tmp_path: Any, model_holder: ModelHolder, statement: str, question: str
) -> None:
    with Vault(tmp_path / "two.memdesk") as vault:
        vault.write(
            lambda db: [
                memories.add(db, NewMemory(text, source="note")) for text in (*DECOYS, statement)
            ]
        )
        EmbeddingWorker(vault, model_holder).embed_all()
        response = SearchEngine(vault, model_holder).search(SearchRequest(question, now=NOW))
    assert statement in [result.content for result in response.results[:3]]
