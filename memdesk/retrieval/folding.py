"""Folding near-duplicates: the same statement said twice takes one place in the list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_SHORT = 3


def fold(
    term_sets: Sequence[frozenset[str]], similarity: float, limit: int | None = None
) -> list[list[int]]:
    """Group places 0 … n−1 of a ranked list into leaders and what is nearly the same.

    Each group begins with its best-ranked place. Two texts are nearly the same if the Jaccard
    index of their terms reaches ``similarity`` and their numbers are the same; texts of under
    three terms have to be equal.
    Stops before group number ``limit`` + 1.
    """
    groups: list[list[int]] = []
    alike = _may_be_similar(term_sets, similarity)
    for place, terms in enumerate(term_sets):
        for group in groups:
            if alike[place][group[0]] and _similar(term_sets[group[0]], terms, similarity):
                group.append(place)
                break
        else:
            if len(groups) == limit:
                break
            groups.append([place])
    return groups


def _may_be_similar(term_sets: Sequence[frozenset[str]], similarity: float) -> list[list[bool]]:
    """Tell of every two which are worth comparing in full, by the number of terms they share.

    One product of matrices counts these for all pairs.
    """
    numbers: dict[str, int] = {}
    places = [[numbers.setdefault(term, len(numbers)) for term in terms] for terms in term_sets]
    held = np.zeros((len(term_sets), len(numbers)), dtype=np.float32)
    for row, columns in zip(held, places, strict=True):
        row[columns] = 1.0
    shared = held @ held.T
    sizes = np.array([len(terms) for terms in term_sets])
    together = sizes[:, None] + sizes[None, :] - shared
    short = np.minimum(sizes[:, None], sizes[None, :]) < _SHORT
    alike: list[list[bool]] = (short | (shared >= similarity * together - 0.5)).tolist()
    return alike


def _similar(left: frozenset[str], right: frozenset[str], similarity: float) -> bool:
    if min(len(left), len(right)) < _SHORT:
        return left == right and bool(left)
    if min(len(left), len(right)) < similarity * max(len(left), len(right)):
        return False
    shared = len(left & right)
    if shared < similarity * (len(left) + len(right) - shared):
        return False
    # A changed figure is news: "2.5 mg" and "5 mg" are not the same statement.
    return not any(term[:1].isdigit() for term in left ^ right)
