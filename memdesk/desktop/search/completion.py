"""Completion of operators while typing in the search field."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QWidget

from memdesk.desktop.search.operator_popup import OperatorPopup
from memdesk.desktop.search.operators import Suggestion, suggestions, word_at
from memdesk.desktop.theme import theme
from memdesk.desktop.widgets.search_field import SearchField
from memdesk.retrieval.results import Facets


class Completion(QObject):
    """Offers what the word at the caret could become; Tab takes the first, Down and Enter any."""

    def __init__(self, field: SearchField, over: QWidget) -> None:
        super().__init__(over)
        self._field = field
        self._over = over
        self._facets = Facets()
        self.popup = OperatorPopup(over)
        self.popup.chosen.connect(self._complete)
        field.line.cursorPositionChanged.connect(lambda *_: self.suggest())
        field.edited.connect(lambda _: self.suggest())
        field.tabbed.connect(lambda: self.popup.take(first=True))

    def setFacets(self, facets: Facets) -> None:
        """Offer these values, commonest first."""
        self._facets = facets

    def suggest(self) -> None:
        """Renew what is offered."""
        line = self._field.line
        found: list[Suggestion] = []
        if line.hasFocus() and not line.hasSelectedText():
            start, end = word_at(line.text(), line.cursorPosition())
            found = suggestions(line.text()[start:end], self._facets)
        place = self._field.geometry().bottomLeft() + QPoint(theme.current().px(34), 4)
        self.popup.offer(found, place, self._over.width() - 2 * place.x())
        self._field.takesTab = bool(found)

    def close(self) -> bool:
        """Take the offer away; whether there was one."""
        was_open = self.popup.isVisible()
        self.popup.hide()
        self._field.takesTab = False
        return was_open

    def takeChosen(self) -> bool:
        """Use the marked completion; False if none is marked."""
        return self.popup.take(first=False)

    def navigate(self, key: int) -> bool:
        """Move the mark by an arrow key; False if nothing is offered."""
        if not self.popup.isVisible() or key not in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return False
        self.popup.step(1 if key == Qt.Key.Key_Down else -1)
        return True

    def insert(self, operator: str) -> None:
        """Append an operator to the text, the caret where its value goes."""
        line = self._field.line
        text = line.text().rstrip()
        line.setFocus()
        quotes = operator.startswith('"')
        self._field.setText((f"{text} " if text else "") + ('""' if quotes else operator))
        if quotes:
            line.cursorBackward(False)

    def _complete(self, suggestion: Suggestion) -> None:
        line = self._field.line
        text, caret = line.text(), line.cursorPosition()
        start, end = word_at(text, caret)
        self._field.setText(text[:start] + suggestion.insert + text[end:].lstrip())
        line.setFocus()
        line.setCursorPosition(start + len(suggestion.insert))
