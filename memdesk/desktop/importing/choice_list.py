"""The list in which conversations are ticked, twenty thousand of them as smoothly as ten."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from memdesk.desktop.importing.choice_delegate import ChoiceDelegate, box_room
from memdesk.desktop.importing.choice_model import (
    DATE,
    MESSAGES,
    STATE,
    TITLE,
    ChoiceModel,
)
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_S

_Index = QModelIndex | QPersistentModelIndex
_ROW = 32
_TITLE_ROOM = 200
_LONGEST_TAG = 180
_WIDEST = {DATE: "30 September 2024", MESSAGES: "1,000 Messages", STATE: "100 new · 10 changed"}
"""Texts that columns leave room for."""


class ChoiceList(QTableView):
    """Space, or a click on the box, ticks; with several rows selected Space ticks them all.

    A table, as a tree would ask the model about each of its rows whenever others are shown.
    """

    def __init__(self, model: ChoiceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._widths: dict[int, int] = {}
        self.setModel(model)
        self._delegate = ChoiceDelegate(model, self)
        self.setItemDelegate(self._delegate)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversations and notes"))
        self.setTabKeyNavigation(False)
        self.doubleClicked.connect(lambda index: model.toggle([index.row()], index.row()))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        # One that stays empty: of the list's own a header asks at each painting whether every
        # row of a column is selected.
        head.setSelectionModel(QItemSelectionModel(model, head))
        head.setStretchLastSection(False)
        head.setSectionsMovable(False)
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSortIndicatorClearable(True)
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(True)
        head.sortIndicatorChanged.connect(model.sort)
        self._fit()

    def showSources(self, several: bool) -> None:
        """Show each row's source, where there are several."""
        self._delegate.several_sources = several
        self._make_room()
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        # A filter leaves no row that the keys could start from.
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0, TITLE))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and current.isValid():
            if not event.isAutoRepeat():
                self._model.toggle(self._selected() or [current.row()], current.row())
            return
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            # In a table they would go to the ends of the row.
            control = event.modifiers() | Qt.KeyboardModifier.ControlModifier
            event = QKeyEvent(event.type(), event.key(), control)
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._box_at(event)
        if index is None:
            super().mousePressEvent(event)
        else:
            # A click on a box leaves the selection as it is.
            self._model.toggle([index.row()], index.row())
            self.selectionModel().setCurrentIndex(
                index, self.selectionModel().SelectionFlag.NoUpdate
            )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._box_at(event) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount() or not self._model.filtered:
            return
        look = theme.current()
        painter = QPainter(self.viewport())
        painter.setFont(look.font("body"))
        painter.setPen(look.colour("secondary"))
        text = self.tr("No title has these words")
        painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_model"):
            self._fit()

    def _selected(self) -> list[int]:
        # By ranges: of twenty thousand rows each would cost an index of its own.
        ranges = self.selectionModel().selection().toList()
        return sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})

    def _hover(self, row: int) -> None:
        if row != self._delegate.hovered:
            self._delegate.hovered = row
            self.viewport().update()

    def _box_at(self, event: QMouseEvent) -> QModelIndex | None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return None
        if index.column() != TITLE:
            return None
        room = box_room(QRectF(self.visualRect(index)), self.layoutDirection())
        return index if room.contains(at) else None

    def _fit(self) -> None:
        metrics = QFontMetrics(theme.current().font("meta"))
        for column, text in _WIDEST.items():
            self._widths[column] = metrics.horizontalAdvance(text) + 2 * GAP_S
            # A hidden column would forget its width.
            self.horizontalHeader().setSectionHidden(column, False)
            self.horizontalHeader().resizeSection(column, self._widths[column])
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(theme.current().px(_ROW))
        self._make_room()

    def _make_room(self) -> None:
        """Hide what says nothing of notes, and what matters least where titles have no room."""
        room = self.viewport().width() - theme.current().px(_TITLE_ROOM)
        head = self.horizontalHeader()
        for column in (STATE, MESSAGES, DATE):
            if column == MESSAGES and self._model.only_notes:
                head.setSectionHidden(column, True)
                continue
            room -= self._widths.get(column, 0)
            head.setSectionHidden(column, room < 0 and column != STATE)
