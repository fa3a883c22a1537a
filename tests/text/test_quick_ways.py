"""What is told of thousands of texts is told in a quick way, and the same as in the plain one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text import questions, time_expressions
from memdesk.text.questions import has_number
from memdesk.text.time_expressions import has_time_expression

_WORDS = """two Two_ twofold half I'm 7 x9 last week market in March 2024 sunny Sunday, 3 days ago
三月 前天 两个 一半 two。 éten fiſteen ｔｗｏ six one One, one's"""
_parts = st.sampled_from([*_WORDS.split(), "é\u3000ten", "two\u00a0six"])
_texts = st.lists(_parts | st.text(max_size=3), max_size=8).map(" ".join)


@given(_texts)
def test_a_number_is_where_the_expression_finds_one(text: str) -> None:
    assert has_number(text) == (questions._NUMBER.search(text) is not None)


@given(_texts)
def test_a_time_is_where_a_pattern_with_a_sign_in_the_text_finds_one(text: str) -> None:
    lower = text.lower()
    likely = [p for p in time_expressions._PATTERNS if any(sign in lower for sign in p.signs)]
    assert has_time_expression(text) == any(p.form.search(text) for p in likely)
