"""Metrics against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from memdesk.bench.metrics import mean, of_list

# Items are letters; upper and lower case of a letter are in the same session.
SESSIONS = {item: item.lower() for item in "abcdefghijklmnopABCDEFGHIJKLMNOP"}


def test_the_only_evidence_first_is_perfect() -> None:
    assert of_list("abc", "a", SESSIONS) == dict.fromkeys(of_list("abc", "a", SESSIONS), 1.0)


def test_two_pieces_of_evidence_at_third_and_seventh() -> None:
    found = of_list("abcdefghij", {"c", "g"}, SESSIONS)
    ideal = 1 + 1 / math.log2(3)
    assert found == {
        "answered": 1.0,
        "hit@1": 0.0,
        "any@5": 1.0,
        "any@10": 1.0,
        "mrr": pytest.approx(1 / 3),
        "recall@10": 1.0,
        "ndcg@10": pytest.approx((1 / math.log2(4) + 1 / math.log2(8)) / ideal),
        "session_recall@5": 0.5,
        "session_any@10": 1.0,
        "session_recall@10": 1.0,
    }


def test_evidence_beyond_ten_only_counts_for_mrr() -> None:
    found = of_list("abcdefghijkl", "l", SESSIONS)
    assert found["mrr"] == pytest.approx(1 / 12)
    assert {name for name, value in found.items() if value} == {"answered", "mrr"}


def test_nothing_found_is_nothing() -> None:
    assert set(of_list("", "a", SESSIONS).values()) == {0.0}
    missed = of_list("bcd", "a", SESSIONS)
    assert {name for name, value in missed.items() if value} == {"answered"}


def test_sessions_are_ranked_by_their_best_item() -> None:
    # Twelve items of six sessions: the wanted one is the fifth session.
    found = of_list("aAbBcCdDeEfF", "E", SESSIONS)
    assert found["session_recall@5"] == 1.0
    found = of_list("aAbBcCdDeEfF", "F", SESSIONS)
    assert (found["session_recall@5"], found["session_any@10"]) == (0.0, 1.0)


def test_half_of_the_wanted_sessions_is_half_the_recall() -> None:
    found = of_list("ab", {"a", "z"}, {**SESSIONS, "z": "z"})
    assert (found["session_recall@10"], found["recall@10"]) == (0.5, 0.5)


def test_more_evidence_than_ten_has_a_reachable_ideal() -> None:
    wanted = set("abcdefghijkl")
    found = of_list("abcdefghij", wanted, SESSIONS)
    assert found["ndcg@10"] == pytest.approx(1.0)
    assert found["recall@10"] == pytest.approx(10 / 12)


def test_means_are_taken_for_each_metric() -> None:
    assert mean([{"x": 1.0, "y": 0.0}, {"x": 0.0, "y": 0.0}]) == {"x": 0.5, "y": 0.0}
    assert mean([]) == {}
