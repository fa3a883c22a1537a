"""The list of completions under the search field."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memdesk.desktop.search.operators import Suggestion
from memdesk.desktop.theme import theme


class OperatorPopup(QFrame):
    """Never takes the focus: the field passes it the keys. Nothing is chosen at first."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._suggestions: tuple[Suggestion, ...] = ()
        self._tree = QTreeWidget()
        self._tree.setColumnCount(2)
        self._tree.setHeaderHidden(True)
        self._tree.setRootIsDecorated(False)
        self._tree.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._tree.setAccessibleName(self.tr("Completions"))
        self._tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tree.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tree.itemClicked.connect(lambda item: self._choose(item))
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self._tree)
        self.setProperty("surface", "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def offer(self, suggestions: Sequence[Suggestion], place: QPoint, width: int) -> None:
        """Show completions at ``place`` of the parent; none hides the list."""
        self._suggestions = tuple(suggestions)
        self._tree.clear()
        if not suggestions:
            self.hide()
            return
        look = theme.current()
        for suggestion in suggestions:
            item = QTreeWidgetItem([suggestion.insert.strip(), suggestion.meaning])
            item.setFont(0, look.font("mono"))
            item.setFont(1, look.font("meta"))
            item.setForeground(1, look.colour("secondary"))
            self._tree.addTopLevelItem(item)
        self._tree.setCurrentIndex(QModelIndex())
        self._tree.setColumnWidth(0, look.px(150))
        row = max(self._tree.sizeHintForRow(0), 1)
        self.setFixedSize(min(width, look.px(460)), row * len(suggestions) + 10)
        self.move(place)
        self.show()
        self.raise_()

    def step(self, by: int) -> None:
        """Move the choice down or up."""
        current = self._tree.currentItem()
        row = self._tree.indexOfTopLevelItem(current) if current is not None else -1
        if row < 0 and by < 0:
            row = 0
        row = (row + by) % len(self._suggestions)
        item = self._tree.topLevelItem(row)
        if item is not None:
            self._tree.setCurrentItem(item)

    def take(self, *, first: bool) -> bool:
        """Choose the marked completion, with ``first`` the first if none is; whether one was."""
        item = self._tree.currentItem()
        if item is None and first:
            item = self._tree.topLevelItem(0)
        if item is None or not self.isVisible():
            return False
        self._choose(item)
        return True

    def suggestions(self) -> tuple[Suggestion, ...]:
        """What is offered."""
        return self._suggestions if self.isVisible() else ()

    def _choose(self, item: QTreeWidgetItem) -> None:
        suggestion = self._suggestions[self._tree.indexOfTopLevelItem(item)]
        self.hide()
        self.chosen.emit(suggestion)
