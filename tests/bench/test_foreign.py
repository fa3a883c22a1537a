"""Foreign questions: names swapped in, and how calibration is measured."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from memdesk.bench import (
    calibration,
    chats,
    command,
    confidence_fit,
    locomo,
    logistic,
    suites,
    voices,
)
from memdesk.bench.asked import Asked, Part
from memdesk.bench.foreign import swapped
from memdesk.bench.suites import Suite
from memdesk.bench.suites.composer import Record
from memdesk.bench.suites.material import Query
from memdesk.cli import main
from memdesk.retrieval import confidence
from memdesk.retrieval.confidence import SETS
from tests.bench.small_locomo import written
from tests.fake_model import FakeHolder, holder


def test_names_and_what_they_are_cut_to_are_swapped() -> None:
    text = "What did Melanie's sister tell Mel about Bo and melons?"
    assert swapped(text, ["Melanie", "Bo"], ["Ada", "Ben"]) == (
        "What did Ada's sister tell Ada about Ben and melons?"
    )


def test_the_order_of_valid_and_miss_is_what_auc_counts() -> None:
    valid = np.array([True, True, False, False])
    assert calibration.auc(np.array([0.9, 0.8, 0.2, 0.1]), valid) == 1.0
    assert calibration.auc(np.array([0.9, 0.5, 0.5, 0.1]), valid) == pytest.approx(0.875)


def test_what_is_emptied_loses_no_more_than_allowed() -> None:
    scores = np.array([0.1, 0.5, 0.6, 0.7, 0.05, 0.3, 0.55, 0.65])
    valid = np.array([True] * 4 + [False] * 4)
    assert calibration.emptied(scores, valid, 0.02) == 0.25
    assert calibration.emptied(scores, valid, 0.25) == 0.5


def test_probabilities_that_come_true_have_no_error() -> None:
    answered = np.array([True, False, True, True, True, True])
    scores = np.array([0.5, 0.5, 0.95, 0.95, 0.95, 0.95])
    assert calibration.calibration_error(scores, answered) == pytest.approx(4 / 6 * 0.05)


def test_the_error_of_calibration_counts_each_question_by_its_share() -> None:
    scores, answers = np.array([0.5, 0.5]), np.array([True, False])
    assert calibration.calibration_error(scores, answers) == 0.0
    assert calibration.calibration_error(scores, answers, np.array([3.0, 1.0])) == (
        pytest.approx(0.25)
    )


def test_a_fit_counts_rows_by_their_shares() -> None:
    rows = [{"x": 0.0}] * 4
    fitted = logistic.fit(["x"], rows, [True, False, False, False], np.array([3.0, 1, 1, 1]))
    assert fitted.probability({"x": 0.0}) == pytest.approx(0.5)


def test_a_fit_finds_the_share_of_each_side_and_keeps_figures_in_their_range() -> None:
    rows = [{"x": 0.0}] * 10 + [{"x": 1.0}] * 10
    fitted = logistic.fit(["x"], rows, [True] * 2 + [False] * 8 + [True] * 8 + [False] * 2)
    assert fitted.probability({"x": 0.0}) == pytest.approx(0.2, abs=0.01)
    assert fitted.probability({"x": 1.0}) == pytest.approx(0.8, abs=0.01)
    assert fitted.probability({"x": 9.0}) == fitted.probability({"x": 1.0})


def _suite(name: str) -> Suite:
    """A suite of two statements in place of the real one."""
    chinese = name.startswith("zh")
    told = (
        ("我的猫叫土豆，今年八岁。", "老师推荐我每天读一篇短文。")
        if chinese
        else ("My tortoise is called Bruno.", "I planted forty tulips behind the garage.")
    )
    records = tuple(
        Record(f"{name[:2]}:{at}", f"{name[:2]}-{at}", "Told", 0, "user", text, suites.NOW - at)
        for at, text in enumerate(told)
    )
    asked = {
        "en-default": (("What is my tortoise called?", "0"), ("Which bank do I use?", "")),
        "en-confusion": (("How many tulips did I plant?", "1"), ("Where is the violin?", "")),
        "zh-default": (("我的猫叫什么名字？", "0"), ("我的护照在哪里？", "")),
        "zh-confusion": (("老师推荐我读什么？", "1"), ("谁修了屋顶？", "")),
        "cross-lingual": (("Who fixed the roof?", "0"), ("谁打碎了鱼缸？", "0")),
    }.get(name, ())
    queries = tuple(
        Query(text, "fact" if wanted else "miss", (f"{name[:2]}:{wanted}",) if wanted else ())
        for text, wanted in asked
    )
    return Suite(name, (name[:2],), records, queries, {one.id: one.id for one in records})


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake model, and suites of a few sentences."""
    monkeypatch.setattr(command, "ModelHolder", lambda folder: FakeHolder())
    monkeypatch.setattr(suites, "load", _suite)


