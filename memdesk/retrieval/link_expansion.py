"""What leads from memory to memory: links followed from the best candidates, fading as they go.

Whoever links two memories wants to find one by way of the other. Each step along a link counts
its strength times what its type is worth, and a second step no more than ``SECOND_STEP`` of that;
of two ways to the same memory the better one counts. No data told these figures: they
were chosen so that a memory one strong link away comes near the one it is linked with, and never
before it, unless it supersedes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Columns, Ordinals
from memdesk.retrieval.explanation import Note
from memdesk.vault import links
from memdesk.vault.records import Link

STEPS = 2
SECOND_STEP = 0.6
_FOLLOWED = 50
_SUPERSEDED = "superseded by a later memory"
_CONTRADICTED = "contradicted by another memory"
_FORWARD: Mapping[str, float] = {
    "supersedes": 0.4,
    "extends": 0.9,
    "contradicts": 0.9,
    "caused_by": 0.8,
    "related": 0.7,
    "similar": 0.7,
    "temporal": 0.5,
}
_BACKWARD: Mapping[str, float] = {
    # From what was said once to what holds now.
    "supersedes": 1.0,
    "extends": 0.8,
    "contradicts": 0.9,
    "caused_by": 0.7,
    "related": 0.5,
    "similar": 0.7,
    "temporal": 0.4,
}
"""How much of a memory's fit goes along a link of each type, with its arrow and against it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way from one memory to another (ordinals): what is left at its end, and its links."""

    start: int
    end: int
    share: float
    types: tuple[str, ...]


def around(connection: apsw.Connection, columns: Columns, ordinals: Ordinals) -> Ordinals:
    """Return what up to two links lead to from any of some memories, ascending."""
    reached = {end for start in ways(connection, columns, ordinals).values() for end in start}
    return np.array(sorted(reached), dtype=np.int64)


def ways(
    connection: apsw.Connection, columns: Columns, ordinals: Sequence[int] | Ordinals
) -> dict[int, dict[int, Way]]:
    """Return the best way from each of some memories to each that links lead to.

    Memories in the trash lead nowhere and are not reached.
    """
    starts = np.asarray(ordinals, dtype=np.int64)
    steps = _steps(connection, columns, starts)
    found: dict[int, dict[int, Way]] = {}
    for start in starts.tolist():
        reached: dict[int, Way] = {}
        front, fading = [Way(start, start, 1.0, ())], 1.0
        for _ in range(STEPS):
            front = [
                Way(start, end, way.share * share * fading, (*way.types, type))
                for way in front
                for end, share, type in steps.get(way.end, ())
                if end != start
            ]
            fading = SECOND_STEP
            for way in front:
                if way.end not in reached or way.share > reached[way.end].share:
                    reached[way.end] = way
        if reached:
            found[start] = reached
    return found


def superseded(connection: apsw.Connection, columns: Columns, ordinals: Ordinals) -> set[int]:
    """Return which of some memories another one supersedes that is not in the trash."""
    said = remarks(connection, columns, ordinals)
    return {one for one, notes in said.items() if any(n.kind == "superseded" for n in notes)}


def remarks(
    connection: apsw.Connection, columns: Columns, ordinals: Ordinals
) -> dict[int, tuple[Note, ...]]:
    """Return by ordinal what links say against some memories: that they are superseded, or
    contradicted; links with memories in the trash say nothing."""
    found: dict[int, dict[str, Note]] = {}
    for link, source, target in _touching(connection, columns, ordinals):
        if link.type == "supersedes":
            found.setdefault(target, {})["superseded"] = Note("superseded", _SUPERSEDED)
        elif link.type == "contradicts":
            for end in (source, target):
                found.setdefault(end, {})["contradicted"] = Note("contradicted", _CONTRADICTED)
    asked = set(ordinals.tolist())
    return {one: tuple(notes.values()) for one, notes in found.items() if one in asked}


def _steps(
    connection: apsw.Connection, columns: Columns, starts: Ordinals
) -> dict[int, list[tuple[int, float, str]]]:
    """Return (end, share, type) of the links of the starts and of what these lead to.

    Of a memory with very many links only the most telling are followed.
    """
    steps: dict[int, list[tuple[int, float, str]]] = {}
    front = set(starts.tolist())
    for _ in range(STEPS):
        new = front - steps.keys()
        if not new:
            break
        found: dict[int, list[tuple[int, float, str]]] = {one: [] for one in new}
        starting = np.array(sorted(new), dtype=np.int64)
        for link, source, target in _touching(connection, columns, starting):
            for here, there, worth in (
                (source, target, _FORWARD[link.type]),
                (target, source, _backward(link)),
            ):
                if here in found:
                    found[here].append((there, link.strength * worth, link.type))
        for here, ways_on in found.items():
            steps[here] = sorted(ways_on, key=lambda way: (-way[1], way[0]))[:_FOLLOWED]
        front = {there for here in new for there, _, _ in steps[here]}
    return steps


def _backward(link: Link) -> float:
    both = link.bidirectional and link.type != "supersedes"
    return max(_FORWARD[link.type], _BACKWARD[link.type]) if both else _BACKWARD[link.type]


def _touching(
    connection: apsw.Connection, columns: Columns, ordinals: NDArray[np.int64]
) -> Iterator[tuple[Link, int, int]]:
    """Yield the links at some memories with the ordinals of their ends; none to the trash."""
    for link in links.touching(connection, columns.field("id")[ordinals].tolist()):
        ends = columns.ordinals_of([link.source_id, link.target_id])
        if len(ends) == 2 and columns.field("alive")[ends].all():
            source, target = ends.tolist()
            yield link, source, target
