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
from memdesk.bench import short
from memdesk.bench.short import ShortQuery
from memdesk.bench.short_variants import cut, mistyped
from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedConversation, ParsedNote
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault import conversations, memories
from memdesk.vault.records import NewConversation, NewMemory
from memdesk.vault.store import Vault


@pytest.fixture(scope="module")
def suite() -> Sequence[ShortQuery]:
    queries, sha256 = short.load()
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


@pytest.mark.parametrize(
    ("typed", "shortened"),
    [
        ("frozen pipe", "frozen pip"),
        ("boiler", "boi"),
        ("tea", None),
        ("E0433", None),
        ("酵种", None),
    ],
)
def test_the_last_word_is_cut_to_three_letters(typed: str, shortened: str | None) -> None:
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
        (typing, asked) = short.run(SearchEngine(vault, None), queries, ["memdesk"])
    assert (typing.mode, asked.mode) == ("typing", "asked")
    assert typing.queries == {"as typed": 3, "cut": 3, "typo": 3}
    assert typing.metrics["as typed first"] == pytest.approx(2 / 3)
    assert typing.metrics["cut @5"] == pytest.approx(2 / 3)
    assert typing.by_kind["topic"]["as typed @5"] == 1.0
    assert typing.by_kind["name"]["as typed @5"] == 0.0
