"""The names of who speaks, as they stand in a question."""

from __future__ import annotations

import pytest

from memdesk.retrieval import names

PEOPLE = {
    "ann": frozenset({1}),
    "smith": frozenset({1, 2}),
    "bob": frozenset({2}),
    "浩然": frozenset({3}),
}


@pytest.mark.parametrize(
    ("text", "found", "certain"),
    [
        ("What did Ann tell Bob?", ("ann", "bob"), (1, 2)),
        ("Bob's bike, and Bob's car", ("bob",), (2,)),
        ("the Smith house", ("smith",), ()),
        ("Ann Smith", ("ann", "smith"), (1,)),
        ("an announcement", (), ()),
    ],
)
def test_names_are_whole_words_in_the_order_of_the_text(
    text: str, found: tuple[str, ...], certain: tuple[int, ...]
) -> None:
    assert names.named(text, PEOPLE) == (found, certain)


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("What did Ann's cat eat?", "What did cat eat?"),
        ("Who is Bob?", "Who is Bob?"),
        ("Where is the key?", "Where is the key?"),
    ],
)
def test_a_question_loses_its_names_unless_nothing_else_is_in_it(text: str, without: str) -> None:
    assert names.without(text, PEOPLE) == without
