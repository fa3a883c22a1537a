"""`memdesk search` on the demo vault."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.retrieval import confidence, profiles
from memdesk.retrieval.confidence import Coefficients
from memdesk.retrieval.voice import percent
from memdesk.vault.store import Vault
from tests.commands.conftest import Run

NOW = "2025-12-01"


def test_an_answer_as_json_has_the_promised_shape(run: Run, filled: Path) -> None:
    outcome = run("search", "Which antibiotic am I allergic to?", "--json", "--now", NOW)
    assert outcome.status == 0
    answer = outcome.data
    assert set(answer) == {
        "query",
        "understood",
        "profile",
        "results",
        "rejected",
        "confidence",
        "elapsed_ms",
    }
    assert answer["query"] == "Which antibiotic am I allergic to?"
    assert (answer["profile"], answer["rejected"]) == ("memdesk", None)
    assert answer["elapsed_ms"] > 0
    assert 0 < len(answer["results"]) <= 10
    for result in answer["results"]:
        assert set(result) >= {
            "id",
            "score",
            "content",
            "passage",
            "conversation",
            "role",
            "source",
            "created_at",
            "tags",
            "explanation",
        }
        assert set(result["conversation"]) == {"id", "title"}
        explanation = result["explanation"]
        assert set(explanation) >= {"contributions", "matched_terms", "notes"}
        for part in explanation["contributions"]:
            assert set(part) >= {"stage", "raw", "weight", "value"}
        total = sum(part["value"] for part in explanation["contributions"])
        assert total == pytest.approx(result["score"], abs=1e-9)
        start, end = result["passage"]
        assert 0 <= start < end <= len(result["content"])
    scores = [result["score"] for result in answer["results"]]
    assert scores == sorted(scores, reverse=True)


def test_the_understood_part_says_how_the_query_was_read(run: Run, filled: Path) -> None:
    understood = run(
        "search", 'starter "rye flour" -pizza role:user source:chatgpt after:2023 is:new', "--json"
    ).data["understood"]
    assert understood["text"] == "starter new"
    assert (understood["phrases"], understood["excluded"]) == (["rye flour"], ["pizza"])
    filters = understood["filters"]
    assert (filters["role"], filters["source"]) == (["user"], ["chatgpt"])
    assert filters["after"] > 1_600_000_000_000
    assert len(understood["problems"]) >= 1


def test_a_mended_query_says_so_and_can_be_searched_as_typed(run: Run, filled: Path) -> None:
    told = run("search", "penicilin", "--now", NOW)
    assert told.status == 0
    assert (
        "(Showing results for “penicillin”; you typed “penicilin”. --as-typed searches just that.)"
        in told.out
    )
    read = run("search", "penicilin", "--json", "--now", NOW).data["understood"]
    assert read["text"] == "penicillin"
    assert read["mended"] == [{"typed": "penicilin", "read": "penicillin", "unfinished": False}]
    plain = run("search", "penicilin", "--as-typed", "--json", "--now", NOW).data["understood"]
    assert (plain["text"], plain["mended"]) == ("penicilin", [])


def test_the_same_moment_gives_the_same_answer(run: Run, filled: Path) -> None:
    def ask() -> object:
        answer = run("search", "umbrella ferry", "--json", "--now", NOW, "--profile", "memesh-b")
        return answer.data["results"]

    assert ask() == ask()


def test_an_answer_for_people_names_place_conversation_and_text(run: Run, filled: Path) -> None:
    outcome = run("search", "956000011482703", "--limit", "1", "--now", NOW)
    assert outcome.status == 0
    first, second = outcome.out.splitlines()[:2]
    assert first.startswith(" 1. ")
    assert first.endswith("]")
    assert "956000011482703" in second
    explained = run("search", "956000011482703", "--limit", "1", "--explain", "--now", NOW).out
    assert "“956000011482703”" in explained
    assert "bm25" in explained


@pytest.mark.parametrize("profile", profiles.names())
def test_every_profile_can_be_asked(run: Run, filled: Path, profile: str) -> None:
    outcome = run("search", "sourdough starter", "--profile", profile, "--json", "--limit", "3")
    assert outcome.status == 0
    assert outcome.data["profile"] == profile
    assert 0 < len(outcome.data["results"]) <= 3


def test_a_search_counts_as_a_retrieval(run: Run, filled: Path) -> None:
    answer = run("search", "sourdough starter", "--json").data
    with Vault(filled) as vault:
        counted = vault.read(
            lambda db: db.execute("SELECT id FROM memory WHERE retrieval_count=1").fetchall()
        )
    assert sorted(row[0] for row in counted) == sorted(r["id"] for r in answer["results"])


def test_nothing_found_gives_status_one_and_says_so(run: Run, filled: Path) -> None:
    outcome = run("search", "zeppelin source:gemini", "--json")
    assert outcome.status == 1
    assert outcome.data["results"] == []
    assert set(outcome.data["rejected"]) == {"reason", "nearest", "rule"}
    assert "Nothing relevant found." in run("search", "zeppelin source:gemini").out


@pytest.fixture
def doubting(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the probability of every answer that is judged."""

    def think(probability: float) -> None:
        intercept = math.log(probability / (1 - probability))
        sets = {name: Coefficients(intercept, {}, {}, {}, 0.1, 0.5) for name in confidence.SETS}
        monkeypatch.setattr(confidence, "load", lambda: sets)

    return think


