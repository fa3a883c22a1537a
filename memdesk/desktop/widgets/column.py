"""Widgets one below the other, as many as there may be.

Qt's own layouts go through everything they hold whenever one widget joins them, which makes long
texts slower and slower to build.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class Column(QWidget):
    """Every widget gets the whole width and the height it needs at that width."""

    def __init__(self, gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gap = gap
        self._widgets: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Put a widget below the others."""
        self.insert(len(self._widgets), widget)

    def insert(self, at: int, widget: QWidget) -> None:
        """Put a widget in front of the one at a position."""
        self._widgets.insert(at, widget)
        if widget.parentWidget() is not self:
            widget.setParent(self)
        if at < len(self._widgets) - 1:
            self._place_all()
        else:
            self._place(self._bottom(self._widgets[at - 1]) if at else 0, widget)
        widget.show()
        self.updateGeometry()

    def remove(self, widget: QWidget) -> None:
        """Take a widget away and delete it."""
        self._widgets.remove(widget)
        widget.hide()
        widget.deleteLater()
        self._place_all()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        heights = [height_at(widget, width) for widget in self._widgets]
        return sum(heights) + self._gap * max(len(heights) - 1, 0)

    def sizeHint(self) -> QSize:
        return QSize(200, 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place_all()

    def event(self, event: QEvent) -> bool:
        # Without a layout of its own this is how a widget learns that a child wants another size.
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_all()
            self.updateGeometry()
            return True
        return super().event(event)

    def _place_all(self) -> None:
        top = 0
        for widget in self._widgets:
            self._place(top, widget)
            top = self._bottom(widget)

    def _place(self, top: int, widget: QWidget) -> None:
        widget.setGeometry(0, top, self.width(), height_at(widget, self.width()))

    def _bottom(self, widget: QWidget) -> int:
        return widget.y() + widget.height() + self._gap


def height_at(widget: QWidget, width: int) -> int:
    """The height that a widget wants at a width."""
    height = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
    return height if height >= 0 else max(widget.sizeHint().height(), widget.minimumHeight())
