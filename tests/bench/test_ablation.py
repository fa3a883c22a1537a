"""Leaving terms out, other weights and other fusions, on figures worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from memdesk.bench import ablation, command, fusion
from memdesk.bench.candidates import Candidates
from memdesk.cli import main
from memdesk.retrieval import profiles
from memdesk.retrieval.features import NAMES
from tests.bench.small_locomo import written
from tests.fake_model import FakeHolder

WEIGHTS = {"keyword": 1.0, "author": 0.5}
SESSIONS = {("s", name): ("s", 1) for name in "abc"}


def _question(category: int = 4, wanted: str = "b") -> Candidates:
    """Three candidates: *a* leads by words, *b* by the author, *c* by meaning."""
    values = np.zeros((3, len(NAMES)))
    values[:, NAMES.index("keyword")] = [1.0, 0.6, 0.0]
    values[:, NAMES.index("author")] = [0.0, 1.0, 0.0]
    return Candidates(
        sample="s",
        category=category,
        values=values,
        keyword=np.array([4.0, 2.0, 0.0]),
        cosine=np.array([0.1, 0.2, 0.6]),
        turns=(("s", "a"), ("s", "b"), ("s", "c")),
        wanted=frozenset({("s", wanted)}),
    )


def test_each_counting_term_is_left_out_once() -> None:
    runs = ablation.ablate([_question()], WEIGHTS, SESSIONS, "merged")
    rows = {run["row"]: run for run in runs}
    assert [run["row"] for run in runs if run["kind"] == "term"] == [
        "without keyword",
        "without author",
    ]
    # 1.0 against 0.6 + 0.5: the author puts b first, and without it b is second.
    assert rows["all terms"]["metrics"]["mrr"] == 1.0
    assert rows["without author"]["metrics"]["mrr"] == 0.5
    assert rows["without author"]["change"]["mrr"] == -0.5
    assert rows["without keyword"]["change"]["mrr"] == 0.0
    assert rows["no author"]["change"]["mrr"] == -0.5
    assert rows["no time"]["change"]["mrr"] == 0.0


def test_a_wrong_name_counts_only_among_all_questions() -> None:
    asked = [_question(), _question(category=5, wanted="a")]
    whole = ablation.ablate(asked, WEIGHTS, SESSIONS, "merged")[0]
    assert whole["questions"] == 1
    assert (whole["metrics"]["mrr"], whole["all_evidence"]["mrr"]) == (1.0, 0.75)


def test_a_sweep_changes_one_weight_only() -> None:
    runs = ablation.sweep([_question()], WEIGHTS, SESSIONS, "merged", "author", [0.3, 0.41])
    assert [(run["row"], run["metrics"]["mrr"]) for run in runs] == [
        ("author = 0.5 (profile)", 1.0),
        ("author = 0.3", 0.5),
        ("author = 0.41", 1.0),
    ]


def test_every_group_is_made_of_features() -> None:
    assert {name for members in ablation.GROUPS.values() for name in members} <= set(NAMES)


def test_fusions_follow_their_formulas() -> None:
    one = _question()
    found = {name: list(scorer(one)) for name, scorer in fusion.FUSIONS.items()}
    # By words a, b; by meaning c, b, a.
    assert found["RRF, k = 60"] == pytest.approx([1 / 61 + 1 / 63, 1 / 62 + 1 / 62, 1 / 61])
    assert found["RRF, k = 10"] == pytest.approx([1 / 11 + 1 / 13, 1 / 12 + 1 / 12, 1 / 11])
    assert found["max (memesh B)"] == pytest.approx([1.0, 0.5, 0.6])
    assert found["60/40 (memesh C)"] == pytest.approx([0.46, 0.32, 0.36])
    assert found["sum of two scores"] == pytest.approx([0.55, 0.35, 0.3])


def test_a_question_without_any_common_word_is_ranked_by_meaning() -> None:
    whole = _question()
    one = Candidates("s", 4, whole.values, np.zeros(3), whole.cosine, whole.turns, whole.wanted)
    for name in set(fusion.FUSIONS) - {"BM25 alone"}:
        assert int(np.argmax(fusion.FUSIONS[name](one))) == 2


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        (["ablation"], ["all terms", "without title"]),
        (
            ["sweep", "--parameter", "author", "--values", "0", "0.2"],
            ["author = 0.0948 (profile)", "author = 0", "author = 0.2"],
        ),
    ],
)
def test_the_commands_write_json_and_a_table(
    arguments: list[str], rows: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "ModelHolder", lambda folder: FakeHolder())
    weight = f"author = {profiles.load('memdesk').weights['author']:g} (profile)"
    rows = [weight if "(profile)" in row else row for row in rows]
    made, table = tmp_path / "report.json", tmp_path / "report.md"
    kind, *others = arguments
    asked = ["bench", kind, str(written(tmp_path)), *others]
    assert main([*asked, "--json", str(made), "--markdown", str(table)]) == 0
    report = json.loads(made.read_text("utf-8"))
    assert report["bench"] == kind
    assert len(report["profiles"]["memdesk"]["sha256"]) == 64
    of_first = [run["row"] for run in report["runs"] if run["protocol"] == "per-conversation"]
    assert of_first[: len(rows)] == rows
    assert {run["protocol"] for run in report["runs"]} == {"per-conversation", "merged"}
    # Two short conversations: five of five answers are among the first five with all terms.
    assert report["runs"][0]["metrics"]["any@5"] == 1.0
    assert set(report["runs"][1]["change"]) == set(report["runs"][1]["metrics"])
    assert "| per-conversation | " in table.read_text("utf-8")


def test_a_sweep_over_an_unknown_term_is_refused(tmp_path: Path) -> None:
    data = str(written(tmp_path))
    with pytest.raises(SystemExit) as ended:
        main(["bench", "sweep", data, "--parameter", "fancy", "--values", "1"])
    assert ended.value.code == 2
