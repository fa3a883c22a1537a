"""Where everything stands on a result's card, worked out once and kept."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QStaticText, QTextLayout, QTransform

from memdesk.desktop.search.excerpt import begins_far, excerpt
from memdesk.desktop.search.passage_layout import (
    LINES,
    line_height,
    passage_layout,
    surely_long,
)
from memdesk.desktop.theme.metrics import SCORE_BAR_WIDTH
from memdesk.desktop.theme.theme import Theme
from memdesk.desktop.widgets.dates import said
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.names import source_name, speaker
from memdesk.retrieval.results import SearchResult

MARGIN, GAP, PADDING = 12, 6, 14
"""Around the card at the sides, between cards, and inside it."""

_ROW = 20


def card_height(result: SearchResult, width: int, look: Theme) -> int:
    """Height of a card of ``width`` pixels, without laying it out.

    A list asks for all its cards: most are told from the length of the passage alone. Rarely one
    is higher than its text then, where signs of Markdown take up much of the passage.
    """
    foot = bool(result.explanation.contributions or result.tags or _remarks(result))
    return _height(_line_count(result, _inner(width, look), look), look, foot=foot)


def _line_count(result: SearchResult, width: int, look: Theme) -> int:
    font = look.font("body")
    long = surely_long(font, width)
    start, end = result.passage
    # The target of a link is long and not shown; nor is what stands far before the matched words.
    whole = "](" not in result.content[start:end] and not begins_far(result.passage, result.marks)
    if whole and end - start > long:
        return LINES
    text = excerpt(result.content, result.passage, result.marks).text
    if len(text) > long:
        return LINES
    return 1 if QFontMetricsF(font).horizontalAdvance(text) <= width - 1 else LINES


def _inner(width: int, look: Theme) -> int:
    return max(width - 2 * look.px(PADDING), 40)


def _height(lines: int, look: Theme, *, foot: bool) -> int:
    frame = 2 * (look.px(PADDING) - 1) + look.px(_ROW) + look.px(4)
    below = look.px(8) + look.px(_ROW) if foot else 0
    return frame + lines * line_height(look) + below


@dataclass(frozen=True, slots=True)
class CardText:
    """A line of text with its glyphs chosen, and the upper left corner of where it stands."""

    text: QStaticText
    at: QPointF

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.at.x() + self.text.size().width()


@dataclass(frozen=True, slots=True)
class CardLayout:
    """A card at one width and text size, in coordinates of its own upper left corner.

    ``tags`` are the chips that fit, ``remarks`` what is said after them. There is no ``bar``
    where filters alone found the memory.
    """

    height: int
    title: CardText
    meta: CardText
    passage: QTextLayout
    passage_at: QPointF
    marked: QPainterPath
    bar: QRectF | None
    tags: tuple[tuple[CardText, QRectF], ...]
    remarks: CardText | None


def layout_key(result: SearchResult) -> Hashable:
    """What a card shows apart from its score: with the same key its layout is the same.

    The answers to what is being typed have most of their cards in common.
    """
    shown = excerpt(result.content, result.passage, result.marks)
    scored = bool(result.explanation.contributions)
    head = (result.id, result.title, result.author, said(result.created_at))
    return head, shown, scored, result.tags, tuple(_remarks(result))


def lay_out(result: SearchResult, width: int, height: int, look: Theme) -> CardLayout:
    """Lay out a card of ``width`` and :func:`card_height` pixels."""
    padding, row = look.px(PADDING), look.px(_ROW)
    inner = _inner(width, look)
    top = padding - 1
    who = speaker(result.role, result.source, result.author)
    room = QRectF(padding, top, inner, row)
    meta = _right_of(f"{who} · {said(result.created_at)}", look.font("meta"), room)
    room.setLeft(padding + look.px(26))
    room.setRight(max(meta.at.x() - look.px(12), room.left() + 20))
    title = _text(
        without_overrides(result.title) or source_name(result.source),
        look.font("body", semibold=True),
        room,
    )
    shown = excerpt(result.content, result.passage, result.marks)
    passage = passage_layout(shown, inner, look)
    passage_at = QPointF(padding, top + row + look.px(4))
    foot = QRectF(padding, height - padding + 1 - row, inner, row)
    bar = None
    if result.explanation.contributions:
        bar_width = round(min(look.px(SCORE_BAR_WIDTH), inner * 0.5))
        bar_height = look.px(6)
        bar_top = round(foot.top() + (row - bar_height) / 2)
        bar = QRectF(padding, bar_top, bar_width, bar_height)
        foot.setLeft(bar.right() + look.px(10))
    tags, rest = _tags(result.tags, foot, look)
    remarks = " · ".join(_remarks(result))
    return CardLayout(
        height=height,
        title=title,
        meta=meta,
        passage=passage.text,
        passage_at=passage_at,
        marked=passage.marked.translated(passage_at),
        bar=bar,
        tags=tags,
        remarks=_text(remarks, look.font("meta"), rest) if remarks else None,
    )


def _text(text: str, font: QFont, room: QRectF) -> CardText:
    """Text at the left of its room, shortened where it does not fit."""
    made = _prepared(text, font)
    if made.size().width() > room.width() + 1:
        cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        made = _prepared(cut, font)
    return CardText(made, QPointF(room.left(), room.center().y() - made.size().height() / 2))


def _right_of(text: str, font: QFont, room: QRectF) -> CardText:
    """Text at the right of its room, of which it may take about half."""
    made = _text(text, font, QRectF(room.left(), room.top(), room.width() * 0.55, room.height()))
    return CardText(made.text, QPointF(room.right() - made.text.size().width(), made.at.y()))


def _prepared(text: str, font: QFont) -> QStaticText:
    made = QStaticText(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.prepare(QTransform(), font)
    return made


def _tags(
    tags: tuple[str, ...], room: QRectF, look: Theme
) -> tuple[tuple[tuple[CardText, QRectF], ...], QRectF]:
    """The tags that fit, each with its frame, and the room after them."""
    font = look.font("tag")
    padding, gap, widest = look.px(7), look.px(5), look.px(140)
    placed: list[tuple[CardText, QRectF]] = []
    left = room.left()

    def place(name: str, right: float) -> bool:
        nonlocal left
        within = QRectF(left + padding, room.top(), widest, room.height())
        text = _text(name, font, within)
        frame = QRectF(left, room.top(), text.right + padding - left, room.height())
        fits = frame.right() <= right
        if fits:
            placed.append((text, frame))
            left = frame.right() + gap
        return fits

    for number, tag in enumerate(tags):
        more = number + 1 < len(tags)
        if not place(without_overrides(tag), room.right() - (look.px(34) if more else 0)):
            place(f"+{len(tags) - number}", room.right())
            break
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
