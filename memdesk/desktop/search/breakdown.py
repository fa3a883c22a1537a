"""The full account of a score: a sentence, a row for each contribution, and their sum."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.search.raw_figures import raw_figure
from memdesk.desktop.search.stages import note_words, stage_name
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_S
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.desktop.widgets.labels import hairline, label
from memdesk.desktop.widgets.score_bar import GROUP_ORDER, Segment, paint_score_bar
from memdesk.retrieval.contributions import total
from memdesk.retrieval.explanation import Contribution, Explanation, Group

TINY = 0.01
"""Contributions below this are folded away."""
NOTHING = 0.0005
"""Contributions below this would read as +0.000 and are left out."""

_ROW = 24
_SHORTEST_BAR = 36


def ordered(explanation: Explanation) -> tuple[list[Contribution], list[Contribution]]:
    """Contributions worth a row of their own, and the tiny ones, both in the bar's order."""
    in_order = sorted(
        explanation.contributions,
        key=lambda c: (GROUP_ORDER.index(c.group), -abs(c.value)),
    )
    large = [c for c in in_order if abs(c.value) >= TINY]
    return large, [c for c in in_order if NOTHING <= abs(c.value) < TINY]


def sentence_html(sentence: str) -> str:
    """The sentence with its opening, up to “because”, in semibold."""
    head, because, tail = sentence.partition(" because ")
    if because:
        html = f'<span style="font-weight:600">{escape(head)} because</span> {escape(tail)}'
    else:
        html = escape(sentence)
    return f'<div style="line-height:140%">{html}</div>'


