"""The query language: operators, phrases, exclusions, dates; a query never fails."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdesk.retrieval.query import OPERATORS, ParsedQuery, parse, period
from memdesk.retrieval.results import Filters
from memdesk.vault.records import storable

NOW = int(datetime(2025, 1, 15, 12).timestamp() * 1000)


def _local(*date: int) -> int:
    return int(datetime(*date).timestamp() * 1000)  # type: ignore[arg-type]


def _parse(query: str) -> ParsedQuery:
    return parse(query, NOW)


def test_free_text_stays_as_it_is() -> None:
    parsed = _parse("how do I feed C++ to foo_bar?")
    assert parsed == ParsedQuery("how do I feed C++ to foo_bar?")


def test_phrases_and_exclusions_are_taken_out_of_the_text() -> None:
    parsed = _parse('starter "bulk rise" -pizza -"tomato sauce" oven')
    assert parsed.text == "starter oven"
    assert parsed.phrases == ("bulk rise",)
    assert parsed.excluded == ("pizza", "tomato sauce")
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("tag:home tag:Work", {"tags": frozenset({"home", "Work"})}),
        ("source:ChatGPT", {"sources": frozenset({"chatgpt"})}),
        ("role:user ROLE:assistant", {"roles": frozenset({"user", "assistant"})}),
        ("role:me", {"roles": frozenset({"user"})}),
        ("type:semantic", {"types": frozenset({"semantic"})}),
        ('in:"Moving house"', {"in_title": "Moving house"}),
        ("is:pinned is:edited", {"is_": frozenset({"pinned", "edited"})}),
        ("has:code has:link", {"has": frozenset({"code", "link"})}),
        ("before:2024-03", {"before": _local(2024, 3, 1)}),
        ("after:2024", {"after": _local(2024, 1, 1)}),
        ("on:2024-03-14", {"after": _local(2024, 3, 14), "before": _local(2024, 3, 15)}),
        ("on:2024-12", {"after": _local(2024, 12, 1), "before": _local(2025, 1, 1)}),
        ("on:2024", {"after": _local(2024, 1, 1), "before": _local(2025, 1, 1)}),
        ("on:yesterday", {"after": _local(2025, 1, 14), "before": _local(2025, 1, 15)}),
        ('on:"last week"', {"after": _local(2025, 1, 6), "before": _local(2025, 1, 13)}),
        ("on:last-week", {"after": _local(2025, 1, 6), "before": _local(2025, 1, 13)}),
    ],
)
def test_operators_become_filters(query: str, expected: dict[str, Any]) -> None:
    parsed = _parse(f"bread {query}")
    assert parsed.filters == Filters(**expected)
    assert parsed.text == "bread"
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("query", "text", "says"),
    [
        ("role:gardener soil", "gardener soil", "no role “gardener”"),
        ("has:cake", "cake", "“has:” takes attachment, code, link"),
        ("is:new", "new", "“is:” takes edited, linked, pinned"),
        ("before:2024-13", "2024-13", "“2024-13” is no date"),
        ("on:someday", "someday", "“someday” is no date"),
        ("tag:", "", "“tag:” has no value yet"),
        ('bread "bulk rise', "bread bulk rise", "quotation mark is not closed"),
        ("-role:user soil", "user soil", "“-role:user” was read as words"),
    ],
)
def test_what_can_not_be_read_is_searched_as_text_and_said(
    query: str, text: str, says: str
) -> None:
    parsed = _parse(query)
    assert " ".join(parsed.text.split()) == text
    assert parsed.filters == Filters()
    [problem] = parsed.problems
    assert says in problem


@pytest.mark.parametrize(
    "query", ["https://example.org/a:b", "std::vector", "E0433:", "note:", "a - b", "--depth", "-"]
)
def test_what_only_looks_like_an_operator_is_text(query: str) -> None:
    assert _parse(query) == ParsedQuery(query)


def test_nothing_and_filters_alone_are_blank() -> None:
    assert _parse("  ").is_blank
    assert _parse("role:user").is_blank
    assert _parse("-pizza").is_blank
    assert not _parse('"bulk rise"').is_blank
    assert not _parse("bread").is_blank


def test_a_space_after_the_last_word_ends_it() -> None:
    assert _parse("coff").ends_in_word
    assert not _parse("coffee ").ends_in_word


_parts = st.one_of(
    st.text(max_size=6),
    st.sampled_from(['"', "-", ":", " ", "  ", "”", *(f"{name}:" for name in OPERATORS)]),
    st.from_regex(r"[0-9]{1,5}(-[0-9]{1,3}){0,3}", fullmatch=True),
)


@settings(deadline=None)
@given(st.lists(_parts, max_size=12).map("".join))
@example('tag:"" on:0000 before:9999-12-31 after:10000-1 "')
@example("on:9999 on:0001-01-01 before:last-century")
def test_no_query_fails_and_no_word_of_it_is_lost(query: str) -> None:
    parsed = _parse(query)
    filters = parsed.filters
    kept = " ".join(
        (
            parsed.text,
            *parsed.phrases,
            *parsed.excluded,
            *filters.sources,
            *filters.roles,
            *filters.types,
            *filters.tags,
            *filters.is_,
            *filters.has,
            filters.in_title or "",
            *parsed.problems,
        )
    ).lower()
    dated = filters.after is not None or filters.before is not None
    for word in storable(query).replace('"', " ").split():
        said = word.lower().lstrip("-").split(":", 1)[-1]
        assert dated or said in kept or word.lower() in ("role:me", "role:you", "role:i", "role:ai")


@pytest.mark.parametrize(
    "value", ["", "0", "99999", "2024-00", "2024-03-00", "0000", "2024-02-30", "soon", "14/03/2024"]
)
def test_what_is_no_date_has_no_period(value: str) -> None:
    assert period(value, NOW) is None


def test_a_leap_day_is_one_day() -> None:
    assert period("2024-02-29", NOW) == (_local(2024, 2, 29), _local(2024, 3, 1))
