"""Short typed queries: the shipped suite, what fingers make of it, and what is counted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk import paths
from memdesk.bench import short, short_suites, suites
from memdesk.bench.short_suites import ShortQuery
from memdesk.bench.short_variants import cut, mistyped
from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedConversation, ParsedNote
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import conversations, memories
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault


@pytest.fixture(scope="module")
def suite() -> Sequence[ShortQuery]:
    queries, sha256 = short_suites.load("demo")
    assert len(sha256) == 64
    return queries


def test_the_suite_is_large_short_and_of_many_kinds(suite: Sequence[ShortQuery]) -> None:
    assert len(suite) >= 150
    assert len({query.text for query in suite}) == len(suite)
    # Titles and phrases are typed as they are, everything else in four words at most.
    whole = ("title", "phrase")
    assert all(len(query.text.split()) <= (8 if query.kind in whole else 4) for query in suite)
    kinds = {query.kind for query in suite}
    assert kinds == {
        "topic", "name", "identifier", "chinese", "title", "mixed", "phrase", "number", "file",
    }  # fmt: skip


def test_what_is_wanted_is_in_the_demo(suite: Sequence[ShortQuery]) -> None:
    ids: set[str | None] = set()
    titles: set[str] = set()
    with open_inputs([paths.demo_dir() / "chatgpt", paths.demo_dir() / "claude"]) as found:
        for parser in found.parsers:
            for item in parser:
                if isinstance(item, ParsedConversation):
                    titles.add(item.title)
                    ids.update(message.external_id for message in item.messages)
                elif isinstance(item, ParsedNote):
                    ids.add(item.external_id)
    for query in suite:
        assert query.wanted or query.conversations, query.text
        # A text that came as an attachment has the id of its message and a number.
        assert {wanted.partition("/")[0] for wanted in query.wanted} <= ids, query.text
        assert query.conversations <= titles, query.text


@pytest.mark.parametrize(("name", "least"), [("en", 120), ("zh", 120)])
def test_the_suites_over_the_stores_want_what_is_there(name: str, least: int) -> None:
    queries, _ = short_suites.load(name)
    records = suites.load(f"{name}-default").records
    assert len(queries) >= least
    assert len({query.text for query in queries}) == len(queries)
    for query in queries:
        assert query.wanted or query.conversations, query.text
        assert query.wanted <= {record.id for record in records}, query.text
        assert query.conversations <= {record.title for record in records}, query.text
        assert len(query.text.split()) <= (5 if query.kind == "phrase" else 4)


def test_about_half_of_the_queries_over_the_stores_are_held_out() -> None:
    queries = [query for name in ("en", "zh") for query in short_suites.load(name)[0]]
    held_out = [q for q in queries if short_suites.groups("en", q) == ("en", "held out")]
    assert 0.4 < len(held_out) / len(queries) < 0.6
    assert short_suites.groups("demo", held_out[0]) == ("demo", "tuning")


@pytest.mark.parametrize(
    ("typed", "shortened"),
    [
        ("frozen pipe", "frozen pip"),
        ("boiler", "boi"),
        ("tea", None),
        ("E0433", None),
        ("种", None),
        ("酵种", "酵"),
        ("黑麦 酵种", "黑麦 酵"),
        ("老酵种", "老酵"),
        ("黑麦酵种", "黑麦"),
        ("黑麦的酵种", "黑麦的"),
        ("HSK 4", None),
        ("3月15日", None),
    ],
)
def test_the_last_word_is_cut_to_three_letters_or_half(typed: str, shortened: str | None) -> None:
    assert cut(typed) == shortened


@given(st.text(alphabet="abcde ABC1酵", max_size=20), st.integers(0, 1000))
def test_a_slip_changes_one_place_of_a_long_word(query: str, seed: int) -> None:
    slipped = mistyped(query, random.Random(seed))
    words = [word for word in query.split() if len(word) >= 5 and word.isascii()]
    if not any(letters.isalpha() for letters in words):
        return
    assert slipped is not None
    assert slipped != query or any(a == b for a, b in pairwise(query))
    assert abs(len(slipped) - len(query)) <= 1
    assert slipped[0] == query[0]


def test_short_words_are_typed_without_a_slip() -> None:
    assert mistyped("tea at 5", random.Random(1)) is None


def test_first_and_among_five_are_counted_by_form_and_mode(tmp_path: Path) -> None:
    queries = [
        ShortQuery("boiler", "topic", frozenset({"m1"}), frozenset()),
        ShortQuery("kettle", "topic", frozenset(), frozenset({"Tea"})),
        ShortQuery("window", "name", frozenset({"m9"}), frozenset()),
    ]
    with Vault(tmp_path / "v.memdesk") as vault:
        chat, _ = vault.write(
            lambda db: conversations.store(db, NewConversation("note", "c1", "Tea"))
        )
        for name, text in (("m1", "The boiler leaks."), ("m2", "The kettle sings.")):
            new = NewMemory(text, source="note", external_id=name, conversation_id=chat)
            vault.write(lambda db, new=new: memories.add(db, new))
        answers = list(short.answers(SearchEngine(vault, None), "demo", queries, ["memdesk"]))
    (typing, asked, *halves) = short.runs(answers)
    assert (typing.mode, asked.mode) == ("typing", "asked")
    assert [(run.protocol, run.mode) for run in halves] == [
        ("tuning", "typing"),
        ("tuning", "asked"),
    ]
    assert halves[0].metrics == typing.metrics
    assert typing.queries == {"as typed": 3, "cut": 3, "typo": 3}
    assert typing.metrics["as typed first"] == pytest.approx(2 / 3)
    assert typing.metrics["cut @5"] == pytest.approx(2 / 3)
    assert typing.by_kind["topic"]["as typed @5"] == 1.0
    assert typing.by_kind["name"]["as typed @5"] == 0.0
