"""The hand-written material of the suites, one short line format for all of it.

``subjects.txt`` (what everyday chats are made of)::

    = person | Tom | Priya            words for {person}
    # sleep | Sleeping better | …     a subject and the titles of its conversations
    ? …   a person asks    ! …   a person tells    - …   a piece of an assistant's answer

``default.txt`` and ``confusion.txt`` (what is asked for)::

    + id | 2024-03-12 | sleep | user | what was said
    * id | sleep | user | On {0} … {1} …      statements alike: the lines below fill the places,
    . 2024-03-12 | … | …                      and their ids are id-1, id-2 …
    > kind | id id | question                 no ids: nothing answers it
    ~ kind | id id | question                 the same in none of the statement's words, nearly

A backslash followed by n is a new line; other lines are comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from typing import Literal, cast

KINDS = (
    "fact",
    "preference",
    "knowledge update",
    "temporal",
    "multi-hop",
    "counting",
    "assistant-said",
    "cross-lingual",
    "miss",
    "miss by detail",
)
MISSES = ("miss", "miss by detail")
"""Nothing is said about it at all; or a statement like it is there, of another person or date."""

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A hand-written turn; ``at`` is its day's beginning, UTC milliseconds."""

    id: str
    at: int
    subject: str
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question, its kind, and the ids of the statements that answer it (none for a miss)."""

    text: str
    kind: str
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """Patterns of everyday chats on one subject."""

    name: str
    titles: tuple[str, ...]
    asks: tuple[str, ...]
    tells: tuple[str, ...]
    answers: tuple[str, ...]


def statements(file: str) -> list[Statement]:
    """Return the statements of a file, those of a group written out."""
    found: list[Statement] = []
    group: tuple[str, str, Role, str] | None = None
    number = 0
    for mark, text in _lines(file):
        if mark == "+":
            name, day, subject, role, said = _cells(text, 5)
            found.append(Statement(name, _day(day), subject, cast(Role, role), said))
        elif mark == "*":
            name, subject, role, said = _cells(text, 4)
            group, number = (name, subject, cast(Role, role), said), 0
        elif mark == "." and group is not None:
            day, *values = [cell.strip() for cell in text.split("|")]
            number += 1
            name, subject, spoken_by, said = group
            found.append(
                Statement(f"{name}-{number}", _day(day), subject, spoken_by, said.format(*values))
            )
    return found


def queries(file: str, mark: str = ">") -> list[Query]:
    """Return the questions of a file that have this mark."""
    return [
        Query(text=question, kind=kind, wanted=tuple(wanted.split()))
        for found, line in _lines(file)
        if found == mark
        for kind, wanted, question in [_cells(line, 3)]
    ]


def subjects(file: str) -> tuple[dict[str, Subject], dict[str, tuple[str, ...]]]:
    """Return the subjects by name, and the words for the patterns' places by name."""
    words: dict[str, tuple[str, ...]] = {}
    heads: list[tuple[str, ...]] = []
    patterns: dict[tuple[str, str], list[str]] = {}
    for mark, text in _lines(file):
        if mark in "=#":
            name, *rest = [cell.strip() for cell in text.split("|")]
            if mark == "=":
                words[name] = tuple(rest)
            else:
                heads.append((name, *rest))
        elif mark in "?!-":
            patterns.setdefault((heads[-1][0], mark), []).append(text.replace("\\n", "\n"))
    return {
        name: Subject(
            name=name,
            titles=tuple(titles),
            asks=tuple(patterns[name, "?"]),
            tells=tuple(patterns[name, "!"]),
            answers=tuple(patterns[name, "-"]),
        )
        for name, *titles in heads
    }, words


def _lines(file: str) -> Iterator[tuple[str, str]]:
    text = resources.files(__package__ or "").joinpath(file).read_text("utf-8")
    for line in text.splitlines():
        if line[:1] and line[0] in "=#?!-+*.>~" and line[1:2] == " ":
            yield line[0], line[2:].strip()


def _cells(text: str, count: int) -> list[str]:
    cells = [cell.strip().replace("\\n", "\n") for cell in text.split("|", count - 1)]
    if len(cells) != count:
        raise ValueError(f"{count} parts are expected: {text}")
    return cells


def _day(text: str) -> int:
    return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
