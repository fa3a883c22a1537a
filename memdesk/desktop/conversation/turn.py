"""A message's place in the column: known from the start, while its widget is made later."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memdesk.desktop.conversation.message import Message
from memdesk.desktop.widgets.column import height_at
from memdesk.vault.records import Memory


@dataclass(slots=True, eq=False)
class Turn:
    """Where a message stands, in pixels of the column.

    ``whole`` tells that all of it is made, ``placed`` that it takes room, ``gone`` that it was
    taken away.
    """

    memory: Memory
    pattern: re.Pattern[str] | None = None
    needed: int = 0
    """Characters of a long text that have to be shown."""
    day: str = ""
    """The day that begins with it, in words."""
    message: Message | None = None
    whole: bool = False
    placed: bool = False
    gone: bool = False
    growing: bool = False
    """Whether its height may have changed since it was asked for."""
    resized: bool = False
    """Whether the widget has another size than is known here."""
    y: int = 0
    width: int = 0
    margin: int = 0
    height: int = 0

    @property
    def bottom(self) -> int:
        """Where the next one begins."""
        return self.y + self.height

    def fit(self, left: int, width: int, margin: int) -> None:
        """Take the height that the message needs at this width."""
        if self.message is None:
            return
        if self.width != width or self.margin != margin:
            self.message.setMargins(left, margin)
            self.width, self.margin = width, margin
            self.resized = True
        if self.growing:
            self.message.settle()
        height = height_at(self.message, width)
        if height != self.height:
            self.height = height
            self.resized = True
        self.growing = False

    def place(self, x: int, y: int) -> None:
        """Stand there."""
        self.y = y
        self.resized = False
        if self.message is not None:
            self.message.setGeometry(x, y, self.width, self.height)

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches in the text."""
        self.pattern = pattern
        if self.message is not None:
            self.message.setPattern(pattern)

    def setDay(self, day: str) -> None:
        """Say that a new day begins here; nothing for an empty text."""
        self.day = day
        if self.message is not None:
            self.message.setDay(day)