class BreakdownCard(QFrame):
    """Hidden while there is nothing to explain, and while the user does not want it."""

    wantedChanged = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explanation: Explanation | None = None
        self._unfolded = False
        self._wanted = True
        self._sentence = label(wrap=True, selectable=True)
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self._sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._rows: list[_Row] = []
        self._row_column = QVBoxLayout()
        self._row_column.setSpacing(0)
        self._more = LinkButton("")
        self._more.setCheckable(False)
        self._more.clicked.connect(lambda: self.unfold(not self._unfolded))
        self._total = label()
        self._total.setProperty("strong", True)
        self._notes = label(role="meta", tone="secondary", wrap=True)
        name = label(self.tr("Score"))
        name.setProperty("strong", True)
        total = QHBoxLayout()
        total.addWidget(name)
        total.addStretch(1)
        total.addWidget(self._total)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP_L - 2, GAP_L - 4, GAP_L - 2, GAP_L - 4)
        column.setSpacing(GAP_S - 2)
        column.addWidget(self._sentence)
        column.addLayout(self._row_column)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(hairline())
        column.addLayout(total)
        column.addWidget(self._notes)
        self.setProperty("surface", "raised")
        self.setAccessibleName(self.tr("Why this result stands here"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.hide()

    def setExplanation(self, explanation: Explanation | None) -> None:
        """Explain another score, or nothing; what filters alone found has no score."""
        if explanation is not None and not explanation.contributions:
            explanation = None
        if explanation is self._explanation:
            return
        self._explanation = explanation
        self._unfolded = False
        if explanation is not None:
            self._fill(explanation)
        self.setVisible(self._wanted and explanation is not None)

    def setWanted(self, wanted: bool) -> None:
        """Show the card for this and every further result, or for none."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.setVisible(wanted and self._explanation is not None)
            self.wantedChanged.emit(wanted)

    def wanted(self) -> bool:
        """Whether the card is shown where there is something to explain."""
        return self._wanted

    def explanation(self) -> Explanation | None:
        """What is explained."""
        return self._explanation

    def unfold(self, unfolded: bool = True) -> None:
        """Show the tiny contributions too, or fold them away."""
        self._unfolded = unfolded
        if self._explanation is not None:
            self._fill(self._explanation)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event) and self._explanation is not None:
            self._fill(self._explanation)
        super().changeEvent(event)

    def _fill(self, explanation: Explanation) -> None:
        self._sentence.setText(sentence_html(explanation.sentence))
        self._sentence.setVisible(bool(explanation.sentence))
        large, tiny = ordered(explanation)
        self._show_rows(explanation, large + tiny if self._unfolded else large, large + tiny)
        if self._unfolded:
            self._more.setText(self.tr("Fold the small ones away"))
        else:
            self._more.setText(
                self.tr("{count} smaller, together {value}").format(
                    count=len(tiny), value=signed(sum(c.value for c in tiny), 3)
                )
            )
        self._more.setVisible(bool(tiny))
        self._total.setText(f"{total(explanation.contributions):.2f}")
        self._notes.setText(" · ".join(map(note_words, explanation.notes)))
        self._notes.setVisible(bool(explanation.notes))

    def _show_rows(
        self,
        explanation: Explanation,
        shown: Sequence[Contribution],
        measured: Sequence[Contribution],
    ) -> None:
        """Fill the rows there are, and make more only where they do not suffice.

        Every key typed brings another explanation, and a new widget takes its time to be styled.
        """
        look = theme.current()
        metrics = QFontMetrics(look.font("meta"))
        ranks = dict(explanation.ranks)
        largest = max((abs(c.value) for c in explanation.contributions), default=0.0)
        names = {c.stage: metrics.horizontalAdvance(stage_name(c.stage)) for c in measured}
        figures = [raw_figure(c, ranks) for c in measured]
        widths = [metrics.horizontalAdvance(figure) for figure in figures]
        name_width = min(max(names.values(), default=0) + look.px(16), look.px(170))
        while len(self._rows) < len(shown):
            row = _Row(self)
            self._rows.append(row)
            self._row_column.addWidget(row)
        for row, contribution, figure in zip(self._rows, shown, figures, strict=False):
            row.say(contribution, figure, largest)
            row.align(name_width, max(widths))
        for place, row in enumerate(self._rows):
            row.setVisible(place < len(shown))


def signed(value: float, digits: int = 2) -> str:
    """A value with its sign, a true minus included: +0.38, −0.05."""
    return f"{value:+.{digits}f}".replace("-", "−")


class _Row(QWidget):
    """Name, bar, raw figure, signed value."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = self._figure = self._value = ""
        self._group: Group = "normalisation"
        self._loss = False
        self._share = 0.0
        self._name_width = self._figure_width = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, contribution: Contribution, figure: str, largest: float) -> None:
        """Show a contribution; the bar of one of the value ``largest`` is full."""
        self._name, self._figure = stage_name(contribution.stage), figure
        self._group, self._loss = contribution.group, contribution.value < 0
        self._share = abs(contribution.value) / largest if largest else 0.0
        digits = 2 if abs(contribution.value) >= TINY else 3
        self._value = signed(contribution.value, digits)
        parts = [part for part in (self._name, figure) if part]
        self.setAccessibleName(": ".join((*parts, self._value)))
        exact = (
            f"{contribution.feature:.3f} × {contribution.weight:.3g} = "
            f"{signed(contribution.value, 3)}"
        )
        if contribution.detail:
            exact = f"{exact} ({contribution.detail})"
        self.setAccessibleDescription(exact)
        # The figure is cut short where there is no room for it.
        self.setToolTip(": ".join(parts) + "\n" + exact)
        self.update()

    def align(self, name_width: int, figure_width: int) -> None:
        """Leave room for the longest name and figure of the card."""
        self._name_width, self._figure_width = name_width, figure_width

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(_ROW))

    def cut(self) -> bool:
        """Whether the figure is cut short."""
        _, _, figure_left, right = self._columns()
        metrics = QFontMetrics(theme.current().font("meta"))
        return metrics.horizontalAdvance(self._figure) > right - figure_left

    def _columns(self) -> tuple[int, int, int, int]:
        """Where the bar begins, how long it may be, where the figure begins and where it ends.

        All bars of a card get the same room, so that their lengths can be compared. They give way
        to the longest of the figures.
        """
        look = theme.current()
        bar_left = min(self._name_width, self.width() * 2 // 5)
        right = self.width() - look.px(56)
        room, gap = right - bar_left, look.px(12)
        left_over = max(room - gap - self._figure_width, look.px(_SHORTEST_BAR))
        bar_room = min(look.px(200), round(room * 0.5), left_over)
        return bar_left, bar_room, bar_left + bar_room + gap, right

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = look.font("meta")
        painter.setFont(font)
        metrics = QFontMetrics(font)
        base = (self.height() + metrics.ascent() - metrics.descent()) / 2
        bar_left, bar_room, figure_left, right = self._columns()
        painter.setPen(look.colour("secondary"))
        name = _fitting(self._name, bar_left - look.px(8), metrics)
        painter.drawText(QPointF(0, base), name)
        figure = _fitting(self._figure, max(right - figure_left, 0), metrics)
        painter.drawText(QPointF(right - metrics.horizontalAdvance(figure), base), figure)
        painter.setPen(look.colour("text"))
        value_left = self.width() - metrics.horizontalAdvance(self._value)
        painter.drawText(QPointF(value_left, base), self._value)
        thick = look.px(8)
        bar = QRectF(
            bar_left, (self.height() - thick) / 2, max(round(bar_room * self._share), thick), thick
        )
        if self._loss:
            piece = Segment(self._group, 0, 1, loss=True)
            paint_score_bar(painter, bar, (piece,), look.palette)
            painter.setPen(QPen(look.colour("penalty"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            bar = bar.adjusted(0.5, 0.5, -0.5, -0.5)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.palette.group(self._group)))
        painter.drawRoundedRect(bar, thick / 2, thick / 2)


def _fitting(text: str, width: int, metrics: QFontMetrics) -> str:
    if metrics.horizontalAdvance(text) <= width:
        return text
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
