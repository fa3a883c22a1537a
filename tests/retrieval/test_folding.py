"""Folding groups what is nearly the same, exactly as comparing every two texts in full does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.retrieval.folding import fold

_TERMS = st.frozensets(
    st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "1", "2", "3"]), max_size=9
)


def _same(left: frozenset[str], right: frozenset[str], similarity: float) -> bool:
    if min(len(left), len(right)) < 3:
        return left == right and bool(left)
    if any(term.isdigit() for term in left ^ right):
        return False
    return len(left & right) >= similarity * len(left | right)


def _by_hand(sets: list[frozenset[str]], similarity: float) -> list[list[int]]:
    groups: list[list[int]] = []
    for place, terms in enumerate(sets):
        for group in groups:
            if _same(sets[group[0]], terms, similarity):
                group.append(place)
                break
        else:
            groups.append([place])
    return groups


@given(st.lists(_TERMS, max_size=14), st.sampled_from([0.5, 0.75, 0.85, 1.0]))
def test_groups_are_those_of_comparing_every_two(
    sets: list[frozenset[str]], similarity: float
) -> None:
    assert fold(sets, similarity) == _by_hand(sets, similarity)


def test_no_texts_make_no_groups() -> None:
    assert fold([], 0.85) == []
