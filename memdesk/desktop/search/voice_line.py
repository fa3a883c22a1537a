"""How certain an answer is, in a line above its results."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.desktop.theme.metrics import GAP_S, GAP_XL
from memdesk.desktop.widgets.labels import ElidedLabel
from memdesk.retrieval.results import SearchResponse
from memdesk.retrieval.voice import percent


class VoiceLine(QWidget):
    """Hidden where an answer is certain enough, or where that was not judged.

    While a question is being typed nothing is judged, and the line stays as it was: it would come
    and go with every key.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ElidedLabel(role="meta", tone="secondary")
        row = QHBoxLayout(self)
        row.setContentsMargins(GAP_XL, 0, GAP_XL, GAP_S)
        row.addWidget(self._words)
        self.hide()

    def follow(self, response: SearchResponse) -> None:
        """Say how certain an answer with results is."""
        if response.mode == "typing":
            return
        judged = response.confidence
        if judged is None or judged.voice == "sure":
            self.hide()
            return
        chance = percent(judged.probability)
        if judged.voice == "unsure":
            words = self.tr("Less certain: these may be related")
        else:
            words = self.tr("Probably no answer, only what comes nearest")
        odds = self.tr("The chance that one of the first ten answers: about {chance}")
        whole = self.tr("{words} · chance of an answer about {chance}")
        self._words.setText(whole.format(words=words, chance=chance), words)
        self.setToolTip(odds.format(chance=chance))
        self.show()

    def words(self) -> str:
        """What is said; empty where nothing is."""
        return "" if self.isHidden() else self._words.text()
