"""Chips: round buttons that filter, open a menu, or stand for something that can be removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import CHIP_HEIGHT
from memdesk.desktop.widgets.staying_menu import StayingMenu

_PADDING = 11
_GAP = 6
_SIGN = 12


@dataclass(frozen=True, slots=True)
class ChipValue:
    """A value on a chip; room is kept for ``widest``, the longest text it may become."""

    text: str
    widest: str = ""


class Chip(QAbstractButton):
    """A chip that is on or off. Of its values the first is semibold where it is on."""

    trailing = ""
    """Icon after the text."""

    def __init__(self, text: str, parent: QWidget | None = None, *, checkable: bool = True) -> None:
        super().__init__(parent)
        self._values: tuple[ChipValue, ...] = ()
        self.setText(text)
        self.setCheckable(checkable)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def setDetail(self, detail: str) -> None:
        """Show a value after the name: “Sort newest”."""
        self.setValues([ChipValue(detail)] if detail else [])

    def setValues(self, values: Sequence[ChipValue]) -> None:
        """Show values after the name: “Source ChatGPT 31 Claude 8”."""
        if tuple(values) == self._values:
            return
        before = self.sizeHint()
        self._values = tuple(values)
        shown = (self.text(), *(value.text for value in self._values))
        self.setAccessibleName(" ".join(part for part in shown if part))
        # Counts change at every key: as long as they keep their room, nothing is laid out anew.
        if self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    def detail(self) -> str:
        """The value shown after the name."""
        return self._values[0].text if self._values else ""

    def sizeHint(self) -> QSize:
        look = theme.current()
        width = 2 * look.px(_PADDING) + sum(width for *_, width in self._runs())
        width += look.px(_GAP) * (len(self._runs()) - 1)
        if self.trailing:
            width += look.px(_SIGN) + look.px(3)
        return QSize(width, look.px(CHIP_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self.updateGeometry()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self._on()
        fill = look.palette.soft_accent if on else look.palette.surface
        edge = fill if on else look.palette.hairline
        if self.isDown() and not on:
            fill = look.palette.hairline
        elif self.underMouse() and not on:
            fill, edge = look.palette.hover, look.palette.control
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(QColor(fill))
        painter.setPen(QPen(QColor(edge), 1))
        if self.hasFocus():
            frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.setPen(QPen(look.colour("accent"), 2))
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        left = look.px(_PADDING)
        for text, strong, width in self._runs():
            painter.setFont(look.font("meta", semibold=strong))
            painter.setPen(look.colour("accent" if on else "secondary"))
            area = QRectF(left, 0, width, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)
            left += width + look.px(_GAP)
        if self.trailing:
            side = look.px(_SIGN)
            colour = look.palette.accent if on else look.palette.secondary
            drawn = icons.pixmap(self.trailing, colour, side, self.devicePixelRatioF())
            painter.drawPixmap(
                left - look.px(_GAP) + look.px(3), (self.height() - side) // 2, drawn
            )

    def _on(self) -> bool:
        return self.isChecked()

    def _runs(self) -> Sequence[tuple[str, bool, int]]:
        """Pieces of text with their weight and the width they take."""
        look = theme.current()
        runs = []
        # What only counts stays regular: semibold would look chosen.
        on = self._on()
        for number, value in enumerate((ChipValue(self.text()), *self._values)):
            strong = on and number == 1
            metrics = QFontMetrics(look.font("meta", semibold=strong))
            width = max(map(metrics.horizontalAdvance, (value.text, value.widest)))
            if value.text:
                runs.append((value.text, strong, width))
        return runs


class RemovableChip(Chip):
    """An active filter: a click, Enter, Delete or Backspace takes it away."""

    removed = Signal()
    trailing = "x"

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent, checkable=False)
        self.setAccessibleName(self.tr("Remove filter {name}").format(name=text))
        self.setToolTip(self.accessibleName())
        self.clicked.connect(self.removed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.click()
        else:
            super().keyPressEvent(event)

    def _on(self) -> bool:
        return True


class MenuChip(Chip):
    """A chip that opens a menu; fill ``menu()`` in ``opening``."""

    opening = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent, checkable=False)
        self._active = False
        self._menu = StayingMenu(self)
        self.clicked.connect(self.open)

    def setActive(self, active: bool) -> None:
        """Show that something of the menu restricts, or nothing."""
        if active != self._active:
            self._active = active
            self.updateGeometry()
            self.update()

    def menu(self) -> QMenu:
        """The menu, to be filled when ``opening`` is emitted."""
        return self._menu

    def open(self) -> None:
        """Open the menu under the chip."""
        self.opening.emit()
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.open()
        else:
            super().keyPressEvent(event)

    def _on(self) -> bool:
        return self._active
