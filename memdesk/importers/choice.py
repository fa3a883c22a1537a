"""Which of an input's conversations and notes are wanted.

What is not wanted is left out by choice: it is counted apart, and never among what was lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from memdesk.importers.parsed import ParsedConversation, ParsedNote

ItemKey = tuple[str, Literal["conversation", "note"], str]
"""Source, kind and external id of a conversation or note."""

_WILDCARDS = "*?"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One conversation or note that is not wanted, by its external id."""

    external_id: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What is wanted; everything, unless something else is said.

    ``left_out`` names single items. ``titles`` are patterns, of which one has to fit the title:
    with ``*`` or ``?`` in it the whole of it, else any part; case does not matter.
    ``archived`` and ``temporary`` tell whether conversations of these kinds are wanted.
    """

    left_out: frozenset[ItemKey] = frozenset()
    titles: tuple[str, ...] = ()
    archived: bool = True
    temporary: bool = True

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return self == Choice()

    def wants(
        self, key: ItemKey, title: str, *, archived: bool = False, temporary: bool = False
    ) -> bool:
        """Tell whether a conversation or note is wanted."""
        if key in self.left_out:
            return False
        if (archived and not self.archived) or (temporary and not self.temporary):
            return False
        return not self.titles or any(_fits(title, pattern) for pattern in self.titles)


EVERYTHING = Choice()


def key_of(item: ParsedConversation | ParsedNote, source: str) -> ItemKey:
    """Return what an item is named by in a choice."""
    kind: Literal["conversation", "note"] = "conversation"
    if isinstance(item, ParsedNote):
        kind = "note"
    return source, kind, item.external_id


def _fits(title: str, pattern: str) -> bool:
    title, pattern = title.casefold(), pattern.casefold()
    if any(sign in pattern for sign in _WILDCARDS):
        # Brackets stand in titles, and are no sets of characters here.
        return fnmatchcase(title, pattern.replace("[", "[[]"))
    return pattern in title
