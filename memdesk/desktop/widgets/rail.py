"""The navigation rail: one entry for each pane that exists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.theme import icons, theme
from memdesk.desktop.theme.metrics import (
    GAP_S,
    ICON_SIZE,
    RADIUS_FIELD,
    RAIL_LABELLED_WIDTH,
    RAIL_TARGET,
    RAIL_WIDTH,
)
from memdesk.desktop.widgets.buttons import DrawnButton, paint_focus
from memdesk.desktop.widgets.labels import hairline

_DOT = 9


@dataclass(frozen=True, slots=True)
class RailEntry:
    """A pane's place in the rail.

    ``shortcut`` is only shown (Ctrl+1); ``bottom`` puts the entry at the lower end. ``pane`` is
    false for what opens a dialog and never stays marked.
    """

    key: str
    label: str
    icon: str
    shortcut: str = ""
    bottom: bool = False
    pane: bool = True


class NavigationRail(QWidget):
    """Entries one below the other; Up and Down move, Enter or Space chooses."""

    chosen = Signal(str)

    def __init__(self, entries: Sequence[RailEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labelled = False
        self._buttons: dict[str, _RailButton] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Navigation"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout()
        column.setContentsMargins(8, 12, 7, 12)
        column.setSpacing(6)
        for entry in entries:
            if not entry.bottom:
                column.addWidget(self._button(entry))
        column.addStretch(1)
        for entry in entries:
            if entry.bottom:
                column.addWidget(self._button(entry))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(column)
        row.addWidget(hairline(vertical=True))
        self._fix_width()

    def setCurrent(self, key: str) -> None:
        """Mark the entry of the pane that is shown; does not emit ``chosen``."""
        self._buttons[key].setChecked(True)

    def setNews(self, key: str, news: str) -> None:
        """Set a dot on an entry whose pane has something waiting, and say what; "" takes it off."""
        self._buttons[key].setNews(news)

    def current(self) -> str:
        """Key of the marked entry, empty if none is."""
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def setLabelled(self, labelled: bool) -> None:
        """Show the names beside the icons (where the window has 1440 px or more)."""
        if labelled != self._labelled:
            self._labelled = labelled
            for button in self._buttons.values():
                button.setLabelled(labelled)
            self._fix_width()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        buttons = list(self._buttons.values())
        focused = next((i for i, button in enumerate(buttons) if button.hasFocus()), None)
        if step is None or focused is None:
            super().keyPressEvent(event)
        else:
            buttons[(focused + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self._fix_width()
        super().changeEvent(event)

    def _button(self, entry: RailEntry) -> _RailButton:
        button = _RailButton(entry, self)
        button.clicked.connect(lambda: self.chosen.emit(entry.key))
        if entry.pane:
            self._group.addButton(button)
        self._buttons[entry.key] = button
        return button

    def _fix_width(self) -> None:
        look = theme.current()
        width = look.px(RAIL_LABELLED_WIDTH) if self._labelled else look.px(RAIL_TARGET)
        self.setFixedWidth(width + (0 if self._labelled else RAIL_WIDTH - RAIL_TARGET))


class _RailButton(DrawnButton):
    def __init__(self, entry: RailEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self._entry = entry
        self._labelled = False
        self._news = ""
        self.setCheckable(entry.pane)
        self.setAccessibleName(entry.label)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    def setNews(self, news: str) -> None:
        self._news = news
        self._name()
        self.update()

    def _name(self) -> None:
        entry = self._entry
        named = f"{entry.label} ({entry.shortcut})" if entry.shortcut else entry.label
        self.setToolTip(f"{named}\n{self._news}" if self._news else named)
        self.setAccessibleDescription(self._news)

    def setLabelled(self, labelled: bool) -> None:
        self._labelled = labelled
        self.update()

    def sizeHint(self) -> QSize:
        side = theme.current().px(RAIL_TARGET)
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Arrow keys belong to the rail, which also reaches entries outside the button group.
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect())
        radius = look.px(RADIUS_FIELD)
        colour = look.palette.secondary
        fill = None
        if self.isChecked():
            colour, fill = look.palette.accent, look.palette.soft_accent
        elif self.isDown() or self.underMouse():
            colour, fill = look.palette.text, look.palette.hover
        if fill is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(frame, radius, radius)
        if self.hasFocus():
            paint_focus(painter, frame, RADIUS_FIELD)
        side = look.px(ICON_SIZE)
        inset = (self.height() - side) // 2
        drawn = icons.pixmap(self._entry.icon, colour, side, self.devicePixelRatioF())
        left = inset
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - inset - side
        if not self._labelled:
            left = (self.width() - side) // 2
        painter.drawPixmap(left, inset, drawn)
        if self._news:
            # Cut out of the icon by a ring in the colour below it.
            dot = look.px(_DOT)
            place = QRectF(left + side - dot * 0.6, inset - dot * 0.4, dot, dot)
            painter.setPen(QPen(QColor(fill or look.palette.window), 2))
            painter.setBrush(look.colour("accent"))
            painter.drawEllipse(place)
        if self._labelled:
            painter.setFont(look.font("body", semibold=self.isChecked()))
            painter.setPen(QColor(colour))
            text = frame.adjusted(inset + side + GAP_S, 0, -GAP_S, 0)
            painter.drawText(
                text,
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                painter.fontMetrics().elidedText(
                    self._entry.label, Qt.TextElideMode.ElideRight, int(text.width())
                ),
            )
