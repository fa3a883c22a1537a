"""Lists of rows in a page, as long as they may be."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from memdesk.desktop.widgets.column import Column
from memdesk.desktop.widgets.slices import Slices


class RowList(Column):
    """Shows its first rows at once; the others are made between frames."""

    def __init__(self, gap: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(gap, parent)
        self.slices = Slices(self)

    def fill(self, job: Iterator[None]) -> None:
        """Run a job that adds a row at each step, in place of the one before."""
        self.slices.clear()
        self.slices.add(job, self)
        self.slices.run()


class Row(QWidget):
    """Remembers its heights: a list asks all of its rows each time that one comes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[int, int] = {}

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        known = self._heights.get(width)
        if known is None:
            wanted = super().heightForWidth(width)
            known = wanted if wanted >= 0 else self.sizeHint().height()
            self._heights[width] = known
        return known

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._heights.clear()
        return super().event(event)
