from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.desktop.conversation.marked_words import places, word_pattern, words_at


def found(text: str, *words: str) -> list[str]:
    encoded = text.encode("utf-16-le")
    return [
        encoded[2 * start : 2 * end].decode("utf-16-le")
        for start, end in places(text, word_pattern(frozenset(words)))
    ]


def test_words_are_taken_from_the_spans_without_marks() -> None:
    assert words_at("I **named** my starter", [(2, 11), (15, 22)]) == {"named", "starter"}


def test_whole_words_are_found_in_any_case() -> None:
    assert found("Name, named and NAME", "name") == ["Name", "NAME"]


def test_scripts_without_spaces_are_found_anywhere() -> None:
    assert found("我的酸面团酵种叫克林特", "酵种") == ["酵种"]


def test_positions_count_as_qt_does_after_emoji() -> None:
    assert places("🥖🎉 starter", word_pattern(frozenset({"starter"}))) == [(5, 12)]


def test_nothing_is_marked_without_words() -> None:
    assert word_pattern(frozenset()) is None
    assert places("text", None) == []


@given(st.text(max_size=200), st.text(alphabet="ab酵🥖 ", min_size=1, max_size=4))
def test_places_hold_the_word_itself(text: str, word: str) -> None:
    words = words_at(word, [(0, len(word))])
    for piece in found(text, *words):
        assert piece.lower() in words
