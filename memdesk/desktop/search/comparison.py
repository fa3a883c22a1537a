"""A memory's contributions beside those of the last result shown and of the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from memdesk.desktop.search.breakdown import TINY, signed
from memdesk.desktop.search.stages import stage_name
from memdesk.desktop.theme import theme
from memdesk.desktop.widgets.score_bar import GROUP_ORDER
from memdesk.retrieval.explanation import Group
from memdesk.retrieval.placement import Compared, Placement, compared

_ROW = 24
_COLUMN = 51
_THICK = 5

_Values = tuple[float, float | None, float | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A row: the memory's own value, that of the last shown, that of the first."""

    name: str
    group: Group
    values: _Values
    is_sum: bool = False


def lines(placement: Placement, small: str, total: str) -> tuple[Line, ...]:
    """Rows in the score bar's order; what is tiny for all three is added up in one of them.

    The columns add up to the scores in the last row.
    """
    rows = sorted(compared(placement), key=lambda row: GROUP_ORDER.index(row.group))
    large = [row for row in rows if max(map(abs, _known(row))) >= TINY]
    tiny = [row for row in rows if row not in large and max(map(abs, _known(row))) > 0]
    made = [Line(stage_name(row.stage), row.group, _of(row)) for row in large]
    if tiny:
        made.append(Line(small.format(count=len(tiny)), "normalisation", _sums(tiny)))
    made.append(Line(total, "normalisation", _sums(rows), is_sum=True))
    return tuple(made)


def _of(row: Compared) -> _Values:
    return row.own, row.last, row.first


def _known(row: Compared) -> list[float]:
    return [value for value in _of(row) if value is not None]


def _sums(rows: Sequence[Compared]) -> _Values:
    def total(values: Sequence[float | None]) -> float | None:
        return (
            sum(v for v in values if v is not None) if any(v is not None for v in values) else None
        )

    return (
        sum(row.own for row in rows),
        total([row.last for row in rows]),
        total([row.first for row in rows]),
    )


class Comparison(QWidget):
    """A table that paints itself: name, two bars (its own above the last shown's), figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        self._heads: tuple[str, str, str] = ("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What its score is made of, beside others"))

    def setPlacement(self, placement: Placement) -> None:
        """Show the contributions of another memory."""
        if placement.own is None:
            self._lines = ()
        else:
            self._lines = lines(placement, self.tr("{count} small ones"), self.tr("Score"))
        self._heads = (
            self.tr("It"),
            self.tr("Last") if placement.last is not None else "",
            self.tr("First") if placement.first is not None else "",
        )
        self.setAccessibleDescription(". ".join(map(self._read, self._lines)))
        self.updateGeometry()
        self.update()

    def lines(self) -> tuple[Line, ...]:
        """The rows shown."""
        return self._lines

    def sizeHint(self) -> QSize:
        rows = len(self._lines) + 1 if self._lines else 0
        return QSize(240, rows * theme.current().px(_ROW))

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            row = int(self.mapFromGlobal(self.cursor().pos()).y() // theme.current().px(_ROW)) - 1
            inside = 0 <= row < len(self._lines)
            QToolTip.showText(
                self.cursor().pos(), self._read(self._lines[row]) if inside else "", self
            )
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._lines:
            return
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font("meta"))
        painter.setPen(look.colour("faint"))
        columns = sum(1 for head in self._heads if head)
        self._paint_figures(painter, 0, [head for head in self._heads if head])
        row = look.px(_ROW)
        painter.fillRect(QRectF(0, row - 1, self.width(), 1), look.colour("hairline"))
        bars = [line for line in self._lines if not line.is_sum]
        largest = max(
            (abs(v) for line in bars for v in line.values[:2] if v is not None), default=0.0
        )
        for at, line in enumerate(self._lines, start=1):
            if line.is_sum:
                painter.fillRect(QRectF(0, at * row, self.width(), 1), look.colour("hairline"))
            self._paint_line(painter, line, at, columns, largest)

    def _paint_line(
        self, painter: QPainter, line: Line, at: int, columns: int, largest: float
    ) -> None:
        look = theme.current()
        row = look.px(_ROW)
        font = look.font("meta", semibold=line.is_sum)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        right = self.width() - columns * look.px(_COLUMN)
        name_width = min(look.px(140), right - look.px(24))
        painter.setPen(look.colour("text" if line.is_sum else "secondary"))
        name = metrics.elidedText(line.name, Qt.TextElideMode.ElideRight, name_width - look.px(6))
        area = QRectF(0, at * row, name_width, row)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(look.colour("text"))
        shown = [value for value, head in zip(line.values, self._heads, strict=True) if head]
        self._paint_figures(painter, at, [_figure(v, signs=not line.is_sum) for v in shown])
        if line.is_sum or not largest:
            return
        room = right - name_width - look.px(4)
        thick = look.px(_THICK)
        painter.setPen(Qt.PenStyle.NoPen)
        for value, top, colour in (
            (line.values[0], at * row + row / 2 - thick - 0.5, look.palette.group(line.group)),
            (line.values[1], at * row + row / 2 + 1, look.palette.control),
        ):
            if value is None or abs(value) < 0.0005:
                continue
            painter.setBrush(QColor(colour))
            length = max(room * abs(value) / largest, thick)
            painter.drawRoundedRect(
                QRectF(name_width, top, length, thick - 1), thick / 2, thick / 2
            )

    def _paint_figures(self, painter: QPainter, at: int, texts: Sequence[str]) -> None:
        look = theme.current()
        row, width = look.px(_ROW), look.px(_COLUMN)
        for place, text in enumerate(reversed(texts)):
            area = QRectF(self.width() - (place + 1) * width, at * row, width, row)
            painter.drawText(
                area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text
            )

    def _read(self, line: Line) -> str:
        figures = (
            f"{head} {_figure(value, signs=not line.is_sum)}"
            for head, value in zip(self._heads, line.values, strict=True)
            if head
        )
        return f"{line.name}: {', '.join(figures)}"


def _figure(value: float | None, *, signs: bool) -> str:
    if value is None:
        return "—"
    if signs and abs(value) < 0.0005:
        return "0"
    return signed(value, 2 if abs(value) >= TINY else 3) if signs else f"{value:.2f}"
