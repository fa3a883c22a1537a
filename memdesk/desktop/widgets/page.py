"""The frame of the pane's pages: a column that scrolls, no wider than reads well."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_XL

WIDTH = 860
"""Widest column, in pixels at normal text size."""


class Page(QScrollArea):
    """Add widgets to ``column``; what does not fit scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inner = QWidget()
        self._inner.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.column = QVBoxLayout(self._inner)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(GAP_M)
        holder = _Holder()
        row = QHBoxLayout(holder)
        row.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_L)
        row.addWidget(self._inner, 100)
        row.addStretch(1)
        self.setWidget(holder)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._fit()

    def clear(self) -> None:
        """Take everything away."""
        while self.column.count():
            item = self.column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def fill(self, *widgets: QWidget) -> None:
        """Show these widgets instead of what there was, from the top."""
        self.clear()
        for widget in widgets:
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.verticalScrollBar().setValue(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "column"):
            self._fit()

    def _fit(self) -> None:
        self._inner.setMaximumWidth(theme.current().px(WIDTH))


class _Holder(QWidget):
    """As tall as its text needs at the width it gets; Qt would add room for narrow columns."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


def card(gap: int = GAP_M) -> tuple[QFrame, QVBoxLayout]:
    """A card and the column inside it."""
    frame = QFrame()
    frame.setProperty("surface", "card")
    frame.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    column = QVBoxLayout(frame)
    column.setContentsMargins(GAP_L, GAP_M, GAP_L, GAP_M)
    column.setSpacing(gap)
    return frame, column
