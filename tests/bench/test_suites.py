"""The shipped suites are what they claim: large, dated, hard to tell apart, and unambiguous."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from memdesk.bench import suites
from memdesk.bench.suites import material
from memdesk.bench.suites.composer import compose
from memdesk.bench.suites.material import KINDS, MISSES, Subject
from memdesk.text.stopwords import is_stopword
from memdesk.text.terms import analyse, fold

FIGURES = Path(__file__).parents[2] / "docs" / "figures" / "scenarios.json"
ASKED_WITH_MISSES = ["en-default", "en-confusion", "zh-default", "zh-confusion"]
LANGUAGES = ["en", "zh"]


@pytest.mark.parametrize("name", ASKED_WITH_MISSES)
def test_a_suite_has_its_records_and_a_third_of_misses(name: str) -> None:
    suite = suites.load(name)
    assert len(suite.records) >= 1_000
    assert len(suite.queries) >= 60
    assert sum(query.kind in MISSES for query in suite.queries) * 3 == len(suite.queries)
    assert len({query.text for query in suite.queries}) == len(suite.queries)


def test_both_halves_hold_a_third_of_the_questions_and_no_statement_in_common() -> None:
    halves: dict[str, set[str]] = {"tuning": set(), "held-out": set()}
    for name in suites.names():
        suite = suites.load(name)
        counts = Counter(suite.half(query) for query in suite.queries)
        answered = sum(bool(query.wanted) for query in suite.queries)
        for half, statements in halves.items():
            assert counts[half] * 3 >= answered, name
            statements.update(q.wanted[0] for q in suite.queries if suite.half(q) == half)
        assert all(suite.half(query) is None for query in suite.queries if not query.wanted)
    assert not halves["tuning"] & halves["held-out"]


def test_the_cross_lingual_suite_asks_both_ways() -> None:
    suite = suites.load("cross-lingual")
    ways = Counter(query.wanted[0][:2] for query in suite.queries)
    assert ways == {"en": 24, "zh": 24}
    for query in suite.queries:
        in_chinese = bool(re.search("[\u4e00-\u9fff]", query.text))
        assert in_chinese == query.wanted[0].startswith("en:"), query.text
    languages = Counter(record.id[:2] for record in suite.records)
    assert sum(languages.values()) >= 1_000
    assert languages["en"] == pytest.approx(languages["zh"], rel=0.02)


def test_what_is_asked_across_languages_is_told_in_one_of_them_about_subjects_of_both() -> None:
    told = {one: material.statements(f"apart/{one}.txt") for one in LANGUAGES}
    asked = {
        one: {name for query in material.queries(f"apart/{one}.txt") for name in query.wanted}
        for one in LANGUAGES
    }
    assert not asked["en"] & asked["zh"]
    subjects = {one: {*material.subjects(f"{one}/subjects.txt")[0]} for one in LANGUAGES}
    for one in LANGUAGES:
        assert {s.id for s in told[one] if not s.id.startswith("near-")} == asked[one]
        assert {s.subject for s in told[one]} <= subjects["en"] & subjects["zh"]
        # A question's own language has statements near the wanted one, which don't answer it.
        assert sum(s.id.startswith("near-") for s in told[one]) == 12
    # No number of more than one digit is said in both languages: a twin would repeat it.
    numbers = [
        {found for s in told[one] for found in re.findall(r"\d\d+", s.text)} for one in LANGUAGES
    ]
    assert not numbers[0] & numbers[1]


@pytest.mark.parametrize("name", suites.names())
def test_every_question_has_a_kind_and_its_statements_are_there(name: str) -> None:
    suite = suites.load(name)
    ids = {record.id for record in suite.records}
    assert len(ids) == len(suite.records)
    for query in suite.queries:
        assert query.kind in KINDS
        assert bool(query.wanted) != (query.kind in MISSES), query.text
        assert ids.issuperset(query.wanted), query.text


def test_the_default_suites_hold_every_kind_of_question() -> None:
    for language in LANGUAGES:
        kinds = {query.kind for query in suites.load(f"{language}-default").queries}
        assert kinds == {*KINDS} - {"cross-lingual", "miss by detail"}
        misses = Counter(q.kind for q in suites.load(f"{language}-confusion").queries)
        assert misses["miss by detail"] == 14


@pytest.mark.parametrize("name", suites.names())
def test_no_question_repeats_its_statement(name: str) -> None:
    suite = suites.load(name)
    texts = {record.id: record.text for record in suite.records}
    for query in suite.queries:
        stated = {term.text for wanted in query.wanted for term in analyse(texts[wanted])}
        asked = {term.text for term in analyse(query.text) if not is_stopword(fold(term.word))}
        assert not query.wanted or asked - stated, query.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_of_a_store_is_an_assistants_answers(language: str) -> None:
    records = suites.load(f"{language}-default").records
    roles = Counter(record.role for record in records)
    assert roles["assistant"] / len(records) == pytest.approx(0.5, abs=0.01)
    lengths = {
        role: sum(len(record.text) for record in records if record.role == role) / roles[role]
        for role in roles
    }
    assert lengths["assistant"] > 3 * lengths["user"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_records_stand_in_dated_conversations(language: str) -> None:
    records = suites.load(f"{language}-default").records
    assert len({record.conversation for record in records}) > 200
    assert all(record.at < suites.NOW and record.title for record in records)
    for before, after in pairwise(records):
        if before.conversation == after.conversation:
            assert (after.position, after.title) == (before.position + 1, before.title)
            assert after.at > before.at
        else:
            assert after.position == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_twice(language: str) -> None:
    texts = [record.text.casefold() for record in suites.load(f"{language}-default").records]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_in_everyday_chats_are_none_that_are_asked_about(language: str) -> None:
    _, words = material.subjects(f"{language}/subjects.txt")
    assert len(words["person"]) >= 10
    told = [
        statement.text
        for file in (f"{language}/default", f"{language}/confusion", f"apart/{language}")
        for statement in material.statements(f"{file}.txt")
    ]
    asked = [
        query.text
        for name in suites.names()
        if name.startswith(language) or name == "cross-lingual"
        for query in suites.load(name).queries
    ]
    for person in words["person"]:
        assert not [text for text in (*told, *asked) if person in text], person


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_statements_alike_is_asked_for_three_of_them(language: str) -> None:
    statements = material.statements(f"{language}/confusion.txt")
    groups = Counter(statement.id.rsplit("-", 1)[0] for statement in statements)
    assert set(groups.values()) == {6}
    asked = Counter(
        query.wanted[0].rsplit("-", 1)[0]
        for query in material.queries(f"{language}/confusion.txt")
        if query.wanted
    )
    assert asked == dict.fromkeys(groups, 3)


def test_a_suite_is_the_same_every_time() -> None:
    subject = Subject("tea", ("Tea",), ("Which {tea/leaf}?",), ("I like {tea}.",), tuple("abcdef"))
    words = {"tea": ("oolong", "sencha", "assam"), "opening": ("Well.",), "ending": ("Bye.",)}
    statement = material.Statement("cup", 1_700_000_000_000, "tea", "user", "Mine is blue.")

    def made(seed: int) -> list[tuple[str, str, int]]:
        records = compose([statement], {"tea": subject}, words, language="en", seed=seed, size=3)
        return [(record.id, record.text, record.at) for record in records]

    assert made(1) == made(1)
    assert made(1) != made(2)
    assert [text for name, text, _ in made(1) if name == "en:cup"] == ["Mine is blue."]


def test_the_published_figures_are_those_of_the_shipped_suites() -> None:
    published = json.loads(FIGURES.read_text("utf-8"))
    assert published["seed"] == suites.SEED
    for name in suites.names():
        assert published["data"][name] == suites.load(name).sha256, name
