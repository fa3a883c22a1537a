"""The suites' share in a fit, and the figures of their halves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memdesk.bench import fitting, locomo, tuning
from memdesk.bench.fit import Choice
from memdesk.bench.suites.halves import Half
from memdesk.bench.tuning import OwnQuestion
from memdesk.retrieval.features import NAMES
from tests.bench.small_locomo import written
from tests.fake_model import FakeHolder

KEYWORD, LENGTH = NAMES.index("keyword"), NAMES.index("length")


def _question(
    suite: str,
    half: Half,
    keyword: tuple[float, ...],
    evidence: tuple[bool, ...],
    store: str = "en",
) -> OwnQuestion:
    values = np.zeros((len(keyword), len(NAMES)))
    values[:, KEYWORD] = keyword
    values[:, LENGTH] = 1.0
    choice = Choice(suite, values, np.array(evidence))
    return OwnQuestion(suite, (store,), half, choice, wanted=1)


def _asked() -> list[OwnQuestion]:
    return [
        _question("en-default", "tuning", (1.0, 0.0), (True, False)),
        _question("en-default", "tuning", (1.0, 0.5), (False, True)),
        _question("en-default", "tuning", (1.0, 0.5), (False, False)),
        _question("en-paraphrase", "tuning", (1.0, 0.0), (True, False)),
        _question("zh-default", "tuning", (1.0, 0.0), (True, False), "zh"),
        _question("en-default", "held-out", (0.0, 1.0), (False, True)),
        _question("en-paraphrase", "held-out", (1.0, 0.0), (False, True)),
    ]


def test_a_store_counts_the_same_however_many_suites_and_questions_it_has() -> None:
    chosen = tuning.choices(_asked(), counted=60.0)
    # What is not among the candidates can't be learnt from, and the held-out half is not.
    assert [(one.group, one.counted) for one in chosen] == [
        ("en-default", 15.0),
        ("en-default", 15.0),
        ("en-paraphrase", 30.0),
        ("zh-default", 60.0),
    ]


def test_what_the_suites_must_not_teach_is_left_out_of_their_choices() -> None:
    asked = _asked()
    assert not tuning.choices(asked, 1.0)[0].values[:, LENGTH].any()
    assert asked[0].choice.values[:, LENGTH].all()


def test_the_figures_of_a_half_are_the_mean_over_its_suites() -> None:
    figures = tuning.figures(_asked(), {name: float(name == "keyword") for name in NAMES})
    # en-default first, second and nowhere, the two others first; held out first and second.
    assert figures["tuning"]["hit@1"] == pytest.approx((1 / 3 + 1 + 1) / 3)
    assert figures["tuning"]["mrr"] == pytest.approx((1.5 / 3 + 1 + 1) / 3)
    assert figures["held-out"]["hit@1"] == 0.5
    assert figures["held-out"]["any@5"] == 1.0


def test_a_profile_says_which_suites_it_was_fitted_on_and_keeps_to_its_bounds(
    tmp_path: Path,
) -> None:
    samples, sha256 = locomo.load(written(tmp_path))
    asked = [_question("en-default", "held-out", (0.0, 1.0), (False, True))]
    for number in range(20):
        one = _question("en-default", "tuning", (1.0, number / 20), (True, False))
        one.choice.values[1, NAMES.index("request")] = 1.0
        asked.append(one)
    fitted = fitting.fit_profile(samples, sha256, "locomo.json", FakeHolder(), own=asked)
    provenance = fitted.profile["provenance"]
    assert list(provenance["suites"]["sha256"]) == ["en-default"]
    assert provenance["suites"]["tuning"]["hit@1"] == 1.0
    assert provenance["split"] == [sample.id for sample in samples]
    assert fitted.profile["weights"]["request"] == -0.15
    assert "request" in provenance["fitted"]
    assert [run["weights"] for run in fitted.report.runs][-2:] == [
        "suites, tuning",
        "suites, held-out",
    ]
