"""The contributions to a score as columns of figures, made into records when looked at.

A search has some thirty contributions for each of fifty results, and a person opens one or two:
records with their words for all of them took longer than finding the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import overload

from memdesk.retrieval.explanation import Contribution, Group

Columns = tuple[Sequence[str], Sequence[Group], Sequence[float]]
"""Stages, their groups and what they add to the score."""


class Contributions(Sequence[Contribution]):
    """Equal to the tuple of its contributions.

    ``stages`` and ``groups`` say what ``values``, which add up to the score, stand for; ``make``
    returns the records, and is asked once at most.
    """

    __slots__ = ("_made", "_make", "_sums", "groups", "stages", "values")

    def __init__(
        self,
        stages: Sequence[str],
        groups: Sequence[Group],
        values: Sequence[float],
        make: Callable[[], tuple[Contribution, ...]],
    ) -> None:
        self.stages = stages
        self.groups = groups
        self.values = values
        self._make = make
        self._made: tuple[Contribution, ...] | None = None
        self._sums: dict[Group, float] | None = None

    def sums(self) -> Mapping[Group, float]:
        """Return the contributions summed by group, in the order of their first appearance."""
        if self._sums is None:
            self._sums = _summed(self.groups, self.values)
        return self._sums

    def _parts(self) -> tuple[Contribution, ...]:
        if self._made is None:
            self._made = self._make()
        return self._made

    @overload
    def __getitem__(self, place: int) -> Contribution: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Contribution, ...]: ...

    def __getitem__(self, place: int | slice) -> Contribution | tuple[Contribution, ...]:
        return self._parts()[place]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Contribution]:
        return iter(self._parts())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Contributions | tuple):
            return NotImplemented
        return self is other or tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return repr(self._parts())


def columns(contributions: Sequence[Contribution]) -> Columns:
    """Return contributions as columns, without making records of them."""
    if isinstance(contributions, Contributions):
        return contributions.stages, contributions.groups, contributions.values
    return (
        [part.stage for part in contributions],
        [part.group for part in contributions],
        [part.value for part in contributions],
    )


def total(contributions: Sequence[Contribution]) -> float:
    """Return the sum of the contributions, which is the score."""
    return float(sum(columns(contributions)[2]))


def by_group(contributions: Sequence[Contribution]) -> Mapping[Group, float]:
    """Return the contributions summed by group, in the order of their first appearance."""
    if isinstance(contributions, Contributions):
        return contributions.sums()
    return _summed(*columns(contributions)[1:])


def _summed(groups: Sequence[Group], values: Sequence[float]) -> dict[Group, float]:
    sums: dict[Group, float] = {}
    for group, value in zip(groups, values, strict=True):
        sums[group] = sums.get(group, 0.0) + value
    return sums
