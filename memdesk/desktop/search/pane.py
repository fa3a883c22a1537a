"""The search pane: puts questions, shows answers, holds no data but what it was given.

A key stroke asks at once (mode ``typing``), a rest of 250 ms asks again with meaning
(``paused``), Enter asks for good (``asked``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.desktop.search.breakdown import BreakdownCard
from memdesk.desktop.search.filter_bar import FilterBar
from memdesk.desktop.search.operator_popup import OperatorPopup
from memdesk.desktop.search.operators import Suggestion, suggestions, word_at
from memdesk.desktop.search.restrictions import Loosening, loosenings
from memdesk.desktop.search.result_list import ResultList
from memdesk.desktop.search.states import EmptyVault, NothingFound, StartPage
from memdesk.desktop.search.weights_drawer import WeightsDrawer
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_S, GAP_XL
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import ElidedLabel, hairline
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.search_field import SearchField
from memdesk.retrieval.profiles import Profile
from memdesk.retrieval.results import (
    Facets,
    Filters,
    Mode,
    Rejection,
    SearchRequest,
    SearchResponse,
    SearchResult,
)

TYPING_MS, PAUSE_MS, SLOW_MS, SETTLE_MS = 20, 250, 300, 90
"""Waits: after a key, for a rest, before saying “searching”, before a card's text is fetched."""

_LIMITS = (50, 200, 500)
_TWO_COLUMNS = 720


class Reader(Protocol):
    """What :meth:`SearchPane.setReader` needs besides being a widget."""

    def setTopWidget(self, widget: QWidget) -> None:
        """Place a widget between the reader's heading and its text."""


