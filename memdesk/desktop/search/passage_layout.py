"""The lines of a passage on a card, and the ground under its matched words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from unicodedata import bidirectional

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainterPath,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from memdesk.desktop.search.excerpt import Excerpt
from memdesk.desktop.theme.metrics import RADIUS_MARK
from memdesk.desktop.theme.theme import Theme

LINES = 2
"""More of a passage are not shown."""
_LINE_HEIGHT = 19
_NARROWEST = 0.3
"""Of its size a font's characters are at least as wide as this, one with another."""


@dataclass(frozen=True, slots=True)
class PassageLayout:
    """Text cut to its lines, and the ground of its marks, from the upper left corner."""

    text: QTextLayout
    marked: QPainterPath


def line_height(look: Theme) -> int:
    """The height of one line."""
    return look.px(_LINE_HEIGHT)


def surely_long(font: QFont, width: int) -> float:
    """The number of characters that do not fit on one line, whatever they are."""
    return width / (font.pixelSize() * _NARROWEST)


def passage_layout(shown: Excerpt, width: int, look: Theme) -> PassageLayout:
    """Lay out an excerpt in lines of ``width`` pixels."""
    font, height = look.font("body"), line_height(look)
    text = shown.text
    whole = made = _laid_out(text, font, width, height)
    room = float(width)
    while len(made.lines) > LINES and room > 0:
        # Rarely, in mixed scripts, letters take another form at the end and more room.
        room -= QFontMetricsF(font).horizontalAdvance(" …") + 1
        text = _shortened(shown.text, whole.lines[LINES - 1], room)
        made = _laid_out(text, font, width, height)
    end = utf16(text.rstrip(" …"), len(text)) if text is not shown.text else utf16(text, len(text))
    marked = QPainterPath()
    marked.setFillRule(Qt.FillRule.WindingFill)
    for first, last in shown.marks:
        begin, stop = utf16(shown.text, first), min(utf16(shown.text, last), end)
        if begin >= end:
            break
        for line in made.lines:
            rect = line.ground(begin, stop)
            if rect is not None:
                marked.addRoundedRect(rect, RADIUS_MARK, RADIUS_MARK)
    return PassageLayout(made.layout, marked)


def utf16(text: str, at: int) -> int:
    """An offset in characters as Qt counts it, in UTF-16 units."""
    return len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with the places in UTF-16 units where it begins and ends."""

    line: QTextLine
    start: int
    end: int

    def ground(self, first: int, last: int) -> QRectF | None:
        """The ground under the characters from ``first`` to ``last``, as far as they are here."""
        first, last = max(first, self.start), min(last, self.end)
        if first >= last:
            return None
        left, right = sorted((self.x(first), self.x(last)))
        return QRectF(left - 1, self.line.y(), right - left + 2, self.line.height())

    def x(self, at: int) -> float:
        """Where a character stands."""
        # PySide returns the cursor, possibly corrected, along with the place.
        x, _ = cast(tuple[float, int], self.line.cursorToX(at))
        return x


@dataclass(frozen=True, slots=True)
class _Lines:
    """A layout with its lines, which end with it."""

    layout: QTextLayout
    lines: tuple[_Line, ...]


def _laid_out(text: str, font: QFont, width: int, height: int) -> _Lines:
    """Lay out at most one line more than is shown."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    # Qt aligns by the window's direction; a paragraph of the other direction starts at its side.
    option.setAlignment(
        Qt.AlignmentFlag.AlignLeft if _runs_right(text) else Qt.AlignmentFlag.AlignRight
    )
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    lines: list[_Line] = []
    while len(lines) <= LINES:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, len(lines) * height + (height - line.height()) / 2))
        start = line.textStart()
        lines.append(_Line(line, start, start + line.textLength()))
    layout.endLayout()
    return _Lines(layout, tuple(lines))


def _runs_right(text: str) -> bool:
    """Whether the first letter belongs to a script that is written from left to right."""
    return next((c for c in map(bidirectional, text) if c in ("L", "R", "AL")), "L") == "L"


def _shortened(text: str, last: _Line, room: float) -> str:
    """The text up to and with what ``room`` pixels hold of the ``last`` line, and … ."""
    end, taken = last.end, last.line.naturalTextWidth()
    if taken > room:
        # A line breaks between words, which mostly leaves room for … .
        if _runs_right(text):
            end = last.line.xToCursor(room, QTextLine.CursorPosition.CursorOnCharacter)
        else:
            end = last.start + int((end - last.start) * room / taken)
    units = text.encode("utf-16-le", "surrogatepass")
    kept = units[: 2 * end].decode("utf-16-le", "ignore").rstrip(" …")
    # After a full stop … would be read as part of it.
    return kept + (" …" if kept[-1:] in ".!?:;" else "…")
