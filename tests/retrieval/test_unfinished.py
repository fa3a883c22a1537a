"""Words that are not typed to their end: what they may become, and what comes first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.question import QuestionTerm
from memdesk.retrieval.results import Mode, SearchRequest
from memdesk.retrieval.unfinished import completion
from memdesk.vault import memories
from memdesk.vault.records import NewMemory
from memdesk.vault.store import Vault

_TEXTS = (
    *(f"A book about bridge number {n}, and one more book." for n in range(9)),
    *(f"Boots, boots and a boot: pair {n}." for n in range(9)),
    "Orla has taken over a bookbindery in a small town beside the sea.",
    "A bookbinderies' fair.",
    "The herd grazed below the weir.",
    "Give it to her.",
    "The tea is cold.",
    "A teapot and a teacup.",
    "He said boo.",
    *(f"Give her the key to room {n}." for n in range(9)),
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    path: Path = tmp_path_factory.mktemp("unfinished") / "v.memdesk"
    with Vault(path) as vault:
        for text in _TEXTS:
            vault.write(lambda db, text=text: memories.add(db, NewMemory(text, source="note")))
        yield SearchEngine(vault, None)


def _found(engine: SearchEngine, text: str, mode: Mode) -> list[str]:
    request = SearchRequest(text, count=False, limit=50, mode=mode)
    return [result.content for result in engine.search(request).results]


@pytest.mark.parametrize("mode", ["typing", "asked"])
def test_the_best_of_each_longer_word_comes_before_more_of_one(
    engine: SearchEngine, mode: Mode
) -> None:
    first, *others = _found(engine, "boo", mode)
    assert first == "He said boo."
    # The two bookbinderies are one word in two forms.
    begun = {next(w for w in text.lower().split() if w.startswith("boo")) for text in others[:3]}
    assert begun == {"book", "bookbinderies'", "boots,"}
    assert sum("bridge" in text for text in others) == 9


def test_a_stop_word_alone_is_the_beginning_of_another(engine: SearchEngine) -> None:
    for mode in ("typing", "asked"):
        assert _found(engine, "her", mode)[0] == "The herd grazed below the weir."


def test_after_enter_a_word_is_completed_where_longer_ones_are_commoner(
    engine: SearchEngine,
) -> None:
    assert "A teapot and a teacup." in _found(engine, "tea", "typing")
    assert _found(engine, "tea", "typing")[0] == "The tea is cold."
    # Two longer words in one memory: no more than the one that holds "tea".
    assert _found(engine, "herd", "asked") == ["The herd grazed below the weir."]
    assert _found(engine, "book ", "asked") == _found(engine, "books", "asked")


def test_the_rarer_of_two_longer_words_is_worth_more() -> None:
    contents = ["par", "parents one", "parents two", "parsnip", "party, parents"]
    keyword = np.array([1.0, 3.0, 2.0, 1.0, 1.0])
    values = completion(QuestionTerm(("par", "parent", "parsnip"), "par"), contents, keyword)
    assert values[0] == 1.0
    assert values[1] == pytest.approx(0.8)  # the commonest, its best memory
    assert values[2] == 0.7
    assert values[3] == values[4] == pytest.approx(0.85)
    whole = completion(QuestionTerm(("par",), "par"), contents, keyword)
    assert whole.tolist() == [1.0] * 5


def test_the_explanation_says_that_the_last_word_is_only_begun(engine: SearchEngine) -> None:
    request = SearchRequest("boo", count=False, mode="typing")
    details = {
        result.content: part.detail
        for result in engine.search(request).results
        for part in result.explanation.contributions
        if part.stage == "all_words"
    }
    assert details["He said boo."] == "holds all the words"
    assert details["A bookbinderies' fair."] == "holds all the words, the last as a beginning"
