"""Finding brackets: the same as reading byte by byte, however the text is cut."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memdesk.importers.brackets import Brackets

Found = list[tuple[int, int]]
EVERYTHING = 10**6


def find(
    text: bytes, cuts: list[int], levels: int = EVERYTHING, deepest: int = EVERYTHING
) -> Found:
    """All brackets of a text that arrives in pieces, with their places in the whole."""
    brackets = Brackets()
    found: Found = []
    bounds = [0, *sorted(cut for cut in cuts if cut <= len(text)), len(text)]
    for start, end in pairwise(bounds):
        chunk = text[start:end]
        found += [(start + at, depth) for at, depth in brackets.find(chunk, levels, deepest)]
    return found


def read(text: bytes) -> Found:
    """The same, byte by byte."""
    found: Found = []
    depth = 0
    in_string = escaped = False
    for place, byte in enumerate(text):
        character = chr(byte)
        # What is escaped may be a quote; outside of a string, a bracket remains one.
        was_escaped, escaped = escaped, character == "\\" and not escaped
        if character == '"' and not was_escaped:
            in_string = not in_string
        elif not in_string and character in "[{":
            found.append((place, depth))
            depth += 1
        elif not in_string and character in "]}":
            found.append((place, depth))
            depth = max(depth - 1, 0)
    return found


TEXTS = st.text(alphabet='[]{}"\\a,é').map(str.encode)
CUTS = st.lists(st.integers(0, 60), max_size=6)


@given(TEXTS, CUTS)
def test_brackets_are_those_outside_of_strings(text: bytes, cuts: list[int]) -> None:
    assert find(text, cuts) == read(text)


@given(TEXTS, CUTS, st.integers(0, 4), st.integers(0, 8))
def test_only_the_levels_asked_for_are_returned(
    text: bytes, cuts: list[int], levels: int, deepest: int
) -> None:
    def enclosing(place: int, depth: int) -> int:
        return depth if text[place : place + 1] in (b"[", b"{") else max(depth - 1, 0)

    wanted = [
        (place, depth)
        for place, depth in read(text)
        if enclosing(place, depth) < levels or enclosing(place, depth) >= deepest
    ]
    assert find(text, cuts, levels, deepest) == wanted


def test_places_and_depths_of_a_small_text() -> None:
    assert find(b'[{"a]":[1]}]', []) == [(0, 0), (1, 1), (7, 2), (9, 3), (10, 2), (11, 1)]
    assert find(b'[{"a]":[1]}]', [], levels=1) == [(0, 0), (11, 1)]


def test_what_closes_nothing_leaves_the_depth_at_zero() -> None:
    assert find(b"]][", []) == [(0, 0), (1, 0), (2, 0)]
