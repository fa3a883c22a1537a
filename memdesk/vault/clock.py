"""The present, in the vault's unit."""

from __future__ import annotations

import time


def now() -> int:
    """Return the present as UTC milliseconds."""
    return time.time_ns() // 1_000_000
