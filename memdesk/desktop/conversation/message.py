"""One message of a transcript: who, when, and what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QLinearGradient, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.conversation.body import SHOWN_CHARACTERS, Body
from memdesk.desktop.conversation.message_parts import (
    AVATAR,
    Avatar,
    DaySeparator,
    files,
    sources,
)
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.dates import clock, full, number
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.fold import Fold
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.names import speaker
from memdesk.desktop.widgets.slices import Slices
from memdesk.desktop.widgets.source_badge import letter
from memdesk.vault.records import ATTACHMENT, Memory

STRIPE = 3
"""Width of the bar that marks the hit."""

_PREVIEW = 160


class Message(QWidget):
    """Empty but for its heading until :meth:`build` has been run.

    What tools and the system said, and the texts of attached files, are one line that opens.
    """

    selected = Signal(int)

    def __init__(
        self, memory: Memory, slices: Slices, parent: QWidget | None = None, *, shown: int = 0
    ) -> None:
        super().__init__(parent)
        self.memory = memory
        self._slices = slices
        self._shown = max(shown, SHOWN_CHARACTERS)
        self._pattern: re.Pattern[str] | None = None
        self._hit = False
        self._current = False
        self._day: DaySeparator | None = None
        self.body: Body | None = None
        self.fold: Fold | None = None
        self._blocks = QVBoxLayout()
        self._blocks.setSpacing(GAP_S)
        self._row = QHBoxLayout()
        self._row.setSpacing(GAP_M)
        self._row.addLayout(self._blocks, 1)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addLayout(self._row)
        self._head()
        self._row.setContentsMargins(0, GAP_S, 0, GAP_S)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    # What the transcript sets.

    def setMargins(self, left: int, right: int) -> None:
        """Room at the sides; the hit's stripe runs through it."""
        self._column.setContentsMargins(left, 0, right, 0)

    def settle(self) -> None:
        """Let the layouts notice what was added; Qt tells the inner ones only between events."""
        self._column.activate()

    def setDay(self, day: str) -> None:
        """Say that a new day begins here; nothing for an empty text."""
        if day == (self._day.day if self._day is not None else ""):
            return
        if self._day is not None:
            self._column.removeWidget(self._day)
            self._day.hide()
            self._day.deleteLater()
            self._day = None
        if day:
            self._day = DaySeparator(day)
            self._column.insertWidget(0, self._day)
            self._day.show()

    def setHit(self, hit: bool) -> None:
        """Mark this message as the one that was found, and open it."""
        self._hit = hit
        if hit and self.fold is not None:
            self.fold.open()
        self.update()

    def isHit(self) -> bool:
        """Whether this is the message that was found."""
        return self._hit

    def setCurrent(self, current: bool) -> None:
        """Show that this is the message that keys and the copy menu work on."""
        self._current = current
        self.update()

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches in the text."""
        if pattern == self._pattern:
            return
        self._pattern = pattern
        if self.body is not None:
            self.body.setPattern(pattern)

    def markTop(self) -> int | None:
        """Where the first marked word stands, in pixels from the top."""
        top = self.body.markTop() if self.body is not None else None
        if self.body is None or top is None:
            return None
        return self.body.mapTo(self, QPoint(0, 0)).y() + top

    def textTop(self) -> int:
        """Where the message proper begins, below the line of a new day."""
        return self._row.geometry().top()

    def build(self) -> Iterator[None]:
        """Make the content bit by bit."""
        extra = self.memory.extra
        if self.fold is not None:
            yield
            return
        if extra.get("thinking"):
            self._add(self._thinking(str(extra["thinking"])))
            yield
        if self.memory.content.strip():
            self.body = self._body()
            self._add(self.body)
            yield from self.body.build()
        attachments = extra.get("attachments")
        if isinstance(attachments, list) and attachments:
            self._add(files([entry for entry in attachments if isinstance(entry, dict)]))
            yield
        links = _links(extra.get("links"))
        if links:
            self._add(sources(links))
            yield

    # Parts.

    def _head(self) -> None:
        memory = self.memory
        if memory.type == ATTACHMENT:
            name = str(memory.extra.get("name") or self.tr("attached text"))
            name = without_overrides(name)
            self._compact(self.tr("Attached: {name}").format(name=name), "paperclip", "")
        elif memory.role in ("tool", "system"):
            name = speaker(memory.role, memory.source, memory.author)
            self._compact(name, "code" if memory.role == "tool" else "info", self._first_line())
        else:
            name = speaker(memory.role, memory.source, memory.author)
            source = None if memory.role == "user" else memory.source
            named = source is None or memory.author
            avatar = Avatar(name[:1].upper() if named else letter(memory.source), source)
            self._row.insertWidget(0, avatar, 0, Qt.AlignmentFlag.AlignTop)
            self._blocks.setSpacing(GAP_XS + 2)
            self._blocks.addWidget(self._meta(name))
        self.setAccessibleName(", ".join(part for part in (name, self._time()) if part))
        self.setAccessibleDescription(self._first_line())

    def _meta(self, name: str) -> QWidget:
        memory = self.memory
        parts = [name, self._time()]
        if memory.role == "assistant" and memory.model:
            parts.append(memory.model)
        if memory.edited_at is not None:
            parts.append(self.tr("edited"))
        meta = label(" · ".join(part for part in parts if part), "meta", "secondary")
        if memory.created_at is not None:
            meta.setToolTip(full(memory.created_at))
        meta.setMinimumWidth(1)
        return meta

    def _time(self) -> str:
        return clock(self.memory.created_at) if self.memory.created_at is not None else ""

    def _compact(self, title: str, icon: str, detail: str) -> None:
        self.fold = Fold(title, self._opened, icon=icon, detail=detail)
        # In line with the text of the other messages, which have a circle in front.
        self._row.insertSpacing(0, theme.current().px(AVATAR) + GAP_M)
        self._blocks.addWidget(self.fold)

    def _opened(self) -> QWidget:
        self.body = self._body(tone="secondary")
        self.body.setPattern(self._pattern)
        self._slices.add(self.body.build(), self.body, first=True)
        return self.body

    def _body(self, tone: str = "text") -> Body:
        body = Body(
            self.memory.content,
            self._slices,
            markdown=self.memory.format == "markdown",
            tone=tone,
            shown=self._shown,
        )
        body.setPattern(self._pattern)
        return body

    def _thinking(self, text: str) -> QWidget:
        def make() -> QWidget:
            body = Body(text, self._slices, tone="secondary")
            self._slices.add(body.build(), body, first=True)
            return body

        lines = sum(bool(line.strip()) for line in text.splitlines())
        title = self.tr("Thinking, 1 line")
        if lines != 1:
            title = self.tr("Thinking, {count} lines").format(count=number(lines))
        return Fold(title, make, icon="lightbulb")

    def _first_line(self) -> str:
        start = without_overrides(self.memory.content[: 4 * _PREVIEW])
        lines = (line.strip() for line in start.splitlines())
        return next((line for line in lines if line and not line.startswith("```")), "")[:_PREVIEW]

    def _add(self, widget: QWidget) -> None:
        self._blocks.addWidget(widget)
        widget.show()
        # Blocks are laid out as they come, and want to know their width before.
        self.settle()

    # Drawing.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.selected.emit(self.memory.id)
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self._hit or self._current):
            return
        look = theme.current()
        painter = QPainter(self)
        area = QRect(0, self.textTop(), self.width(), self.height() - self.textTop())
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        bar = QRect(area)
        bar.setWidth(look.px(STRIPE))
        if mirrored:
            bar.moveRight(area.right())
        if self._hit:
            colour = look.colour("soft_accent")
            start, end = (area.right(), area.left()) if mirrored else (area.left(), area.right())
            gradient = QLinearGradient(start, 0, end, 0)
            gradient.setColorAt(0, colour)
            gradient.setColorAt(0.55, colour)
            gradient.setColorAt(1, look.colour("surface"))
            painter.fillRect(area.intersected(event.rect()), gradient)
            painter.fillRect(bar, look.colour("accent"))
        else:
            painter.fillRect(bar, look.colour("control"))


def _links(value: Any) -> Sequence[Sequence[str]]:
    if not isinstance(value, list):
        return ()
    return [
        (str(link[0] or ""), str(link[1]))
        for link in value
        if isinstance(link, (list, tuple)) and len(link) == 2 and link[1]
    ]
