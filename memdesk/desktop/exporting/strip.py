"""The export under way, at the foot of the window, and what went wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.desktop.theme.metrics import GAP_S, GAP_XL
from memdesk.desktop.widgets.labels import hairline
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.progress_row import ProgressRow
from memdesk.exporters.watching import ExportProgress


class ExportStrip(QWidget):
    """Hidden while there is nothing to show."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._row: ProgressRow | None = None
        self.message = MessageBar()
        self.message.closed.connect(self.hide)
        inner = QVBoxLayout()
        inner.setContentsMargins(GAP_XL, GAP_S, GAP_XL, GAP_S)
        inner.addWidget(self.message)
        self._inner = inner
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(hairline())
        column.addLayout(inner)
        self.hide()

    @property
    def row(self) -> ProgressRow | None:
        """The progress shown."""
        return self._row

    def begin(self, name: str) -> None:
        """Show that an export to the file or folder ``name`` has begun."""
        self.end()
        self._row = ProgressRow(self.tr("Exporting to {name}").format(name=name))
        self._row.cancelled.connect(self.cancelled)
        self._inner.addWidget(self._row)
        self.show()

    def setProgress(self, progress: ExportProgress) -> None:
        """Show how far it is."""
        if self._row is not None:
            self._row.setProgress(progress.done, progress.total)

    def end(self) -> None:
        """It is over."""
        self.message.clear()
        if self._row is not None:
            self._inner.removeWidget(self._row)
            self._row.hide()
            self._row.deleteLater()
            self._row = None
        self.hide()

    def fail(self, text: str, details: str) -> None:
        """Say why there is no export."""
        self.end()
        self.message.say("danger", text, details)
        self.show()
