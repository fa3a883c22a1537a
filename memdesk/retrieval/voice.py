"""The voice an answer is given in, and how probable it is that it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Voice = Literal["sure", "unsure", "nothing"]
Rule = Literal["words", "confidence", "relevance", "profile"]
"""Why nothing is shown: no word and nothing near; too small a probability; nothing in common with
the question; a rule of the parents' profiles."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """The probability that an answer is among the first ten, and the voice that follows from it.

    ``missing`` are the question's words that no memory holds. ``figures`` are what the
    probability was read from, ``basis`` names the set of coefficients
    (:data:`memdesk.retrieval.confidence.SETS`).
    """

    probability: float
    voice: Voice
    missing: tuple[str, ...] = ()
    basis: str = "both"
    figures: Mapping[str, float] = field(default_factory=dict)


def percent(probability: float) -> str:
    """Return a probability as people read it: never 0 % nor 100 %, and never broken in two."""
    return f"{min(max(round(100 * probability), 1), 99)}\N{NO-BREAK SPACE}%"
