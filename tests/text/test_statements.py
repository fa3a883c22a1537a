"""Whether a text tells of its author, and whether it names things."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


_FIRST_PERSON = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|im|ive|me|my|mine|myself|we|us|our|ours)\b|我", re.IGNORECASE
)
_NAME = re.compile(
    r"(?<=[^\W\d_A-Z][,;]\s)[A-Z][a-z]+|(?<=[^\W\d_A-Z]\s)[A-Z][a-z]+"
    r"|(?P<quoted>[“\"][A-Z][^”\"]{1,60}[”\"]|[《「『][^》」』]{1,40}[》」』])"
    r"|(?<=[\u4e00-\u9fff])\s?[A-Za-z][\w-]+"
)


@given(st.text(alphabet="iIm'_ meWus.我", max_size=12))
def test_first_person_is_what_its_expression_says(text: str) -> None:
    assert statements.is_first_person(text) is (_FIRST_PERSON.search(text) is not None)


@given(st.text(alphabet='abAB1_,; \n"“”《》-我é', max_size=16))
def test_names_are_what_the_plain_expression_finds(text: str) -> None:
    assert statements.has_name(text) is (_NAME.search(text) is not None)


@given(st.text(alphabet="whoamisrc ?.\"'_-1", max_size=12))
def test_a_plain_question_opens_with_its_word(text: str) -> None:
    # With a character that is not ASCII behind it, the whole expression is searched.
    assert questions.is_question(text) is questions.is_question(f"{text} ·")
