"""How far the search by meaning has read what was imported."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.importing.still_label import StillLine
from memdesk.desktop.theme.metrics import GAP_M, GAP_S, GAP_XL, GAP_XS
from memdesk.desktop.widgets.buttons import QuietButton
from memdesk.desktop.widgets.dates import duration, number
from memdesk.desktop.widgets.labels import hairline


class EmbeddingRow(QWidget):
    """Hidden when everything is read."""

    pauseToggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paused = False
        self.text = StillLine("meta", "secondary")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.button = QuietButton("")
        self.button.clicked.connect(lambda: self.pauseToggled.emit(not self._paused))
        texts = QVBoxLayout()
        texts.setSpacing(GAP_XS)
        texts.addWidget(self.text)
        texts.addWidget(self.bar)
        row = QHBoxLayout()
        row.setContentsMargins(GAP_XL, GAP_S, GAP_XL, GAP_S)
        row.setSpacing(GAP_M)
        row.addLayout(texts, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(hairline())
        column.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Search by words works already; meaning follows as this goes on."))
        self.hide()

    def set(
        self,
        done: int,
        total: int,
        tokens_per_second: float,
        seconds_left: float | None,
        paused: bool,
    ) -> None:
        """Show how many passages of ``total`` have been read, and how fast."""
        self._paused = paused
        self.setVisible(done < total)
        if done >= total:
            return
        self.bar.setValue(int(1000 * done / total))
        parts = [
            self.tr("Preparing search by meaning: {done} of {total} passages").format(
                done=number(done), total=number(total)
            )
        ]
        if paused:
            parts.append(self.tr("paused"))
        else:
            if tokens_per_second >= 1:
                rate = number(round(tokens_per_second))
                parts.append(self.tr("{rate} tokens a second").format(rate=rate))
            if seconds_left is not None:
                left = duration(seconds_left)
                parts.append(self.tr("{time} left").format(time=left))
        self.text.setText(" · ".join(parts))
        self.bar.setAccessibleName(self.text.text())
        offered = self.tr("Continue") if paused else self.tr("Pause")
        if offered != self.button.text():
            self.button.setText(offered)
