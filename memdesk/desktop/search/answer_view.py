"""The answer below the field: results or a rejection at the left, the reader at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.search.breakdown import BreakdownCard
from memdesk.desktop.search.restrictions import Loosening
from memdesk.desktop.search.result_list import ResultList
from memdesk.desktop.search.states import NothingFound
from memdesk.desktop.search.voice_line import VoiceLine
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL
from memdesk.desktop.widgets.buttons import LinkButton, PlainButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import ElidedLabel, label
from memdesk.retrieval.results import Rejection, SearchResponse, SearchResult

SETTLE_MS = 90
"""Wait before the text of a card that was passed over is fetched."""

_TWO_COLUMNS = 720
_NARROWEST = 280
_MISSING_FROM = 330
"""Where the list is narrower there is no room for more than the count."""


class Reader(Protocol):
    """What :meth:`AnswerView.setReader` needs besides being a widget."""

    def setTopWidget(self, widget: QWidget) -> None:
        """Place a widget between the reader's heading and its text."""

    def setWhyEnabled(self, enabled: bool) -> None:
        """Offer to show that widget, or not where it has nothing to say."""


class AnswerView(QSplitter):
    """Two columns where there is room; else the list, and the reader in its place on demand."""

    selected = Signal(object)
    opened = Signal(object)
    openConversation = Signal(object)
    copied = Signal(str)
    chosen = Signal()
    """The user pointed at a card."""
    endReached = Signal()
    loosened = Signal(object)
    expected = Signal(object)
    """The user expected this find for another search."""
    exportWanted = Signal(object)
    """A find is to be exported, or all of them: None."""
    missed = Signal()
    """The user misses a memory among the finds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._single = False
        self._reading = False
        self._reader: Reader | None = None
        self._counted = ""
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(lambda: self.selected.emit(self.current()))
        self._account = QTimer(self)
        self._account.setSingleShot(True)
        self._account.timeout.connect(self._give_account)
        self._shared = QTimer(self)
        self._shared.setSingleShot(True)
        self._shared.timeout.connect(self._fit_figures)
        self.results = ResultList()
        self.nothing = NothingFound()
        self.breakdown = BreakdownCard()
        self.voice = VoiceLine()
        self._count = label(role="meta", tone="faint")
        self._store = ElidedLabel(role="meta", tone="faint")
        self._missing = LinkButton(self.tr("Missing one?"))
        self._missing.setToolTip(self.tr("See where the search put a memory that you expected"))
        self._missing.clicked.connect(self.missed)
        self._left = self._build_left()
        self._right = self._build_right()
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for side, share in ((self._left, 46), (self._right, 54)):
            side.setMinimumWidth(_NARROWEST)
            side.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
            self.addWidget(side)
            self.setStretchFactor(self.indexOf(side), share)
        self.setSizes([460, 540])
        for listed in (self.results, self.nothing.nearest):
            listed.opened.connect(self.opened)
            listed.openConversation.connect(self.openConversation)
            listed.explained.connect(self._explain)
            listed.expected.connect(self.expected)
            listed.exportWanted.connect(self.exportWanted)
            listed.copied.connect(self.copied)
            listed.selected.connect(self._select)
            listed.clicked.connect(lambda _: self.chosen.emit())
        self.splitterMoved.connect(self._fit_figures)
        self.results.endReached.connect(self.endReached)
        self.nothing.loosened.connect(self.loosened)

    def setReader(self, reader: QWidget) -> None:
        """Put the conversation view at the right; it must have :class:`Reader`'s method."""
        self._reader = cast(Reader, reader)
        self._reader.setTopWidget(self.breakdown)
        self._reader.setWhyEnabled(self.breakdown.explanation() is not None)
        self._right_column.addWidget(reader, 1)
        self._holder.hide()

    def showResults(self, response: SearchResponse, keep: int | None, *, stay: bool) -> None:
        """Show results; ``keep`` stays current, ``stay`` holds the place scrolled to."""
        bar = self.results.verticalScrollBar()
        place = bar.value() if stay else 0
        # Bars are full at 1, or at the best score where that is more.
        full_score = max(1.0, *(result.score for result in response.results))
        self._stack.setCurrentWidget(self.results)
        self.voice.follow(response)
        self.results.setResults(response.results, keep, full_score)
        if place:
            self.results.doItemsLayout()
            bar.setValue(place)
        self._show_figures(response)

    def showNothing(
        self, response: SearchResponse, rejection: Rejection, ways: Sequence[Loosening]
    ) -> None:
        """Show a rejection with its nearest miss."""
        self.results.setResults(())
        self.voice.hide()
        self._stack.setCurrentWidget(self.nothing)
        self.nothing.say(rejection, ways)
        if rejection.nearest is None:
            self._select(None)
        self._show_figures(response)

    def setRemark(self, text: str) -> None:
        """Say something in place of the count, or the count again for an empty text."""
        self._count.setText(text or self._counted)

    def figures(self) -> tuple[str, str]:
        """Count and store as shown above the list."""
        return self._count.text(), self._store.text()

    def clear(self) -> None:
        """Show no results."""
        self._stack.setCurrentWidget(self.results)
        self.voice.hide()
        self.results.setResults(())
        self._counted = ""
        self._count.setText("")
        self._store.setText("")

    def rejecting(self) -> bool:
        """Whether a rejection is shown."""
        return self._stack.currentWidget() is self.nothing

    def current(self) -> SearchResult | None:
        """The current find or near miss."""
        return (self.nothing.nearest if self.rejecting() else self.results).current()

    def reading(self) -> bool:
        """Whether the reader stands in the list's place."""
        return self._single and self._reading

    def read(self, reading: bool) -> None:
        """In one column, show the reader in the list's place, or the list again."""
        self._reading = reading
        self.fit()
        if self._single and not reading:
            self.results.setFocus()

    def fit(self) -> None:
        """Choose one column or two by the room there is."""
        self._single = self.width() < theme.current().px(_TWO_COLUMNS)
        self._left.setVisible(not self.reading())
        self._right.setVisible(not self._single or self._reading)
        self._back.setVisible(self.reading())
        self._fit_figures()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        # The splitter shares the room out a little later.
        self._shared.start(0)

    def _fit_figures(self) -> None:
        self._missing.setVisible(self._left.width() >= theme.current().px(_MISSING_FROM))

    def _build_left(self) -> QWidget:
        self._store.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._count.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        figures = QHBoxLayout()
        figures.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_S)
        figures.setSpacing(GAP_M)
        figures.addWidget(self._count)
        figures.addWidget(self._store, 1)
        figures.addWidget(self._missing)
        self._stack = QStackedWidget()
        # A tall page that is not shown must not make the window tall.
        self._stack.setMinimumHeight(1)
        self._stack.addWidget(self.results)
        self._stack.addWidget(self.nothing)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(figures)
        column.addWidget(self.voice)
        column.addWidget(self._stack, 1)
        return left

    def _build_right(self) -> QWidget:
        right = QWidget()
        right.setProperty("surface", "panel")
        right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._right_column = QVBoxLayout(right)
        self._right_column.setContentsMargins(0, 0, 0, 0)
        self._right_column.setSpacing(0)
        self._back = QWidget()
        button = PlainButton(self.tr("Back to the results"))
        button.clicked.connect(lambda: self.read(False))
        back = QHBoxLayout(self._back)
        back.setContentsMargins(GAP_XL, GAP_M, GAP_XL, 0)
        back.addWidget(button)
        back.addStretch(1)
        self._right_column.addWidget(self._back)
        self._holder = QWidget()
        holder = QVBoxLayout(self._holder)
        holder.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_L)
        holder.addWidget(self.breakdown)
        holder.addStretch(1)
        self._right_column.addWidget(self._holder)
        return right

    def _select(self, result: SearchResult | None) -> None:
        # Cards are painted before the account of the first one is written.
        self._account.start(0)
        self._settle.start(SETTLE_MS)

    def _give_account(self) -> None:
        self._account.stop()
        result = self.current()
        self.breakdown.setExplanation(result.explanation if result is not None else None)
        if self._reader is not None:
            self._reader.setWhyEnabled(self.breakdown.explanation() is not None)

    def _explain(self, result: SearchResult) -> None:
        self._give_account()
        if self._single:
            self.read(not self._reading)
        elif self.breakdown.explanation() is result.explanation:
            self.breakdown.setWanted(not self.breakdown.wanted())

    def _show_figures(self, response: SearchResponse) -> None:
        found = max(response.matching, len(response.results))
        counted = self.tr("1 memory") if found == 1 else self.tr("{count} memories")
        elapsed = self.tr("{time} ms").format(time=number(max(1, round(response.elapsed_ms))))
        self._counted = f"{counted.format(count=number(found))} · {elapsed}"
        self._count.setText(self._counted)
        parts = [self.tr("{count} searched").format(count=number(response.searched))]
        if response.embedded < response.embeddable:
            share = int(100 * response.embedded / response.embeddable)
            parts.append(self.tr("{percent} % by meaning").format(percent=share))
        self._store.setText(" · ".join(parts), parts[-1])
