"""Texts are cut into passages that cover them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.passages import split

LONGEST = 700
"""Characters of a passage at most: 462 for Latin letters, and 1.4 times that for a text of one."""

pieces = st.sampled_from(
    ["word ", "a longer stretch of words without an end ", "End. ", "Why? ", "\n", "\n\n", "  ",
     "今天的天气很好，", "我们去公园。", "x" * 90, "好" * 50, "\t", "\u3000", "😀", "é "]
)  # fmt: skip
texts = st.lists(pieces, max_size=120).map("".join)


@given(text=texts | st.text(max_size=300))
def test_every_visible_character_lies_in_a_passage(text: str) -> None:
    covered = bytearray(len(text))
    for start, end in split(text):
        covered[start:end] = b"\1" * (end - start)
    assert all(covered[i] or character.isspace() for i, character in enumerate(text))


@given(text=texts)
def test_passages_stand_in_order_and_none_holds_another(text: str) -> None:
    spans = split(text)
    for (first, first_end), (second, second_end) in pairwise(spans):
        assert first < second
        assert first_end < second_end


@given(text=texts)
def test_passages_are_bounded_and_begin_and_end_with_a_character(text: str) -> None:
    for start, end in split(text):
        assert 0 < end - start <= LONGEST
        assert not text[start].isspace()
        assert not text[end - 1].isspace()


def test_a_blank_text_has_no_passage() -> None:
    assert split("") == []
    assert split(" \n\t\u3000") == []


def test_a_short_text_is_one_passage() -> None:
    assert split("  Hello there.  ") == [(2, 14)]


def test_consecutive_passages_share_a_short_sentence() -> None:
    sentence = "This sentence has exactly fifty characters in it. "
    text = sentence * 30
    spans = split(text)
    assert len(spans) > 2
    for (_, first_end), (second, _) in pairwise(spans[:-1]):
        assert first_end - second == len(sentence) - 1


def test_a_shared_sentence_never_stands_alone() -> None:
    text = "a" * 390 + ". " + "b" * 40 + ". " + "c" * 450 + ". " + "d" * 300 + "."
    assert [text[start] for start, end in split(text)] == ["a", "c", "d"]


def test_chinese_passages_are_shorter_than_latin_ones() -> None:
    chinese = split("今天的天气很好，我们去公园散步。" * 60)
    assert len(chinese) > 5
    assert all(end - start <= 240 for start, end in chinese)


def test_long_lines_are_cut_at_spaces_where_there_are_any() -> None:
    text = "word " * 1000
    for start, end in split(text):
        assert text[start:end].split()[0] == "word"
        assert text[start:end].split()[-1] == "word"


def test_a_giant_line_without_spaces_is_cut_all_the_same() -> None:
    text = "x" * 1_000_000
    spans = split(text)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(first[1] == second[0] for first, second in pairwise(spans))


def test_megabytes_of_white_space_make_no_passage_of_their_own() -> None:
    text = "start" + "\n" * 500_000 + " " * 500_000 + "end"
    assert [text[start:end] for start, end in split(text)] == ["start", "end"]
