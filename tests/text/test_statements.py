"""Whether a text tells of its author, and whether it names things."""

from __future__ import annotations

import pytest

from memdesk.text import questions, statements


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved house.", True),
        ("we're leaving", True),
        ("im so glad", True),
        ("我喜欢喝茶", True),
        ("It is in Paris.", False),
        ("他在厦门", False),
    ],
)
def test_the_first_person(text: str, expected: bool) -> None:
    assert statements.is_first_person(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We went to Oban.", True),
        ("Thanks, Ann, for this", False),
        ("Well done, Perth", True),
        ("What a day. Lovely weather", False),
        ("她在读《红楼梦》", True),
        ("路由器是 Zyxel", True),
        ("路由器坏了", False),
    ],
)
def test_names_other_than_the_speakers(text: str, expected: bool) -> None:
    assert statements.has_name(text, {"ann"}) is expected


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Which address does it have now?", "latest"),
        ("What is my current starter called?", "latest"),
        ("猫现在吃多少药？", "latest"),
        ("Which dates did we first plan?", "first"),
        ("最初的计划是什么？", "first"),
        ("Where is the key?", None),
        ("What was planned first and what now?", None),
    ],
)
def test_order_words(text: str, order: str | None) -> None:
    assert questions.asks_order(text) == order


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Which shop?", True), ("他住在哪里？", True), ("什么时候去？", False), ("When?", False)],
)
def test_questions_for_a_name(text: str, expected: bool) -> None:
    assert questions.asks_what(text) is expected
