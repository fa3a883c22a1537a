"""Reading LoCoMo's file."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memdesk.bench.dataset import DatasetError
from memdesk.bench.locomo import load
from tests.bench.small_locomo import written


def test_turns_come_with_their_session_speaker_and_time(tmp_path: Path) -> None:
    [first, second], _ = load(written(tmp_path))
    assert (first.id, second.id) == ("conv-1", "conv-2")
    assert [turn.id for turn in first.turns] == ["D1:1", "D1:2", "D1:3", "D2:1", "D2:2"]
    start = int(datetime(2023, 5, 8, 13, 56, tzinfo=UTC).timestamp() * 1000)
    assert [turn.at - start for turn in first.turns[:3]] == [0, 1000, 2000]
    assert (first.turns[3].session, first.turns[3].speaker) == (2, "Ben")
    assert first.end == int(datetime(2023, 6, 1, 10, 5, 1, tzinfo=UTC).timestamp() * 1000)
    midnight = int(datetime(2024, 1, 1, tzinfo=UTC).timestamp() * 1000)
    assert second.turns[0].at == midnight


def test_a_picture_s_caption_is_part_of_its_turn(tmp_path: Path) -> None:
    [first, _], _ = load(written(tmp_path))
    assert first.turns[2].text == "Look at him [a tortoise on a lawn]"


def test_evidence_is_read_in_the_spellings_that_occur(tmp_path: Path) -> None:
    [first, _], _ = load(written(tmp_path))
    assert [(query.category, query.evidence) for query in first.queries] == [
        (4, ("D1:1",)),
        (1, ("D1:2", "D2:1")),
        (2, ("D2:2",)),
        (3, ("D1:3",)),
        (5, ("D2:2",)),
        (3, ()),
    ]


def test_the_hash_is_that_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert load(path)[1] == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ('{"conversation": 1}', "is no LoCoMo file"),
        ("[1]", "is no LoCoMo file"),
        ('[{"qa": []}]', "is no LoCoMo file"),
        ("[]", "no question with evidence"),
        ('[{"conversation": {}, "qa": []}]', "no question with evidence"),
        (
            json.dumps([{"conversation": {"session_1": [{"text": "x"}]}, "qa": []}]),
            "is no LoCoMo file",
        ),
    ],
)
def test_another_file_is_refused_by_name(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DatasetError, match=f"other.json.*{says}"):
        load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="none.json can't be read"):
        load(tmp_path / "none.json")
