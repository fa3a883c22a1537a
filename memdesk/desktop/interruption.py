"""Ending in good order when the terminal or the system asks for it."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier


class Interruption(QObject):
    """Calls ``stop`` on the GUI thread at Ctrl+C and at the system's request to terminate.

    Python only looks at signals between its own instructions, and an idle window runs none; a
    byte in a socket wakes the event loop up.
    """

    def __init__(self, stop: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = stop
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._arrived)
        self._former_wakeup = signal.set_wakeup_fd(self._writing.fileno())
        self._former = {
            number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)
        }

    def end(self) -> None:
        """Give signals back to Python."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_wakeup)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._reading.close()
        self._writing.close()

    def _note(self, number: int, frame: FrameType | None) -> None:
        """Only being there keeps Python from raising KeyboardInterrupt; the socket does it."""

    def _arrived(self) -> None:
        self._reading.recv(64)
        self._stop()
