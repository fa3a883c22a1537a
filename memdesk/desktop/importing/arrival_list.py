"""Exports that turned up in the watched folder, each to be looked at or waved away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.desktop.importing.figures import size
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import IconButton, PlainButton
from memdesk.desktop.widgets.dates import full, said
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.importers.arrivals import Arrival


class ArrivalList(QWidget):
    """Hidden while nothing waits."""

    previewWanted = Signal(Path)
    dismissed = Signal(object)
    """Carries the arrival."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[QWidget] = []
        self._title = label("", "title")
        frame = QFrame()
        frame.setProperty("surface", "card")
        self._rows = QVBoxLayout(frame)
        self._rows.setContentsMargins(GAP_L, GAP_XS, GAP_L, GAP_XS)
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, GAP_S)
        column.setSpacing(GAP_S)
        column.addWidget(self._title)
        column.addWidget(frame)
        self.hide()

    def setArrivals(self, folder: str, arrivals: Sequence[Arrival]) -> None:
        """Show the exports that wait in a folder; ``buttons`` are those of its rows, in order."""
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._title.setText(self.tr("Found in {folder}").format(folder=folder))
        self.buttons.clear()
        for at, arrival in enumerate(arrivals):
            if at:
                self._rows.addWidget(hairline())
            row = ArrivalRow(arrival)
            row.previewButton.clicked.connect(
                lambda _=False, path=arrival.path: self.previewWanted.emit(path)
            )
            row.dismissButton.clicked.connect(
                lambda _=False, gone=arrival: self.dismissed.emit(gone)
            )
            self._rows.addWidget(row)
            self.buttons += (row.previewButton, row.dismissButton)
        self.setVisible(bool(arrivals))


class ArrivalRow(QWidget):
    """One export: its file, what it is, its size, when it was saved."""

    def __init__(self, arrival: Arrival, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = arrival.path.name
        written_at = int(arrival.written_at * 1000)
        title = ElidedLabel(name)
        title.setProperty("strong", True)
        about = ElidedLabel(f"{arrival.format_name} · {size(arrival.size)}", "meta", "secondary")
        when = label(said(written_at), "meta", "secondary")
        when.setToolTip(full(written_at))
        self.previewButton = PlainButton(self.tr("Look at it…"))
        self.previewButton.setAccessibleName(self.tr("Look at {name}").format(name=name))
        self.dismissButton = IconButton("x", self.tr("Do not offer {name}").format(name=name))
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(title)
        texts.addWidget(about)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GAP_S, 0, GAP_S)
        row.setSpacing(GAP_M)
        row.addWidget(SourceBadge(arrival.source))
        row.addLayout(texts, 1)
        row.addWidget(when)
        row.addWidget(self.previewButton)
        row.addWidget(self.dismissButton)
