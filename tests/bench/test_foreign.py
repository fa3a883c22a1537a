"""Foreign questions: names swapped in, and how calibration is measured."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from memdesk.bench import calibration, command, logistic
from memdesk.bench.foreign import swapped
from memdesk.cli import main
from tests.bench.small_locomo import written
from tests.fake_model import FakeHolder


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


def test_a_fit_finds_the_share_of_each_side_and_keeps_figures_in_their_range() -> None:
    rows = [{"x": 0.0}] * 10 + [{"x": 1.0}] * 10
    fitted = logistic.fit(["x"], rows, [True] * 2 + [False] * 8 + [True] * 8 + [False] * 2)
    assert fitted.probability({"x": 0.0}) == pytest.approx(0.2, abs=0.01)
    assert fitted.probability({"x": 1.0}) == pytest.approx(0.8, abs=0.01)
    assert fitted.probability({"x": 9.0}) == fitted.probability({"x": 1.0})


def test_the_command_reports_each_conversation_by_a_fit_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "ModelHolder", lambda folder: FakeHolder())
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
    assert "| MemX's rule |" in table.read_text("utf-8")
