"""Names of notes and tags within texts."""

from __future__ import annotations

import pytest

from memdesk.text.note_marks import embedded_files, tags, wiki_links


def test_names_in_double_brackets_are_read_once_and_not_in_code() -> None:
    text = "See [[Boiler]], [[Boiler#Valve|the valve]] and [[ Heat pump ]]. ![[plan.png]] `[[x]]`"
    assert wiki_links(text) == ("Boiler", "Heat pump")
    assert wiki_links("```\n[[code]]\n``` and [[]] [[\n]]") == ()


def test_embedded_files_are_named() -> None:
    assert embedded_files("![[plan.png|300]] ![[a/b.pdf#page=2]] [[c]] ![[plan.png]]") == (
        "plan.png",
        "a/b.pdf",
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "#garden and #garden/roses, (#2024-plan) #测试",
            ("garden", "garden/roses", "2024-plan", "测试"),
        ),
        ("# Heading, C#, a#b, #1, &#39; `#code` https://example.org/#part", ()),
    ],
)
def test_tags_stand_by_themselves(text: str, found: tuple[str, ...]) -> None:
    assert tags(text) == found
