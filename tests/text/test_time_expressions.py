"""Expressions of time and what they mean, as of Wednesday, 17 July 2024, 15:30."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.time_expressions import find, has_time_expression


def moment(text: str, zone: tzinfo = UTC) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000)


NOW = moment("2024-07-17T15:30")


def meanings(text: str) -> list[tuple[str, str, str]]:
    """Each expression with its window, as local times without needless zeros."""

    def shown(milliseconds: int) -> str:
        local = datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        return local.removesuffix(" 00:00")

    return [(text[e.start : e.end], shown(e.after), shown(e.before)) for e in find(text, NOW, UTC)]


@pytest.mark.parametrize(
    ("text", "after", "before"),
    [
        # Dates
        ("2024", "2024-01-01", "2025-01-01"),
        ("2024-03", "2024-03-01", "2024-04-01"),
        ("2024-03-14", "2024-03-14", "2024-03-15"),
        ("2024/03/14", "2024-03-14", "2024-03-15"),
        ("March 2024", "2024-03-01", "2024-04-01"),
        ("Sept. 2023", "2023-09-01", "2023-10-01"),
        ("14 Mar 2024", "2024-03-14", "2024-03-15"),
        ("March 14th, 2024", "2024-03-14", "2024-03-15"),
        ("March 14", "2024-03-14", "2024-03-15"),
        ("14th of August", "2023-08-14", "2023-08-15"),
        ("December last year", "2023-12-01", "2024-01-01"),
        ("Q3 2023", "2023-07-01", "2023-10-01"),
        ("the week before 2024-03-14", "2024-03-07", "2024-03-14"),
        ("the day after March 14, 2024", "2024-03-15", "2024-03-16"),
        ("the month before May 2024", "2024-03-31", "2024-05-01"),
        # Days and parts of days
        ("today", "2024-07-17", "2024-07-18"),
        ("yesterday", "2024-07-16", "2024-07-17"),
        ("day before yesterday", "2024-07-15", "2024-07-16"),
        ("last night", "2024-07-16 18:00", "2024-07-17 06:00"),
        ("this morning", "2024-07-17", "2024-07-17 12:00"),
        ("yesterday evening", "2024-07-16 18:00", "2024-07-17"),
        ("the other day", "2024-07-07", "2024-07-17"),
        ("last Tuesday", "2024-07-16", "2024-07-17"),
        ("last Wednesday", "2024-07-10", "2024-07-11"),
        ("Tuesday last week", "2024-07-09", "2024-07-10"),
        ("Monday morning", "2024-07-15", "2024-07-15 12:00"),
        ("last weekend", "2024-07-13", "2024-07-15"),
        # Weeks, months, years, seasons
        ("this week", "2024-07-15", "2024-07-22"),
        ("last week", "2024-07-08", "2024-07-15"),
        ("week before last", "2024-07-01", "2024-07-08"),
        ("this month", "2024-07-01", "2024-08-01"),
        ("last month", "2024-06-01", "2024-07-01"),
        ("this year", "2024-01-01", "2025-01-01"),
        ("last year", "2023-01-01", "2024-01-01"),
        ("last December", "2023-12-01", "2024-01-01"),
        ("last July", "2023-07-01", "2023-08-01"),
        ("last summer", "2023-06-01", "2023-09-01"),
        ("this summer", "2024-06-01", "2024-09-01"),
        ("last winter", "2023-12-01", "2024-03-01"),
        ("summer of 2022", "2022-06-01", "2022-09-01"),
        ("in the fall", "2023-09-01", "2023-12-01"),
        # Ago
        ("2 hours ago", "2024-07-17 13:00", "2024-07-17 14:00"),
        ("3 days ago", "2024-07-14", "2024-07-15"),
        ("three weeks ago", "2024-06-23", "2024-06-30"),
        ("a month ago", "2024-06-02", "2024-07-03"),
        ("a year ago", "2023-01-16", "2024-01-16"),
        ("half a year ago", "2023-10-18", "2024-04-17"),
        ("a few weeks ago", "2024-06-02", "2024-07-07"),
        # Until now
        ("last 10 days", "2024-07-07", "2024-07-18"),
        ("past few weeks", "2024-06-12", "2024-07-18"),
        ("over the past year", "2023-07-17", "2024-07-18"),
        # Ranges, sides, parts
        ("since March", "2024-03-01", "2024-07-17 15:30"),
        ("before 2020", "1900-01-01", "2020-01-01"),
        ("until May 2022", "1900-01-01", "2022-06-01"),
        ("after March 2023", "2023-04-01", "2024-07-17 15:30"),
        ("2020 to 2022", "2020-01-01", "2023-01-01"),
        ("March–May 2024", "2024-03-01", "2024-06-01"),
        ("November to January", "2023-11-01", "2024-02-01"),
        ("early 2024", "2024-01-01", "2024-05-02"),
        ("mid-2023", "2023-05-02 16:00", "2023-09-01 08:00"),
        # Chinese
        ("2024年", "2024-01-01", "2025-01-01"),
        ("二〇二三年", "2023-01-01", "2024-01-01"),
        ("2024年3月", "2024-03-01", "2024-04-01"),
        ("2024年3月14日", "2024-03-14", "2024-03-15"),
        ("三月份", "2024-03-01", "2024-04-01"),
        ("十二月", "2023-12-01", "2024-01-01"),
        ("三月十四号", "2024-03-14", "2024-03-15"),
        ("去年", "2023-01-01", "2024-01-01"),
        ("今年", "2024-01-01", "2025-01-01"),
        ("前年", "2022-01-01", "2023-01-01"),
        ("去年三月", "2023-03-01", "2023-04-01"),
        ("去年夏天", "2023-06-01", "2023-09-01"),
        ("今年上半年", "2024-01-01", "2024-07-01"),
        ("今天", "2024-07-17", "2024-07-18"),
        ("昨天", "2024-07-16", "2024-07-17"),
        ("前天", "2024-07-15", "2024-07-16"),
        ("昨晚", "2024-07-16 18:00", "2024-07-17 06:00"),
        ("昨天下午", "2024-07-16 12:00", "2024-07-16 18:00"),
        ("上周", "2024-07-08", "2024-07-15"),
        ("上上周", "2024-07-01", "2024-07-08"),
        ("上周二", "2024-07-09", "2024-07-10"),
        ("上个星期天", "2024-07-14", "2024-07-15"),
        ("上周末", "2024-07-13", "2024-07-15"),
        ("本周", "2024-07-15", "2024-07-22"),
        ("上个月", "2024-06-01", "2024-07-01"),
        ("三周前", "2024-06-23", "2024-06-30"),
        ("二十三天前", "2024-06-24", "2024-06-25"),
        ("半年前", "2023-10-18", "2024-04-17"),
        ("一个半月前", "2024-05-18", "2024-06-18"),
        ("两年多前", "2022-01-16", "2023-01-16"),
        ("几天前", "2024-07-11", "2024-07-16"),
        ("前几天", "2024-07-11", "2024-07-16"),
        ("最近三天", "2024-07-14", "2024-07-18"),
        ("过去一年", "2023-07-17", "2024-07-18"),
        ("2020年以前", "1900-01-01", "2020-01-01"),
        ("去年以来", "2023-01-01", "2024-07-17 15:30"),
        ("2020年到2022年", "2020-01-01", "2023-01-01"),
        ("3月初", "2024-03-01", "2024-03-11 08:00"),
        ("去年底", "2023-09-01 08:00", "2024-01-01"),
    ],
)
def test_an_expression_means_its_window(text: str, after: str, before: str) -> None:
    assert meanings(text) == [(text, after, before)]
    assert has_time_expression(text)


@pytest.mark.parametrize(
    ("text", "expression", "after"),
    [
        ("What did we plan in March?", "March", "2024-03-01"),
        ("what happened in may", "may", "2024-05-01"),
        ("in august I went", "august", "2023-08-01"),
        ("We met on Wednesday.", "Wednesday", "2024-07-17"),
        ("It ended in 2024.", "2024", "2024-01-01"),
        ("logged 2024-03-14T10:20:00Z", "2024-03-14", "2024-03-14"),
        ("at 12:30 on March 3rd", "March 3rd", "2024-03-03"),
        ("between March and May 2023", "March and May 2023", "2023-03-01"),
        ("between 2020 and 2022 I lived there", "2020 and 2022", "2020-01-01"),
        ("at the end of last year", "the end of last year", "2023-09-01 08:00"),
        ("我去年后来搬家了", "去年", "2023-01-01"),
        ("去年前三个月", "去年", "2023-01-01"),
        ("周二开会", "周二", "2024-07-16"),
    ],
)
def test_an_expression_is_found_in_its_sentence(text: str, expression: str, after: str) -> None:
    assert [found[:2] for found in meanings(text)] == [(expression, after)]


@pytest.mark.parametrize(
    "text",
    [
        "14/03/2024",
        "Spring framework",
        "I may go",
        "2048 tokens",
        "about 2000 people",
        "costs $2000",
        "the 1990s",
        "192.168.2024",
        "version 3.2024",
        "v2024.1",
        "id 20240314123",
        "3个月",
        "三个人",
        "second place",
        "",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert meanings(text) == []
    assert not has_time_expression(text)


@pytest.mark.parametrize(
    "text", ["this may be", "may 10 people come", "February 30", "they march by"]
)
def test_a_month_needs_more_than_its_letters(text: str) -> None:
    assert meanings(text) == []


@pytest.mark.parametrize("text", ["tomorrow", "next week", "in 2031", "明天", "下周", "明年"])
def test_the_future_is_a_time_but_no_window(text: str) -> None:
    assert has_time_expression(text)
    assert meanings(text) == []


def test_several_expressions_stand_in_order() -> None:
    assert [found[0] for found in meanings("Was it in 2021, last week or 昨天?")] == [
        "2021", "last week", "昨天",
    ]  # fmt: skip


def test_kinds_tell_how_precise_an_expression_is() -> None:
    kinds = {
        text: find(text, NOW, UTC)[0].kind
        for text in ("2023", "March 2023", "last week", "yesterday", "last summer", "since 2020")
    }
    assert list(kinds.values()) == ["year", "month", "week", "day", "season", "period"]


def test_days_follow_the_clock_changes() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    [spring] = find("2024-03-31", NOW, berlin)
    [autumn] = find("2023-10-29", NOW, berlin)
    hour = 3_600_000
    assert spring.before - spring.after == 23 * hour
    assert autumn.before - autumn.after == 25 * hour
    assert spring.after == moment("2024-03-31T00:00", berlin)


def test_the_day_is_the_one_of_the_zone() -> None:
    now = moment("2024-07-17T23:30")
    tokyo = ZoneInfo("Asia/Tokyo")
    assert find("today", now, tokyo)[0].after == moment("2024-07-18T00:00", tokyo)
    assert find("today", now, UTC)[0].after == moment("2024-07-17T00:00")


def test_without_a_zone_the_computer_s_own_counts() -> None:
    [found] = find("2024-03-14", NOW)
    assert found.after == int(datetime(2024, 3, 14).timestamp() * 1000)


def test_february_of_a_leap_year() -> None:
    now = moment("2024-02-29T12:00")
    [found] = find("a year ago", now, UTC)
    assert found.after <= moment("2023-02-28T00:00") < found.before


WORDS = (
    "last |this |next |the |in |on |since |before |between |and |to |early |end of |March |may "
    "|Sep |Tuesday |summer |winter |week |month |year |days |ago |today |yesterday |night |14 "
    "|31st |2024 |2024-02-30 |99|999 |a few |half a |Q1 |, |–|年|月|日|号|周|天|前|后|去年|今年"
    "|上|下|个|半|三|十|二|几|最近|以来|初|底|到|在"
)
words = st.sampled_from(WORDS.split("|"))
zones = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Shanghai", "Pacific/Apia"]
)


@given(
    text=st.lists(words, max_size=12).map("".join) | st.text(),
    now=st.datetimes(datetime(1975, 1, 1), datetime(2090, 1, 1)),
    zone=zones,
)
def test_any_text_can_be_read_at_any_time(text: str, now: datetime, zone: str) -> None:
    at = moment(now.isoformat())
    found = find(text, at, ZoneInfo(zone))
    for expression in found:
        assert 0 <= expression.start < expression.end <= len(text)
        assert expression.after < expression.before
        assert expression.after <= at
    assert [e.start for e in found] == sorted(e.start for e in found)
    if found:
        assert has_time_expression(text)


@given(count=st.integers(1, 120), unit=st.sampled_from(["day", "week", "month", "year"]))
def test_a_time_ago_lies_around_that_time(count: int, unit: str) -> None:
    [found] = find(f"{count} {unit}s ago", NOW, UTC)
    days = count * {"day": 1, "week": 7, "month": 30.44, "year": 365.25}[unit]
    middle = (found.after + found.before) / 2
    then = NOW - timedelta(days=days) / timedelta(milliseconds=1)
    assert abs(middle - then) <= timedelta(days=3) / timedelta(milliseconds=1)


@pytest.mark.parametrize(
    "text",
    [
        "2024年" + " " * 500_000,
        "last " * 100_000,
        "1" * 500_000,
        "一二" * 250_000,
        "march " * 80_000,
        "2024-" * 100_000,
        "a few " * 90_000,
        "上" * 500_000,
    ],
    ids=lambda text: text[:6],
)
def test_hostile_texts_are_read_like_others(text: str) -> None:
    # A pattern that is not linear would not end here.
    find(text, NOW, UTC)
