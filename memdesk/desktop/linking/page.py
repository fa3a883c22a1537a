"""Looking through the links that suggest themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.desktop.linking.card import SuggestionCard
from memdesk.desktop.linking.suggested import Waiting
from memdesk.desktop.theme.metrics import GAP_M, GAP_S
from memdesk.desktop.widgets.buttons import PlainButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.page import Page
from memdesk.desktop.widgets.row_list import RowList

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.vault.link_suggestions import State


class LinksPage(Page):
    """A card for each; what is answered stays where it was until the page is left."""

    answered = Signal(int, str)
    """A suggestion and the state that is wanted for it."""
    backClicked = Signal()
    moreWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: dict[int, SuggestionCard] = {}
        self._undo: list[int] = []
        self._loading = False
        self._last: int | None = None
        self.backButton = PlainButton(self.tr("Back"))
        self.backButton.clicked.connect(self.backClicked)
        self.moreButton = PlainButton(self.tr("Show more"))
        self.moreButton.clicked.connect(self.moreWanted)
        self._title = label("", "title", wrap=True)
        hint = label(
            self.tr("Memories are linked only if you accept. Links help searches to find both."),
            "body",
            "secondary",
            wrap=True,
        )
        hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S)
        row.addWidget(self._title, 1)
        row.addWidget(self.backButton)
        self._list = RowList(GAP_M)
        self.fill(head, hint, self._list, self.moreButton)

    def showLoading(self) -> None:
        """Begin with nothing; :meth:`setWaiting` follows."""
        self._loading = True
        self._drop()
        self._title.setText(self.tr("Suggested links"))
        self.moreButton.hide()
        self.verticalScrollBar().setValue(0)

    def setWaiting(self, waiting: Waiting) -> None:
        """Show what waits for an answer, if it was asked for."""
        if not self._loading:
            return
        self._loading = False
        self.setCount(waiting.total)
        self._list.fill(self._show(waiting))

    def setCount(self, count: int) -> None:
        """Say how many wait for an answer now."""
        if self._loading:
            return
        if count == 0:
            text = self.tr("No suggested link is waiting")
        elif count == 1:
            text = self.tr("1 suggested link")
        else:
            text = self.tr("{count} suggested links").format(count=number(count))
        self._title.setText(text)
        shown = sum(card.state == "open" for card in self._cards.values())
        # While cards are still being made, those to come are no others.
        self.moreButton.setVisible(bool(self._cards) and not shown and count > 0)

    def setAnswered(self, suggestion: int, state: State) -> None:
        """Show what became of one, and go to the next if the keyboard was at it."""
        card = self._cards.get(suggestion)
        if card is None:
            return
        focused = self.window().focusWidget()
        # A button that is switched off loses the keyboard to the one after it, or to none.
        free = focused is None or card.isAncestorOf(focused) or self._last == suggestion
        card.setState(state)
        if state == "open":
            self._undo = [known for known in self._undo if known != suggestion]
        else:
            self._undo.append(suggestion)
        if free and self.isVisible():
            self._go_on(card)

    def release(self) -> None:
        """An answer could not be kept: offer it again."""
        for card in self._cards.values():
            card.release()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo) and self._undo:
            self._cards[self._undo[-1]].undoButton.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.backClicked.emit()
        else:
            super().keyPressEvent(event)

    def _show(self, waiting: Waiting) -> Iterator[None]:
        for shown in waiting.first:
            card = SuggestionCard(shown, self._list)
            card.answered.connect(self._answer)
            self._cards[shown.suggestion.id] = card
            self._list.add(card)
            if len(self._cards) == 1 and self.isVisible() and self.backButton.hasFocus():
                card.dismissButton.setFocus(Qt.FocusReason.TabFocusReason)
            yield

    def _answer(self, suggestion: int, state: str) -> None:
        self._last = suggestion
        self.answered.emit(suggestion, state)

    def _go_on(self, card: SuggestionCard) -> None:
        """Give the keyboard to the next card that waits, else to this one's way back."""
        if card.state == "open":
            stop: PlainButton = card.acceptButton
        else:
            cards = list(self._cards.values())
            after = cards[cards.index(card) + 1 :]
            following = next((one for one in after if one.state == "open"), None)
            stop = following.acceptButton if following is not None else card.undoButton
        stop.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(stop)

    def _drop(self) -> None:
        self._list.slices.clear()
        for card in self._cards.values():
            self._list.remove(card)
        self._cards.clear()
        self._undo.clear()
        self._last = None
