"""Cards show words, not the signs of Markdown, and know where each of them stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.desktop.search.plain_text import plain_text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("As it is, 2 * 3 and a_b.", "As it is, 2 * 3 and a_b."),
        ("# Plan\nStiff", "Plan / Stiff"),
        ("Plan:\n\nStiff", "Plan: Stiff"),
        ("one line\nand its end", "one line and its end"),
        ("one\n\ntwo\n\n\nthree.\n\nfour", "one / two / three. four"),
        ("> said\n> > before", "said before"),
        ("before\n\n---\nafter", "before / after"),
        ("Head\n====\ntext", "Head / text"),
        # Lists.
        ("- flour\n* salt\n+ [x] water\n  - [ ] warm", "• flour • salt • water • warm"),
        ("1. mix\n2. wait", "1. mix 2. wait"),
        ("- flour\n\nThat is all", "• flour / That is all"),
        # Tables.
        (
            "| Hour | Look |\n|---:|:-:|\n| 1 | few |\n| 2 | many |",
            "Hour · Look / 1 · few / 2 · many",
        ),
        ("Hour | Look\n--- | ---\n1 | few", "Hour · Look / 1 · few"),
        ("| 时间 | 状态 |\n|--|--|\n| 一小时 | 有小气泡 |", "时间 · 状态 / 一小时 · 有小气泡"),
        ("So:\n\n| a | |\n|---|---|\n| | b |\nEnd", "So: a / b / End"),
        ("| a \\| b | c<br>d |", "a | b · c d"),
        ("| cut | off", "cut · off"),
        ("this | that", "this | that"),
        # Links and pictures.
        ("see [the table](https://example.org/a_(b)?c=1) there", "see the table there"),
        ("![a crumb](crumb.png) [![icon](i.png)](https://x.org)", "a crumb icon"),
        ("[**bold** `co*de*`](x) [not a link] [x]", "bold co*de* [not a link] [x]"),
        ("(https://example.org/a__b__c_d_)", "(https://example.org/a__b__c_d_)"),
        ("very-long.html) and on", "very-long.html) and on"),
        ("of a link](https://x.org) and on", "of a link and on"),
        # Emphasis.
        ("**Clint** and *he* and ***both*** and ~~nobody~~", "Clint and he and both and nobody"),
        ("*强调*内容，**重点**内容", "强调内容，重点内容"),
        ("_so_ and __this__, not snake_case_name", "so and this, not snake_case_name"),
        ("a*b*c, * alone, 5 ** 2", "a*b*c, * alone, 5 ** 2"),
        ("\\*as typed\\*", "*as typed*"),
        # Code.
        ("run `a * b * c` or ``x``", "run a * b * c or x"),
        ("so:\n```py\n# no | head\n**kw\n```\nend", "so: # no | head **kw / end"),
        ("  ~~~\n  x\n  ~~~", "x"),
        # White space, and signs that turn the direction.
        ("  a \t b\u3000c  ", "a b c"),
        ("a\u202eb\u2069 c", "ab c"),
        ("", ""),
        ("**", "**"),
    ],
)
def test_words_stay_and_signs_go(source: str, shown: str) -> None:
    assert plain_text(source).text == shown


def test_a_text_that_begins_in_code_keeps_its_signs() -> None:
    assert plain_text("# a | b\n```\n**end**", in_code=True).text == "# a | b / end"
    assert plain_text("**a**", in_code=True).text == "**a**"


def test_every_word_is_found_where_it_is_shown() -> None:
    source = (
        "# Plan\n| **flour** | [mill](https://x.org/flour) |\n|---|---|\n- `salt` \u202eand  water"
    )
    plain = plain_text(source)
    for word in ("Plan", "flour", "mill", "salt", "and", "water"):
        at = plain.place(source.index(word))
        assert plain.text[at : at + len(word)] == word
    # What is left out stands nowhere: from its beginning to its end there is nothing.
    hidden = source.rindex("flour")
    assert plain.place(hidden) == plain.place(hidden + 5)


@given(st.text(alphabet="ab |*_`[](!)#->\n\\~<br 面。", max_size=200), st.booleans())
def test_what_is_shown_is_what_was_written(source: str, in_code: bool) -> None:
    plain = plain_text(source, in_code=in_code)
    assert "\n" not in plain.text
    assert "  " not in plain.text
    assert plain.text == plain.text.strip()
    places = [plain.place(at) for at in range(len(source) + 1)]
    assert places == sorted(places)
    for start, place, length in plain.pieces:
        # White space at the very end is cut off.
        assert (
            plain.text[place : place + length]
            == source[start : start + length][: len(plain.text) - place]
        )