def test_half_of_the_questions_of_a_suite_are_held_out_whatever_they_are_asked_with() -> None:
    texts = [query.text for name in suites.names() for query in suites.load(name).queries]
    held = [text for text in texts if chats.part(text) == "held out"]
    assert 0.4 < len(held) / len(texts) < 0.6
    assert {chats.part("Which bank do I use?") for _ in range(3)} == {"held out"}


@pytest.mark.usefixtures("small")
def test_questions_of_another_store_are_misses() -> None:
    asked = chats.gather(holder())
    counted = {(one.language, one.kind, one.valid) for one in asked}
    assert counted == {
        (language, kind, valid)
        for language in ("en", "zh")
        for kind, valid in (("fact", True), ("miss", False))
    }
    assert sum(not one.valid for one in asked) == 6
    assert {one.basis for one in asked if one.language == "zh"} == {"pairs"}


@pytest.mark.usefixtures("small")
def test_the_command_reports_each_conversation_by_a_fit_without_it(tmp_path: Path) -> None:
    made, table = tmp_path / "made.json", tmp_path / "made.md"
    arguments = ["bench", "foreign", str(written(tmp_path))]
    assert main([*arguments, "--json", str(made), "--markdown", str(table)]) == 0
    report = json.loads(made.read_text("utf-8"))
    assert (report["bench"], report["seed"]) == ("foreign", 1)
    first = report["runs"][0]
    # Five own questions and the one of the other; then that one and one of the five.
    assert (first["figure"], first["metrics"]["questions"]) == ("calibrated", 8.0)
    assert first["split"] == ["conv-1", "conv-2"]
    assert sum(row["questions"] for row in first["reliability"]) == 8.0
    text = table.read_text("utf-8")
    assert "| MemX's rule |" in text
    assert "| conversations | answered somewhere |" in text


@pytest.mark.usefixtures("small")
def test_a_refit_comes_to_the_same_and_the_search_reads_it(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    for file in (one, other):
        assert main(["bench", "foreign", str(written(tmp_path)), "--fit", str(file)]) == 0
    data, again = (json.loads(file.read_text("utf-8")) for file in (one, other))
    # The last digit of a sum may differ between two runs on several cores.
    for name, fitted in data["sets"].items():
        for part in ("weights", "least", "most"):
            assert again["sets"][name][part] == pytest.approx(fitted[part], abs=1e-3)
    assert set(data["sets"]) == set(SETS)
    for name, fitted in data["sets"].items():
        assert set(confidence.read(fitted).weights) == set(SETS[name])
    provenance = data["provenance"]
    assert provenance["data"]["sha256"] == locomo.load(written(tmp_path))[1]
    assert set(provenance["data"]) == {"file", "sha256", *suites.names()}
    assert {row["questions"] for row in provenance["voices"]} >= {"conversations"}


def _asked(part: Part, group: str, value: float, *, valid: bool, kind: str = "fact") -> Asked:
    known = {name: value for names in SETS.values() for name in names}
    return Asked(
        part=part,
        group=group,
        kind=kind,
        valid=valid,
        answered=valid,
        answered_by_words=valid,
        keyword_hits=True,
        basis="both",
        judged=True,
        in_pairs=False,
        language="",
        figures=known,
        words=known,
    )


def _questions() -> list[Asked]:
    """A hundred questions of either sort, whose figures overlap in the middle."""
    return [
        _asked(part, f"{part} {at % 4}", at / 100 + (0.5 if valid else 0.0), valid=valid)
        for part in ("conversations", "tuning")
        for valid in (True, False)
        for at in range(100)
    ]


def test_the_thresholds_lose_few_answers_and_call_few_misses_sure() -> None:
    asked = _questions()
    fitted = confidence_fit.fit(asked)
    rows = {(row["questions"], row["sort"]): row for row in voices.rows(asked, fitted)}
    for part in ("conversations", "tuning"):
        valid, missed = rows[part, "answered somewhere"], rows[part, "answered nowhere"]
        assert float(valid["nothing"]) <= 0.02
        assert float(missed["sure"]) <= 0.10
        assert float(missed["nothing"]) > 0.3
        assert float(valid["sure"]) > 0.3
        for row in (valid, missed):
            assert sum(float(row[voice]) for voice in ("nothing", "unsure", "sure")) == (
                pytest.approx(1.0)
            )


def test_what_is_held_out_and_what_differs_in_a_detail_is_not_fitted_on() -> None:
    asked = _questions()
    others = [
        *[_asked("held out", "h", 0.1, valid=True) for _ in range(50)],
        *[_asked("tuning", "t", 1.4, valid=False, kind="miss by detail") for _ in range(50)],
    ]
    assert confidence_fit.fit([*asked, *others]).sets == confidence_fit.fit(asked).sets
