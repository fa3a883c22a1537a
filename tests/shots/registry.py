"""Which views are drawn, and how.

A module in this folder registers its views with :func:`shot`; the function builds the widget with
made-up data and returns it. ``python -m tests.shots FOLDER`` draws all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

STANDARD = (1280, 800)


@dataclass(frozen=True, slots=True)
class Shot:
    """A view in one state; ``size`` in pixels."""

    name: str
    build: Callable[[], QWidget]
    size: tuple[int, int]
    text_scale: float
    settle_ms: int


SHOTS: dict[str, Shot] = {}


def shot(
    name: str,
    size: tuple[int, int] = STANDARD,
    text_scale: float = 1.0,
    settle_ms: int = 60,
) -> Callable[[Callable[[], QWidget]], Callable[[], QWidget]]:
    """Register the function that builds the view ``name`` (``pane-state``).

    ``settle_ms`` is how long the view is shown before it is drawn, for states that come late.
    """

    def register(build: Callable[[], QWidget]) -> Callable[[], QWidget]:
        if name in SHOTS:
            raise ValueError(f"two views are called {name}")
        SHOTS[name] = Shot(name, build, size, text_scale, settle_ms)
        return build

    return register
