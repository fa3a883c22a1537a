"""Chips: round buttons that filter, open a menu, or stand for something that can be removed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import CHIP_HEIGHT

_PADDING = 11
_GAP = 6
_SIGN = 12


class Chip(QAbstractButton):
    """A chip that is on or off. ``detail`` follows the text and is semibold where it is on."""

    trailing = ""
    """Icon after the text."""

    def __init__(self, text: str, parent: QWidget | None = None, *, checkable: bool = True) -> None:
        super().__init__(parent)
        self._detail = ""
        self._more = ""
        self.setText(text)
        self.setCheckable(checkable)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def setDetail(self, detail: str, more: str = "") -> None:
        """Show a value after the name: “Role You 22”, or “Source ChatGPT 31 Claude 8”."""
        self._detail, self._more = detail, more
        self.setAccessibleName(" ".join(part for part in (self.text(), detail, more) if part))
        self.updateGeometry()
        self.update()

    def detail(self) -> str:
        """The value shown after the name."""
        return self._detail

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
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
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
        """Pieces of text with their weight and width."""
        look = theme.current()
        runs = []
        # What only counts stays regular: semibold would look chosen.
        on = self._on()
        for text, strong in ((self.text(), False), (self._detail, on), (self._more, False)):
            if text:
                metrics = QFontMetrics(look.font("meta", semibold=strong))
                runs.append((text, strong, metrics.horizontalAdvance(text)))
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


class StayingMenu(QMenu):
    """A menu of alternatives that stays open while boxes are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.activeAction()
        if action is not None and action.isEnabled() and self._stays(action):
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and self._stays(action):
            action.trigger()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # A style sheet can only take an indicator's sign from a file of one colour.
        look = theme.current()
        painter = QPainter(self)
        side = look.px(_SIGN)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("on_accent"))
        for action in self.actions():
            if not (action.isVisible() and action.isCheckable() and action.isChecked()):
                continue
            centre = self.indicatorRect(action).center()
            if action.actionGroup() is None:
                drawn = icons.pixmap(
                    "check", look.palette.on_accent, side, self.devicePixelRatioF()
                )
                painter.drawPixmap(centre - QPointF(side, side) / 2, drawn)
            else:
                painter.drawEllipse(centre, side / 4, side / 4)

    def indicatorRect(self, action: QAction) -> QRectF:
        """Where the style sheet's rules put an action's box."""
        look = theme.current()
        row = QRectF(self.actionGeometry(action))
        side = look.px(14) + 2
        left = row.left() + look.px(2) + look.px(6)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = row.left() + row.right() - left - side
        return QRectF(left, row.center().y() - side / 2, side, side)

    @staticmethod
    def _stays(action: object) -> bool:
        checkable = getattr(action, "isCheckable", lambda: False)()
        group = getattr(action, "actionGroup", lambda: None)()
        return bool(checkable) and group is None


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
