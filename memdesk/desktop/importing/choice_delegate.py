"""How a row of the choice is drawn: its box, its title with what sets it apart, its figures."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from memdesk.desktop.importing.choice_model import STATE, TITLE, ChoiceModel
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_S, GAP_XS, RADIUS_TAG
from memdesk.desktop.widgets.check_box import BOX_SIZE, paint_box
from memdesk.desktop.widgets.source_badge import BADGE_SIZE, paint_source_badge
from memdesk.importers.report import PreviewItem

_Index = QModelIndex | QPersistentModelIndex
_LONGEST_TAG = 180


class ChoiceDelegate(QStyledItemDelegate):
    """Draws for one list; ``hovered`` is the row under the pointer, -1 for none."""

    def __init__(self, model: ChoiceModel, parent: QTableView) -> None:
        super().__init__(parent)
        self._model = model
        self._list = parent
        self.several_sources = False
        self.hovered = -1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        look = theme.current()
        painter.save()
        cell = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(cell, look.colour("soft_accent"))
        elif index.row() == self.hovered:
            painter.fillRect(cell, look.colour("hover"))
        painter.setPen(look.colour("hairline"))
        painter.drawLine(cell.bottomLeft(), cell.bottomRight())
        ticked = self._model.isTicked(index.row())
        item = self._model.item(index.row())
        if index.column() == TITLE:
            self._paint_title(painter, cell, option, item, ticked)
        else:
            tone = "secondary"
            if index.column() == STATE and item.brings_something:
                tone = "accent"
            self._paint_text(painter, cell, index, tone if ticked else "faint")
        if self._list.hasFocus() and index.row() == self._list.currentIndex().row():
            # Of many selected rows, the one that the keyboard is at.
            painter.setPen(look.colour("accent"))
            painter.drawLine(cell.topLeft(), cell.topRight())
            painter.drawLine(cell.bottomLeft(), cell.bottomRight())
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
        box.moveCenter(box_room(cell, option.direction).center())
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
        tags = QFontMetrics(tag_font)
        # Paths of folders may be long; their end says most.
        longest = min(look.px(_LONGEST_TAG), int(room.width() / 3))
        marks = [tags.elidedText(mark, Qt.TextElideMode.ElideLeft, longest) for mark in marks]
        widths = [tags.horizontalAdvance(mark) + 2 * GAP_XS + 2 for mark in marks]
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


def box_room(cell: QRectF, direction: Qt.LayoutDirection) -> QRectF:
    """Return where a click ticks: the box and what is around it."""
    width = theme.current().px(BOX_SIZE) + 2 * GAP_S
    left = cell.right() - width if direction == Qt.LayoutDirection.RightToLeft else cell.left()
    return QRectF(left, cell.top(), width, cell.height())
