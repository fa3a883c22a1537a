"""Check boxes and radio buttons in the palette's colours, whose words shorten where room is short.

A style sheet can only put a tick into a box that is a file, and the platform's own boxes are hard
to see in the dark and keep their size when the text grows. So both are drawn here.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.widgets.buttons import paint_focus
from memdesk.desktop.widgets.direction import without_overrides

INDICATOR, GAP = 16, 8
_HEIGHT = 24
_CORNER = 4


class Tick(QCheckBox):
    """A check box."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _prepare(self, text)

    def sizeHint(self) -> QSize:
        return _size(self)

    def minimumSizeHint(self) -> QSize:
        return _smallest(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        box = _paint(self, painter)
        radius = look.px(_CORNER)
        painter.drawRoundedRect(box, radius, radius)
        if self.isChecked():
            side = round(box.width()) - look.px(3)
            drawn = icons.pixmap("check", look.palette.on_accent, side, self.devicePixelRatioF())
            inset = (box.width() - side) / 2
            painter.drawPixmap(round(box.left() + inset), round(box.top() + inset), drawn)


class Pick(QRadioButton):
    """A radio button."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _prepare(self, text)

    def sizeHint(self) -> QSize:
        return _size(self)

    def minimumSizeHint(self) -> QSize:
        return _smallest(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        box = _paint(self, painter)
        painter.drawEllipse(box)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("on_accent"))
            inset = box.width() * 0.32
            painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset))


def _prepare(button: QAbstractButton, text: str) -> None:
    """Show ``text`` as it is: titles may hold an &."""
    button.setText(without_overrides(text).replace("&", "&&"))
    button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    button.setAttribute(Qt.WidgetAttribute.WA_Hover)
    button.setAccessibleName(without_overrides(text))


def _words(button: QAbstractButton) -> str:
    return button.text().replace("&&", "&")


def _size(button: QAbstractButton) -> QSize:
    look = theme.current()
    width = button.fontMetrics().horizontalAdvance(_words(button))
    return QSize(look.px(INDICATOR + GAP) + width + look.px(GAP), look.px(_HEIGHT))


def _smallest(button: QAbstractButton) -> QSize:
    look = theme.current()
    return QSize(look.px(INDICATOR + GAP) * 2, look.px(_HEIGHT))


def _paint(button: QAbstractButton, painter: QPainter) -> QRectF:
    """Draw words and focus; returns where the box goes, with pen and brush set for it."""
    look = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = look.px(INDICATOR)
    mirrored = button.layoutDirection() == Qt.LayoutDirection.RightToLeft
    words = QRectF(button.rect()).adjusted(look.px(INDICATOR + GAP), 0, 0, 0)
    left = 0.5
    if mirrored:
        words = QRectF(button.rect()).adjusted(0, 0, -look.px(INDICATOR + GAP), 0)
        left = button.width() - side - 0.5
    metrics = button.fontMetrics()
    shown = metrics.elidedText(_words(button), Qt.TextElideMode.ElideRight, int(words.width()))
    button.setToolTip(_words(button) if shown != _words(button) else "")
    painter.setPen(look.colour("text" if button.isEnabled() else "faint"))
    side_of_text = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
    painter.drawText(words, side_of_text | Qt.AlignmentFlag.AlignVCenter, shown)
    if button.hasFocus():
        width = min(metrics.horizontalAdvance(shown) + look.px(GAP), words.width())
        at = words.right() - width if mirrored else words.left() - look.px(GAP) / 2
        paint_focus(painter, QRectF(at, 0, width, button.height()), _CORNER)
    box = QRectF(left, (button.height() - side) / 2, side - 1, side - 1)
    if button.isChecked():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
    else:
        edge = "accent" if button.underMouse() else "faint"
        painter.setPen(QPen(look.colour(edge), 1))
        painter.setBrush(look.colour("surface"))
    return box
