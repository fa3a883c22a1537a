"""A layout that sets its widgets in rows, as words are set."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Left to right, on to a new row where the width ends.

    Widgets added by :meth:`addTrailing` stand at the far end of the first row, or after the
    others where the first row has no room for both.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._trailing: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insertWidget(self, at: int, widget: QWidget) -> None:
        """Put a widget before the one at a position."""
        self.addWidget(widget)
        self._items.insert(at, self._items.pop())
        self.invalidate()

    def addTrailing(self, widget: QWidget) -> None:
        """Add a widget at the far end of the first row."""
        self.addWidget(widget)
        self._trailing.append(self._items[-1])

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        if item in self._trailing:
            self._trailing.remove(item)
        return item

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() + self._gap for size in shown)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Place the items, or only tell the height that they take."""
        shown = [item for item in self._items if not item.isEmpty()]
        apart = [item for item in shown if item in self._trailing]
        leading = [item for item in shown if item not in self._trailing]
        far = sum(item.sizeHint().width() + self._gap for item in apart)
        widest = max((item.sizeHint().width() for item in leading), default=0)
        if far + widest > rect.width():
            leading, apart, far = leading + apart, [], 0
        left = top = tallest = 0
        for item in leading:
            size = item.sizeHint()
            room = rect.width() - (far if top == 0 else 0)
            if left and left + size.width() > room:
                left, top, tallest = 0, top + tallest + self._gap, 0
            if move:
                self._set(item, rect, left, top)
            left += size.width() + self._gap
            tallest = max(tallest, size.height())
        at = rect.width() - far + self._gap
        for item in apart:
            if move:
                self._set(item, rect, at, 0)
            at += item.sizeHint().width() + self._gap
            if top == 0:
                tallest = max(tallest, item.sizeHint().height())
        return top + tallest

    def _set(self, item: QLayoutItem, rect: QRect, left: int, top: int) -> None:
        size = item.sizeHint()
        parent = self.parentWidget()
        if parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = rect.width() - left - size.width()
        item.setGeometry(QRect(rect.topLeft() + QPoint(left, top), size))
