"""Choosing among the conversations of a preview."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.importing import figures
from memdesk.desktop.importing.choice_list import ChoiceList
from memdesk.desktop.importing.choice_model import ChoiceModel, Mark
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL, GAP_XS
from memdesk.desktop.widgets.buttons import PlainButton, PrimaryButton, QuietButton
from memdesk.desktop.widgets.check_box import CheckBox
from memdesk.desktop.widgets.choice import Choice as Drop
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.direction import without_overrides
from memdesk.desktop.widgets.flow import FlowLayout
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.desktop.widgets.page import WIDTH
from memdesk.importers.report import PreviewItem

_GROUP_LETTERS = 22


class ChoicePage(QWidget):
    """A list with boxes, a filter above it, and what the choice comes to below it."""

    importClicked = Signal()
    backClicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ChoiceModel(self)
        self.list = ChoiceList(self.model)
        self.filter = QLineEdit()
        self.filter.textChanged.connect(self.model.setFilter)
        self.group = Drop()
        self.group.setAccessibleName(self.tr("Project, folder or file"))
        self.group.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.group.setMinimumContentsLength(_GROUP_LETTERS)
        self.group.currentIndexChanged.connect(
            lambda at: self.model.setGroup(self.group.itemData(at))
        )
        self.allButton = QuietButton("")
        self.noneButton = QuietButton("")
        self.newButton = QuietButton(self.tr("Only new"))
        self.newButton.setToolTip(
            self.tr("Tick what has new or changed messages, untick what is in your vault already")
        )
        self.allButton.clicked.connect(lambda: self.model.tickShown(True))
        self.noneButton.clicked.connect(lambda: self.model.tickShown(False))
        self.newButton.clicked.connect(self.model.tickOnlyNew)
        self.archivedBox = CheckBox("")
        self.temporaryBox = CheckBox("")
        self._boxes: dict[Mark, CheckBox] = {
            "archived": self.archivedBox,
            "temporary": self.temporaryBox,
        }
        self.archivedBox.clicked.connect(lambda on: self.model.tickMarked("archived", on))
        self.temporaryBox.clicked.connect(lambda on: self.model.tickMarked("temporary", on))
        self.backButton = PlainButton(self.tr("Back"))
        self.backButton.clicked.connect(self.backClicked)
        self.importButton = PrimaryButton(self.tr("Import"))
        self.importButton.clicked.connect(self.importClicked)
        self.sum = label("", "meta", "secondary", wrap=True)
        self.sum.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.model.ticksChanged.connect(self._tell)
        self.model.modelReset.connect(self._tell)
        self._lay_out()
        self._fit()
        self._tell()

    def setItems(self, items: Sequence[PreviewItem], more: int = 0) -> None:
        """Offer other conversations, all ticked; ``more`` come in without being listed."""
        self._more = more
        self.filter.clear()
        self.model.setItems(items)
        self._offer_groups()
        self.list.showSources(len({item.key[0] for item in items}) > 1)
        self.list.scrollToTop()
        if items:
            self.list.setCurrentIndex(self.model.index(0, 0))

    @property
    def more(self) -> int:
        """How many come in without being listed."""
        return self._more

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "_inner"):
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.filter.text():
                self.filter.clear()
            else:
                self.backClicked.emit()
        elif event.key() == Qt.Key.Key_Down and self.filter.hasFocus():
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self._more = 0
        title = ElidedLabel(self.tr("Choose what to import"), "title")
        head = QHBoxLayout()
        head.setSpacing(GAP_S)
        head.addWidget(title, 1)
        head.addWidget(self.backButton)
        head.addWidget(self.importButton)
        choosing = QWidget()
        flow = FlowLayout(choosing, GAP_S)
        for widget in (
            self.allButton,
            self.noneButton,
            self.newButton,
            self.archivedBox,
            self.temporaryBox,
        ):
            flow.addWidget(widget)
        narrowing = QHBoxLayout()
        narrowing.setSpacing(GAP_S)
        narrowing.addWidget(self.filter, 1)
        narrowing.addWidget(self.group)
        frame = QFrame()
        frame.setProperty("surface", "card")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(GAP_XS, GAP_XS, GAP_XS, GAP_XS)
        inside.addWidget(self.list)
        self._inner = QWidget()
        column = QVBoxLayout(self._inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP_S)
        column.addLayout(head)
        column.addLayout(narrowing)
        column.addWidget(choosing)
        column.addWidget(frame, 1)
        column.addWidget(self.sum)
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_L)
        row.addWidget(self._inner, 100)
        row.addStretch(1)
        order = [
            self.filter,
            self.group,
            self.allButton,
            self.noneButton,
            self.newButton,
            self.archivedBox,
            self.temporaryBox,
            self.list,
            self.backButton,
            self.importButton,
        ]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _fit(self) -> None:
        self._inner.setMaximumWidth(theme.current().px(WIDTH))

    def _offer_groups(self) -> None:
        groups = self.model.groups()
        several = len(groups) > 1
        words = self.tr("Filter by title")
        if several:
            words = self.tr("Filter by title, project or folder")
        self.filter.setPlaceholderText(words)
        self.filter.setAccessibleName(words)
        self.group.setVisible(several)
        self.group.blockSignals(True)
        self.group.clear()
        self.group.addItem(self.tr("All projects and folders"), None)
        for name, count in groups.items():
            shown = without_overrides(name) or self.tr("In no project or folder")
            self.group.addItem(f"{shown} ({number(count)})", name)
        self.group.blockSignals(False)

    def _tell(self) -> None:
        filtered = self.model.filtered
        self.allButton.setText(self.tr("All shown") if filtered else self.tr("All"))
        self.noneButton.setText(self.tr("None shown") if filtered else self.tr("None"))
        names: dict[Mark, str] = {
            "archived": self.tr("Archived ({count})"),
            "temporary": self.tr("Temporary chats ({count})"),
        }
        for mark, box in self._boxes.items():
            count, state = self.model.marked(mark)
            text = names[mark].format(count=number(count))
            box.setVisible(count > 0)
            if text != box.text():
                box.setText(text)
                box.setAccessibleName(text)
                box.updateGeometry()
            box.setChecked(state == Qt.CheckState.Checked)
            box.setPartly(state == Qt.CheckState.PartiallyChecked)
        chosen, total = self.model.chosen(), len(self.model.items())
        parts = [
            self.tr("{chosen} of {total} ticked").format(
                chosen=number(chosen.items), total=number(total)
            ),
            *([] if self.model.only_notes else [figures.messages(chosen.messages)]),
            self.tr("{count} new").format(count=number(chosen.new)),
        ]
        if chosen.changed:
            parts.append(self.tr("{count} changed").format(count=number(chosen.changed)))
        if self._more:
            parts.append(self.tr("{count} more not listed").format(count=number(self._more)))
        if filtered:
            shown = self.tr("{count} shown").format(count=number(self.model.rowCount()))
            parts.insert(0, shown)
        self.sum.setText(" · ".join(parts))
        self.sum.setAccessibleName(self.sum.text())
        self.importButton.setEnabled(bool(chosen.items or self._more))