def test_a_less_certain_answer_says_so(
    run: Run, filled: Path, doubting: Callable[[float], None]
) -> None:
    doubting(0.34)
    asked = "Which antibiotic am I allergic to?"
    outcome = run("search", asked)
    assert outcome.status == 0
    assert outcome.out.splitlines()[0] == (
        f"(Less certain: these may be related. Chance of an answer: about {percent(0.34)}.)"
    )
    judged = run("search", asked, "--json").data["confidence"]
    assert (judged["voice"], round(judged["probability"], 6)) == ("unsure", 0.34)
    assert set(judged["figures"]) == set(confidence.SETS[judged["basis"]])


def test_what_was_turned_away_is_shown_anyway(
    run: Run, filled: Path, doubting: Callable[[float], None]
) -> None:
    doubting(0.04)
    asked = "Which antibiotic am I allergic to?"
    outcome = run("search", asked)
    assert outcome.status == 1
    assert outcome.out.splitlines()[-1] == "(--anyway shows what comes nearest.)"
    assert run("search", asked, "--json").data["rejected"]["rule"] == "confidence"
    anyway = run("search", asked, "--anyway")
    assert anyway.status == 0
    assert "Probably nothing here answers this; these come nearest." in anyway.out


def test_filters_alone_list_the_newest(run: Run, filled: Path) -> None:
    outcome = run("search", "source:claude", "--limit", "2", "--json")
    assert outcome.status == 0
    newest = [result["created_at"] for result in outcome.data["results"]]
    assert newest == sorted(newest, reverse=True)


def test_filters_that_nothing_fits_give_status_one_and_say_so(run: Run, filled: Path) -> None:
    outcome = run("search", "is:pinned")
    assert (outcome.status, outcome.out) == (1, "No memory fits these filters.\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--profile", "fancy"), "There is no profile “fancy”. Choose one of memdesk, memesh-a"),
        (("--now", "tomorrow"), "“tomorrow” is no ISO date"),
        (("--limit", "0"), "“0” is no number from 1"),
        (("--limit", "many"), "“many” is no number from 1"),
    ],
)
def test_bad_use_gives_status_two_and_a_reason(
    run: Run, filled: Path, arguments: tuple[str, str], says: str
) -> None:
    outcome = run("search", "bread", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err


def test_searching_without_a_vault_is_refused_and_makes_none(run: Run) -> None:
    outcome = run("search", "bread")
    assert outcome.status == 2
    assert f"There is no vault at {paths.default_vault()}" in outcome.err
    assert not paths.default_vault().exists()


def test_why_not_tells_where_a_memory_was_put(run: Run, filled: Path) -> None:
    question = ("search", "Which antibiotic am I allergic to?", "--now", NOW, "--limit", "3")
    listed = [result["id"] for result in run(*question, "--json").data["results"]]
    other = next(n for n in range(1, 50) if n not in listed)
    shown = run(*question, "--why-not", str(listed[1]))
    assert shown.status == 0
    assert f"Why not [{listed[1]}] " in shown.out
    assert "  2nd of the 3 shown.\n" in shown.out
    assert "\n  vault     passed   It is in the vault and not in the trash.\n" in shown.out
    told = run(*question, "--json", "--why-not", str(other)).data["why_not"]
    assert (told["id"], told["place"], told["shown"]) == (other, None, 3)
    assert told["outcome"] in ("below", "irrelevant", "missed", "folded")
    assert told["sentence"].endswith(".")
    assert [stage["name"] for stage in told["stages"][:3]] == ["vault", "filters", "words"]
    assert told["last"]["id"] == listed[-1]
    for standing in (told["own"], told["first"], told["last"]):
        total = sum(part["value"] for part in standing["contributions"])
        assert total == pytest.approx(standing["score"], abs=1e-9)


def test_why_not_compares_the_figures_in_columns(run: Run, filled: Path) -> None:
    out = run("search", "antibiotic", "--now", NOW, "--limit", "1", "--why-not", "1").out
    head = next(line for line in out.splitlines() if line.split() == ["it", "last", "first"])
    assert out.splitlines()[-1].startswith("  score  ")
    assert len(head) == len(out.splitlines()[-1])


def test_why_not_of_a_memory_that_does_not_exist_is_refused(run: Run, filled: Path) -> None:
    outcome = run("search", "antibiotic", "--why-not", "no-such-memory")
    assert outcome.status == 2
    assert "There is no memory “no-such-memory”." in outcome.err
