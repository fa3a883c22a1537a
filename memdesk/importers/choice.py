"""Which of an input's conversations and notes are wanted.

What is not wanted is left out by choice: it is counted apart, and never among what was lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from memdesk.importers.parsed import (
    ParsedConversation,
    ParsedItem,
    ParsedNote,
    ParseIssue,
    Parser,
)

ItemKey = tuple[str, Literal["conversation", "note"], str]
"""Source, kind and external id of a conversation or note."""

_WILDCARDS = "*?["


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One conversation or note that is not wanted, by its external id."""

    external_id: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What is wanted; everything, unless something else is said.

    ``left_out`` names single items. ``titles`` are patterns, of which one has to fit the title:
    with ``*``, ``?`` or ``[…]`` in it the whole of it, else any part; case does not matter.
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

    def wants(self, item: ParsedConversation | ParsedNote, source: str) -> bool:
        """Tell whether a conversation or note is wanted."""
        if key_of(item, source) in self.left_out:
            return False
        if isinstance(item, ParsedConversation) and (
            (item.archived and not self.archived) or (item.temporary and not self.temporary)
        ):
            return False
        return not self.titles or any(_fits(item.title or "", titles) for titles in self.titles)


EVERYTHING = Choice()


def key_of(item: ParsedConversation | ParsedNote, source: str) -> ItemKey:
    """Return what an item is named by in a choice."""
    kind: Literal["conversation", "note"] = "conversation"
    if isinstance(item, ParsedNote):
        kind = "note"
    return source, kind, item.external_id


def chosen(parser: Parser, choice: Choice) -> Iterator[ParsedItem | LeftOut]:
    """Yield what a parser yields, with a :class:`LeftOut` for each item that is not wanted.

    Issues about a conversation go with it. They name it by its title alone, and stand directly
    before it, or behind it if they are about a message.
    """
    if choice.everything:
        yield from parser
        return
    waiting: list[ParseIssue] = []
    without: str | None = None
    for item in parser:
        if isinstance(item, ParseIssue):
            if item.message is None or item.conversation != without:
                if waiting and waiting[-1].conversation != item.conversation:
                    yield from waiting
                    waiting.clear()
                waiting.append(item)
            continue
        wanted = choice.wants(item, parser.source)
        if isinstance(item, ParsedConversation):
            without = None if wanted else item.title
        yield from (issue for issue in waiting if without is None or issue.conversation != without)
        waiting.clear()
        yield item if wanted else LeftOut(item.external_id)
    yield from waiting


def _fits(title: str, pattern: str) -> bool:
    title, pattern = title.casefold(), pattern.casefold()
    if any(sign in pattern for sign in _WILDCARDS):
        return fnmatchcase(title, pattern)
    return pattern in title
