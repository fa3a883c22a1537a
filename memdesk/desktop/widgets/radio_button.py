"""A radio button in the palette's colours, whose words shorten where room is short.

The platform's own are hard to see in the dark and keep their size when the text grows.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_S
from memdesk.desktop.widgets.buttons import paint_focus
from memdesk.desktop.widgets.check_box import BOX_SIZE
from memdesk.desktop.widgets.direction import without_overrides

_HEIGHT = 24
_CORNER = 4


class RadioButton(QRadioButton):
    """One of several, of which one is chosen; its words are shown as they are, with any &."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = without_overrides(text)
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        look = theme.current()
        width = self.fontMetrics().horizontalAdvance(self.accessibleName())
        return QSize(look.px(BOX_SIZE + GAP_S) + width + look.px(GAP_S), look.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(BOX_SIZE + GAP_S) * 2, look.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        side = look.px(BOX_SIZE)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - side - 0.5 if mirrored else 0.5
        circle = QRectF(left, (self.height() - side) / 2, side - 1, side - 1)
        if not self.isChecked():
            edge = "accent" if self.underMouse() else "faint"
            painter.setPen(QPen(look.colour(edge), 1))
            painter.setBrush(look.colour("surface"))
            painter.drawEllipse(circle)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
        painter.drawEllipse(circle)
        painter.setBrush(look.colour("on_accent"))
        inset = circle.width() * 0.32
        painter.drawEllipse(circle.adjusted(inset, inset, -inset, -inset))

    def _paint_words(self, painter: QPainter) -> None:
        """Draw the words, and the ring of the focus around them."""
        look = theme.current()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        words = QRectF(self.rect()).adjusted(look.px(BOX_SIZE + GAP_S), 0, 0, 0)
        if mirrored:
            words = QRectF(self.rect()).adjusted(0, 0, -look.px(BOX_SIZE + GAP_S), 0)
        metrics = self.fontMetrics()
        text = self.accessibleName()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(words.width()))
        self.setToolTip(text if shown != text else "")
        painter.setPen(look.colour("text" if self.isEnabled() else "faint"))
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, side | Qt.AlignmentFlag.AlignVCenter, shown)
        if self.hasFocus():
            width = min(metrics.horizontalAdvance(shown) + look.px(GAP_S), words.width())
            at = words.right() - width if mirrored else words.left() - look.px(GAP_S) / 2
            paint_focus(painter, QRectF(at, 0, width, self.height()), _CORNER)
