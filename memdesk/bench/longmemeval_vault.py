"""Vaults with LongMemEval's sessions: a record is a turn, or a whole session as memesh has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from memdesk.bench.longmemeval import Instance, Session
from memdesk.bench.made_vault import fill, made_vault, searchable
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval.engine import SearchEngine
from memdesk.vault.records import NewConversation, NewMemory, Role

Unit = Literal["turn", "session"]
UNITS: tuple[Unit, ...] = ("turn", "session")
SESSION_CHARACTERS = 8_000
"""Where memesh cuts the text of a session."""
_TURN_APART = 1_000


@dataclass(frozen=True, slots=True)
class Key:
    """A record: a session and the place of the turn in it, None for all of it."""

    session: str
    turn: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a vault. ``sessions`` and ``facts`` answer it, as far as the file tells."""

    text: str
    ability: str
    abstention: bool
    at: int
    sessions: frozenset[str]
    facts: frozenset[Key]


@dataclass(frozen=True, slots=True)
class SessionVault:
    """An embedded vault's engine. ``records`` maps memory ids to keys."""

    engine: SearchEngine
    records: dict[int, Key]


@contextmanager
def of_sessions(
    sessions: Iterable[Session], unit: Unit, holder: ModelHolder
) -> Iterator[SessionVault]:
    """Build a vault and embed it; sessions of the same id and text are stored once, as first met.

    The sessions may come from a stream: they are stored as they arrive.
    """
    with made_vault() as vault:
        made = fill(vault, _items(sessions, unit))
        yield SessionVault(searchable(vault, holder), made)


def asked(instance: Instance) -> Asked:
    """Return the question of an instance with the keys of what answers it."""
    answers = [instance.sessions[place] for place in instance.answers]
    return Asked(
        text=instance.question,
        ability=instance.ability,
        abstention=instance.abstention,
        at=instance.asked_at,
        sessions=frozenset(map(_name, answers)),
        facts=frozenset(
            Key(_name(session), place)
            for session in answers
            for place, turn in enumerate(session.turns)
            if turn.evidence
        ),
    )


def _name(session: Session) -> str:
    return f"{session.id} {session.digest}"


def _items(
    sessions: Iterable[Session], unit: Unit
) -> Iterator[tuple[Key, NewConversation, NewMemory]]:
    met = set()
    for session in sessions:
        name = _name(session)
        if name in met:
            continue
        met.add(name)
        conversation = NewConversation(
            source="longmemeval", external_id=name, title="", started_at=session.at
        )
        for key, role, text in _records(session, name, unit):
            place = key.turn or 0
            memory = NewMemory(
                content=text,
                source="longmemeval",
                role=role,
                position=place,
                external_id=f"{name}/{place}",
                created_at=session.at + place * _TURN_APART,
            )
            yield key, conversation, memory


def _records(session: Session, name: str, unit: Unit) -> Iterator[tuple[Key, Role, str]]:
    if unit == "session":
        text = "\n".join(turn.text for turn in session.turns)[:SESSION_CHARACTERS]
        if text.strip():
            yield Key(name, None), "user", text
        return
    for place, turn in enumerate(session.turns):
        if turn.text.strip():
            yield Key(name, place), turn.role, turn.text
