"""Which half of a suite a question belongs to: what weights are learnt on, and what is left out.

The questions are divided by the subject of what answers them (the first statement of several), so
that no statement, and no other way of asking for it, is in both halves. The hash of the subject's
name decides: nobody chose.
"""

from __future__ import annotations

import hashlib
from typing import Literal

Half = Literal["tuning", "held-out"]
HALVES: tuple[Half, ...] = ("tuning", "held-out")


def half_of(subject: str) -> Half:
    """Return the half that a subject's questions belong to."""
    return HALVES[hashlib.sha256(f"half {subject}".encode()).digest()[-1] % 2]
