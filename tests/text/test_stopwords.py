"""Words that say nothing, in any of the languages."""

from __future__ import annotations

import pytest

from memdesk.text.stopwords import WORDS, is_stopword
from memdesk.text.terms import fold


def test_the_words_stand_in_folded_form() -> None:
    assert [word for word in sorted(WORDS) if fold(word) != word] == []


@pytest.mark.parametrize("word", ["the", "did", "und", "les", "cuando", "什么", "我的", "是不"])
def test_grammar_is_left_out(word: str) -> None:
    assert is_stopword(word)


@pytest.mark.parametrize(
    "word",
    [
        "son",
        "war",
        "die",
        "hat",
        "bin",
        "mit",
        "den",
        "pour",
        "sin",
        "era",
        "con",
        "eu",
        "北京",
        "我爱",
    ],
)
def test_subjects_of_another_language_are_kept(word: str) -> None:
    assert not is_stopword(word)
