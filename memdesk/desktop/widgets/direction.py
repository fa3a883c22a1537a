"""Imported text must not turn round what stands beside it."""

from __future__ import annotations

_OVERRIDES = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))


def without_overrides(text: str) -> str:
    """The text as it may be shown: without the signs that embed, override or isolate a direction.

    They are invisible, and can make a file name or a line of code read as another one. Letters of
    scripts that run from right to left keep their order without them.
    """
    return text.translate(_OVERRIDES)
