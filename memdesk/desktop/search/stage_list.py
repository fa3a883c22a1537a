"""The stages of a search one below the other, each with what it made of a memory."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.search.place_words import stage_title
from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import GAP_S
from memdesk.desktop.widgets.labels import label
from memdesk.retrieval.placement import Stage, Verdict

_SIGN = 16


class StageList(QWidget):
    """A line through the stages that were passed, down to where the memory fell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_StageRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def setStages(self, stages: Sequence[Stage]) -> None:
        """Show other stages, in widgets that are there already as far as they go."""
        while len(self._rows) < len(stages):
            row = _StageRow(self)
            self._rows.append(row)
            self._column.addWidget(row)
        for at, row in enumerate(self._rows):
            if at < len(stages):
                row.say(stages[at], first=at == 0, last=at == len(stages) - 1)
            row.setVisible(at < len(stages))

    def texts(self) -> list[str]:
        """What is read, stage by stage."""
        return [row.accessibleName() for row in self._rows if not row.isHidden()]


class _StageRow(QWidget):
    """A sign, the stage's name, and its sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._verdict: Verdict = "passed"
        self._first = self._last = False
        self._name = label(role="meta")
        self._name.setProperty("strong", True)
        self._text = label(role="meta", tone="secondary", wrap=True)
        texts = QVBoxLayout()
        texts.setContentsMargins(0, 2, 0, GAP_S)
        texts.setSpacing(1)
        texts.addWidget(self._name)
        texts.addWidget(self._text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S + 2)
        self._sign = _Room(self)
        row.addWidget(self._sign)
        row.addLayout(texts, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def say(self, stage: Stage, *, first: bool, last: bool) -> None:
        """Show a stage."""
        self._verdict, self._first, self._last = stage.verdict, first, last
        self._name.setText(stage_title(stage.name))
        self._text.setText(stage.text)
        said = {
            "passed": self.tr("passed"),
            "missed": self.tr("not this way"),
            "stopped": self.tr("stopped here"),
        }[stage.verdict]
        self.setAccessibleName(f"{stage_title(stage.name)}, {said}: {stage.text}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = look.px(_SIGN)
        middle = self._sign.geometry().center().x() + 0.5
        top = look.px(2) + self._name.height() / 2
        sign = QRectF(middle - side / 2, top - side / 2, side, side)
        painter.setPen(QPen(look.colour("control"), 1))
        if not self._first:
            painter.drawLine(QPointF(middle, 0), QPointF(middle, sign.top() - 2))
        if not self._last:
            painter.drawLine(QPointF(middle, sign.bottom() + 2), QPointF(middle, self.height()))
        palette = look.palette
        if self._verdict == "missed":
            painter.drawEllipse(sign.adjusted(1, 1, -1, -1))
            pen = QPen(look.colour("secondary"), 1.5)
            painter.setPen(pen)
            reach = side * 0.2
            painter.drawLine(QPointF(middle - reach, top), QPointF(middle + reach, top))
            return
        stopped = self._verdict == "stopped"
        colour = palette.danger if stopped else palette.success
        painter.setPen(QPen(QColor(colour), 1))
        if stopped:
            painter.setBrush(QColor(colour))
        painter.drawEllipse(sign.adjusted(1, 1, -1, -1))
        inner = round(side * 0.62)
        drawn = icons.pixmap(
            "x" if stopped else "check",
            palette.surface if stopped else colour,
            inner,
            self.devicePixelRatioF(),
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPixmap(QPointF(middle - inner / 2, top - inner / 2), drawn)


class _Room(QWidget):
    """Keeps the room of the sign, which the row paints with the line through all signs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        side = theme.current().px(_SIGN)
        return QSize(side, side)
