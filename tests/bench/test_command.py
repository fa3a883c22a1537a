"""`memdesk bench` from a file to the report, with a fake model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memdesk import __version__
from memdesk.bench import command, speed
from memdesk.cli import main
from memdesk.retrieval import profiles
from memdesk.retrieval.profiles import UnknownProfileError
from tests.bench.small_locomo import written
from tests.fake_model import FakeHolder

METRICS = {
    "answered",
    "hit@1",
    "any@5",
    "any@10",
    "mrr",
    "recall@10",
    "ndcg@10",
    "session_recall@5",
    "session_any@10",
    "session_recall@10",
}


@pytest.fixture(autouse=True)
def _fake_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "ModelHolder", lambda folder: FakeHolder())


def _bench(tmp_path: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    made, table = tmp_path / "report.json", tmp_path / "report.md"
    status = main(["bench", *arguments, "--json", str(made), "--markdown", str(table)])
    assert status == 0
    return json.loads(made.read_text("utf-8")), table.read_text("utf-8")


def test_locomo_writes_the_promised_json_and_a_table(tmp_path: Path) -> None:
    data = written(tmp_path)
    report, table = _bench(
        tmp_path, "locomo", str(data), "--protocol", "per-conversation", "--protocol", "merged"
    )
    assert set(report) == {
        "bench",
        "memdesk",
        "versions",
        "data",
        "model",
        "profiles",
        "seed",
        "runs",
    }
    assert list(report["profiles"]) == list(profiles.names())
    own = report["profiles"]["memdesk"]
    assert len(own["sha256"]) == 64
    assert own["split"] == profiles.load("memdesk").provenance["split"]
    assert report["profiles"]["memx"]["fitted_on"] is None
    assert (report["bench"], report["memdesk"], report["seed"]) == ("locomo", __version__, 0)
    assert report["data"]["file"] == "locomo.json"
    assert len(report["data"]["sha256"]) == 64
    assert report["model"].startswith("fake-1-")
    assert [(run["protocol"], run["profile"]) for run in report["runs"]] == [
        (protocol, name) for protocol in ("per-conversation", "merged") for name in profiles.names()
    ]
    for run in report["runs"]:
        # Five answerable questions with evidence, and one that names the wrong speaker.
        assert run["questions"] == 5
        assert set(run["metrics"]) == set(run["all_evidence"]) == METRICS
        assert set(run["by_category"]) == {
            "multi-hop",
            "temporal",
            "open-domain",
            "single-hop",
            "adversarial",
        }
        assert run["elapsed_s"] > 0
        assert all(0 <= value <= 1 for value in run["metrics"].values())
    lines = table.splitlines()
    heads = [cell.strip() for cell in lines[0].strip("|").split("|")]
    assert heads[:2] == ["protocol", "profile"]
    assert set(heads[2:]) == METRICS
    assert lines[2].startswith("| per-conversation | memdesk | ")
    assert "Every question with evidence:" in table


def test_plain_words_are_found_by_every_profile(tmp_path: Path) -> None:
    report, _ = _bench(tmp_path, "locomo", str(written(tmp_path)), "--profile", "memdesk")
    [run] = report["runs"]
    assert run["metrics"]["any@5"] == 1.0
    assert run["by_category"]["single-hop"]["hit@1"] == 1.0


def test_measuring_twice_gives_the_same_figures(tmp_path: Path) -> None:
    data = str(written(tmp_path))
    first, _ = _bench(tmp_path, "locomo", data)
    second, _ = _bench(tmp_path, "locomo", data)
    for one, other in zip(first["runs"], second["runs"], strict=True):
        assert one["metrics"] == other["metrics"]


def test_fitting_writes_a_profile_with_where_it_came_from(tmp_path: Path) -> None:
    target = tmp_path / "fitted.json"
    report, table = _bench(tmp_path, "locomo", str(written(tmp_path)), "--fit", str(target))
    profile = json.loads(target.read_text("utf-8"))
    assert profile["pipeline"] == "additive"
    assert set(profile["weights"]) >= set(profiles.load("memdesk").weights)
    provenance = profile["provenance"]
    assert provenance["data"] == report["data"]
    assert provenance["split"] == ["conv-1", "conv-2"]
    assert provenance["model"] == report["model"]
    assert report["bench"] == "locomo-fit"
    assert [run["weights"] for run in report["runs"]] == [
        "fitted on all",
        "fitted on all, every question",
        "left out",
        "left out, every question",
    ]
    assert table.startswith("| weights | ")


SPEED = {
    "insert_per_s",
    "embed_tokens_per_s",
    "embed_ratio_to_bare_onnxruntime",
    "keyword_ms_p50",
    "keyword_ms_p95",
    "vector_ms_p50",
    "vector_ms_p95",
    "end_to_end_ms_p50",
    "end_to_end_ms_p95",
    "typing_ms_p50",
    "typing_ms_p95",
    "vector_recall@20",
    "fts5_or_to_keyword",
    "like_to_keyword",
    "numpy_scan_to_vector",
    "arrays_s",
    "first_answer_ms",
    "fts5_or_ms_p95",
    "like_ms_p50",
    "numpy_scan_ms_p50",
    "open_ms",
    "peak_mb",
}


def test_speed_measures_everything_that_is_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences, questions = speed._material()
    assert len(sentences) > 500
    assert len(questions) > 100
    monkeypatch.setattr(speed, "_material", lambda: (sentences[:60], questions[:6]))
    report, table = _bench(tmp_path, "speed", "--size", "150", "--size", "300")
    assert [run["size"] for run in report["runs"]] == [150, 300]
    for run in report["runs"]:
        assert set(run["metrics"]) >= SPEED
        assert all(run["metrics"][name] > 0 for name in SPEED)
        assert run["metrics"]["vector_recall@20"] == 1.0
    assert set(report["runs"][1]["metrics"]) - set(report["runs"][0]["metrics"]) == {
        "keyword_ms_growth",
        "vector_ms_growth",
        "typing_ms_growth",
        "end_to_end_ms_growth",
    }
    assert {"keys_ms_p50", "keys_ms_p95"} <= set(report["runs"][0]["metrics"])
    assert [line[:7] for line in table.splitlines() if line[:3] in ("| 1", "| 3")] == [
        "| 150 |",
        "| 300 |",
    ] * 3


def test_a_vault_that_was_kept_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences, questions = speed._material()
    monkeypatch.setattr(speed, "_material", lambda: (sentences[:60], questions[:6]))
    kept = tmp_path / "kept"
    kept.mkdir()
    # What a run that was killed left behind is no vault of that size.
    (kept / "speed-150-0.part").write_bytes(b"half")
    options = ("speed", "--size", "150", "--keep", str(kept))
    first, _ = _bench(tmp_path, *options)
    second, table = _bench(tmp_path, *options)
    assert [path.name for path in kept.iterdir()] == ["speed-150-0.memdesk"]
    assert set(first["runs"][0]["metrics"]) - set(second["runs"][0]["metrics"]) == {
        "insert_per_s",
        "arrays_s",
    }
    assert "| 150 | – | – |" in table


def test_growth_is_the_exponent_between_neighbouring_sizes() -> None:
    names = ("keyword_ms_p50", "vector_ms_p50", "typing_ms_p50", "end_to_end_ms_p50")
    small = speed.SpeedRun(100, dict.fromkeys(names, 2.0))
    large = speed.SpeedRun(10_000, dict(zip(names, (2.0, 20.0, 200.0, 0.2), strict=True)))
    first, second = speed.with_growth([large, small])
    assert first == small
    grown = {name: value for name, value in second.metrics.items() if name.endswith("_growth")}
    assert grown == pytest.approx(
        {
            "keyword_ms_growth": 0.0,
            "vector_ms_growth": 0.5,
            "typing_ms_growth": 1.0,
            "end_to_end_ms_growth": -0.5,
        }
    )


def test_an_unknown_profile_and_a_wrong_file_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(written(tmp_path))
    assert main(["bench", "locomo", data, "--profile", "fancy"]) == 2
    assert "There is no profile “fancy”" in capsys.readouterr().err
    assert main(["bench", "locomo", str(tmp_path / "none.json")]) == 2
    assert "none.json can't be read" in capsys.readouterr().err
    with pytest.raises(UnknownProfileError):
        profiles.load("../memdesk")


@pytest.mark.parametrize("arguments", [[], ["dance"], ["locomo"], ["speed", "--size", "many"]])
def test_bad_use_ends_with_status_two(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", *arguments])
    assert ended.value.code == 2
