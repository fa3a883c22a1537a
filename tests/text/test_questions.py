"""What a text asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.questions import (
    about_asking,
    asking_share,
    asks_count,
    asks_when,
    has_number,
    is_question,
)


@pytest.mark.parametrize(
    "text",
    [
        "Where did I park?",
        "what is my sister's name",
        "Really (is it)?",
        "你叫什么名字",
        "他来了吗",
        "为什么这样？",
        "how many books did I read",
    ],
)
def test_questions(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "I parked at home.",
        "See https://example.org/?a=1 for more",
        "他来了。",
        "",
        "a?b:c",
        "面包什么的",
    ],
)
def test_statements(text: str) -> None:
    assert not is_question(text)


def test_a_long_text_is_a_question_only_by_its_mark() -> None:
    long = "what I did was this. " * 20
    assert not is_question(long)
    assert is_question(long + "Right?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When did I move to Berlin?", True),
        ("what year was that", True),
        ("Do you remember when we met", True),
        ("我什么时候搬家的", True),
        ("他哪年出生", True),
        ("How long ago was the trip?", True),
        ("When we last talked, what did you recommend?", False),
        ("Where do I live?", False),
        ("我住在哪里", False),
    ],
)
def test_asking_for_a_time(text: str, expected: bool) -> None:
    assert asks_when(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many cats do I have?", True),
        ("how much did the car cost", True),
        ("我有几个孩子", True),
        ("一共花了多少钱", True),
        ("总共多少次", True),
        ("Which cat is mine?", False),
        ("我的猫叫什么", False),
    ],
)
def test_asking_for_a_number(text: str, expected: bool) -> None:
    assert asks_count(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have 3 cats", True),
        ("Two cats and a dog", True),
        ("我养了三只猫", True),
        ("两个人", True),
        ("Cats are nice", False),
        ("Someone came", False),
        ("我养了猫", False),
    ],
)
def test_holding_a_number(text: str, expected: bool) -> None:
    assert has_number(text) is expected


@given(st.text())
def test_any_text_can_be_asked_about(text: str) -> None:
    for function in (is_question, asks_when, asks_count, has_number):
        assert function(text) in (True, False)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Where did I park?", 1.0),
        ("how do i descale a kettle", 1.0),
        ("We moved. Who pays?", 0.5),
        ("We moved.", 0.0),
        ("搬家了。谁付钱？", 0.5),
        ("他吃什么都行。", 0.0),
        ("吃什么好", 1.0),
    ],
)
def test_the_share_of_a_text_that_asks(text: str, share: float) -> None:
    assert asking_share(text) == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("text", ["What did I ask about kettles?", "我问过什么？"])
def test_who_asks_for_a_question(text: str) -> None:
    assert about_asking(text)


@pytest.mark.parametrize("text", ["Whose basket is it?", "什么问题？", "学问大吗？"])
def test_who_asks_for_something_else(text: str) -> None:
    assert not about_asking(text)
