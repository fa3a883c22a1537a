"""The imports so far, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.desktop.importing.figures import file_name
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import IconButton, QuietButton
from memdesk.desktop.widgets.dates import full, number, said
from memdesk.desktop.widgets.labels import ElidedLabel, hairline, label
from memdesk.desktop.widgets.row_list import Row, RowList
from memdesk.desktop.widgets.source_badge import SourceBadge
from memdesk.vault.records import ImportRun

SHOWN = 50


class History(QWidget):
    """One row for each import, with its report and a way to take it back."""

    reportWanted = Signal(int)
    removeWanted = Signal(int)
    filled = Signal(QWidget)
    """All rows are there; carries the last that the Tab key reaches."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[int, HistoryRow] = {}
        self._title = label(self.tr("Imported so far"), "title")
        frame = QFrame()
        frame.setProperty("surface", "card")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(GAP_L, GAP_XS, GAP_L, GAP_XS)
        self._list = RowList()
        inside.addWidget(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GAP_S, 0, 0)
        column.setSpacing(GAP_S)
        column.addWidget(self._title)
        column.addWidget(frame)

    def setRuns(self, runs: Sequence[ImportRun]) -> None:
        """Show other imports; nothing at all if there are none."""
        shown = runs[:SHOWN]
        for gone in self._rows.keys() - {run.id for run in shown}:
            self._list.remove(self._rows.pop(gone))
        self._list.fill(self._show(shown))
        self.setVisible(bool(runs))

    def _show(self, runs: Sequence[ImportRun]) -> Iterator[None]:
        # Rows that stay keep the keyboard, and cost nothing.
        for at, run in enumerate(runs):
            row = self._rows.get(run.id)
            if row is None:
                row = HistoryRow(self._list)
                row.reportWanted.connect(self.reportWanted)
                row.removeWanted.connect(self.removeWanted)
                self._rows[run.id] = row
                row.setRun(run, first=at == 0)
                self._list.insert(at, row)
                yield
            else:
                row.setRun(run, first=at == 0)
        # The Tab key follows the order of making, in which the newest row comes last.
        rows = [self._rows[run.id] for run in runs]
        stops = [stop for row in rows for stop in (row.reportButton, row.removeButton)]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
        if stops:
            self.filled.emit(stops[-1])


class HistoryRow(Row):
    """File, when, what came in, how it ended."""

    reportWanted = Signal(int)
    removeWanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: ImportRun | None = None
        self._line = hairline()
        self._badge = SourceBadge()
        self._title = ElidedLabel("")
        self._title.setProperty("strong", True)
        self._when = label("", "meta", "secondary")
        self._came = ElidedLabel("", "meta")
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._title)
        texts.addWidget(self._came)
        self.reportButton = QuietButton(self.tr("Report"))
        self.reportButton.clicked.connect(lambda: self._tell(self.reportWanted))
        self.removeButton = IconButton("trash-2", "")
        self.removeButton.clicked.connect(lambda: self._tell(self.removeWanted))
        # Its room is kept, so that what stands in front of it forms columns.
        policy = self.removeButton.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.removeButton.setSizePolicy(policy)
        row = QHBoxLayout()
        row.setContentsMargins(0, GAP_S, 0, GAP_S)
        row.setSpacing(GAP_M)
        row.addWidget(self._badge)
        row.addLayout(texts, 1)
        row.addWidget(self._when)
        row.addWidget(self.reportButton)
        row.addWidget(self.removeButton)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._line)
        column.addLayout(row)

    def setRun(self, run: ImportRun, *, first: bool) -> None:
        """Show another import, or what has become of it; the first has no line above."""
        self._line.setVisible(not first)
        self._when.setText(said(run.started_at))
        if run == self._run:
            return
        self._run = run
        name = file_name(run.path)
        self._badge.setSource(run.source)
        self._title.setText(name)
        self._when.setToolTip(full(run.started_at))
        text, tone = self._outcome(run)
        self._came.setText(text)
        self.reportButton.setAccessibleName(self.tr("Report of {name}").format(name=name))
        self.removeButton.setName(self.tr("Move what {name} added to the trash").format(name=name))
        removed = run.outcome == "removed"
        if removed and self.removeButton.hasFocus():
            self.reportButton.setFocus()
        self.removeButton.setEnabled(run.added > 0 and run.outcome != "running")
        self.removeButton.setVisible(not removed)
        _set_tone(self._title, "secondary" if removed else "")
        _set_tone(self._came, tone)
        self.setToolTip(run.path)

    def _tell(self, wanted: SignalInstance) -> None:
        if self._run is not None:
            wanted.emit(self._run.id)

    def _outcome(self, run: ImportRun) -> tuple[str, str]:
        counts = [
            (run.added, self.tr("{count} added")),
            (run.updated, self.tr("{count} updated")),
            (run.unchanged, self.tr("{count} unchanged")),
            (run.skipped, self.tr("{count} skipped")),
            (run.left_out, self.tr("{count} left out")),
        ]
        parts = [text.format(count=number(count)) for count, text in counts if count]
        came = " · ".join(parts) or self.tr("nothing came in")
        # A run without an end was cut short: the program was closed or the power failed.
        cut_short = run.outcome == "running" and run.finished_at is None
        if run.outcome == "removed":
            return self.tr("Removed: {counts}").format(counts=came), "faint"
        if run.outcome == "failed":
            return self.tr("Failed: {counts}").format(counts=came), "danger"
        if run.outcome == "cancelled" or cut_short:
            return self.tr("Not finished: {counts}").format(counts=came), "warning"
        return came, "secondary" if parts else "warning"


def _set_tone(widget: QWidget, tone: str) -> None:
    """Give a label another tone of the palette."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
