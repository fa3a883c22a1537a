"""Long lists of ids in pieces that fit one statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_LARGEST = 500


def batches(values: Sequence[T]) -> Iterator[tuple[tuple[T, ...], str]]:
    """Yield pieces of ``values``, each with the question marks that stand for it in SQL."""
    for first in range(0, len(values), _LARGEST):
        part = tuple(values[first : first + _LARGEST])
        yield part, ",".join("?" * len(part))
