"""Where everything stands on a result's card, worked out once and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast
from unicodedata import bidirectional

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextLine, QTextOption

from memdesk.desktop.search.excerpt import Excerpt, excerpt
from memdesk.desktop.theme.metrics import SCORE_BAR_WIDTH
from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.dates import said
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.names import source_name, speaker
from memdesk.desktop.widgets.score_bar import Segment, segments
from memdesk.retrieval.results import SearchResult

MARGIN, GAP, PADDING = 12, 6, 14
"""Around the card at the sides, between cards, and inside it."""

_LINES = 2
_SURELY_LONG = 300
"""A passage of more characters fills all lines at any width a window has."""
_ROW = 20
_LINE_HEIGHT = 19


def card_height(result: SearchResult, width: int, look: Theme) -> int:
    """Height of a card of ``width`` pixels, without laying it out."""
    inner = _inner(width, look)
    start, end = result.passage
    lines = _LINES
    if end - start <= _SURELY_LONG:
        shown = excerpt(result.content, result.passage, result.marks)
        fits = QFontMetricsF(look.font("body")).horizontalAdvance(shown.text) <= inner - 1
        lines = 1 if fits else _LINES
    scored = bool(result.explanation.contributions)
    return _height(lines, look, foot=scored or bool(result.tags or _remarks(result)))


def _inner(width: int, look: Theme) -> int:
    return max(width - 2 * look.px(PADDING), 40)


def _height(lines: int, look: Theme, *, foot: bool) -> int:
    frame = 2 * (look.px(PADDING) - 1) + look.px(_ROW) + look.px(4)
    below = look.px(8) + look.px(_ROW) if foot else 0
    return frame + lines * look.px(_LINE_HEIGHT) + below


@dataclass(slots=True)
class CardLayout:
    """A card at one width and text size, in coordinates of its own upper left corner.

    ``tags`` are the chips that fit, ``remarks`` what is said after them. There is no ``bar``
    where filters alone found the memory.
    """

    height: int
    title: str
    title_left: float
    meta: str
    meta_width: float
    passage: QTextLayout
    passage_at: QPointF
    marked: tuple[QRectF, ...]
    pieces: tuple[Segment, ...]
    bar: QRectF | None
    tags: tuple[tuple[str, QRectF], ...]
    remarks: str
    remarks_at: QRectF


def lay_out(result: SearchResult, width: int, look: Theme, full_score: float) -> CardLayout:
    """Lay out a card of ``width`` pixels; ``full_score`` is the score of a filled bar."""
    padding, row = look.px(PADDING), look.px(_ROW)
    inner = _inner(width, look)
    top = padding - 1
    meta_font, strong = look.font("meta"), look.font("body", semibold=True)
    who = speaker(result.role, result.source, result.author)
    meta = f"{who} · {said(result.created_at)}"
    meta_metrics = QFontMetricsF(meta_font)
    meta_width = min(meta_metrics.horizontalAdvance(meta) + 1, inner * 0.55)
    meta = meta_metrics.elidedText(meta, Qt.TextElideMode.ElideRight, meta_width)
    title_left = look.px(26)
    title = QFontMetricsF(strong).elidedText(
        without_overrides(result.title) or source_name(result.source),
        Qt.TextElideMode.ElideRight,
        max(inner - title_left - meta_width - look.px(12), 20),
    )
    shown = excerpt(result.content, result.passage, result.marks)
    passage, marks = _passage(shown, look.font("body"), inner, look.px(_LINE_HEIGHT))
    passage_at = QPointF(padding, top + row + look.px(4))
    marked = tuple(
        rect.translated(passage_at) for mark in marks for rect in _mark_rects(passage, mark)
    )
    height = card_height(result, width, look)
    foot = height - padding + 1 - row
    bar_width = min(look.px(SCORE_BAR_WIDTH), inner * 0.5)
    bar_height = look.px(6)
    bar = None
    left = float(padding)
    if result.explanation.contributions:
        bar = QRectF(padding, round(foot + (row - bar_height) / 2), round(bar_width), bar_height)
        left = bar.right() + look.px(10)
    room = QRectF(left, foot, padding + inner - left, row)
    tags, rest = _tags(result.tags, room, look)
    return CardLayout(
        height=height,
        title=title,
        title_left=padding + title_left,
        meta=meta,
        meta_width=meta_width,
        passage=passage,
        passage_at=passage_at,
        marked=marked,
        pieces=segments(result.explanation, full_score),
        bar=bar,
        tags=tags,
        remarks=meta_metrics.elidedText(
            " · ".join(_remarks(result)), Qt.TextElideMode.ElideRight, rest.width()
        ),
        remarks_at=rest,
    )


def utf16(text: str, at: int) -> int:
    """An offset in characters as Qt counts it, in UTF-16 units."""
    return len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


def _passage(
    shown: Excerpt, font: QFont, width: int, line_height: int
) -> tuple[QTextLayout, list[tuple[int, int]]]:
    """The laid out text cut to its lines, and the marks in Qt's offsets."""
    text = shown.text
    layout, starts = _lines(text, font, width, line_height)
    if len(starts) > _LINES:
        units = text.encode("utf-16-le", "surrogatepass")
        last = starts[_LINES - 1]
        head = units[: 2 * last].decode("utf-16-le", "surrogatepass")
        tail = units[2 * last :].decode("utf-16-le", "surrogatepass")
        cut = QFontMetricsF(font).elidedText(tail, Qt.TextElideMode.ElideRight, width - 2)
        layout, _ = _lines(head + cut, font, width, line_height)
        text = head + cut
    end = utf16(text, len(text))
    if text is not shown.text:
        end -= 1
    marks = [
        (utf16(shown.text, first), min(utf16(shown.text, last), end)) for first, last in shown.marks
    ]
    return layout, [(a, b) for a, b in marks if a < b]


