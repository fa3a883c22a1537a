"""Three voices of an answer: sure, unsure, nothing; and answers that are not judged at all."""

from __future__ import annotations

import json
import math
from importlib import resources

import pytest

from memdesk.retrieval import confidence, profiles
from memdesk.retrieval.confidence import FILE, SETS, Coefficients
from memdesk.retrieval.results import Mode, SearchResponse
from memdesk.retrieval.voice import percent
from memdesk.text.writing import writing_system
from tests.retrieval.small_vault import Small, forget_half

QUESTION = "How much oatmeal does the pudding of Grandma take?"
FIRST = "Mum's pudding takes"
NOTHING_BELOW, SURE_FROM = 0.1, 0.5


def thinking(monkeypatch: pytest.MonkeyPatch, probability: float, **others: float) -> None:
    """Let every set of coefficients give this probability, and ``others`` theirs."""
    sets = {
        name: Coefficients(math.log(chance / (1 - chance)), {}, {}, {}, NOTHING_BELOW, SURE_FROM)
        for name in SETS
        for chance in [others.get(name, probability)]
    }
    monkeypatch.setattr(confidence, "load", lambda: sets)


def judged(response: SearchResponse) -> tuple[str, float]:
    assert response.confidence is not None
    return response.confidence.voice, round(response.confidence.probability, 6)


