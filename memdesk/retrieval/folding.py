"""Folding near-duplicates: the same statement said twice takes one place in the list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_SHORT = 3
_SKETCH_BITS = 4096


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
    sketches = [_sketch(terms) for terms in term_sets]
    for place, terms in enumerate(term_sets):
        size, bits, spare = len(terms), *sketches[place]
        for group in groups:
            leader = term_sets[group[0]]
            other_bits, other_spare = sketches[group[0]]
            # At most so many terms are shared: some have no bit of their own in their sketch.
            shared = (bits & other_bits).bit_count() + min(spare, other_spare)
            together = size + len(leader) - shared
            if shared < similarity * together and min(size, len(leader)) >= _SHORT:
                continue
            if _similar(leader, terms, similarity):
                group.append(place)
                break
        else:
            if len(groups) == limit:
                break
            groups.append([place])
    return groups


@lru_cache(maxsize=1024)
def _sketch(terms: frozenset[str]) -> tuple[int, int]:
    """Return the terms as bits of a number, and how many of them have no bit of their own."""
    bits = 0
    for term in terms:
        bits |= 1 << hash(term) % _SKETCH_BITS
    return bits, len(terms) - bits.bit_count()


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
