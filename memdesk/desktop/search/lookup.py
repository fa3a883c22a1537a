"""Looking a memory up by its words: a field, and what it finds below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.search.place_words import of_result
from memdesk.desktop.search.result_model import RESULT_ROLE, ResultModel
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_S, RADIUS_BUTTON
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.search_field import SearchField
from memdesk.retrieval.results import SearchResponse, SearchResult

WAIT_MS = 120
"""After a key, before it is looked up."""
MOST = 6

_ROW = 44
_Index = QModelIndex | QPersistentModelIndex


class Lookup(QWidget):
    """Asks for what is typed; a memory is chosen with the arrows and Enter, or a click."""

    wanted = Signal(str)
    """Words to be looked up."""
    chosen = Signal(object)
    """The SearchResult that was meant."""
    left = Signal()
    """Escape in an empty field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = SearchField(self.tr("Look up the memory you expected"))
        self.list = _Found()
        self._frame = QFrame()
        self._frame.setProperty("surface", "popup")
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(4, 4, 4, 4)
        inside.addWidget(self.list)
        self._nothing = label(role="meta", tone="secondary", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP_S - 2)
        column.addWidget(self.field)
        column.addWidget(self._frame)
        column.addWidget(self._nothing)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(lambda: self.wanted.emit(self.field.text().strip()))
        self.field.edited.connect(self._edited)
        self.field.navigated.connect(self.list.move_by_key)
        self.field.submitted.connect(self._submit)
        self.field.escaped.connect(self._escape)
        self.list.clicked.connect(lambda index: self._choose(index.data(RESULT_ROLE)))
        self.list.entered_.connect(self._choose)
        self._hide()

    def showFound(self, response: SearchResponse) -> None:
        """Show what the words of the field found; an answer to other words is dropped."""
        if not self.field.text().strip():
            return
        found = response.results
        if not found and response.rejected is not None and response.rejected.nearest is not None:
            found = (response.rejected.nearest,)
        self.list.setResults(found[:MOST])
        self._frame.setVisible(bool(found))
        self._nothing.setText("" if found else self.tr("No memory holds these words."))
        self._nothing.setVisible(not found)

    def clear(self) -> None:
        """Look nothing up any more."""
        self._wait.stop()
        self.field.setText("")
        self._hide()

    def listing(self) -> bool:
        """Whether something is being looked up."""
        return bool(self.field.text().strip())

    def _edited(self) -> None:
        if self.listing():
            self._wait.start(WAIT_MS)
        else:
            self._wait.stop()
            self._hide()

    def _hide(self) -> None:
        self.list.setResults(())
        self._frame.hide()
        self._nothing.hide()

    def _submit(self) -> None:
        result = self.list.currentIndex().data(RESULT_ROLE)
        if result is not None:
            self._choose(result)

    def _escape(self) -> None:
        if self.listing():
            self.clear()
        else:
            self.left.emit()

    def _choose(self, result: SearchResult) -> None:
        self.clear()
        self.chosen.emit(result)


class _Found(QListView):
    """Two lines for each find, all of them in view."""

    entered_ = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ResultModel(self)
        self.setModel(self._model)
        self.setItemDelegate(_Row(self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(self.tr("Memories found"))
        self.setMouseTracking(True)

    def setResults(self, results: Sequence[SearchResult]) -> None:
        self._model.setResults(results)
        self.setFixedHeight(max(len(results), 1) * theme.current().px(_ROW))
        if results:
            self.setCurrentIndex(self._model.index(0))

    def results(self) -> tuple[SearchResult, ...]:
        return self._model.results()

    def move_by_key(self, key: int) -> None:
        rows = self._model.rowCount()
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        if rows and step:
            row = min(max(self.currentIndex().row() + step, 0), rows - 1)
            self.setCurrentIndex(self._model.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_.emit(self.currentIndex().data(RESULT_ROLE))
        else:
            super().keyPressEvent(event)


class _Row(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(1, theme.current().px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        look = theme.current()
        expected = of_result(index.data(RESULT_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("soft_accent" if chosen else "hover"))
            radius = look.px(RADIUS_BUTTON)
            painter.drawRoundedRect(area, radius, radius)
        inner = area.adjusted(look.px(8), look.px(4), -look.px(8), -look.px(4))
        half = inner.height() / 2
        for text, top, strong, tone in (
            (f"{expected.title} · {expected.meta}", inner.top(), False, "secondary"),
            (expected.text, inner.top() + half, False, "text"),
        ):
            painter.setFont(look.font("meta", semibold=strong))
            painter.setPen(look.colour(tone))
            line = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, int(inner.width())
            )
            painter.drawText(
                QRectF(inner.left(), top, inner.width(), half),
                Qt.AlignmentFlag.AlignVCenter,
                line,
            )
        painter.restore()