class SearchPane(QWidget):
    """Field and chips over the whole width; below them the results and the reader."""

    requested = Signal(SearchRequest)
    selected = Signal(object)
    """A SearchResult to be read at the right, without counting as opened; or None."""
    opened = Signal(SearchResult)
    openConversation = Signal(SearchResult)
    copyRequested = Signal(str)
    weightsChanged = Signal(dict)
    profileChanged = Signal(str)
    importRequested = Signal()
    demoRequested = Signal()
    cleared = Signal()
    """There is no question any more; a running search can be dropped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._profiles: dict[str, Profile] = {}
        self._profile = "memdesk"
        self._weights: dict[str, float] = {}
        self._limit = _LIMITS[0]
        self._facets = Facets()
        self._asked = ""
        self._moved = False
        self._kept: int | None = None
        self._matching = 0
        self._vault_empty = False
        self._single = False
        self._reading = False
        self._build()
        self._connect()
        self._show_start()

    # What the window calls.

    def setProfiles(self, profiles: Sequence[Profile]) -> None:
        """Offer ranking profiles in the drawer."""
        self._profiles = {profile.name: profile for profile in profiles}
        self.drawer.setProfiles(profiles)
        self.setRanking(self._profile, self._weights)

    def setRanking(self, profile: str, weights: Mapping[str, float]) -> None:
        """Use a profile and multipliers by stage, as kept in the settings; asks nothing."""
        self._profile, self._weights = profile, dict(weights)
        self.drawer.setState(profile, weights)
        self._name_profile()

    def setReader(self, reader: QWidget) -> None:
        """Put the conversation view at the right; it must have :class:`Reader`'s method."""
        cast(Reader, reader).setTopWidget(self.breakdown)
        self._right_column.addWidget(reader, 1)
        self._placeholder.hide()

    def setRecent(self, searches: Sequence[str]) -> None:
        """Offer earlier searches, newest first, where nothing has been typed."""
        self.start.setRecent(searches)

    def setQuery(self, text: str, filters: Filters | None = None) -> None:
        """Search for something as if it had been typed."""
        if filters is not None:
            self.filters.setFilters(filters)
        self.field.setText(text)

    def focusSearch(self) -> None:
        """Put the caret into the field, with its text selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.line.selectAll()

    def request(self, mode: Mode) -> SearchRequest:
        """The question as it stands."""
        return SearchRequest(
            text=self.field.text().strip(),
            filters=self.filters.filters(),
            profile=self._profile,
            limit=self._limit,
            sort=self.filters.sort(),
            mode=mode,
            weights=dict(self._weights),
        )

    def showResponse(self, response: SearchResponse) -> None:
        """Show an answer; one that comes after the question was cleared is dropped."""
        self._slow.stop()
        if not self._has_question():
            return
        self.message.clear()
        self._vault_empty = False
        self._facets = response.facets
        self._matching = response.matching
        self.filters.setFacets(response.facets)
        understood = response.understood
        read = " · ".join(understood.summary)
        parts = [self.tr("understood: {words}").format(words=read)] if read else []
        self.field.setUnderstood(" · ".join((*parts, *understood.problems)))
        self._show_figures(response)
        self._body.setCurrentWidget(self._splitter)
        if response.results:
            best = max(result.score for result in response.results)
            keep = self._kept if self._moved else None
            scroll = self.results.verticalScrollBar().value() if self._limit > _LIMITS[0] else 0
            self._left.setCurrentWidget(self.results)
            self.results.setResults(response.results, keep, max(1.0, best))
            if scroll:
                self.results.doItemsLayout()
                self.results.verticalScrollBar().setValue(scroll)
            self._select(self.results.current())
        else:
            rejection = response.rejected or Rejection(self.tr("No memory matches all of this."))
            ways = loosenings(self.field.text(), self.filters.filters())
            self.nothing.say(rejection, ways)
            self._left.setCurrentWidget(self.nothing)
            self.results.setResults(())
            self._select(rejection.nearest)

    def showSearching(self) -> None:
        """A search has started; it is only mentioned if it takes more than 300 ms."""
        if not self._slow.isActive():
            self._slow.start(SLOW_MS)

    def showError(self, text: str, details: str = "") -> None:
        """Say that the search failed; the earlier results stay."""
        self._slow.stop()
        self._count.setText("")
        self.message.say("danger", text, details)
        self.message.addAction(self.tr("Search again")).clicked.connect(lambda: self._ask("asked"))

    def showEmptyVault(self) -> None:
        """There are no memories yet."""
        self._vault_empty = True
        self._slow.stop()
        self._body.setCurrentWidget(self.vault)

    def showFilledVault(self) -> None:
        """There are memories now; shows the start page where the empty vault was shown."""
        if self._vault_empty:
            self._vault_empty = False
            self._show_start()
            if self._has_question():
                self._ask("paused")

    # Building.

    def _build(self) -> None:
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = SearchField(self.tr("Search your memories"))
        self.filters = FilterBar()
        self.message = MessageBar()
        self.results = ResultList()
        self.start = StartPage()
        self.nothing = NothingFound()
        self.vault = EmptyVault()
        self.breakdown = BreakdownCard()
        self.drawer = WeightsDrawer()
        self.drawer.hide()
        self._popup = OperatorPopup(self)
        self._typing = self._timer()
        self._pause = self._timer()
        self._slow = self._timer()
        self._settle = self._timer()
        self._change = self._timer()
        head = QVBoxLayout()
        head.setContentsMargins(GAP_XL, GAP_L - 2, GAP_XL, GAP_M - 2)
        head.setSpacing(GAP_M - 2)
        head.addWidget(self.field)
        head.addWidget(self.filters)
        head.addWidget(self.message)
        self._count = ElidedLabel(role="meta", tone="faint")
        self._store = ElidedLabel(role="meta", tone="faint")
        self._store.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        figures = QHBoxLayout()
        figures.setContentsMargins(GAP_XL, GAP_M, GAP_XL, GAP_S)
        figures.addWidget(self._count)
        figures.addWidget(self._store)
        self._left = QStackedWidget()
        self._left.addWidget(self.results)
        self._left.addWidget(self.nothing)
        left = QWidget()
        left_column = QVBoxLayout(left)
        left_column.setContentsMargins(0, 0, 0, 0)
        left_column.setSpacing(0)
        left_column.addLayout(figures)
        left_column.addWidget(self._left, 1)
        right = QWidget()
        right.setProperty("surface", "panel")
        right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._right_column = QVBoxLayout(right)
        self._right_column.setContentsMargins(0, 0, 0, 0)
        self._right_column.setSpacing(0)
        self._placeholder = QWidget()
        holder = QVBoxLayout(self._placeholder)
        holder.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_L)
        holder.addWidget(self.breakdown)
        holder.addStretch(1)
        self._right_column.addWidget(self._placeholder)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(left)
        self._splitter.addWidget(right)
        self._splitter.setStretchFactor(0, 46)
        self._splitter.setStretchFactor(1, 54)
        self._splitter.setSizes([460, 540])
        for side in (left, right):
            side.setMinimumWidth(280)
            side.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self._body = QStackedWidget()
        self._body.addWidget(self._splitter)
        self._body.addWidget(self.start)
        self._body.addWidget(self.vault)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self._body, 1)
        self._drawer_line = hairline(vertical=True)
        self._drawer_line.hide()
        body.addWidget(self._drawer_line)
        body.addWidget(self.drawer)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(hairline())
        column.addLayout(body, 1)

    def _timer(self) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        return timer

    def _connect(self) -> None:
        self._typing.timeout.connect(lambda: self._ask("typing"))
        self._pause.timeout.connect(lambda: self._ask("paused"))
        self._change.timeout.connect(lambda: self._ask("paused"))
        self._slow.timeout.connect(lambda: self._count.setText(self.tr("Searching…")))
        self._settle.timeout.connect(lambda: self.selected.emit(self._shown()))
        self.field.edited.connect(self._edited)
        self.field.submitted.connect(self._submitted)
        self.field.submittedDeep.connect(self._submitted_deep)
        self.field.navigated.connect(self._navigated)
        self.field.escaped.connect(self._escaped)
        self.field.tabbed.connect(lambda: self._popup.take(first=True))
        self.field.line.cursorPositionChanged.connect(lambda *_: self._suggest())
        self._popup.chosen.connect(self._complete)
        self.filters.changed.connect(self._restricted)
        self.filters.profileClicked.connect(self._toggle_drawer)
        self.drawer.closed.connect(self._toggle_drawer)
        self.drawer.weightsChanged.connect(self._weigh)
        self.drawer.profileChanged.connect(self._choose_profile)
        for listed in (self.results, self.nothing.nearest):
            listed.opened.connect(self._open)
            listed.openConversation.connect(self.openConversation)
            listed.explained.connect(self._explain)
            listed.copied.connect(self.copyRequested)
            listed.selected.connect(self._select)
        self.results.clicked.connect(lambda _: self._remember())
        self.results.endReached.connect(self._more)
        self.start.recentChosen.connect(self.field.setText)
        self.start.operatorChosen.connect(self._insert_operator)
        self.nothing.loosened.connect(self._loosen)
        self.vault.importRequested.connect(self.importRequested)
        self.vault.demoRequested.connect(self.demoRequested)

    # Asking.

    def _edited(self, _text: str) -> None:
        self._moved = False
        self._limit = _LIMITS[0]
        self._change.stop()
        self._suggest()
        if self._has_question():
            self._typing.start(TYPING_MS)
            self._pause.start(PAUSE_MS)
        else:
            self._forget_question()

    def _restricted(self) -> None:
        self._limit = _LIMITS[0]
        if self._has_question():
            self._change.start(TYPING_MS)
        else:
            self._forget_question()

    def _ask(self, mode: Mode) -> None:
        self._typing.stop()
        if mode != "typing":
            self._pause.stop()
            self._change.stop()
        if mode == "asked":
            self._asked = self.field.text()
        if self._has_question():
            self.requested.emit(self.request(mode))

    def _has_question(self) -> bool:
        return bool(self.field.text().strip()) or self.filters.filters() != Filters()

    def _forget_question(self) -> None:
        for timer in (self._typing, self._pause, self._change, self._slow):
            timer.stop()
        self._asked = ""
        self._show_start()
        self.cleared.emit()

    def _submitted(self) -> None:
        if self._popup.take(first=False):
            return
        self._popup.hide()
        if not self._moved and self.field.text() != self._asked:
            self._ask("asked")
        else:
            self._open(self._shown())

    def _submitted_deep(self) -> None:
        result = self._shown()
        if result is not None:
            self.openConversation.emit(result)

    def _navigated(self, key: int) -> None:
        if self._popup.isVisible() and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._popup.step(1 if key == Qt.Key.Key_Down else -1)
        else:
            self.results.move(key)
            self._remember()

    def _escaped(self) -> None:
        if self._popup.isVisible():
            self._popup.hide()
            self.field.takesTab = False
        elif self._single and self._reading:
            self._read(False)
        else:
            self.field.clear()

    def _remember(self) -> None:
        """The user chose a card: further answers to the same question keep it."""
        current = self.results.current()
        if current is not None:
            self._moved = True
            self._kept = current.id

    def _more(self) -> None:
        larger = [limit for limit in _LIMITS if limit > self._limit]
        if larger and self._matching > len(self.results.results()) >= self._limit:
            self._limit = larger[0]
            self._change.start(TYPING_MS)

    def _loosen(self, way: Loosening) -> None:
        self.filters.setFilters(way.filters)
        if way.text != self.field.text():
            self.field.setText(way.text)
        self.field.setFocus()

    # Completion.

    def _suggest(self) -> None:
        line = self.field.line
        found: list[Suggestion] = []
        if line.hasFocus() and not line.hasSelectedText():
            start, end = word_at(line.text(), line.cursorPosition())
            found = suggestions(line.text()[start:end], self._facets)
        place = self.field.geometry().bottomLeft() + QPoint(theme.current().px(34), 4)
        self._popup.offer(found, place, self.width() - 2 * GAP_XL)
        self.field.takesTab = bool(found)

    def _complete(self, suggestion: Suggestion) -> None:
        line = self.field.line
        start, end = word_at(line.text(), line.cursorPosition())
        text = line.text()
        self.field.setText(text[:start] + suggestion.insert + text[end:].lstrip())
        line.setFocus()
        line.setCursorPosition(start + len(suggestion.insert))

    def _insert_operator(self, operator: str) -> None:
        text = self.field.text()
        joined = f"{text.rstrip()} " if text.strip() else ""
        self.field.line.setFocus()
        quotes = operator.startswith('"')
        self.field.setText(joined + ('""' if quotes else operator))
        if quotes:
            self.field.line.cursorBackward(False)

    # Ranking.

    def _toggle_drawer(self) -> None:
        shown = self.drawer.isHidden()
        self.drawer.setVisible(shown)
        self._drawer_line.setVisible(shown)
        self.filters.profile.setChecked(shown)
        self._fit_columns()
        if not shown:
            self.field.setFocus()

    def _weigh(self, weights: dict[str, float]) -> None:
        self._weights = weights
        self._name_profile()
        self.weightsChanged.emit(weights)
        self._rerank()

    def _choose_profile(self, profile: str) -> None:
        self._profile, self._weights = profile, {}
        self._name_profile()
        self.profileChanged.emit(profile)
        self._rerank()

    def _rerank(self) -> None:
        """Ask again soon, but not put off while a slider is dragged."""
        if self._has_question() and not self._change.isActive():
            self._change.start(TYPING_MS)

    def _name_profile(self) -> None:
        profile = self._profiles.get(self._profile)
        title = profile.title if profile is not None else self._profile
        self.filters.setProfile(title, bool(self._weights))

    # Showing.

    def _show_start(self) -> None:
        self._matching = 0
        self.field.setUnderstood("")
        self._popup.hide()
        self._body.setCurrentWidget(self.vault if self._vault_empty else self.start)
        self.results.setResults(())
        self._select(None)
        self._facets = Facets()
        self.filters.setFacets(self._facets)
        self._name_profile()

    def _show_figures(self, response: SearchResponse) -> None:
        found = max(response.matching, len(response.results))
        counted = (
            self.tr("1 memory")
            if found == 1
            else self.tr("{count} memories").format(count=number(found))
        )
        elapsed = self.tr("{time} ms").format(time=number(max(1, round(response.elapsed_ms))))
        self._count.setText(f"{counted} · {elapsed}")
        parts = [self.tr("{count} searched").format(count=number(response.searched))]
        if response.embeddable:
            # 100 % is only said when nothing is missing.
            share = int(100 * response.embedded / response.embeddable)
            parts.append(self.tr("{percent} % embedded").format(percent=share))
        self._store.setText(" · ".join(parts))

    def _shown(self) -> SearchResult | None:
        """The current result, be it a find or a near miss."""
        if self._body.currentWidget() is not self._splitter:
            return None
        listed = self.nothing.nearest if self._left.currentWidget() is self.nothing else None
        return (listed or self.results).current()

    def _select(self, result: SearchResult | None) -> None:
        self.breakdown.setExplanation(result.explanation if result is not None else None)
        if result is not None:
            self.breakdown.show()
        self._settle.start(SETTLE_MS)

    def _open(self, result: SearchResult | None) -> None:
        if result is not None:
            self._remember()
            self._read(True)
            self.opened.emit(result)

    def _explain(self, result: SearchResult) -> None:
        """Show or hide the breakdown; in one column it takes the list's place."""
        if self._single:
            self._read(not self._reading)
        elif self.breakdown.explanation() is result.explanation:
            self.breakdown.setVisible(self.breakdown.isHidden())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._single and self._reading:
            self._read(False)
        elif event.key() == Qt.Key.Key_Escape:
            self.focusSearch()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()
        self._popup.hide()

    def _read(self, reading: bool) -> None:
        self._reading = reading
        self._fit_columns()
        if self._single and not reading:
            self.results.setFocus()

    def _fit_columns(self) -> None:
        """Two columns where there is room, else the list or the reader."""
        drawer = 0 if self.drawer.isHidden() else self.drawer.sizeHint().width()
        self._single = self.width() - drawer < theme.current().px(_TWO_COLUMNS)
        self._splitter.widget(0).setVisible(not (self._single and self._reading))
        self._splitter.widget(1).setVisible(not self._single or self._reading)
