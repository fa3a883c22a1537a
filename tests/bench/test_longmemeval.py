"""`memdesk bench longmemeval`: reading the file, both protocols, and the report."""

from __future__ import annotations

import copy
import hashlib
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memdesk.bench import command, longmemeval, longmemeval_run, longmemeval_vault
from memdesk.bench.dataset import DatasetError
from memdesk.bench.longmemeval import ABILITIES, KNOWN, Instance, Session, Turn
from memdesk.bench.longmemeval_run import LongMemEvalRun
from memdesk.bench.longmemeval_vault import Key
from memdesk.cli import main
from memdesk.importers import json_stream
from memdesk.retrieval import confidence, profiles
from memdesk.retrieval.confidence import Coefficients
from memdesk.retrieval.engine import SearchEngine
from tests.bench.small_longmemeval import DATA, written
from tests.fake_model import FakeHolder, holder


def _moment(*parts: int) -> int:
    year, month, day, hour, minute = parts
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


def test_a_question_comes_with_its_dated_sessions_and_what_answers_it(tmp_path: Path) -> None:
    instances = list(longmemeval.read(written(tmp_path)))
    assert len(instances) == 14
    niece = instances[1]
    assert (niece.id, niece.ability, niece.abstention) == ("u2", "single-session-user", False)
    assert niece.asked_at == _moment(2023, 6, 30, 18, 5)
    assert [session.at for session in niece.sessions[:2]] == [
        _moment(2023, 5, 10, 9, 30),
        _moment(2023, 5, 11, 9, 30),
    ]
    assert niece.answers == (2,)
    assert [turn.evidence for turn in niece.sessions[2].turns] == [False, False, True]
    assert [turn.role for turn in niece.sessions[2].turns] == ["user", "assistant", "user"]
    assert [instance.id for instance in instances if instance.abstention] == ["u3_abs", "m3_abs"]
    assert {instance.ability for instance in instances} == set(ABILITIES)


def test_splits_share_the_questions_out_and_a_limit_ends_early(tmp_path: Path) -> None:
    data = [{**copy.deepcopy(DATA[0]), "question_id": f"q{number}"} for number in range(200)]
    path = written(tmp_path, data)
    parts = {
        split: [instance.id for instance in longmemeval.read(path, split)]
        for split in longmemeval.SPLITS
    }
    assert parts["all"] == [f"q{number}" for number in range(200)]
    assert sorted(parts["dev"] + parts["held-out"]) == sorted(parts["all"])
    assert 8 <= len(parts["dev"]) <= 35
    first = [instance.id for instance in longmemeval.read(path, "held-out", 3)]
    assert first == parts["held-out"][:3]


def test_the_file_is_read_one_question_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_stream, "CHUNK_BYTES", 512)
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:-1] + b", broken")
    read = longmemeval.read(path)
    assert next(read).id == "u1"
    assert next(read).id == "u2"
    with pytest.raises(DatasetError, match="longmemeval.json is damaged"):
        list(read)


def _damaged(**changes: Any) -> list[Any]:
    return [DATA[0], {**copy.deepcopy(DATA[1]), **changes}]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "holds no question of the split “all”"),
        ({"qa": 1}, "question 1, at byte 0, “haystack_session_ids”: a list is expected"),
        (_damaged(question=7), "question 2, at byte .*, “question”: text is expected"),
        (_damaged(question_date="soon"), "“question_date”: a date such as 2023/05/30"),
        (_damaged(haystack_dates=[]), "“haystack_sessions”: as many as ids and dates .6 and 0."),
        (_damaged(haystack_dates=["May"] * 6), r"“haystack_dates\[0\]”: a date such as"),
        (
            _damaged(haystack_sessions=[[], [{"role": "user", "content": None}], [], [], [], []]),
            r"question 2, .*“haystack_sessions\[1\]\[0\]\.content”: text is expected",
        ),
        (
            _damaged(haystack_sessions=[[{"role": "dog", "content": ""}], [], [], [], [], []]),
            r"“haystack_sessions\[0\]\[0\]\.role”: user or assistant is expected",
        ),
        (_damaged(haystack_sessions=[[3], [], [], [], [], []]), r"\[0\]\[0\]”: an object is"),
    ],
)
def test_a_malformed_file_is_refused_with_the_place(tmp_path: Path, data: Any, says: str) -> None:
    with pytest.raises(DatasetError, match=f"longmemeval.json .*{says}"):
        list(longmemeval.read(written(tmp_path, data)))


