"""The full account of a score: a sentence, a row for each contribution, and their sum."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.search.stages import stage_name
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_S
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.desktop.widgets.labels import hairline, label
from memdesk.desktop.widgets.score_bar import GROUP_ORDER, Segment, paint_score_bar
from memdesk.retrieval.explanation import Contribution, Explanation

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
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
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
        column.addLayout(self._rows)
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
        shown = large + tiny if self._unfolded else large
        largest = max((abs(c.value) for c in explanation.contributions), default=0.0)
        look = theme.current()
        metrics = QFontMetrics(look.font("meta"))
        names = [metrics.horizontalAdvance(stage_name(c.stage)) for c in large + tiny]
        name_width = min(max(names, default=0) + look.px(16), look.px(170))
        while self._rows.count():
            item = self._rows.takeAt(0)
            row = item.widget() if item is not None else None
            if row is not None:
                row.hide()
                row.deleteLater()
        details = [metrics.horizontalAdvance(c.detail) for c in large + tiny]
        for contribution in shown:
            self._rows.addWidget(_Row(contribution, largest, name_width, max(details)))
        if self._unfolded:
            self._more.setText(self.tr("Fold the small ones away"))
        else:
            self._more.setText(
                self.tr("{count} smaller, together {value}").format(
                    count=len(tiny), value=signed(sum(c.value for c in tiny), 3)
                )
            )
        self._more.setVisible(bool(tiny))
        self._total.setText(f"{explanation.total:.2f}")
        self._notes.setText(" · ".join(note.text for note in explanation.notes))
        self._notes.setVisible(bool(explanation.notes))


def signed(value: float, digits: int = 2) -> str:
    """A value with its sign, a true minus included: +0.38, −0.05."""
    return f"{value:+.{digits}f}".replace("-", "−")


class _Row(QWidget):
    """Name, bar, raw figure, signed value."""

    def __init__(
        self, contribution: Contribution, largest: float, name_width: int, detail_width: int
    ) -> None:
        super().__init__()
        self._contribution = contribution
        self._share = abs(contribution.value) / largest if largest else 0.0
        self._name_width = name_width
        self._detail_width = detail_width
        digits = 2 if abs(contribution.value) >= TINY else 3
        self._value = signed(contribution.value, digits)
        name = stage_name(contribution.stage)
        parts = [name, contribution.detail, self._value]
        self.setAccessibleName(", ".join(part for part in parts if part))
        product = (
            f"{name}: {contribution.feature:.3f} × {contribution.weight:.3g} = "
            f"{signed(contribution.value, 3)}"
        )
        # The detail is cut short where there is no room for it.
        self.setToolTip("\n".join(part for part in (product, contribution.detail) if part))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(_ROW))

    def cut(self) -> bool:
        """Whether the detail is cut short."""
        _, _, detail_left, right = self._columns()
        metrics = QFontMetrics(theme.current().font("meta"))
        return metrics.horizontalAdvance(self._contribution.detail) > right - detail_left

    def _columns(self) -> tuple[int, int, int, int]:
        """Where the bar begins, how long it may be, where the detail begins and where it ends.

        All bars of a card get the same room, so that their lengths can be compared. They give way
        to the longest of the details.
        """
        look = theme.current()
        bar_left = min(self._name_width, self.width() // 3)
        right = self.width() - look.px(56)
        room, gap = right - bar_left, look.px(12)
        left_over = max(room - gap - self._detail_width, look.px(_SHORTEST_BAR))
        bar_room = min(look.px(200), round(room * 0.5), left_over)
        return bar_left, bar_room, bar_left + bar_room + gap, right

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        font = look.font("meta")
        painter.setFont(font)
        metrics = QFontMetrics(font)
        middle = Qt.AlignmentFlag.AlignVCenter
        height = self.height()
        bar_left, bar_room, detail_left, right = self._columns()
        name = stage_name(self._contribution.stage)
        painter.setPen(look.colour("secondary"))
        painter.drawText(
            QRectF(0, 0, bar_left - look.px(8), height),
            middle,
            metrics.elidedText(name, Qt.TextElideMode.ElideRight, bar_left - look.px(8)),
        )
        detail = metrics.elidedText(
            self._contribution.detail, Qt.TextElideMode.ElideRight, max(right - detail_left, 0)
        )
        painter.drawText(
            QRectF(detail_left, 0, right - detail_left, height),
            middle | Qt.AlignmentFlag.AlignRight,
            detail,
        )
        painter.setPen(look.colour("text"))
        painter.drawText(
            QRectF(right, 0, self.width() - right, height),
            middle | Qt.AlignmentFlag.AlignRight,
            self._value,
        )
        thick = look.px(8)
        bar = QRectF(
            bar_left, (height - thick) / 2, max(round(bar_room * self._share), thick), thick
        )
        loss = self._contribution.value < 0
        if loss:
            piece = Segment(self._contribution.group, 0, 1, loss=True)
            paint_score_bar(painter, bar, (piece,), look.palette)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.colour("penalty"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), thick / 2, thick / 2)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.palette.group(self._contribution.group)))
            painter.drawRoundedRect(bar, thick / 2, thick / 2)
