"""Push buttons in three weights, and a button that is only an icon."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import BUTTON_HEIGHT, RADIUS_BUTTON


def clicks(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Click the button if the key is Enter, which Qt leaves to dialogs; whether it is.

    A key held down clicks once.
    """
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if enter and not event.isAutoRepeat():
        button.click()
    return enter


def paint_focus(painter: QPainter, frame: QRectF, corner: int = RADIUS_BUTTON) -> None:
    """Draw the ring of what has the keyboard inside a frame; ``corner`` is a radius of the grid."""
    look = theme.current()
    radius = look.px(corner)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.colour("accent"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), radius, radius)


class PlainButton(QPushButton):
    """The usual button: an outline on the surface."""

    kind = "plain"

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("kind", self.kind)
        # A click with the mouse must not leave a focus ring behind.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not clicks(self, event):
            super().keyPressEvent(event)


class PrimaryButton(PlainButton):
    """The one button of a view that most people want."""

    kind = "primary"


class QuietButton(PlainButton):
    """A button among text: no outline, in the accent."""

    kind = "quiet"


class LinkButton(PlainButton):
    """A quiet button that lines up with the text around it."""

    kind = "link"


class DrawnButton(QAbstractButton):
    """A button that draws itself; reached with Tab and clicked with Enter like the others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not clicks(self, event):
            super().keyPressEvent(event)


class IconButton(DrawnButton):
    """A square button with an icon; its name is the tooltip and what a screen reader says."""

    def __init__(
        self,
        icon: str,
        name: str,
        parent: QWidget | None = None,
        *,
        size: int = BUTTON_HEIGHT,
        icon_size: int = 16,
        checkable: bool = False,
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._size = size
        self._icon_size = icon_size
        self.setCheckable(checkable)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setName(name)

    def setName(self, name: str) -> None:
        """Set tooltip and accessible name."""
        self.setToolTip(name)
        self.setAccessibleName(name)

    def setIconName(self, icon: str) -> None:
        """Show another icon."""
        self._icon = icon
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.current().px(self._size)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = look.palette.secondary
        fill = None
        if not self.isEnabled():
            colour = look.palette.control
        elif self.isChecked():
            colour, fill = look.palette.accent, look.palette.soft_accent
        elif self.isDown():
            colour, fill = look.palette.text, look.palette.hairline
        elif self.underMouse():
            colour, fill = look.palette.text, look.palette.hover
        frame = QRectF(self.rect())
        if fill is not None:
            radius = look.px(RADIUS_BUTTON)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), radius, radius)
        if self.hasFocus():
            paint_focus(painter, frame)
        side = look.px(self._icon_size)
        drawn = icons.pixmap(self._icon, colour, side, self.devicePixelRatioF())
        painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, drawn)
