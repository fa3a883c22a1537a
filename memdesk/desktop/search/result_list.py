"""The list of result cards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from memdesk.desktop.search.card_delegate import CardDelegate
from memdesk.desktop.search.citation import as_markdown, as_text
from memdesk.desktop.search.result_model import RESULT_ROLE, ResultModel
from memdesk.desktop.theme import theme
from memdesk.retrieval.results import SearchResult

_Index = QModelIndex | QPersistentModelIndex


class ResultList(QListView):
    """Cards one below the other; only the visible ones are drawn."""

    opened = Signal(object)
    openConversation = Signal(object)
    explained = Signal(object)
    """The breakdown of a result is wanted: Space, or a click on its bar."""
    copied = Signal(str)
    exportWanted = Signal(object)
    """A result is to be exported, or all of them: None."""
    expected = Signal(object)
    """A result was expected for another search."""
    selected = Signal(object)
    """The current result, or None."""
    endReached = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ResultModel(self)
        self._delegate = CardDelegate(self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(self.tr("Results"))
        self.doubleClicked.connect(lambda index: self.opened.emit(index.data(RESULT_ROLE)))
        self.verticalScrollBar().valueChanged.connect(self._check_end)
        self.verticalScrollBar().setSingleStep(24)

    def setResults(
        self, results: Sequence[SearchResult], keep: int | None = None, full_score: float = 1.0
    ) -> None:
        """Show other results; the memory ``keep`` stays the current one if it is among them."""
        self._delegate.renew(full_score)
        self._model.setResults(results)
        if not results:
            self.selected.emit(None)
            return
        row = self._model.rowOf(keep) if keep is not None else None
        self.setCurrentIndex(self._model.index(row or 0))

    def results(self) -> tuple[SearchResult, ...]:
        """The results shown."""
        return self._model.results()

    def current(self) -> SearchResult | None:
        """The selected result."""
        index = self.currentIndex()
        return index.data(RESULT_ROLE) if index.isValid() else None

    def moveSelection(self, key: int) -> bool:
        """Move the selection as an arrow or page key would; False at either end."""
        rows = self._model.rowCount()
        if not rows:
            return False
        page = max(1, self.viewport().height() // 110)
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
        }
        wanted = self.currentIndex().row() + steps[Qt.Key(key)]
        row = min(max(wanted, 0), rows - 1)
        moved = row != self.currentIndex().row()
        self.setCurrentIndex(self._model.index(row))
        return moved

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.selected.emit(current.data(RESULT_ROLE) if current.isValid() else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        result = self.current()
        if result is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            deep = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            (self.openConversation if deep else self.opened).emit(result)
        elif event.key() == Qt.Key.Key_Space:
            self.explained.emit(result)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit(as_text(result))
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            place = event.position().toPoint() - self.visualRect(index).topLeft()
            if self._delegate.barRect(index).contains(place):
                self.explained.emit(index.data(RESULT_ROLE))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.visualRect(self.currentIndex()).center()
        index = self.indexAt(place)
        if index.isValid():
            self.menuFor(index.data(RESULT_ROLE)).popup(self.viewport().mapToGlobal(place))

    def menuFor(self, result: SearchResult) -> QMenu:
        """The menu of a result."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open\tEnter"), lambda: self.opened.emit(result))
        if result.conversation_id is not None:
            menu.addAction(
                self.tr("Open in the conversation\tCtrl+Enter"),
                lambda: self.openConversation.emit(result),
            )
        if result.explanation.contributions:
            menu.addAction(self.tr("Why here\tSpace"), lambda: self.explained.emit(result))
        menu.addSeparator()
        menu.addAction(self.tr("Copy\tCtrl+C"), lambda: self.copied.emit(as_text(result)))
        menu.addAction(
            self.tr("Copy as Markdown with source"),
            lambda: self.copied.emit(as_markdown(result)),
        )
        menu.addSeparator()
        menu.addAction(self.tr("Export…"), lambda: self.exportWanted.emit(result))
        if len(self.results()) > 1:
            menu.addAction(self.tr("Export all results…"), lambda: self.exportWanted.emit(None))
        menu.addSeparator()
        menu.addAction(
            self.tr("Expected this for another search"), lambda: self.expected.emit(result)
        )
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._delegate.setWidth(self.width()):
            # Qt would wait 100 ms and show cards of the old height until then.
            self.doItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        if theme.restyles(event):
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()
        super().changeEvent(event)

    def _check_end(self, value: int) -> None:
        if value and value == self.verticalScrollBar().maximum():
            self.endReached.emit()
