"""The LoCoMo data set (snap-research): long conversations of two people, questions with evidence.

Shape of the official file: a list of samples, each with ``conversation`` (``speaker_a``,
``speaker_b``, ``session_N`` with ``session_N_date_time``) and ``qa`` (question, answer,
evidence, category). Categories: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop,
5 adversarial (the question names the wrong speaker for what was said).
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memdesk.bench.dataset import DatasetError

CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
_TURN = re.compile(r"D:?(\d+):(\d+)")
_SESSION = re.compile(r"^session_(\d+)$")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn; ``id`` is unique within its sample."""

    id: str
    session: int
    speaker: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Query:
    """A question with the ids of the turns that answer it."""

    text: str
    category: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """One conversation of many sessions, and its questions."""

    id: str
    turns: tuple[Turn, ...]
    queries: tuple[Query, ...]

    @property
    def end(self) -> int:
        """The moment of the last turn, UTC milliseconds."""
        return max(turn.at for turn in self.turns)


def load(path: Path) -> tuple[list[Sample], str]:
    """Return the samples of a LoCoMo file and the file's SHA-256."""
    try:
        data = path.read_bytes()
        samples = json.loads(data)
    except OSError as error:
        raise DatasetError(f"{path} can't be read ({error.strerror}).") from error
    except ValueError as error:
        raise DatasetError(f"{path} is not JSON: {error}.") from error
    try:
        parsed = [_sample(number, sample) for number, sample in enumerate(samples)]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DatasetError(
            f"{path} is no LoCoMo file: a list of objects with “conversation” and “qa” is "
            f"expected ({type(error).__name__}: {error})."
        ) from error
    if not any(query.evidence for sample in parsed for query in sample.queries):
        raise DatasetError(f"{path} holds no question with evidence, so nothing can be measured.")
    return parsed, hashlib.sha256(data).hexdigest()


def _sample(number: int, data: dict[str, Any]) -> Sample:
    conversation = data["conversation"]
    turns: list[Turn] = []
    for key, session in conversation.items():
        match = _SESSION.match(key)
        if not match or not isinstance(session, list):
            continue
        start = _moment(conversation[f"{key}_date_time"])
        for place, turn in enumerate(session):
            turns.append(
                Turn(
                    id=_turn_id(turn["dia_id"]),
                    session=int(match[1]),
                    speaker=turn["speaker"],
                    text=_text(turn),
                    at=start + place * 1000,
                )
            )
    known = {turn.id for turn in turns}
    queries = []
    for qa in data["qa"]:
        named = [f"{a}:{b}" for e in qa["evidence"] for a, b in _TURN.findall(e)]
        evidence = tuple(dict.fromkeys(_turn_id(f"D{name}") for name in named))
        queries.append(
            Query(qa["question"], qa["category"], tuple(e for e in evidence if e in known))
        )
    return Sample(str(data.get("sample_id", number)), tuple(turns), tuple(queries))


def _turn_id(name: str) -> str:
    match = _TURN.search(name)
    return f"D{int(match[1])}:{int(match[2])}" if match else name


def _text(turn: dict[str, Any]) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [{caption}]" if caption else str(turn["text"])


def _moment(text: str) -> int:
    """Read "1:56 pm on 8 May, 2023" as UTC milliseconds."""
    parsed = datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    return int(parsed.timestamp() * 1000)
