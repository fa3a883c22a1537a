"""Names for files that Windows, macOS and Linux all take."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.exporters.markdown.file_names import MOST_CHARACTERS, folded, numbered, safe_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Bread", "Bread"),
        ("a/b\\c: d?", "a b c d"),
        ("[[Link]] #tag ^x | y", "Link tag x y"),
        ("Wait…...", "Wait…"),
        ("...hidden", "hidden"),
        ("  two\n\tlines ", "two lines"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("Com¹", "Com¹_"),
        ("console", "console"),
        ("", "Untitled"),
        ("???", "Untitled"),
        ("\u202egnp.exe", "gnp.exe"),
        ("שלום עולם", "שלום עולם"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("Cafe\u0301", "Café"),
        ("👩‍👩‍👧‍👦 family", "👩‍👩‍👧‍👦 family"),
        ("\ud800 half", "half"),
    ],
)
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert safe_name(title) == name


def test_a_long_title_is_cut_between_characters_as_they_are_seen() -> None:
    assert safe_name("x" * 300) == "x" * MOST_CHARACTERS
    assert safe_name("a" * (MOST_CHARACTERS - 3) + "👩‍👩‍👧‍👦") == "a" * (MOST_CHARACTERS - 3)
    assert safe_name("e\u0323\u0301" * 300).endswith("\u0301")


def test_names_that_are_one_file_somewhere_are_known_as_one() -> None:
    assert folded("Straße/CAFÉ") == folded("STRASSE/cafe\u0301")
    assert folded("a") != folded("b")


@given(st.text(max_size=400))
def test_any_title_becomes_a_name_that_every_system_takes(title: str) -> None:
    name = safe_name(title)
    assert name
    assert not re.search(r'[\\/:*?"<>|\x00-\x1f\x7f\[\]#^]', name)
    assert name[0] not in " ." and name[-1] not in " ."
    assert not re.match(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|\Z)", name)
    for number in (1, 12_345):
        file = f"2024-03-02 {numbered(name, number)}.md"
        assert len(file.encode()) <= 240
        assert len(file.encode("utf-16-le")) // 2 <= 130
    assert safe_name(name) == name
