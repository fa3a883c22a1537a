"""What the pane does about an expected memory: pins it, asks for its place, shows the account."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memdesk.desktop.search.expected_bar import ExpectedBar
from memdesk.desktop.search.place_words import Expected, of_result
from memdesk.desktop.search.why_not_view import WhyNotView
from memdesk.retrieval.results import SearchRequest, SearchResponse


class Expecting(QObject):
    """Holds the pinned memory, and keeps the bar and the account in step with the answers."""

    changed = Signal()
    """Another memory is expected, or none: the question has to be asked again."""
    lookupRequested = Signal(SearchRequest)
    shownChanged = Signal(bool)
    """The account is to be shown, or put away."""

    def __init__(self, bar: ExpectedBar, view: WhyNotView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar = bar
        self._view = view
        self._expected: Expected | None = None
        bar.toggled.connect(self.show_)
        bar.removed.connect(lambda: self.expect(None))
        view.closed.connect(lambda: self.show_(False))
        view.expected.connect(lambda result: self.expect(of_result(result)))
        view.lookupWanted.connect(self._look_up)

    def memory(self) -> int | None:
        """The id of the memory that is expected."""
        return self._expected.id if self._expected is not None else None

    def expect(self, expected: Expected | None) -> None:
        """Pin a memory, or let go of the one that was pinned."""
        if expected is not None and expected == self._expected:
            return
        had = self._expected is not None
        self._expected = expected
        self._bar.setExpected(expected)
        self._view.setExpected(expected)
        if expected is not None or had:
            self.changed.emit()

    def show_(self, shown: bool) -> None:
        """Show the account, or put it away."""
        self._bar.chip.setChecked(shown)
        self.shownChanged.emit(shown)

    def take(self, response: SearchResponse) -> None:
        """Take the place from an answer, if it is about the memory that is pinned now."""
        placement = response.placement
        if placement is not None and placement.id == self.memory():
            self._bar.setPlacement(placement)
            self._view.setPlacement(placement, response.expected)

    def forget_place(self) -> None:
        """There is no question any more."""
        self._bar.setPlacement(None)
        self._view.setPlacement(None)

    def _look_up(self, text: str) -> None:
        if text:
            # As it is typed: the last word may be unfinished, and nothing is counted.
            self.lookupRequested.emit(SearchRequest(text, mode="typing", limit=8))
