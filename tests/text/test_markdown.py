"""Markdown loses its marks and keeps its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.markdown import strip


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("# Title\n\nBody", "Title Body"),
        ("## Not#a mark", "Not#a mark"),
        ("**bold** and *slanted* and ***both***, ~~gone~~", "bold and slanted and both, gone"),
        ("这是**重点**内容", "这是重点内容"),
        ("**bold *slanted* bold**", "bold slanted bold"),
        ("2*3*4 and 2 ** 3", "2*3*4 and 2 ** 3"),
        ("**never closed", "**never closed"),
        ("`co**de`, **bold**", "co**de, bold"),
        ("- one\n* two\n+ three", "one two three"),
        ("> quoted\n> > twice", "quoted twice"),
        ("[name](https://example.org/a_(b))", "name"),
        ("[![picture](a.png)](https://example.org)", "picture"),
        ("[no link] (at all)", "[no link] (at all)"),
        ("```python\nx = 1\n```\nafter", "x = 1 after"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"),
        ("above\n\n---\n\n* * *\nbelow", "above below"),
        ("", ""),
        ("***", ""),
    ],
)  # fmt: skip
def test_marks_are_taken_out(text: str, stripped: str) -> None:
    assert strip(text) == stripped


@given(st.text(alphabet="ab *_~`[]()!#>|-\n\t+:1", max_size=60))
def test_no_letter_outside_a_link_or_fence_is_lost(text: str) -> None:
    stripped = strip(text)
    assert "\n" not in stripped
    assert stripped == stripped.strip()
    if "](" not in text and "```" not in text and "~~~" not in text:
        assert [c for c in stripped if c in "ab1"] == [c for c in text if c in "ab1"]


@given(st.text())
def test_any_text_can_be_stripped(text: str) -> None:
    strip(text)


MILLION = 1_000_000
HOSTILE = {
    "spaces": "x" + " " * MILLION + "x",
    "rule and spaces": "--" + " " * MILLION + "x",
    "brackets": "[" * MILLION,
    "exclamations": "![" * (MILLION // 2),
    "bold never closed": "**a " * (MILLION // 4),
    "links never closed": "[a](" * (MILLION // 4),
    "nested brackets": "[a](" + "()" * (MILLION // 2),
    "link before links": "[a](b" + "[a](c)" * (MILLION // 6),
    "quotes": "> " * (MILLION // 2),
    "ticks": "x" + "`" * MILLION,
    "tick lines": "`\n" * (MILLION // 2),
    "table rule": "|--" * (MILLION // 3) + "x",
    "tabs after lines": ("\n" + "\t" * 1000) * (MILLION // 1000),
    "stars": "* " * (MILLION // 2) + "x",
    "underlines": "x" + "_" * MILLION,
    "hashes": "#" * MILLION,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_take_no_longer_than_others(text: str) -> None:
    # A pattern that is not linear would take hours here and not end.
    assert len(strip(text)) <= len(text)
