"""The figures behind a score are said in words that anybody understands."""

from __future__ import annotations

import re

import pytest

from memdesk.desktop.search.raw_figures import raw_figure
from memdesk.desktop.search.stages import ranking_words, stage_name
from memdesk.retrieval import profiles
from memdesk.retrieval.explanation import Contribution
from memdesk.retrieval.factors import NAMES as PERSONAL
from memdesk.retrieval.features import FEATURES
from memdesk.retrieval.profiles import Profile

JARGON = re.compile(
    r"\b(?:bm25|cos(?:ine)?|z|logistic|normalis\w+|cent(?:er|re)d|factors?|fusion|rank|reciprocal"
    r"|retrievals?|embed\w*|full.text|stage|feature|weight|vector)\b",
    re.IGNORECASE,
)


def said(stage: str, raw: float, feature: float, place: int | None = None) -> str:
    ranks = {} if place is None else {stage: place}
    part = Contribution(stage, "keyword", raw, feature, 1.0, feature, "exactly 1")
    return raw_figure(part, ranks)


@pytest.mark.parametrize(
    ("stage", "raw", "feature", "words"),
    [
        ("keyword", 7.423, 0.9, "match 7.42"),
        ("all_words", 1.0, 1.0, "every one of them"),
        ("all_words", 1.0, 0.85, "every one of them, the last as a beginning"),
        ("all_words", 0.8, 0.8, "every one of them, with the title"),
        ("conversation_keyword", 3.1, 0.4, "match 3.10"),
        ("keyword", 0.0, 0.0, "none"),
        ("keyword", 0.0, 0.3, "other script, so an average"),
        ("words", 0.667, 0.667, "67 % of your words"),
        ("title", 0.0, 0.0, "none"),
        ("meaning", 0.61, 3.1, "similarity 0.61, very high"),
        ("meaning", 0.4, 1.2, "similarity 0.40, high"),
        ("near_context", 0.2, -0.1, "similarity 0.20, average"),
        ("wide_context", -0.1, -1.0, "similarity -0.10, low"),
        ("meaning", 0.0, 0.4, "not prepared yet, so an average"),
        ("meaning", 0.0, 0.0, "not similar enough"),
        (
            "other_script",
            0.12,
            0.3,
            "brought level with what is written like your question",
        ),
        ("other_script", 0.0, 0.0, ""),
        ("author", 1.0, 0.6, "the one you asked about"),
        ("author", 0.0, 0.0, ""),
        ("says_when", 1.0, 1.0, "you asked when"),
        ("says_how_many", 1.0, 1.0, "you asked how many"),
        ("date", 0.0, 1.0, "within that time"),
        ("date", 0.0, 0.8, "that time of another year"),
        ("date", 0.2, 0.8, "within that time"),
        ("date", 1.2, 0.5, "1 day away from it"),
        ("date", 12.0, 0.1, "12 days away from it"),
        ("date", 0.0, 0.0, "no date"),
        ("recency", 0.2, 1.0, "today"),
        ("recency", 1.0, 0.9, "1 day ago"),
        ("recency", 267.0, 0.0, "267 days ago"),
        ("recency", 0.0, 0.0, "no date"),
        ("frequency", 0.0, 0.0, "never"),
        ("frequency", 1.0, 0.1, "once"),
        ("frequency", 2.0, 0.1, "2 times"),
        ("importance", 0.5, 0.0, "0.5 of 1"),
        ("pin", 1.0, 1.0, "by you"),
        ("question", 1.0, 1.0, "asks, and tells nothing"),
        ("pairs", 0.5, 0.5, "50 % as close together as you put them"),
        ("pairs", 0.0, 0.0, "none"),
        ("request", 0.5, 0.5, "50 % of it is a request"),
        ("request", 0.0, 0.0, ""),
        ("advice", 1234.0, 1.0, "1,234 words of an assistant"),
        ("advice", 12.0, 0.0, ""),
        ("normalisation", 0.3, 0.4, "scores brought between 0 and 1"),
        ("moon_phase", 0.3, 0.4, "exactly 1"),
    ],
)
def test_a_figure_is_said_in_words(stage: str, raw: float, feature: float, words: str) -> None:
    assert said(stage, raw, feature) == words


def test_rankings_that_count_places_name_the_place() -> None:
    assert said("keyword", 4.2, 1 / 63, place=3) == "place 3, match 4.20"
    assert said("meaning", 0.61, 1 / 62, place=2) == "place 2, similarity 0.61"


def test_rankings_that_count_the_similarity_itself_do_not_say_how_it_stands_out() -> None:
    assert said("meaning", 0.61, 0.61) == "similarity 0.61"


@pytest.mark.parametrize("raw", [0.0, 0.5, 3.0])
@pytest.mark.parametrize("stage", [*(f.name for f in FEATURES), *PERSONAL, "normalisation"])
def test_no_stage_speaks_in_jargon(stage: str, raw: float) -> None:
    for words in (stage_name(stage), said(stage, raw, raw), said(stage, raw, 2 * raw)):
        assert not JARGON.search(words)
        assert "exactly" not in words


@pytest.mark.parametrize("name", profiles.names())
def test_rankings_are_described_without_jargon(name: str) -> None:
    words = ranking_words(profiles.load(name))
    assert words.endswith(".")
    assert not JARGON.search(words)


def test_an_unknown_ranking_describes_itself() -> None:
    known = profiles.load("memx")
    other = Profile(**{f: getattr(known, f) for f in known.__slots__} | {"name": "moon"})
    assert ranking_words(other) == known.description
