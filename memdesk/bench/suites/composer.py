"""Conversations out of hand-written material: the statements, buried in chats on their subjects.

Only ``Random.random`` is used, whose sequence Python keeps the same from version to version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

from memdesk.bench.suites.material import Role, Statement, Subject

_DAY = 86_400_000
_FIRST = int(datetime(2023, 1, 8, tzinfo=UTC).timestamp() * 1000)
_DAYS = 1_050
_PLACE = re.compile(r"\{([^{}]+)\}")
_TRIES = 400
_GAPS = {"en": " ", "zh": ""}

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Record:
    """One turn of a conversation; ``at`` in UTC milliseconds, the id begins with the language."""

    id: str
    conversation: str
    title: str
    position: int
    role: Role
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class _Chat:
    at: int
    title: str
    turns: tuple[tuple[str | None, Role, str], ...]


def compose(
    statements: Sequence[Statement],
    subjects: Mapping[str, Subject],
    words: Mapping[str, Sequence[str]],
    *,
    language: str,
    seed: int,
    size: int,
) -> tuple[Record, ...]:
    """Return ``size`` records or a few more, in order of time; no text stands there twice."""
    writer = _Writer(subjects, words, Random(f"{seed} {language}"), _GAPS[language])
    chats = [writer.around(statement) for statement in statements]
    order = list(subjects)
    while sum(len(chat.turns) for chat in chats) < size:
        chats.append(writer.everyday(order[len(chats) % len(order)]))
    records: list[Record] = []
    for number, chat in enumerate(sorted(chats, key=lambda chat: chat.at)):
        for position, (name, role, text) in enumerate(chat.turns):
            records.append(
                Record(
                    id=f"{language}:{name or len(records)}",
                    conversation=f"{language}-{number}",
                    title=chat.title,
                    position=position,
                    role=role,
                    text=text,
                    at=chat.at + position * 90_000,
                )
            )
    return tuple(records)


class _Writer:
    """Draws patterns and fills them, each text once."""

    def __init__(
        self,
        subjects: Mapping[str, Subject],
        words: Mapping[str, Sequence[str]],
        random: Random,
        gap: str,
    ) -> None:
        self._subjects = subjects
        self._words = words
        self._random = random
        self._gap = gap
        self._written: set[str] = set()

    def around(self, statement: Statement) -> _Chat:
        """A conversation in which the statement is made, on its day."""
        subject = self._subjects[statement.subject]
        said = (statement.id, statement.role, statement.text)
        turns: list[tuple[str | None, Role, str]] = []
        if statement.role == "assistant":
            turns = [(None, "user", self._ask(subject)), said]
        elif self._random.random() < 0.5:
            turns = [*self._exchange(self._ask(subject), subject), said]
            turns.append((None, "assistant", self._answer(subject)))
        else:
            turns = [said, (None, "assistant", self._answer(subject))]
        return self._chat(statement.at, subject, turns)

    def everyday(self, name: str) -> _Chat:
        """A conversation in which nothing is said that is asked for."""
        subject = self._subjects[name]
        day = _FIRST + int(self._random.random() * _DAYS) * _DAY
        turns = self._exchange(self._ask(subject), subject)
        for _ in range(1 + int(self._random.random() * 2)):
            turns += self._exchange(self._new(lambda: self._pick(subject.tells)), subject)
        return self._chat(day, subject, turns)

    def _chat(
        self, day: int, subject: Subject, turns: Sequence[tuple[str | None, Role, str]]
    ) -> _Chat:
        minute = 7 * 60 + int(self._random.random() * 15 * 60)
        return _Chat(day + minute * 60_000, self._pick(subject.titles), tuple(turns))

    def _exchange(self, said: str, subject: Subject) -> list[tuple[str | None, Role, str]]:
        return [(None, "user", said), (None, "assistant", self._answer(subject))]

    def _ask(self, subject: Subject) -> str:
        return self._new(lambda: self._pick(subject.asks))

    def _answer(self, subject: Subject) -> str:
        """An opening, three to six pieces as a list or a paragraph, and mostly an ending."""

        def draw() -> str:
            left = list(subject.answers)
            pieces = [
                left.pop(int(self._random.random() * len(left)))
                for _ in range(3 + int(self._random.random() * 4))
            ]
            form = self._random.random()
            if form < 0.4:
                body = "\n".join(f"{n}. {piece}" for n, piece in enumerate(pieces, 1))
            elif form < 0.7:
                body = "\n".join(f"- {piece}" for piece in pieces)
            else:
                body = self._gap.join(pieces)
            parts = [self._pick(self._words["opening"]), body]
            if self._random.random() < 0.7:
                parts.append(self._pick(self._words["ending"]))
            return "\n\n".join(parts)

        return self._new(draw)

    def _new(self, draw: Callable[[], str]) -> str:
        for _ in range(_TRIES):
            text = self._fill(draw())
            if text not in self._written:
                self._written.add(text)
                return text
        raise ValueError(f"The patterns are used up: {text}")

    def _fill(self, pattern: str) -> str:
        """Fill places: ``{a/b}`` is one of what stands there, ``{name}`` one of those words."""

        def one(match: re.Match[str]) -> str:
            inside: str = match[1]
            choices = inside.split("/") if "/" in inside else self._words[inside]
            return self._pick(choices)

        return _PLACE.sub(one, pattern)

    def _pick(self, among: Sequence[Item]) -> Item:
        return among[int(self._random.random() * len(among))]
