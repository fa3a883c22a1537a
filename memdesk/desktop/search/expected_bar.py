"""The memory that was pinned as expected, and where it stands, below the filters."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.search.place_words import Expected, place_words
from memdesk.desktop.theme.metrics import CHIP_HEIGHT, GAP_S
from memdesk.desktop.widgets.buttons import IconButton
from memdesk.desktop.widgets.chip import Chip, ChipValue
from memdesk.desktop.widgets.labels import ElidedLabel
from memdesk.retrieval.placement import Placement

_LONGEST_TITLE = 26


class ExpectedBar(QWidget):
    """Stays while the question, the filters or the ranking change. Hidden without a memory."""

    toggled = Signal(bool)
    """The account is wanted, or not any more."""
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self.chip = _ExpectedChip(self.tr("Expected"))
        self.chip.clicked.connect(self.toggled)
        self.chip.removed.connect(self.removed)
        self.remove = IconButton(
            "x", self.tr("Expect it no longer"), size=CHIP_HEIGHT, icon_size=14
        )
        self.remove.clicked.connect(self.removed)
        self._sentence = ElidedLabel(role="meta", tone="secondary")
        self._sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S - 4)
        row.addWidget(self.chip)
        row.addWidget(self.remove)
        row.addSpacing(GAP_S)
        row.addWidget(self._sentence, 1)
        self.hide()

    def setExpected(self, expected: Expected | None) -> None:
        """Stand for a memory whose place is not known yet, or for none."""
        title = expected.title if expected is not None else ""
        if len(title) > _LONGEST_TITLE:
            title = f"{title[: _LONGEST_TITLE - 1].rstrip()}…"
        self._title = title
        self.setPlacement(None)
        self.setVisible(expected is not None)

    def setPlacement(self, placement: Placement | None) -> None:
        """Tell where it stands; None while nothing is asked."""
        place = place_words(placement) if placement is not None else ""
        self.chip.setValues([ChipValue(text) for text in (self._title, place) if text])
        self._sentence.setText(
            placement.sentence
            if placement is not None
            else self.tr("Ask something to see where it stands.")
        )
        self.chip.setAccessibleDescription(
            f"{self._sentence.text()} {self.tr('Enter shows the account, Delete lets go of it.')}"
        )

    def place(self) -> str:
        """What the chip tells."""
        return self.chip.accessibleName()

    def sentence(self) -> str:
        """What stands beside the chip."""
        return self._sentence.text()


class _ExpectedChip(Chip):
    """On while the account is open."""

    removed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)
