"""Telling about a bug: what happened, that nothing was lost, and the details to send."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from memdesk.log import Crash


class CrashReporter(QObject):
    """Shows a dialog for the first crash; further ones only go to the log."""

    _crashed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        # Nobody else holds the dialog while it is open.
        self._box: QMessageBox | None = None
        self._crashed.connect(self._show)

    def report(self, crash: Crash) -> None:
        """Have the crash shown on the GUI thread; callable from any thread."""
        self._crashed.emit(crash)

    @Slot(object)
    def _show(self, crash: Crash) -> None:
        if self._box is not None:
            return
        self._box = box = QMessageBox(QMessageBox.Icon.Warning, "memdesk", "")
        box.setText(self.tr("Something went wrong inside memdesk."))
        box.setInformativeText(
            self.tr(
                "Your memories are safe: everything saved so far is in the vault. "
                "The log file says more; please send it with a report."
            )
        )
        details = f"{crash.summary}\n\n{crash.traceback}"
        box.setDetailedText(details)
        copy = box.addButton(self.tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
        box.addButton(QMessageBox.StandardButton.Close)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
        box.open()
