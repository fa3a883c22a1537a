"""The imports so far, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.desktop.importing.figures import file_name
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import IconButton, QuietButton
from memdesk.desktop.widgets.dates import full, number, said
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.vault.records import ImportRun

SHOWN = 50


class History(QWidget):
    """One row for each import, with its report and a way to take it back."""

    reportWanted = Signal(int)
    removeWanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(self.tr("Imported so far"), "title")
        self._card = QFrame()
        self._card.setProperty("surface", "card")
        self._rows = QVBoxLayout(self._card)
        self._rows.setContentsMargins(GAP_L, GAP_XS, GAP_L, GAP_XS)
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GAP_S, 0, 0)
        column.setSpacing(GAP_S)
        column.addWidget(self._title)
        column.addWidget(self._card)

    def setRuns(self, runs: Sequence[ImportRun]) -> None:
        """Show other imports; nothing at all if there are none."""
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for run in runs[:SHOWN]:
            if self._rows.count():
                self._rows.addWidget(hairline())
            row = HistoryRow(run)
            row.reportWanted.connect(self.reportWanted)
            row.removeWanted.connect(self.removeWanted)
            self._rows.addWidget(row)
        self.setVisible(bool(runs))


class HistoryRow(QWidget):
    """File, when, what came in, how it ended."""

    reportWanted = Signal(int)
    removeWanted = Signal(int)

    def __init__(self, run: ImportRun, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = file_name(run.path)
        title = ElidedLabel(name)
        title.setProperty("strong", True)
        when = label(said(run.started_at), "meta", "secondary")
        when.setToolTip(full(run.started_at))
        text, tone = self._outcome(run)
        outcome = ElidedLabel(text, "meta", tone)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(title)
        texts.addWidget(outcome)
        self.reportButton = QuietButton(self.tr("Report"))
        self.reportButton.setAccessibleName(self.tr("Report of {name}").format(name=name))
        self.reportButton.clicked.connect(lambda: self.reportWanted.emit(run.id))
        self.removeButton = IconButton(
            "trash-2", self.tr("Move what {name} added to the trash").format(name=name)
        )
        self.removeButton.clicked.connect(lambda: self.removeWanted.emit(run.id))
        self.removeButton.setEnabled(run.added > 0 and run.outcome != "running")
        removed = run.outcome == "removed"
        if removed:
            # Never shown here: a button without its parent would come up as a window of its own.
            self.removeButton.hide()
            title.setProperty("tone", "secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GAP_S, 0, GAP_S)
        row.setSpacing(GAP_M)
        row.addWidget(SourceBadge(run.source))
        row.addLayout(texts, 1)
        row.addWidget(when)
        row.addWidget(self.reportButton)
        row.addWidget(self.removeButton)
        if removed:
            row.addWidget(label(self.tr("removed"), "meta", "faint"))
        self.setToolTip(run.path)

    def _outcome(self, run: ImportRun) -> tuple[str, str]:
        counts = [
            (run.added, self.tr("{count} added")),
            (run.updated, self.tr("{count} updated")),
            (run.unchanged, self.tr("{count} unchanged")),
            (run.skipped, self.tr("{count} skipped")),
        ]
        parts = [text.format(count=number(count)) for count, text in counts if count]
        came = " · ".join(parts) or self.tr("nothing came in")
        # A run without an end was cut short: the program was closed or the power failed.
        cut_short = run.outcome == "running" and run.finished_at is None
        if run.outcome == "removed":
            return came, "faint"
        if run.outcome == "failed":
            return self.tr("Failed: {counts}").format(counts=came), "danger"
        if run.outcome == "cancelled" or cut_short:
            return self.tr("Not finished: {counts}").format(counts=came), "warning"
        return came, "secondary" if parts else "warning"
