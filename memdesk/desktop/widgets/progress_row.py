"""One running job: how far it is, how fast, how long it still takes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from memdesk.desktop.theme.metrics import GAP_S, GAP_XS
from memdesk.desktop.widgets.buttons import IconButton
from memdesk.desktop.widgets.dates import duration, number
from memdesk.desktop.widgets.labels import ElidedLabel, label

_WINDOW_S = 8.0


class ProgressRow(QWidget):
    """Label, bar, “1,204 of 9,811 · 310 a second · 28 seconds left”, and a button to cancel.

    The rate is that of the last eight seconds, read from ``clock`` (seconds).
    """

    cancelled = Signal()

    def __init__(
        self,
        title: str,
        parent: QWidget | None = None,
        *,
        cancellable: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._history: deque[tuple[float, int]] = deque()
        self._title = ElidedLabel(title)
        self._figures = label("", "meta", "secondary")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(title)
        self._cancel = IconButton("x", self.tr("Cancel: {name}").format(name=title))
        self._cancel.clicked.connect(self._stop)
        if not cancellable:
            # Never shown from here: without a parent it would be a window for a moment.
            self._cancel.hide()
        texts = QHBoxLayout()
        texts.setSpacing(GAP_S)
        texts.addWidget(self._title, 1)
        texts.addWidget(self._figures)
        column = QVBoxLayout()
        column.setSpacing(GAP_XS)
        column.addLayout(texts)
        column.addWidget(self._bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S)
        row.addLayout(column, 1)
        row.addWidget(self._cancel)

    def setTitle(self, title: str) -> None:
        """Name what is being done now."""
        self._title.setText(title)
        self._bar.setAccessibleName(title)

    def setProgress(self, done: int, total: int | None = None) -> None:
        """Show that ``done`` of ``total`` are done; without a total only the count and rate."""
        now = self._clock()
        self._history.append((now, done))
        while len(self._history) > 2 and now - self._history[0][0] > _WINDOW_S:
            self._history.popleft()
        # Bar ranges are 32-bit; bytes of a large export are not.
        self._bar.setRange(0, 1000 if total else 0)
        if total:
            self._bar.setValue(round(1000 * min(done, total) / total))
        self._figures.setText(" · ".join(self._parts(done, total)))
        self._bar.setAccessibleDescription(self._figures.text())

    def figures(self) -> str:
        """The figures as shown."""
        return self._figures.text()

    def finish(self, text: str) -> None:
        """Show a full bar and a closing remark."""
        self._bar.setRange(0, 1000)
        self._bar.setValue(1000)
        self._figures.setText(text)
        self._cancel.hide()

    def _parts(self, done: int, total: int | None) -> list[str]:
        if total:
            parts = [self.tr("{done} of {total}").format(done=number(done), total=number(total))]
        else:
            parts = [number(done)]
        (start, at_start), (end, at_end) = self._history[0], self._history[-1]
        if end - start < 1 or at_end <= at_start:
            return parts
        rate = (at_end - at_start) / (end - start)
        if rate >= 1:
            parts.append(self.tr("{rate} a second").format(rate=number(round(rate))))
        else:
            parts.append(self.tr("{rate} a minute").format(rate=number(max(1, round(rate * 60)))))
        if total and done < total:
            left = duration((total - done) / rate)
            parts.append(self.tr("{time} left").format(time=left))
        return parts

    def _stop(self) -> None:
        self._cancel.setEnabled(False)
        self._figures.setText(self.tr("stopping"))
        self.cancelled.emit()
