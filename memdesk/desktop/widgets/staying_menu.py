"""A menu of alternatives with boxes to tick."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu

from memdesk.desktop.theme import icons, theme

_BOX, _SIGN, _RADIUS = 14, 12, 3


class StayingMenu(QMenu):
    """Stays open while boxes are ticked. Where only one can be chosen, they are round.

    It draws its boxes itself: a style sheet can only take a sign from a file of one colour, and
    the tick that Qt draws in other menus does not grow with the text.
    """

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.activeAction()
        if action is not None and action.isEnabled() and _is_box(action):
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and _is_box(action):
            action.trigger()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for action in self.actions():
            if action.isVisible() and action.isCheckable():
                self._paint_box(painter, action)

    def indicatorRect(self, action: QAction) -> QRectF:
        """Where an action's box stands: in the room that the style sheet leaves for it."""
        look = theme.current()
        row = QRectF(self.actionGeometry(action))
        side = look.px(_BOX) + 2
        left = row.left() + look.px(2) + look.px(6)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = row.left() + row.right() - left - side
        return QRectF(left, round(row.center().y() - side / 2), side, side)

    def _paint_box(self, painter: QPainter, action: QAction) -> None:
        look = theme.current()
        box = self.indicatorRect(action)
        on = action.isChecked()
        painter.setPen(QPen(look.colour("accent" if on else "faint"), 1))
        painter.setBrush(look.colour("accent" if on else "surface"))
        radius = look.px(_RADIUS) if _is_box(action) else box.width() / 2
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if not on:
            return
        side = look.px(_SIGN)
        if _is_box(action):
            ratio = self.devicePixelRatioF()
            drawn = icons.pixmap("check", look.palette.on_accent, side, ratio)
            painter.drawPixmap(box.center() - QPointF(side, side) / 2, drawn)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("on_accent"))
            painter.drawEllipse(box.center(), side / 4, side / 4)


def _is_box(action: QAction) -> bool:
    """Whether the action can be ticked beside others."""
    return action.isCheckable() and action.actionGroup() is None
