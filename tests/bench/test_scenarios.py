"""`memdesk bench scenarios` on a suite whose figures can be worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdesk.bench import command, scenario_report, scenarios, suites
from memdesk.bench.suites import Suite
from memdesk.bench.suites.composer import Record
from memdesk.bench.suites.material import Query
from memdesk.cli import main
from tests.fake_model import FakeHolder, holder

_MAY = 1_714_550_400_000
_TEXTS = {
    "kettle": "The kettle broke on Friday",
    "kettles": "Descale kettles with vinegar, twice, and rinse kettles well",
    "bus": "Bus twelve stops near the office",
    "ferry": "The ferry leaves at noon",
}


def _suite(name: str = "small") -> Suite:
    records = tuple(
        Record(
            id=f"en:{key}",
            conversation=f"en:{key}",
            title="",
            position=0,
            role="assistant" if key == "kettles" else "user",
            text=text,
            at=_MAY + place * 1000,
        )
        for place, (key, text) in enumerate(_TEXTS.items())
    )
    queries = (
        Query("Which bus stops near me?", "fact", ("en:bus",)),
        Query("kettles vinegar broke", "preference", ("en:kettle",)),
        Query("ferry bus", "counting", ("en:ferry", "en:bus")),
        Query("zeppelin", "fact", ("en:ferry",)),
        Query("unicorn passport", "miss", ()),
        Query("ferry captain", "miss by detail", ()),
    )
    # By the hash of their names, doctors are of the tuning half and tea is held out.
    subjects = {"en:bus": "doctor", "en:kettle": "tea", "en:ferry": "doctor"}
    return Suite(name, ("en",), records, queries, subjects)


def test_figures_by_kind_with_misses_apart() -> None:
    [run] = scenarios.run([_suite()], ["memesh-a"], holder())
    assert (run.protocol, run.profile) == ("small", "memesh-a")
    assert (run.questions, run.misses) == (4, 2)
    # The bus and one of the two come first, the kettle second, and the zeppelin nowhere.
    assert run.metrics == {
        "hit@1": 0.5,
        "any@5": 0.75,
        "any@10": 0.75,
        "mrr": (1 + 0.5 + 1 + 0) / 4,
        "recall@10": 0.75,
        "valid_lost": 0.25,
        "misses_emptied": 0.5,
    }
    assert run.by_category["fact"]["questions"] == 2
    assert run.by_category["fact"]["hit@1"] == 0.5
    assert run.by_category["counting"]["recall@10"] == 1.0
    assert run.by_category["miss"] == {"questions": 1, "misses_emptied": 1.0}
    assert run.by_category["miss by detail"] == {"questions": 1, "misses_emptied": 0.0}


def test_figures_of_both_halves_without_the_misses() -> None:
    [run] = scenarios.run([_suite()], ["memesh-a"], holder())
    tuning, held_out = run.by_half["tuning"], run.by_half["held-out"]
    assert (tuning["questions"], tuning["hit@1"]) == (3, pytest.approx(2 / 3))
    assert (held_out["questions"], held_out["hit@1"], held_out["mrr"]) == (1, 0.0, 0.5)
    made = scenario_report.of([_suite()], holder().get().card, [run])
    assert "| small | held-out | memesh-a | 1 | 0.000 |" in scenario_report.markdown(made)


def test_what_did_not_come_first_is_named() -> None:
    [run] = scenarios.run([_suite()], ["memesh-a"], holder())
    assert [(wrong.question, wrong.first, wrong.rank) for wrong in run.wrong] == [
        ("kettles vinegar broke", "en:kettles", 2),
        ("zeppelin", None, 0),
    ]


def test_suites_over_one_store_share_a_vault() -> None:
    said: list[str] = []
    suites_asked = [_suite("one"), _suite("two")]
    runs = scenarios.run(suites_asked, ["memesh-a", "memdesk"], holder(), progress=said.append)
    assert [(run.protocol, run.profile) for run in runs] == [
        ("one", "memesh-a"),
        ("one", "memdesk"),
        ("two", "memesh-a"),
        ("two", "memdesk"),
    ]
    assert said[0] == "embedding 4 records (en)"
    assert len([line for line in said if line.startswith("embedding")]) == 1


def test_the_table_sets_profiles_side_by_side() -> None:
    model = holder()
    suite = _suite()
    runs = scenarios.run([suite], ["memesh-a", "memdesk"], model)
    table = scenario_report.markdown(scenario_report.of([suite], model.get().card, runs))
    assert table.startswith("| protocol | profile | hit@1 |")
    assert "| suite | kind | questions | memesh-a | memdesk |" in table
    assert "| small | miss by detail | 1 | 0.000 |" in table


def test_the_command_writes_hashes_seed_and_profiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "ModelHolder", lambda folder: FakeHolder())
    monkeypatch.setattr(suites, "load", _suite)
    made = tmp_path / "report.json"
    arguments = ["--suite", "small", "--profile", "memesh-a", "--json", str(made)]
    assert main(["bench", "scenarios", *arguments]) == 0
    report = json.loads(made.read_text("utf-8"))
    assert (report["bench"], report["seed"]) == ("scenarios", suites.SEED)
    assert report["data"]["small"] == _suite().sha256
    assert report["data"]["file"] == "small"
    assert len(report["data"]["sha256"]) == 64
    assert report["model"].startswith("fake-1-")
    [run] = report["runs"]
    assert (run["protocol"], run["profile"], run["questions"]) == ("small", "memesh-a", 4)


def test_an_unknown_suite_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "scenarios", "--suite", "fr-default"]) == 2
    assert "There is no suite “fr-default”" in capsys.readouterr().err
