"""A running import: how far, how fast, how long still, and what has come in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.importing import figures
from memdesk.desktop.importing.still_label import StillLine, StillNumber
from memdesk.desktop.theme.metrics import GAP_S, GAP_XL, GAP_XS
from memdesk.desktop.widgets.buttons import PlainButton
from memdesk.desktop.widgets.dates import duration, number
from memdesk.desktop.widgets.flow import FlowLayout
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.desktop.widgets.page import Page, card
from memdesk.importers.report import Counts, ImportProgress

SLOW_MS = 300
"""Reading that takes less is not announced by a moving bar."""


class ProgressPage(Page):
    """Used for reading the files first, and then for importing them."""

    cancelClicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        frame, column = card(GAP_S)
        self.title = ElidedLabel("", "title")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.figures = StillLine("meta", "secondary")
        self.counts = CountsRow()
        self.found = StillLine("body", "")
        self.hint = label("", "body", "secondary", wrap=True)
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.cancelButton = PlainButton(self.tr("Cancel"))
        self.cancelButton.clicked.connect(self._cancel)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(lambda: self.bar.setRange(0, 0))
        foot = QHBoxLayout()
        foot.setSpacing(GAP_S)
        foot.addWidget(self.hint, 1)
        foot.addWidget(self.cancelButton)
        for widget in (self.title, self.bar, self.figures, self.found):
            column.addWidget(widget)
        column.addSpacing(GAP_XS)
        column.addWidget(self.counts)
        column.addSpacing(GAP_XS)
        column.addLayout(foot)
        self.fill(frame)

    def prepare(self, paths: Sequence[Path]) -> None:
        """Say that files are being read, before anything is known about them."""
        self._begin()
        if len(paths) == 1:
            self.title.setText(self.tr("Reading {name}").format(name=paths[0].name))
        else:
            count = number(len(paths))
            self.title.setText(self.tr("Reading {count} files").format(count=count))
        self.bar.setRange(0, 1)
        self.bar.setValue(0)
        self._slow.start()
        self.figures.hide()
        self.counts.hide()
        self.hint.setText(self.tr("Nothing is written before you have seen what is in it."))

    def begin(self) -> None:
        """Get ready for an import that starts."""
        self._begin()
        self.title.setText(self.tr("Importing"))
        self.bar.setRange(0, 0)
        self.figures.setText("")
        self.figures.show()
        self.counts.setCounts(Counts())
        self.counts.show()
        self.hint.setText(self.tr("You can search meanwhile; what has come in is found already."))

    def setProgress(self, progress: ImportProgress) -> None:
        """Show how far an import is."""
        self._slow.stop()
        self._show(progress, self.tr("Importing {name}"))
        self.counts.setCounts(progress.counts)

    def setReading(self, progress: ImportProgress) -> None:
        """Show how far the reading is, once it takes its time."""
        if self._slow.isActive():
            return
        self.figures.show()
        self._show(progress, self.tr("Reading {name}"))
        counts = progress.counts
        parts = [
            figures.conversations(counts.conversations),
            figures.messages(counts.messages),
            self.tr("{count} new").format(count=number(counts.added)),
        ]
        if counts.updated:
            parts.append(self.tr("{count} changed").format(count=number(counts.updated)))
        self.found.setText(" · ".join(parts))
        self.found.show()

    def _show(self, progress: ImportProgress, title: str) -> None:
        if progress.path != self._path:
            self._path = progress.path
            name = figures.file_name(progress.path)
            self.title.setText(title.format(name=name))
            self.bar.setAccessibleName(self.title.text())
        parts = []
        if progress.total_bytes:
            # Ranges are 32-bit, bytes of an export are not; 100 % is left to the report.
            share = min(progress.bytes_read / progress.total_bytes, 1.0)
            self.bar.setRange(0, 1000)
            self.bar.setValue(int(1000 * share))
            parts.append(self.tr("{percent} %").format(percent=min(int(100 * share), 99)))
        else:
            self.bar.setRange(0, 0)
        if progress.messages_per_second >= 1:
            rate = number(round(progress.messages_per_second))
            parts.append(self.tr("{rate} messages a second").format(rate=rate))
        if progress.seconds_left is not None:
            left = duration(progress.seconds_left)
            parts.append(self.tr("{time} left").format(time=left))
        if self.cancelButton.isEnabled():
            self.figures.setText(" · ".join(parts))

    def _begin(self) -> None:
        self._slow.stop()
        self._path = ""
        self.cancelButton.setEnabled(True)
        self.cancelButton.setText(self.tr("Cancel"))
        self.found.hide()

    def _cancel(self) -> None:
        self.cancelButton.setEnabled(False)
        self.cancelButton.setText(self.tr("Stopping"))
        if self.counts.isHidden():
            self.figures.setText(self.tr("Stopping; nothing was written"))
        else:
            self.figures.setText(self.tr("Stopping; what has come in stays"))
        self.cancelClicked.emit()


class CountsRow(QWidget):
    """What was found and what became of it, as figures above their names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, GAP_XL)
        self._values: dict[str, StillNumber] = {}
        self._figures: dict[str, QWidget] = {}
        names = {
            "conversations": self.tr("conversations"),
            "messages": self.tr("found"),
            "added": self.tr("added"),
            "updated": self.tr("updated"),
            "unchanged": self.tr("unchanged"),
            "skipped": self.tr("skipped"),
            "left_out": self.tr("left out by choice"),
        }
        for key, name in names.items():
            value = StillNumber("title")
            value.setNumber(number(0))
            self._values[key] = value
            figure = QWidget()
            column = QVBoxLayout(figure)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addWidget(value)
            column.addWidget(label(name, "meta", "secondary"))
            flow.addWidget(figure)
            self._figures[key] = figure
        self._names = names
        self._figures["left_out"].hide()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setCounts(self, counts: Counts) -> None:
        """Show other counts."""
        for key, value in self._values.items():
            value.setNumber(number(getattr(counts, key)))
        # Most imports take everything, and notes belong to no conversation.
        self._figures["left_out"].setVisible(counts.left_out > 0)
        notes_only = counts.messages > 0 and not counts.conversations
        self._figures["conversations"].setVisible(not notes_only)
        told = (
            f"{number(getattr(counts, key))} {self._names[key]}"
            for key, figure in self._figures.items()
            if not figure.isHidden()
        )
        self.setAccessibleName(", ".join(told))

    def value(self, key: str) -> str:
        """A count as shown."""
        return self._values[key].text()
