"""Compatibility normalisation (NFKC) that knows where each character came from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_PLAIN = re.compile(r"[\x00-\x7f]{2,}")


@dataclass(frozen=True, slots=True)
class Normalised:
    """A text in NFKC and the places of its characters in the original.

    Character ``i`` of ``text`` was made from the original's ``[starts[i], ends[i])``.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the original's span for the non-empty span [start, end) of ``text``."""
        return self.starts[start], self.ends[end - 1]


def normalise(text: str) -> Normalised:
    """Return the text in NFKC with the way back to the original.

    Normalising the whole equals normalising it cluster by cluster, where a cluster is a
    character and all that may combine with it.
    """
    size = len(text)
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return Normalised(text, range(size), range(1, size + 1))
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    start = 0
    while start < size:
        plain = _PLAIN.match(text, start)
        if plain is not None:
            # All but the last of a run of ASCII characters are clusters of their own, as they are.
            end = plain.end() - 1
            parts.append(text[start:end])
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
            start = end
        end = start + 1
        while end < size and _combines(text[end]):
            end += 1
        part = _normalise_cluster(text[start:end])
        parts.append(part)
        starts.extend([start] * len(part))
        ends.extend([end] * len(part))
        start = end
    return Normalised("".join(parts), starts, ends)


@lru_cache(maxsize=8192)
def _normalise_cluster(cluster: str) -> str:
    return unicodedata.normalize("NFKC", cluster)


@lru_cache(maxsize=8192)
def _combines(character: str) -> bool:
    """Tell whether a character may become one with what stands before it."""
    if character.isascii():
        return False
    # Half-width kana marks and jamo only show what they are once decomposed.
    first = unicodedata.normalize("NFKD", character)[0]
    is_jamo_vowel_or_final = "\u1160" <= first <= "\u11ff"
    return is_jamo_vowel_or_final or unicodedata.category(first) in ("Mn", "Mc", "Me")
