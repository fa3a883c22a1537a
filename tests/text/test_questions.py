"""What a text asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.questions import (
    about_asking,
    asking_share,
    asks_count,
    asks_hour,
    asks_order,
    asks_tally,
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
        ("One egg is enough", True),
        ("There is only one", True),
        ("One hundred of them", True),
        ("Please print another one", False),
        ("I prefer the old one for this", False),
        ("One of them came", False),
        ("You can do that one by one", False),
        ("我想买一个", False),
        ("等一下再说", False),
        ("只有一个", True),
        ("住了一个月", True),
        ("一千毫克", True),
        ("Cats are nice", False),
        ("Someone came", False),
        ("我养了猫", False),
    ],
)
def test_holding_a_number(text: str, expected: bool) -> None:
    assert has_number(text) is expected


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("What was my first bike?", "first"),
        ("When did I first meet Ann?", "first"),
        ("How was it at first?", "first"),
        ("When did we get the first three of them?", "first"),
        ("Which release first wanted the new library?", None),
        ("Who lives on the first floor?", None),
        ("What is her first name?", None),
        ("Who has it after the last change?", "latest"),
        ("What was the last book I read?", "latest"),
        ("When did I last see the doctor?", "latest"),
        ("Where did we go last week?", None),
        ("What did we do the last two days?", None),
        ("How long did the battery last on the trip?", None),
        ("What is his last name?", None),
    ],
)
def test_an_order_is_asked_for_and_not_just_named(text: str, order: str | None) -> None:
    assert asks_order(text) == order


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many races have I run so far?", True),
        ("How many times did I go there?", True),
        ("我跑完过几场比赛？", True),
        ("How many eggs do I need?", False),
        ("几个鸡蛋？", False),
    ],
)
def test_how_often_something_has_happened(text: str, expected: bool) -> None:
    assert asks_tally(text) is expected


@given(st.text())
def test_any_text_can_be_asked_about(text: str) -> None:
    for function in (is_question, asks_when, asks_hour, asks_count, asks_tally, has_number):
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
