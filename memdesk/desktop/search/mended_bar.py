"""What a mistyped query was read as, with the way back to what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.theme.metrics import GAP_M
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.desktop.widgets.labels import ElidedLabel
from memdesk.retrieval.results import Mended


class MendedBar(QWidget):
    """A line below the filters; hidden where nothing was mended.

    Where it is narrow the link says less, and then the words end in ….
    """

    asTypedWanted = Signal()
    """Just what was typed is to be searched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._way_back = ""
        self._words = ElidedLabel(role="meta", tone="secondary")
        self._words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.as_typed = LinkButton("")
        self.as_typed.clicked.connect(self.asTypedWanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_M)
        row.addWidget(self._words)
        row.addWidget(self.as_typed)
        row.addStretch(1)
        self.hide()

    def setMended(self, mended: Sequence[Mended]) -> None:
        """Say what was read as what; an empty sequence hides the line."""
        read = ", ".join(f"“{one.read}…”" if one.unfinished else f"“{one.read}”" for one in mended)
        typed = ", ".join(f"“{one.typed}”" for one in mended)
        self._words.setText(self.tr("Showing results for {read}").format(read=read))
        self._way_back = self.tr("Search for {typed} instead").format(typed=typed)
        self.as_typed.setAccessibleName(self._way_back)
        self._fit()
        self.setVisible(bool(mended))

    def words(self) -> str:
        """What is said, without what was left out for want of room."""
        return self._words.text()

    def minimumSizeHint(self) -> QSize:
        # What was typed must not make the window any wider.
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Name the typed words in the link if they have room beside what they were read as."""
        self.as_typed.setText(self._way_back.replace("&", "&&"))
        needed = self._words.sizeHint().width() + GAP_M + self.as_typed.sizeHint().width()
        if needed > self.width():
            self.as_typed.setText(self.tr("Search as typed"))
