"""YAML that any reader takes back as what was written."""

from __future__ import annotations

from datetime import UTC, datetime

import yaml
from hypothesis import given
from hypothesis import strategies as st

from memdesk.exporters.markdown.front_matter import Moment, as_tag, front_matter


def test_values_are_written_as_notes_have_them() -> None:
    assert (
        front_matter(
            {
                "title": 'He said "no": #1',
                "source": "claude-code",
                "created": Moment(1_709_380_800_123),
                "tags": ["kiln", "釉薬"],
                "messages": 3,
                "starred": True,
                "archived": False,
                "model": None,
                "project": "",
            }
        )
        == '---\ntitle: "He said \\"no\\": #1"\nsource: claude-code\n'
        'created: 2024-03-02T12:00:00Z\ntags: [kiln, "釉薬"]\nmessages: 3\nstarred: true\n---\n'
    )


def test_words_that_yaml_takes_for_something_else_are_quoted() -> None:
    words = ["null", "Yes", "on", "1e5", "2024-03-02", "~", "- a", "a: b", "0x1f", "", "a #b"]
    block = front_matter({"tags": words})
    assert yaml.safe_load(block.strip("-\n")) == {"tags": words}


def test_a_time_is_read_as_one_and_beyond_the_calendar_as_a_number() -> None:
    block = front_matter({"created": Moment(1_709_380_800_000), "updated": Moment(2**60)})
    assert yaml.safe_load(block.strip("-\n")) == {
        "created": datetime(2024, 3, 2, 12, tzinfo=UTC),
        "updated": 2**60,
    }


def test_a_tag_is_written_as_obsidian_takes_it() -> None:
    assert [as_tag(tag) for tag in ("to bake", "a/b", "C++", "2024", "釉薬", "!")] == [
        "to-bake",
        "a/b",
        "C",
        "2024_",
        "釉薬",
        "",
    ]


@given(st.text(min_size=1), st.lists(st.text(), min_size=1, max_size=3))
def test_any_text_comes_back(text: str, texts: list[str]) -> None:
    block = front_matter({"title": text, "tags": texts})
    inner = block.removeprefix("---\n").removesuffix("---\n")
    assert yaml.safe_load(inner) == {"title": text, "tags": texts}
