"""The LongMemEval data set (arXiv 2410.10813): questions, each with its own history of sessions.

Shape of the official files (``longmemeval_s``, ``_m``, ``_oracle``, and the cleaned ones): a list
of objects with ``question_id``, ``question_type``, ``question``, ``question_date``,
``haystack_session_ids``, ``haystack_dates``, ``haystack_sessions`` (lists of turns: ``role``,
``content``, and ``has_answer`` where it is evidence), and ``answer_session_ids``. An id that ends
in ``_abs`` marks a question that nothing answers. Files have gigabytes, so one question is read at
a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from memdesk.bench.dataset import DatasetError
from memdesk.importers.json_decode import JsonFault, JsonObject
from memdesk.importers.json_stream import stream_objects
from memdesk.importers.parsed import Json
from memdesk.importers.source import SourceFile, UnreadableInput
from memdesk.vault.records import Role

ABILITIES = (
    "single-session-user",
    "single-session-assistant",
    "single-session-preference",
    "multi-session",
    "temporal-reasoning",
    "knowledge-update",
)
KNOWN = {
    "d6f21ea9d60a0d56f34a05b609c79c88a451d2ae03597821ea3d5a9678c3a442": "longmemeval_s_cleaned",
    "821a2034d219ab45846873dd14c14f12cfe7776e73527a483f9dac095d38620c": "longmemeval_oracle",
    "9d79e5524794a2e6900a3aa9cb7d9152c5a3e8319c9a87c25494ba1eacee495f": "longmemeval_m_cleaned",
}
"""Published files by their SHA-256."""
Split = Literal["all", "dev", "held-out"]
SPLITS: tuple[Split, ...] = ("all", "dev", "held-out")
_DEV_SHARE = 0.1
_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side said; ``evidence`` where the file says that it holds the answer."""

    role: Role
    text: str
    evidence: bool


@dataclass(frozen=True, slots=True)
class Session:
    """One chat, ``at`` in UTC milliseconds."""

    id: str
    at: int
    turns: tuple[Turn, ...]

    @property
    def digest(self) -> str:
        """What tells sessions of the same id apart: the hash of what is said in it."""
        said = hashlib.sha256()
        for turn in self.turns:
            said.update(f"{turn.role}\0{turn.text}\0".encode())
        return said.hexdigest()


@dataclass(frozen=True, slots=True)
class Instance:
    """One question with its history; ``answers`` are the places of the sessions that answer it."""

    id: str
    ability: str
    question: str
    asked_at: int
    sessions: tuple[Session, ...]
    answers: tuple[int, ...]

    @property
    def abstention(self) -> bool:
        """Whether nothing answers the question."""
        return self.id.endswith("_abs")

    @property
    def split(self) -> Split:
        """``dev`` for a tenth of the questions, told by the hash of their id."""
        first = int(hashlib.sha256(self.id.encode()).hexdigest()[:8], 16)
        return "dev" if first < _DEV_SHARE * 2**32 else "held-out"


def read(path: Path, split: Split = "all", limit: int | None = None) -> Iterator[Instance]:
    """Yield the questions of a split in the file's order, the first ``limit`` of them.

    Raises DatasetError, which names the file and the place.
    """
    file = SourceFile(path.name, 0, lambda: path.open("rb"))
    taken = 0
    try:
        with file.open() as stream:
            entries: Iterator[JsonObject[Json] | JsonFault] = stream_objects(stream)
            for entry in entries:
                if taken == limit:
                    return
                if isinstance(entry, JsonFault):
                    raise DatasetError(f"{path} is damaged: {entry.reason}.")
                place = f"question {entry.index + 1}, at byte {entry.offset:,}"
                instance = _instance(_Reader(path, place), entry.value)
                if split in ("all", instance.split):
                    taken += 1
                    yield instance
    except UnreadableInput as error:
        raise DatasetError(str(error)) from error
    if not taken:
        raise DatasetError(f"{path} holds no question of the split “{split}”.")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes values out of one question's object; what is missing is told with its place."""

    path: Path
    place: str

    def fault(self, field: str, expected: str) -> DatasetError:
        return DatasetError(
            f"{self.path} is no LongMemEval file: {self.place}, “{field}”: {expected} expected."
        )

    def text(self, value: Json, field: str) -> str:
        if not isinstance(value, str):
            raise self.fault(field, "text is")
        return value

    def entries(self, value: Json, field: str) -> list[Json]:
        if not isinstance(value, list):
            raise self.fault(field, "a list is")
        return value

    def texts(self, value: Json, field: str) -> list[str]:
        return [
            self.text(one, f"{field}[{place}]")
            for place, one in enumerate(self.entries(value, field))
        ]

    def moment(self, value: Json, field: str) -> int:
        """Read "2023/05/30 (Tue) 23:40" as UTC milliseconds; the weekday is left aside."""
        day, _, rest = self.text(value, field).partition(" ")
        clock = rest.rpartition(" ")[2] or "00:00"
        try:
            parsed = datetime.strptime(f"{day} {clock}", "%Y/%m/%d %H:%M")
        except ValueError as error:
            raise self.fault(field, "a date such as 2023/05/30 (Tue) 23:40 is") from error
        return int(parsed.replace(tzinfo=UTC).timestamp() * 1000)


def _instance(reader: _Reader, value: Json) -> Instance:
    if not isinstance(value, Mapping):
        raise reader.fault("", "an object is")
    ids = reader.texts(value.get("haystack_session_ids"), "haystack_session_ids")
    dates = reader.entries(value.get("haystack_dates"), "haystack_dates")
    sessions = reader.entries(value.get("haystack_sessions"), "haystack_sessions")
    if not len(ids) == len(dates) == len(sessions):
        raise reader.fault(
            "haystack_sessions", f"as many as ids and dates ({len(ids)} and {len(dates)}) are"
        )
    answers = {*reader.texts(value.get("answer_session_ids"), "answer_session_ids")}
    return Instance(
        id=reader.text(value.get("question_id"), "question_id"),
        ability=reader.text(value.get("question_type"), "question_type"),
        question=reader.text(value.get("question"), "question"),
        asked_at=reader.moment(value.get("question_date"), "question_date"),
        sessions=tuple(
            _session(reader, place, *parts)
            for place, parts in enumerate(zip(ids, dates, sessions, strict=True))
        ),
        answers=tuple(place for place, name in enumerate(ids) if name in answers),
    )


def _session(reader: _Reader, place: int, name: str, date: Json, value: Json) -> Session:
    field = f"haystack_sessions[{place}]"
    turns = []
    for number, turn in enumerate(reader.entries(value, field)):
        if not isinstance(turn, Mapping):
            raise reader.fault(f"{field}[{number}]", "an object is")
        role = _ROLES.get(reader.text(turn.get("role"), f"{field}[{number}].role"))
        if role is None:
            raise reader.fault(f"{field}[{number}].role", "user or assistant is")
        text = reader.text(turn.get("content"), f"{field}[{number}].content")
        turns.append(Turn(role, text, turn.get("has_answer") is True))
    return Session(name, reader.moment(date, f"haystack_dates[{place}]"), tuple(turns))
