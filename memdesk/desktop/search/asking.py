"""When a question is asked: at a key, after a rest, soon after a change, and at Enter."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

TYPING_MS, PAUSE_MS, SLOW_MS = 20, 250, 300
"""Waits: after a key, for a rest, and before saying “searching”."""


class Asking(QObject):
    """The waits of the search pane. Each wait that ends says in which mode to ask."""

    due = Signal(str)
    """A question is to be asked in this :data:`Mode`."""
    slow = Signal()
    """A search takes long enough to be mentioned."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typing = self._timer(lambda: self.due.emit("typing"))
        self._pause = self._timer(lambda: self.due.emit("paused"))
        self._change = self._timer(lambda: self.due.emit("paused"))
        self._slow = self._timer(self.slow.emit)

    def typed(self) -> None:
        """A key was hit: ask at once, and again with meaning after a rest."""
        self._change.stop()
        self._typing.start(TYPING_MS)
        self._pause.start(PAUSE_MS)

    def changed(self) -> None:
        """Something else than the text has changed."""
        self._change.start(TYPING_MS)

    def dragged(self) -> None:
        """As :meth:`changed`, but not put off for as long as a slider is dragged."""
        if not self._change.isActive():
            self._change.start(TYPING_MS)

    def asked(self, *, typing: bool) -> None:
        """The question was asked; only while typing will it be asked once more."""
        self._typing.stop()
        if not typing:
            self._pause.stop()
            self._change.stop()

    def searching(self) -> None:
        """A search has started."""
        if not self._slow.isActive():
            self._slow.start(SLOW_MS)

    def answered(self) -> None:
        """There is an answer, or an error."""
        self._slow.stop()

    def drop(self) -> None:
        """Ask nothing any more."""
        for timer in (self._typing, self._pause, self._change, self._slow):
            timer.stop()

    def _timer(self, run: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(run)
        return timer
