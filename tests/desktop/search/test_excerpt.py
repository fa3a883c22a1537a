"""The excerpt of a memory shows the matched words, whatever stands around them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.desktop.search.excerpt import excerpt


def marked(content: str, *words: str) -> list[str]:
    """The words that are marked in the excerpt of all of ``content``."""
    marks = tuple((at := content.index(word), at + len(word)) for word in words)
    shown = excerpt(content, (0, len(content)), marks)
    return [shown.text[a:b] for a, b in shown.marks]


def test_a_short_passage_is_shown_whole() -> None:
    shown = excerpt("I named my starter Clint.", (0, 25), ((2, 7),))
    assert shown.text == "I named my starter Clint."
    assert shown.marks == ((2, 7),)


def test_only_the_passage_is_shown_and_marks_outside_are_dropped() -> None:
    content = "First part. Second part."
    shown = excerpt(content, (12, 24), ((0, 5), (12, 18)))
    assert shown.text == "Second part."
    assert shown.marks == ((0, 6),)


def test_a_cut_sentence_is_shown_as_cut() -> None:
    content = "It was late. She came home and went to bed. Then it rained."
    start, end = content.index("came"), content.index(" Then")
    assert excerpt(content, (start, end), ()).text == "… came home and went to bed. …"
    start = content.index("She")
    assert excerpt(content, (start, len(content)), ()).text == content[start:]
    lines = "- flour\n- salt\n- water"
    assert excerpt(lines, (8, 14), ()).text == "• salt …"


def test_what_signs_take_up_is_filled_with_what_follows_in_the_line() -> None:
    content = "See [the mills](https://example.org/mills) for the flour that we bought in May."
    end = content.index(" for")
    shown = excerpt(content, (0, end), ((content.index("flour"), content.index("flour") + 5),))
    assert shown.text == "See the mills for the flour that we bought …"
    assert [shown.text[a:b] for a, b in shown.marks] == ["flour"]


def test_a_passage_that_begins_within_a_link_or_a_row_shows_none_of_the_signs() -> None:
    link = "See [the list of mills](https://example.org/mills) and go."
    assert excerpt(link, (link.index("list"), len(link)), ()).text == "… list of mills and go."
    assert excerpt(link, (link.index("org"), len(link)), ()).text == "… and go."
    table = "| Mill | Price |\n|---|---|\n| Vestby | 14 |"
    assert excerpt(table, (table.index("Price"), len(table)), ()).text == "… Price / Vestby · 14"


def test_a_passage_within_code_is_shown_as_it_is() -> None:
    content = "So:\n```\nfirst\n# a | **b**\n```\n"
    start = content.index("# a")
    assert excerpt(content, (start, len(content)), ()).text == "# a | **b**"


def test_white_space_and_markdown_signs_are_left_out_and_marks_move_along() -> None:
    content = "# Plan\n\n  Feed   the **starter**\n```py\nx = 1\n```\n"
    assert excerpt(content, (0, len(content)), ()).text == "Plan / Feed the starter / x = 1"
    assert marked(content, "starter") == ["starter"]


def test_a_far_match_is_brought_into_view_at_a_words_beginning() -> None:
    content = "word " * 60 + "here is the starter at last"
    shown = excerpt(content, (0, len(content)), ((content.index("starter"), len(content) - 8),))
    assert shown.text.startswith("… word ")
    assert 0 < shown.marks[0][0] < 60
    assert marked(content, "starter") == ["starter"]


def test_the_densest_run_of_matches_wins() -> None:
    lone = "x " * 60 + "starter " + "y " * 200
    content = lone + "named the starter Clint, the starter that rises"
    first = content.index("starter")
    second = content.index("starter", first + 1)
    third = content.index("starter", second + 1)
    spans = tuple((at, at + 7) for at in (first, second, third))
    shown = excerpt(content, (0, len(content)), spans)
    assert "named the starter Clint" in shown.text


def test_chinese_without_spaces_is_cut_before_the_match() -> None:
    content = "面" * 200 + "酵种" + "包" * 20
    assert marked(content, "酵种") == ["酵种"]
    shown = excerpt(content, (0, len(content)), ((200, 202),))
    assert shown.text.startswith("… 面")
    assert shown.marks[0][0] < 60


def test_characters_outside_the_basic_plane_keep_marks_in_place() -> None:
    assert marked("🍞🥨 the starter 🫙", "starter") == ["starter"]


def test_a_passage_of_white_space_is_empty() -> None:
    assert excerpt(" \n\t ", (0, 4), ((0, 2),)).text == ""


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300), st.integers(1, 60))
def test_marks_always_lie_within_the_text(content: str, at: int, end: int, limit: int) -> None:
    start, stop = sorted((min(at, len(content)), min(end, len(content))))
    shown = excerpt(content, (0, len(content)), ((start, stop),), limit)
    for first, last in shown.marks:
        assert 0 <= first < last
        # Trailing white space is cut, a mark may end in it.
        assert first <= len(shown.text)
    assert "\n" not in shown.text


def test_signs_that_turn_the_direction_are_left_out_and_marks_stay_on_their_words() -> None:
    content = "the \u202egnp.\u202c starter \u2067kept\u2069"
    at = content.index("starter")
    cut = excerpt(content, (0, len(content)), ((at, at + 7),))
    assert cut.text == "the gnp. starter kept"
    assert [cut.text[a:b] for a, b in cut.marks] == ["starter"]
