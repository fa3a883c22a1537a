"""What a mistyped query was read as, with the way back to what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.theme.metrics import GAP_M
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.desktop.widgets.labels import ElidedLabel
from memdesk.retrieval.results import Mended


class MendedBar(QWidget):
    """A line below the filters; hidden where nothing was mended."""

    asTypedWanted = Signal()
    """Just what was typed is to be searched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        way_back = self.tr("Search for {typed} instead").format(typed=typed)
        self.as_typed.setText(way_back.replace("&", "&&"))
        self.as_typed.setAccessibleName(way_back)
        self.setVisible(bool(mended))

    def words(self) -> str:
        """What is said, without what was left out for want of room."""
        return self._words.text()