def _lines(text: str, font: QFont, width: int, line_height: int) -> tuple[QTextLayout, list[int]]:
    """Lay out at most one line more than is shown; the starts of the lines in UTF-16 units."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    # Qt aligns by the window's direction; a paragraph of the other direction starts at its side.
    strong = next((c for c in map(bidirectional, text) if c in ("L", "R", "AL")), "L")
    option.setAlignment(
        Qt.AlignmentFlag.AlignLeft if strong == "L" else Qt.AlignmentFlag.AlignRight
    )
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= _LINES:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, len(starts) * line_height + (line_height - line.height()) / 2))
        starts.append(line.textStart())
    layout.endLayout()
    return layout, starts


def _mark_rects(layout: QTextLayout, mark: tuple[int, int]) -> list[QRectF]:
    rects = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        start = max(mark[0], line.textStart())
        end = min(mark[1], line.textStart() + line.textLength())
        if start < end:
            left, right = sorted((_x(line, start), _x(line, end)))
            rects.append(QRectF(left - 1, line.y(), right - left + 2, line.height()))
    return rects


def _x(line: QTextLine, at: int) -> float:
    # PySide returns the cursor, possibly corrected, along with the place.
    x, _ = cast(tuple[float, int], line.cursorToX(at))
    return x


def _tags(
    tags: tuple[str, ...], room: QRectF, look: Theme
) -> tuple[tuple[tuple[str, QRectF], ...], QRectF]:
    metrics = QFontMetricsF(look.font("tag"))
    padding, gap = look.px(7), look.px(5)
    placed: list[tuple[str, QRectF]] = []
    left = room.left()
    for number, tag in enumerate(tags):
        name = metrics.elidedText(without_overrides(tag), Qt.TextElideMode.ElideRight, look.px(140))
        width = metrics.horizontalAdvance(name) + 2 * padding
        more = len(tags) - number - 1
        if left + width > room.right() - (look.px(34) if more else 0):
            name = f"+{len(tags) - number}"
            width = metrics.horizontalAdvance(name) + 2 * padding
            if left + width <= room.right():
                placed.append((name, QRectF(left, room.top(), width, room.height())))
                left += width + gap
            break
        placed.append((name, QRectF(left, room.top(), width, room.height())))
        left += width + gap
    if placed:
        left += look.px(5)
    return tuple(placed), QRectF(left, room.top(), max(room.right() - left, 0), room.height())


def _remarks(result: SearchResult) -> list[str]:
    remarks = []
    if result.similar:
        text = QCoreApplication.translate("ResultCard", "{count} similar")
        remarks.append(text.format(count=len(result.similar)))
    remarks.extend(
        note.text
        for note in result.explanation.notes
        if note.kind in ("superseded", "contradicted")
    )
    return remarks
