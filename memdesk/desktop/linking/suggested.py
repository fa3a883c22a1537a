"""Suggested links as the window shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.vault.records import Memory

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.vault.link_suggestions import Suggestion


@dataclass(frozen=True, slots=True)
class End:
    """One of the two memories, and the title of its conversation, empty for a note without."""

    memory: Memory
    title: str


@dataclass(frozen=True, slots=True)
class Suggested:
    """A link that may be made: ``source`` *type* ``target``."""

    suggestion: Suggestion
    source: End
    target: End


@dataclass(frozen=True, slots=True)
class Waiting:
    """The surest suggestions, and how many there are in all."""

    total: int
    first: tuple[Suggested, ...]
