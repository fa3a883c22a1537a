"""What the texts of memories are like, each looked at once: whether it asks, names, counts, tells.

Expressions that have to be sought all through a text take longest of all in scoring. What is
typed letter by letter, then rested on, then asked has mostly the same candidates each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from memdesk.index.columns import Ordinals
from memdesk.text import clock_times, questions, statements

Form = Literal["question", "says_when", "says_hour", "says_how_many", "says_name", "first_person"]
Texts = Callable[[Ordinals], Sequence[str]]

_BITS: dict[Form, int] = {
    "question": 1,
    "says_when": 2,
    "says_how_many": 4,
    "says_name": 8,
    "first_person": 16,
    "says_hour": 32,
}
_HOLDS: dict[Form, Callable[[str], bool]] = {
    "question": questions.is_question,
    "says_when": clock_times.has_time,
    "says_hour": clock_times.has_clock_time,
    "says_how_many": questions.has_number,
    "first_person": statements.is_first_person,
}


class TextForms:
    """Six bytes a memory: which forms are known of it, which it has, and which share of it asks."""

    def __init__(self) -> None:
        self._known = np.zeros(0, dtype=np.uint8)
        self._has = np.zeros(0, dtype=np.uint8)
        self._asking = np.zeros(0, dtype=np.float32)
        self._people: frozenset[str] = frozenset()

    def follow(self, size: int, changed: Ordinals) -> None:
        """Make room for ``size`` memories, and forget those that have changed."""
        if size > len(self._known):
            known, has = (np.zeros(size * 5 // 4, dtype=np.uint8) for _ in range(2))
            known[: len(self._known)] = self._known
            has[: len(self._has)] = self._has
            asking = np.full(len(known), np.nan, dtype=np.float32)
            asking[: len(self._asking)] = self._asking
            self._known, self._has, self._asking = known, has, asking
        self._known[changed] = 0
        self._asking[changed] = np.nan

    def tell(
        self, form: Form, ordinals: Ordinals, texts: Texts, people: frozenset[str] = frozenset()
    ) -> NDArray[np.bool_]:
        """Return which memories have a form; ``texts`` reads those not yet looked at.

        Names of ``people`` (folded) do not count among ``says_name``.
        """
        bit = np.uint8(_BITS[form])
        if form == "says_name" and people != self._people:
            self._people = people
            self._known &= ~bit
        unknown = ordinals[self._known[ordinals] & bit == 0]
        if len(unknown):
            holds = _HOLDS.get(form) or partial(statements.has_name, but=people)
            found = np.array([holds(text) for text in texts(unknown)], dtype=np.bool_)
            self._has[unknown] = np.where(
                found, self._has[unknown] | bit, self._has[unknown] & ~bit
            )
            self._known[unknown] |= bit
        return np.asarray(self._has[ordinals] & bit > 0)

    def asking_shares(self, ordinals: Ordinals, texts: Texts) -> NDArray[np.float32]:
        """Return which share of each memory asks, 0 to 1; ``texts`` as in :meth:`tell`."""
        unknown = ordinals[np.isnan(self._asking[ordinals])]
        if len(unknown):
            self._asking[unknown] = [questions.asking_share(text) for text in texts(unknown)]
        return np.asarray(self._asking[ordinals])
