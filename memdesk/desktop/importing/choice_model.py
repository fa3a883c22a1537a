"""The conversations and notes of a preview, with what is ticked of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.desktop.importing import figures
from memdesk.desktop.widgets.dates import number, said
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.importers.choice import Choice, ItemKey
from memdesk.importers.report import PreviewItem

TITLE, DATE, MESSAGES, STATE = range(4)

Mark = Literal["archived", "temporary"]
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
# Asked for by the thousand: joining flags takes Python longer than all the rest.
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_TICKABLE = _FLAGS | Qt.ItemFlag.ItemIsUserCheckable


@dataclass(frozen=True, slots=True)
class Chosen:
    """How much is ticked: conversations and notes, and their messages by what becomes of them."""

    items: int = 0
    messages: int = 0
    new: int = 0
    changed: int = 0


class ChoiceModel(QAbstractTableModel):
    """Rows are filtered and sorted here: a proxy would call back for each of twenty thousand.

    ``ticksChanged`` is told after ticks, ``modelReset`` after another filter or other items.
    """

    ticksChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[PreviewItem, ...] = ()
        self._folded: list[str] = []
        self._shown: list[int] = []
        self._unticked: set[ItemKey] = set()
        self._marked: dict[Mark, int] = {"archived": 0, "temporary": 0}
        self._marked_unticked: dict[Mark, int] = {"archived": 0, "temporary": 0}
        self._groups: dict[str, int] = {}
        self._only_notes = False
        self._filter = ""
        self._group: str | None = None
        self._column, self._order = -1, Qt.SortOrder.AscendingOrder
        self._chosen = Chosen()

    # What a page asks and tells.

    def setItems(self, items: Sequence[PreviewItem]) -> None:
        """Show other conversations, all of them ticked.

        What comes twice, as in two exports of one account, is shown once.
        """
        self.beginResetModel()
        once: dict[ItemKey, PreviewItem] = {}
        for item in items:
            known = once.get(item.key)
            if known is None or known.messages <= item.messages:
                once[item.key] = item
        self._items = tuple(once.values())
        self._folded = [f"{item.title}\n{item.group}".casefold() for item in self._items]
        self._groups = dict(sorted(Counter(item.group for item in self._items).items()))
        self._only_notes = all(item.key[1] == "note" for item in self._items)
        self._marked = {
            "archived": sum(item.archived for item in self._items),
            "temporary": sum(item.temporary for item in self._items),
        }
        self._marked_unticked = dict.fromkeys(self._marked, 0)
        self._unticked.clear()
        self._chosen = Chosen(
            len(self._items),
            sum(item.messages for item in self._items),
            sum(item.new for item in self._items),
            sum(item.changed for item in self._items),
        )
        self._filter, self._group = "", None
        self._arrange()
        self.endResetModel()

    def setFilter(self, text: str) -> None:
        """Show only rows with these words in title or group; what is ticked stays so."""
        self._narrow(text.strip().casefold(), self._group)

    def setGroup(self, group: str | None) -> None:
        """Show only rows of a project, folder or file; of all of them for None."""
        self._narrow(self._filter, group)

    @property
    def filtered(self) -> bool:
        """Whether a filter or a group hides rows."""
        return bool(self._filter) or self._group is not None

    def groups(self) -> dict[str, int]:
        """How many items each project, folder and file has, by name; "" is none of them."""
        return self._groups

    @property
    def only_notes(self) -> bool:
        """Whether there are no conversations."""
        return self._only_notes

    def items(self) -> tuple[PreviewItem, ...]:
        """All conversations and notes, whatever is shown."""
        return self._items

    def choice(self) -> Choice:
        """What is ticked, for an import."""
        return Choice(left_out=frozenset(self._unticked))

    def chosen(self) -> Chosen:
        """How much is ticked."""
        return self._chosen

    def tickShown(self, ticked: bool) -> None:
        """Tick, or untick, every row that the filter shows."""
        self._tick((self._items[at] for at in self._shown), ticked)

    def tickOnlyNew(self) -> None:
        """Of the rows shown tick those that bring something, untick the others."""
        shown = [self._items[at] for at in self._shown]
        self._tick((item for item in shown if item.brings_something), True)
        self._tick((item for item in shown if not item.brings_something), False)

    def tickMarked(self, mark: Mark, ticked: bool) -> None:
        """Tick, or untick, all archived or all temporary ones."""
        self._tick((item for item in self._items if getattr(item, mark)), ticked)

    def marked(self, mark: Mark) -> tuple[int, Qt.CheckState]:
        """Return how many bear a mark, and whether all, some or none of them are ticked."""
        total, unticked = self._marked[mark], self._marked_unticked[mark]
        if not unticked:
            return total, Qt.CheckState.Checked
        partly = unticked < total
        return total, (Qt.CheckState.PartiallyChecked if partly else Qt.CheckState.Unchecked)

    def toggle(self, rows: Iterable[int], current: int) -> None:
        """Turn the tick of row ``current`` round, and give the other rows the same."""
        ticked = not self.isTicked(current)
        self._tick((self._items[self._shown[row]] for row in rows), ticked)

    def isTicked(self, row: int) -> bool:
        """Whether a row is ticked."""
        return self._items[self._shown[row]].key not in self._unticked

    def item(self, row: int) -> PreviewItem:
        """What a row shows."""
        return self._items[self._shown[row]]

    # What Qt asks.

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 4

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        names = (self.tr("Title"), self.tr("Last written"), self.tr("Messages"), self.tr("State"))
        return names[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self._items[self._shown[index.row()]]
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(item, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == TITLE:
            ticked = item.key not in self._unticked
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and column == TITLE:
            return without_overrides(item.title)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == TITLE:
            return self._said(item)
        return None

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        wanted = value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)
        if wanted != self.isTicked(index.row()):
            self.toggle([index.row()], index.row())
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        return _TICKABLE if index.column() == TITLE else _FLAGS

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        former = self.persistentIndexList()
        items = [(self._shown[index.row()], index.column()) for index in former]
        self._column, self._order = column, order
        self._arrange()
        rows = {at: row for row, at in enumerate(self._shown)} if items else {}
        self.changePersistentIndexList(
            former, [self.index(rows[at], column) for at, column in items]
        )
        self.layoutChanged.emit()

    # Inside.

    def _narrow(self, text: str, group: str | None) -> None:
        if (text, group) != (self._filter, self._group):
            self.beginResetModel()
            self._filter, self._group = text, group
            self._arrange()
            self.endResetModel()

    def _tick(self, items: Iterable[PreviewItem], ticked: bool) -> None:
        turned = [item for item in items if (item.key in self._unticked) == ticked]
        sign = 1 if ticked else -1
        keys = [item.key for item in turned]
        if ticked:
            self._unticked.difference_update(keys)
        else:
            self._unticked.update(keys)
        chosen = self._chosen
        self._chosen = Chosen(
            chosen.items + sign * len(turned),
            chosen.messages + sign * sum(item.messages for item in turned),
            chosen.new + sign * sum(item.new for item in turned),
            chosen.changed + sign * sum(item.changed for item in turned),
        )
        self._marked_unticked["archived"] -= sign * sum(item.archived for item in turned)
        self._marked_unticked["temporary"] -= sign * sum(item.temporary for item in turned)
        if turned and self._shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, STATE))
        if turned:
            self.ticksChanged.emit()

    def _arrange(self) -> None:
        shown: Iterable[int] = range(len(self._items))
        if self._group is not None:
            shown = (at for at in shown if self._items[at].group == self._group)
        if self._filter:
            shown = (at for at in shown if self._filter in self._folded[at])
        self._shown = list(shown)
        if self._column < 0:
            return
        descending = self._order == Qt.SortOrder.DescendingOrder
        self._shown.sort(key=self._key, reverse=descending)

    def _key(self, at: int) -> tuple[str, int, int]:
        """What a row is sorted by."""
        item = self._items[at]
        if self._column == TITLE:
            return self._folded[at], 0, 0
        if self._column == DATE:
            return "", item.at or 0, 0
        if self._column == MESSAGES:
            return "", item.messages, 0
        return "", item.new, item.changed

    def _text(self, item: PreviewItem, column: int) -> str:
        if column == TITLE:
            return self.title(item)
        if column == DATE:
            return said(item.at)
        if column == MESSAGES:
            return number(item.messages)
        return self._state(item)

    def _state(self, item: PreviewItem) -> str:
        """What an import would do to it, in a word."""
        if not item.messages:
            return self.tr("Empty")
        if item.new == item.messages:
            return self.tr("New")
        if not item.brings_something:
            return self.tr("In your vault")
        if item.changed == item.messages:
            return self.tr("Changed")
        parts = []
        if item.new:
            parts.append(self.tr("{count} new").format(count=number(item.new)))
        if item.changed:
            parts.append(self.tr("{count} changed").format(count=number(item.changed)))
        return " · ".join(parts)

    def _said(self, item: PreviewItem) -> str:
        ticked = item.key not in self._unticked
        parts = [
            self._text(item, TITLE),
            *self.marks(item),
            said(item.at),
            *([] if item.key[1] == "note" else [figures.messages(item.messages)]),
            self._state(item),
            self.tr("ticked") if ticked else self.tr("not ticked"),
        ]
        return ", ".join(parts)

    def title(self, item: PreviewItem) -> str:
        """An item's title as it may be shown."""
        return without_overrides(item.title) or self.tr("Without a title")

    def marks(self, item: PreviewItem) -> list[str]:
        """What sets an item apart from the others, in words."""
        marks = []
        if item.key[1] == "note" and not self._only_notes:
            marks.append(self.tr("Note"))
        if item.archived:
            marks.append(self.tr("Archived"))
        if item.temporary:
            marks.append(self.tr("Temporary"))
        if item.group and len(self._groups) > 1:
            marks.append(without_overrides(item.group))
        return marks


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == MESSAGES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
