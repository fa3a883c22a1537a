"""Which writing system a text is mostly in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.writing import writing_system


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ("Where did I park?", "latin"),
        ("Où est l’hôtel?", "latin"),
        ("我昨天去了北京", "han"),
        ("我在用 Python 写代码，今天很顺利", "han"),
        ("今日は東京へ行きました", "japanese"),
        ("어제 서울에 갔어요", "hangul"),
        ("Вчера я был дома", "cyrillic"),
        ("नमस्ते दुनिया", "other"),
        ("😀 … １２", "latin"),
        ("", "latin"),
    ],
)
def test_the_system_of_most_of_a_text(text: str, system: str) -> None:
    assert writing_system(text) == system


@given(st.text())
def test_any_text_is_in_some_system(text: str) -> None:
    assert writing_system(text)