@pytest.mark.parametrize("protocol", longmemeval_run.PROTOCOLS)
def test_a_measurement_of_a_malformed_file_ends_with_the_place(
    tmp_path: Path, protocol: longmemeval_run.Protocol
) -> None:
    path = written(tmp_path, _damaged(question=7))
    with pytest.raises(DatasetError, match="question 2, at byte .*“question”: text is expected"):
        _run(path, protocol, "memesh-a")


def test_a_file_that_ends_in_the_middle_or_is_missing_is_told(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:-300])
    with pytest.raises(DatasetError, match="is damaged: the file ends at byte .* entry 14"):
        list(longmemeval.read(path))
    with pytest.raises(DatasetError, match="none.json"):
        list(longmemeval.read(tmp_path / "none.json"))


def _session(name: str, *turns: str, at: int = 0) -> Session:
    return Session(name, at, tuple(Turn("user", text, text.endswith("!")) for text in turns))


def test_a_record_is_a_turn_or_a_session_cut_as_memesh_cuts_it() -> None:
    sessions = [_session("a", "one", " ", "x" * 9_000), _session("b", "two")]
    with longmemeval_vault.of_sessions(sessions, "turn", holder()) as vault:
        keys = list(vault.records.values())
    # A turn without a word is no memory; the places of the others stay.
    assert [(key.session.split()[0], key.turn) for key in keys] == [("a", 0), ("a", 2), ("b", 0)]
    [(key, role, text)] = longmemeval_vault._records(sessions[0], "a", "session")
    assert (key, role, len(text)) == (Key("a", None), "user", 8_000)
    assert text.startswith("one\n \nxxx")


def test_a_session_that_many_questions_share_is_stored_once() -> None:
    sessions = [
        _session("a", "one", at=5_000),
        _session("a", "one", at=9_000),
        _session("a", "another"),
    ]
    items = list(longmemeval_vault._items(sessions, "turn"))
    assert [memory.content for _, _, memory in items] == ["one", "another"]
    assert [conversation.started_at for _, conversation, _ in items] == [5_000, 0]


def test_what_answers_is_named_as_it_is_stored() -> None:
    sessions = (_session("a", "one"), _session("b", "two", "three!"))
    instance = Instance("q", "multi-session", "?", 0, sessions, (1,))
    asked = longmemeval_vault.asked(instance)
    stored = {key for key, _, _ in longmemeval_vault._items(sessions, "turn")}
    assert asked.facts < stored
    assert [key.turn for key in asked.facts] == [1]
    assert asked.sessions == {key.session for key in asked.facts}


def test_sessions_are_ranked_by_their_best_record() -> None:
    asked = longmemeval_vault.Asked(
        "?", "multi-session", False, 0, frozenset({"b", "f"}), frozenset({Key("b", 1)})
    )
    ranked = [Key(name, 0) for name in "aacd"] + [Key("b", 0), Key("b", 1), Key("e", 0)]
    sessions, facts = longmemeval_run._rows(ranked, "turn", asked)
    assert sessions == {
        "session_any@1": 0.0,
        "session_any@5": 1.0,
        # The other session that answers is not there at all.
        "session_all@5": 0.0,
        "session_any@10": 1.0,
        "session_mrr": 1 / 4,
        "answered": 1.0,
    }
    assert facts == {
        "fact_hit@1": 0.0,
        "fact_any@5": 0.0,
        "fact_any@10": 1.0,
        "fact_mrr": 1 / 6,
        "fact_recall@10": 1.0,
    }
    complete, _ = longmemeval_run._rows([*ranked[3:], Key("f", 3)], "turn", asked)
    assert complete["session_all@5"] == 1.0
    none, no_facts = longmemeval_run._rows([], "turn", asked)
    assert set(none.values()) == {0.0}
    assert no_facts is not None and set(no_facts.values()) == {0.0}


def _run(path: Path, protocol: longmemeval_run.Protocol, *names: str) -> list[LongMemEvalRun]:
    return longmemeval_run.run(path, protocol, names, holder())


@pytest.mark.parametrize("protocol", longmemeval_run.PROTOCOLS)
def test_figures_leave_abstention_out(tmp_path: Path, protocol: longmemeval_run.Protocol) -> None:
    [own, memesh] = _run(written(tmp_path), protocol, "memdesk", "memesh-a")
    assert (own.records, memesh.records) == ("turn", "session")
    for run in (own, memesh):
        assert (run.questions, run.abstentions) == (12, 2)
        assert {name: row["questions"] for name, row in run.by_ability.items()} == dict.fromkeys(
            ABILITIES, 2.0
        )
        # The questions share words with what answers them.
        assert run.metrics["session_any@5"] == 1.0
    assert (own.with_facts, memesh.with_facts) == (12, 0)
    assert own.metrics["fact_any@10"] == 1.0
    assert "fact_any@10" not in memesh.metrics
    # “Were zeppelins flown overhead?” has no word in common with anything; the other one has.
    assert memesh.emptied == 0.5


