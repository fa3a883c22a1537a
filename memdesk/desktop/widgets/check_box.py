"""A box to tick, in the palette's colours, for forms and for rows of a list."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import BUTTON_HEIGHT, GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import DrawnButton, paint_focus

BOX_SIZE = 16


def paint_box(
    painter: QPainter, box: QRectF, state: Qt.CheckState, *, enabled: bool = True
) -> None:
    """Draw a box with its tick, or with a dash where only a part is ticked."""
    look = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = box.width() / 4
    if state == Qt.CheckState.Unchecked:
        painter.setPen(QPen(look.colour("secondary" if enabled else "control"), 1.2))
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("accent" if enabled else "control"))
    painter.drawRoundedRect(box, radius, radius)
    ink = look.palette.on_accent
    if state == Qt.CheckState.PartiallyChecked:
        painter.setPen(QPen(QColor(ink), box.width() / 8))
        half, middle = box.width() / 4, box.center()
        painter.drawLine(middle - QPointF(half, 0), middle + QPointF(half, 0))
        return
    side = round(box.width() * 0.8)
    inset = (box.width() - side) / 2
    drawn = icons.pixmap("check", ink, side, painter.device().devicePixelRatioF())
    painter.drawPixmap(box.topLeft() + QPointF(inset, inset), drawn)


class CheckBox(DrawnButton):
    """A box with its text; it can also show that only a part of what it stands for is ticked."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._partly = False
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(lambda: self.setPartly(False))

    def setPartly(self, partly: bool) -> None:
        """Show a dash in place of the tick."""
        self._partly = partly
        self.update()

    def state(self) -> Qt.CheckState:
        """What the box shows."""
        if self._partly:
            return Qt.CheckState.PartiallyChecked
        return Qt.CheckState.Checked if self.isChecked() else Qt.CheckState.Unchecked

    def sizeHint(self) -> QSize:
        look = theme.current()
        width = QFontMetrics(look.font("body")).horizontalAdvance(self.text())
        return QSize(look.px(BOX_SIZE + GAP_S) + width + GAP_XS + 1, look.px(BUTTON_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        side = look.px(BOX_SIZE)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - side if mirrored else 0
        box = QRectF(left, (self.height() - side) // 2, side, side)
        paint_box(painter, box, self.state(), enabled=self.isEnabled())
        painter.setFont(look.font("body"))
        painter.setPen(look.colour("text" if self.isEnabled() else "faint"))
        taken = look.px(BOX_SIZE + GAP_S)
        words = QRectF(self.rect()).adjusted(taken, 0, -GAP_XS, 0)
        if mirrored:
            words = QRectF(self.rect()).adjusted(GAP_XS, 0, -taken, 0)
        alignment = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, alignment | Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            paint_focus(painter, words.adjusted(-GAP_XS, 0, GAP_XS, 0))
