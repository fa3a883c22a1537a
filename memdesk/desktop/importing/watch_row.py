"""Whether a folder is watched for new exports, and which."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.desktop.theme.metrics import GAP_XS
from memdesk.desktop.widgets.buttons import QuietButton
from memdesk.desktop.widgets.check_box import CheckBox
from memdesk.desktop.widgets.labels import ElidedLabel, label


class WatchRow(QWidget):
    """Says what is wanted; watching is done elsewhere."""

    wanted = Signal(bool)
    folderWanted = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = Path()
        self.box = CheckBox(self.tr("Offer exports that appear in"))
        self.box.clicked.connect(self.wanted)
        self._name = ElidedLabel("", "body", "secondary")
        self.folderButton = QuietButton(self.tr("Change…"))
        self.folderButton.setAccessibleName(self.tr("Choose the folder to watch"))
        self.folderButton.clicked.connect(self._choose)
        self._trouble = label("", "meta", "danger", wrap=True)
        self._trouble.hide()
        row = QHBoxLayout()
        row.setSpacing(GAP_XS)
        row.addWidget(self.box)
        row.addWidget(self._name, 1)
        row.addWidget(self.folderButton)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._trouble)

    def setWatched(self, folder: Path, on: bool) -> None:
        """Show the folder and whether it is watched."""
        self._folder = folder
        self._name.setText(str(folder))
        self.box.setChecked(on)

    def setTrouble(self, text: str) -> None:
        """Say why the folder cannot be watched; nothing for an empty text."""
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    def _choose(self) -> None:
        name = QFileDialog.getExistingDirectory(
            self, self.tr("Choose the folder to watch"), str(self._folder)
        )
        if name:
            self.folderWanted.emit(Path(name))