def test_refusals_count_for_what_nothing_answers_and_not_for_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every answer that is judged is turned away here."""
    sets = {name: Coefficients(-9.0, {}, {}, {}, 0.5, 0.9) for name in confidence.SETS}
    monkeypatch.setattr(confidence, "load", lambda: sets)
    [own] = _run(written(tmp_path), "own", "memdesk")
    assert own.emptied == 1.0
    assert own.metrics["session_any@5"] == own.metrics["answered"] == 1.0


def test_the_merged_store_holds_every_session_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[Counter[str]] = []
    of_sessions = longmemeval_vault.of_sessions

    def counted(*arguments: Any) -> Any:
        made = of_sessions(*arguments)
        enter = made.__enter__

        class Watched:
            def __enter__(self) -> Any:
                vault = enter()
                built.append(Counter(key.session.split()[0] for key in vault.records.values()))
                return vault

            def __exit__(self, *raised: Any) -> Any:
                return made.__exit__(*raised)

        return Watched()

    monkeypatch.setattr(longmemeval_vault, "of_sessions", counted)
    _run(written(tmp_path), "merged", "memesh-a")
    assert built == [
        Counter(dict.fromkeys({name for one in DATA for name in one["haystack_session_ids"]}, 1))
    ]
    built.clear()
    _run(written(tmp_path), "own", "memesh-a")
    assert [sum(one.values()) for one in built] == [6] * 14


def test_the_command_writes_json_and_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "ModelHolder", lambda folder: FakeHolder())
    path = written(tmp_path)
    made, table = tmp_path / "report.json", tmp_path / "report.md"
    words = ["bench", "longmemeval", str(path), "--protocol", "own", "--protocol", "merged"]
    words += ["--profile", "memesh-b", "--profile", "memdesk", "--limit", "8"]
    assert main([*words, "--json", str(made), "--markdown", str(table)]) == 0
    report = json.loads(made.read_text("utf-8"))
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    assert report["data"] == {
        "file": "longmemeval.json",
        "sha256": sha256,
        "published": "unknown",
        "split": "all",
    }
    assert list(report["profiles"]) == ["memesh-b", "memdesk"]
    assert [(run["protocol"], run["profile"], run["records"]) for run in report["runs"]] == [
        ("own", "memesh-b", "session"),
        ("own", "memdesk", "turn"),
        ("merged", "memesh-b", "session"),
        ("merged", "memdesk", "turn"),
    ]
    assert all(run["questions"] == 8 for run in report["runs"])
    text = table.read_text("utf-8")
    assert f"SHA-256 {sha256}, published as: unknown" in text
    assert "| own | memdesk | turn | 8 | " in text
    assert "| merged | multi-session | 2 | " in text
    shown = capsys.readouterr()
    assert shown.out == text
    assert "longmemeval.json is published as: unknown" in shown.err


def test_the_same_record_can_be_asked_of_all_profiles(tmp_path: Path) -> None:
    runs = longmemeval_run.run(
        written(tmp_path), "own", ["memdesk", "memesh-a"], holder(), records="turn", limit=2
    )
    assert [run.records for run in runs] == ["turn", "turn"]
    assert [run.with_facts for run in runs] == [2, 2]


def test_the_question_is_asked_at_its_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments: list[int | None] = []
    search = SearchEngine.search

    def noted(self: SearchEngine, request: Any, *rest: Any, **named: Any) -> Any:
        moments.append(request.now)
        assert request.count is False
        return search(self, request, *rest, **named)

    monkeypatch.setattr(SearchEngine, "search", noted)
    longmemeval_run.run(written(tmp_path), "own", ["memesh-a"], holder(), limit=1)
    assert moments == [_moment(2023, 6, 30, 18, 5)]


def test_known_files_are_named_by_their_hash() -> None:
    assert sorted(KNOWN.values()) == [
        "longmemeval_m_cleaned",
        "longmemeval_oracle",
        "longmemeval_s_cleaned",
    ]
    assert all(len(sha256) == 64 for sha256 in KNOWN)
    assert {profiles.load(name).pipeline for name in profiles.names()} >= {"memesh", "memx"}