def test_a_probable_answer_is_given_plainly(kept: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking(monkeypatch, 0.5)
    response = kept.ask(QUESTION)
    assert judged(response) == ("sure", 0.5)
    assert response.results and response.rejected is None
    assert response.confidence is not None
    assert response.confidence.basis == "both"
    assert set(response.confidence.figures) == set(SETS["both"])


def test_a_less_probable_answer_is_shown_as_less_certain(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.49)
    response = kept.ask(QUESTION)
    assert judged(response) == ("unsure", 0.49)
    assert response.results and response.rejected is None


def test_an_improbable_answer_is_turned_away_with_the_nearest_and_the_rule(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.04)
    response = kept.ask(QUESTION)
    assert judged(response) == ("nothing", 0.04)
    assert response.results == ()
    assert response.rejected is not None
    assert response.rejected.rule == "confidence"
    assert response.rejected.nearest is not None and response.rejected.shows_more
    assert response.rejected.reason == (
        "No memory mentions “Grandma”, and what comes nearest is about something else. "
        f"Chance of an answer: about {percent(0.04)}."
    )


def test_what_was_turned_away_is_shown_anyway(kept: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = kept.ask(QUESTION, anyway=True)
    thinking(monkeypatch, 0.04)
    response = kept.ask(QUESTION, anyway=True)
    assert judged(response) == ("nothing", 0.04)
    assert response.rejected is None
    assert [one.id for one in response.results] == [one.id for one in plain.results]


@pytest.mark.parametrize("mode", ["typing", "paused"])
def test_while_a_question_may_grow_what_was_found_stays(
    kept: Small, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    thinking(monkeypatch, 0.04)
    response = kept.ask(QUESTION, mode=mode)
    assert response.results and response.rejected is None
    assert response.mode == mode
    if mode == "typing":
        assert response.confidence is None
    else:
        assert judged(response) == ("unsure", 0.04)


@pytest.mark.parametrize(
    "text",
    [
        "oatmeal pudding",
        "E0433",
        "192.168.1.7",
        "foo_bar.conf",
        "/etc/pihole/foo_bar.conf",
        "roast potatoes floury potato goose fat",
        "Sourdough starter",
        "Maris Pip",
        '"roast potatoes" for whom did I want them?',
        "source:note",
        "土豆",
    ],
)
def test_what_is_there_as_written_is_not_judged(
    kept: Small, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    thinking(monkeypatch, 0.01)
    response = kept.ask(text)
    assert response.results
    assert (response.confidence, response.rejected) == (None, None)


def test_some_of_a_few_words_are_never_nothing(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.01)
    response = kept.ask("oatmeal zeppelin")
    assert judged(response) == ("unsure", 0.01)
    assert response.results


def test_a_word_that_is_nowhere_is_nothing(kept: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking(monkeypatch, 0.9)
    response = kept.ask("automobile")
    assert response.rejected is not None
    assert (response.rejected.rule, response.rejected.shows_more) == ("words", False)
    assert judged(response)[0] == "nothing"


def test_a_quotation_that_nobody_wrote_is_judged(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.3)
    assert judged(kept.ask('What did I say of "oatmeal of silver"?')) == ("unsure", 0.3)


def test_a_question_in_pairs_of_characters_has_a_set_of_its_own(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.9, pairs=0.2)
    assert judged(kept.ask("我的猫为什么不喜欢喝咖啡？")) == ("unsure", 0.2)


def test_an_answer_in_another_script_is_never_nothing(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words, which decide together with meaning, can't speak for it."""
    thinking(monkeypatch, 0.04)
    response = kept.ask("我的猫叫什么名字，pudding 里放了多少 oatmeal？")
    assert "latin" in {writing_system(one.content) for one in response.results[:3]}
    assert judged(response) == ("unsure", 0.04)


def test_words_alone_are_judged_by_words(
    unembedded: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.9, words=0.04)
    assert judged(unembedded.ask(QUESTION)) == ("nothing", 0.04)
    # Shares of pairs say too little by themselves.
    assert unembedded.ask("我的猫为什么不喜欢喝咖啡？").confidence is None


def test_meaning_that_is_not_there_yet_does_not_silence_words(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_half(small)
    thinking(monkeypatch, 0.04, words=0.3)
    response = small.ask(QUESTION)
    assert judged(response) == ("unsure", 0.04)
    assert FIRST in response.results[0].content


@pytest.mark.parametrize("profile", [name for name in profiles.names() if name != "memdesk"])
def test_the_parents_keep_their_own_rules(
    kept: Small, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    thinking(monkeypatch, 0.01)
    response = kept.ask(QUESTION, profile=profile)
    assert response.confidence is None
    assert response.rejected is None or response.rejected.rule == "profile"


@pytest.mark.parametrize(
    ("probability", "said"),
    [
        (0.9, ": it"),
        (0.3, "the answer counts as less certain"),
        (0.04, "too little to show anything"),
    ],
)
def test_why_not_tells_what_confidence_made_of_the_answer(
    kept: Small, monkeypatch: pytest.MonkeyPatch, probability: float, said: str
) -> None:
    thinking(monkeypatch, probability)
    placement = kept.ask(QUESTION, expected=kept.id_of(FIRST)).placement
    assert placement is not None
    [stage] = [one for one in placement.stages if one.name == "confidence"]
    assert percent(probability) in stage.text
    if probability < NOTHING_BELOW:
        assert (placement.outcome, stage.verdict) == ("rejected", "stopped")
    else:
        assert (placement.outcome, stage.verdict) == ("shown", "passed")
    assert (said in stage.text) == (probability < SURE_FROM)


def test_why_not_tells_that_it_was_asked_for_anyway(
    kept: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking(monkeypatch, 0.04)
    placement = kept.ask(QUESTION, expected=kept.id_of(FIRST), anyway=True).placement
    assert placement is not None
    [stage] = [one for one in placement.stages if one.name == "confidence"]
    assert (placement.outcome, stage.verdict) == ("shown", "passed")
    assert "asked for anyway" in stage.text


def test_a_probability_is_never_said_to_be_certain() -> None:
    assert [percent(p).split("\N{NO-BREAK SPACE}")[0] for p in (0.0, 0.344, 1.0)] == [
        "1",
        "34",
        "99",
    ]


def test_the_coefficients_that_come_along_say_where_they_are_from() -> None:
    data = json.loads(resources.files("memdesk.retrieval").joinpath(FILE).read_text("utf-8"))
    assert set(data["provenance"]) >= {"data", "conversations", "suites", "model", "voices"}
    assert data["provenance"]["data"]["sha256"]
    loaded = confidence.load()
    assert set(loaded) == set(SETS)
    for name, fitted in loaded.items():
        assert set(fitted.weights) == set(SETS[name])
        assert 0.0 < fitted.nothing_below < fitted.sure_from < 1.0
