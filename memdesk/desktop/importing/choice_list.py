"""The list in which conversations are ticked, twenty thousand of them as smoothly as ten."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
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
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from memdesk.desktop.importing.choice_model import (
    DATE,
    ITEM_ROLE,
    MESSAGES,
    STATE,
    TITLE,
    ChoiceModel,
)
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_S, GAP_XS, RADIUS_TAG
from memdesk.desktop.widgets.check_box import BOX_SIZE, paint_box
from memdesk.desktop.widgets.source_badge import BADGE_SIZE, paint_source_badge
from memdesk.importers.report import PreviewItem

_Index = QModelIndex | QPersistentModelIndex
_ROW = 32
_TITLE_ROOM = 200
_WIDEST = {DATE: "30 September 2024", MESSAGES: "1,000 Messages", STATE: "100 new · 10 changed"}
"""Texts that columns leave room for."""


class ChoiceList(QTreeView):
    """Space, or a click on the box, ticks; with several rows selected Space ticks them all."""

    def __init__(self, model: ChoiceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._widths: dict[int, int] = {}
        self.setModel(model)
        self._delegate = _Delegate(model, self)
        self.setItemDelegate(self._delegate)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversations and notes"))
        self.setExpandsOnDoubleClick(False)
        self.setTabKeyNavigation(False)
        self.doubleClicked.connect(lambda index: model.toggle([index], index))
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionsMovable(False)
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
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            if not event.isAutoRepeat():
                rows = self.selectionModel().selectedRows() or [self.currentIndex()]
                self._model.toggle(rows, self.currentIndex())
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._box_at(event)
        if index is None:
            super().mousePressEvent(event)
        else:
            # A click on a box leaves the selection as it is.
            self._model.toggle([index], index)
            self.selectionModel().setCurrentIndex(
                index, self.selectionModel().SelectionFlag.NoUpdate
            )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._box_at(event) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

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

    def _box_at(self, event: QMouseEvent) -> QModelIndex | None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return None
        if index.column() != TITLE:
            return None
        room = _box_room(QRectF(self.visualRect(index)), self.layoutDirection())
        return index if room.contains(at) else None

    def _fit(self) -> None:
        metrics = QFontMetrics(theme.current().font("meta"))
        for column, text in _WIDEST.items():
            self._widths[column] = metrics.horizontalAdvance(text) + 2 * GAP_S
            # A hidden column would forget its width.
            self.header().setSectionHidden(column, False)
            self.header().resizeSection(column, self._widths[column])
        self._make_room()
        self.doItemsLayout()

    def _make_room(self) -> None:
        """Hide what matters least where titles would have no room."""
        room = self.viewport().width() - theme.current().px(_TITLE_ROOM)
        head = self.header()
        for column in (STATE, MESSAGES, DATE):
            room -= self._widths.get(column, 0)
            head.setSectionHidden(column, room < 0 and column != STATE)


class _Delegate(QStyledItemDelegate):
    def __init__(self, model: ChoiceModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.several_sources = False

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(1, theme.current().px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        look = theme.current()
        painter.save()
        cell = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(cell, look.colour("soft_accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(cell, look.colour("hover"))
        painter.setPen(look.colour("hairline"))
        painter.drawLine(cell.bottomLeft(), cell.bottomRight())
        ticked = self._model.isTicked(index)
        item = index.data(ITEM_ROLE)
        if index.column() == TITLE:
            self._paint_title(painter, cell, option, item, ticked)
        else:
            tone = "secondary"
            if index.column() == STATE and item.brings_something:
                tone = "accent"
            self._paint_text(painter, cell, index, tone if ticked else "faint")
        painter.restore()

    def _paint_text(self, painter: QPainter, cell: QRectF, index: _Index, tone: str) -> None:
        look = theme.current()
        font = look.font("meta")
        room = cell.adjusted(GAP_S, 0, -GAP_S, 0)
        text = QFontMetrics(font).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.setFont(font)
        painter.setPen(look.colour(tone))
        painter.drawText(room, index.data(Qt.ItemDataRole.TextAlignmentRole), text)

    def _paint_title(
        self,
        painter: QPainter,
        cell: QRectF,
        option: QStyleOptionViewItem,
        item: PreviewItem,
        ticked: bool,
    ) -> None:
        look = theme.current()
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        side = look.px(BOX_SIZE)
        box = QRectF(0, 0, side, side)
        box.moveCenter(_box_room(cell, option.direction).center())
        state = Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        paint_box(painter, box, state)
        taken = side + 2 * GAP_S
        if self.several_sources:
            badge = look.px(BADGE_SIZE)
            at = cell.right() - taken - badge if mirrored else cell.left() + taken
            place = QRectF(at, cell.center().y() - badge / 2, badge, badge)
            paint_source_badge(painter, place, item.key[0])
            taken += badge + GAP_S
        room = cell.adjusted(taken, 0, -GAP_S, 0)
        if mirrored:
            room = cell.adjusted(GAP_S, 0, -taken, 0)
        marks = self._model.marks(item)
        tag_font = look.font("tag")
        widths = [QFontMetrics(tag_font).horizontalAdvance(mark) + 2 * GAP_XS + 2 for mark in marks]
        font = look.font("body")
        metrics = QFontMetrics(font)
        text = self._model.title(item)
        for_text = room.width() - sum(width + GAP_S for width in widths)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(int(for_text), 0))
        width = metrics.horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(look.colour("text" if ticked else "faint"))
        start = room.right() - width if mirrored else room.left()
        painter.drawText(
            QRectF(start, cell.top(), width + 1, cell.height()),
            Qt.AlignmentFlag.AlignVCenter,
            text,
        )
        edge = start - GAP_S if mirrored else start + width + GAP_S
        painter.setFont(tag_font)
        height = QFontMetrics(tag_font).height() + 2
        for mark, mark_width in zip(marks, widths, strict=True):
            left = edge - mark_width if mirrored else edge
            tag = QRectF(left, cell.center().y() - height / 2, mark_width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.palette.hover))
            radius = look.px(RADIUS_TAG)
            painter.drawRoundedRect(tag, radius, radius)
            painter.setPen(look.colour("secondary"))
            painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, mark)
            edge += -(mark_width + GAP_S) if mirrored else mark_width + GAP_S


def _box_room(cell: QRectF, direction: Qt.LayoutDirection) -> QRectF:
    """Where a click ticks: the box and what is around it."""
    width = theme.current().px(BOX_SIZE) + 2 * GAP_S
    left = cell.right() - width if direction == Qt.LayoutDirection.RightToLeft else cell.left()
    return QRectF(left, cell.top(), width, cell.height())
