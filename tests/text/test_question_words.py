"""The words of a question that ask."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.question_words import spans


@pytest.mark.parametrize(
    ("text", "asking"),
    [
        ("我什么时候搬家的", ["什么时候"]),
        ("钥匙放在哪儿", ["哪儿"]),
        ("几号去医院", ["几号"]),
        ("谁送了多少钱", ["谁", "多少"]),
        ("怎么走", ["怎么"]),
        ("鍵はどこ", ["どこ"]),
        ("面包什么的", []),
        ("Where is it", []),
    ],
)
def test_asking_words_are_found(text: str, asking: list[str]) -> None:
    assert [text[start:end] for start, end in spans(text)] == asking


@given(st.text(alphabet="谁哪儿几号什么时候多少怎的在去a ？"))
def test_spans_are_in_order_and_apart(text: str) -> None:
    found = spans(text)
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(found))
