"""The search pane: puts questions, shows answers, holds no data but what it was given.

A key stroke asks at once (mode ``typing``), a rest of 250 ms asks again with meaning
(``paused``), Enter asks for good (``asked``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from memdesk.desktop.search.answer_view import AnswerView
from memdesk.desktop.search.asking import Asking
from memdesk.desktop.search.completion import Completion
from memdesk.desktop.search.expected_bar import ExpectedBar
from memdesk.desktop.search.expecting import Expecting
from memdesk.desktop.search.filter_bar import FilterBar
from memdesk.desktop.search.mended_bar import MendedBar
from memdesk.desktop.search.place_words import Expected, of_result
from memdesk.desktop.search.ranking_choice import RankingChoice
from memdesk.desktop.search.restrictions import Loosening, loosenings
from memdesk.desktop.search.states import EmptyVault, StartPage
from memdesk.desktop.search.weights_drawer import WeightsDrawer
from memdesk.desktop.search.why_not_view import WIDTH as WHY_NOT_WIDTH
from memdesk.desktop.search.why_not_view import WhyNotView
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_XL
from memdesk.desktop.widgets.labels import hairline, label
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.search_field import SearchField
from memdesk.retrieval.profiles import Profile
from memdesk.retrieval.results import (
    TYPED_LIMIT,
    Facets,
    Filters,
    Mode,
    Rejection,
    SearchRequest,
    SearchResponse,
    SearchResult,
    Understood,
)

_LIMITS = (50, 200, 500)
_NARROWEST = 280


class SearchPane(QWidget):
    """Field and chips over the whole width; below them the answer."""

    requested = Signal(SearchRequest)
    lookupRequested = Signal(SearchRequest)
    """A memory is looked up by its words, beside the question."""
    selected = Signal(object)
    """A SearchResult to be read at the right, without counting as opened; or None."""
    opened = Signal(SearchResult)
    openConversation = Signal(SearchResult)
    copyRequested = Signal(str)
    exportWanted = Signal(object)
    """A SearchResult is to be exported, or all that was found: None."""
    weightsChanged = Signal(dict)
    profileChanged = Signal(str)
    importRequested = Signal()
    demoRequested = Signal()
    cleared = Signal()
    """There is no question any more; a running search can be dropped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault_facets = Facets()
        self._vault_empty = False
        self._limit = _LIMITS[0]
        self._matching = 0
        self._asked = ""
        self._mend = True
        self._anyway = False
        self._kept: int | None = None
        self._build()
        self._connect()
        self._show_start()

    def setProfiles(self, profiles: Sequence[Profile]) -> None:
        """Offer ranking profiles in the drawer."""
        self._ranking.setProfiles(profiles)

    def setRanking(self, profile: str, weights: Mapping[str, float]) -> None:
        """Use a profile and multipliers by stage, as kept in the settings; asks nothing."""
        self._ranking.use(profile, weights)

    def expect(self, expected: Expected | None) -> None:
        """Pin the memory that was expected, whatever is asked; None lets go of it."""
        self.expecting.expect(expected)

    def askWhyNot(self) -> None:
        """Show the account of the expected memory, with the caret where one is looked up."""
        self.expecting.show_(True)
        self.why_not.focusLookup()

    def showFound(self, response: SearchResponse) -> None:
        """Show what :attr:`lookupRequested` found."""
        self.why_not.showFound(response)

    def setReader(self, reader: QWidget) -> None:
        """Put the conversation view at the right (see :class:`answer_view.Reader`)."""
        self.answer.setReader(reader)

    def setRecent(self, searches: Sequence[str]) -> None:
        """Offer earlier searches, newest first, where nothing has been typed."""
        self.start.setRecent(searches)

    def setVaultFacets(self, facets: Facets) -> None:
        """Counts over all memories, shown on the chips as long as there is no question."""
        self._vault_facets = facets
        self.filters.setVaultFacets(facets)
        if not self._has_question():
            self._set_facets(facets)

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
        """The question as it stands.

        One that was asked for good stays so while filters or weights change, but is not counted
        again.
        """
        again = mode == "paused" and bool(self._asked) and self._asked == self.field.text()
        return SearchRequest(
            text=self.field.text().strip(),
            filters=self.filters.filters(),
            profile=self._ranking.profile,
            limit=TYPED_LIMIT if mode == "typing" else self._limit,
            sort=self.filters.sort(),
            mode="asked" if again else mode,
            count=not again,
            weights=dict(self._ranking.weights),
            expected=self.expecting.memory(),
            mend=self._mend,
            anyway=self._anyway,
        )

    def found(self) -> int:
        """How many memories the answer that is shown has found."""
        if self._body.currentWidget() is not self.answer:
            return 0
        return max(self._matching, len(self.answer.results.results()))

    def showResponse(self, response: SearchResponse) -> None:
        """Show an answer; one that comes after the question was cleared is dropped."""
        self._asking.answered()
        if not self._has_question():
            return
        self.message.clear()
        self._set_vault_empty(False)
        self.field.setUnderstood(self._understood(response.understood))
        self.mended.setMended(response.understood.mended)
        if _asks_nothing(response):
            self._show_former()
            return
        self._matching = response.matching
        self.expecting.take(response)
        self._set_facets(response.facets)
        self._body.setCurrentWidget(self.answer)
        if response.results:
            self.answer.showResults(response, self._kept, stay=self._limit > _LIMITS[0])
        else:
            rejection = response.rejected or Rejection(self.tr("No memory matches all of this."))
            ways = loosenings(self.field.text(), self.filters.filters())
            self.answer.showNothing(response, rejection, ways)

    def showSearching(self) -> None:
        """A search has started; it is only mentioned if it takes more than 300 ms."""
        self._asking.searching()

    def showError(self, text: str, details: str = "") -> None:
        """Say that the search failed; the earlier results stay."""
        self._asking.answered()
        self.answer.setRemark("")
        self.message.say("danger", text, details)
        self.message.addButton(self.tr("Search again")).clicked.connect(lambda: self._ask("asked"))

    def showEmptyVault(self) -> None:
        """There are no memories yet."""
        self._asking.answered()
        self._set_vault_empty(True)
        self._body.setCurrentWidget(self.vault)

    def showFilledVault(self) -> None:
        """There are memories now: leave the page of the empty vault."""
        if self._vault_empty:
            self._set_vault_empty(False)
            self._show_start()
            self._ask("paused")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.answer.reading():
            self.answer.read(False)
        else:
            self.focusSearch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.completion.close()
        self._share_room()

    def _build(self) -> None:
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = SearchField(self.tr("Search your memories"))
        self.filters = FilterBar()
        self.mended = MendedBar()
        self._remark = label(role="meta", tone="secondary", wrap=True)
        self._remark.hide()
        self.message = MessageBar()
        self.answer = AnswerView()
        self.start = StartPage()
        self.vault = EmptyVault()
        self.drawer = WeightsDrawer()
        self.drawer.hide()
        self.expected = ExpectedBar()
        self.why_not = WhyNotView()
        self.why_not.hide()
        self.expecting = Expecting(self.expected, self.why_not, self)
        self._ranking = RankingChoice(self.drawer, self.why_not, self.filters, self)
        self._asking = Asking(self)
        head = QVBoxLayout()
        head.setContentsMargins(GAP_XL, GAP_L - 2, GAP_XL, GAP_M - 2)
        head.setSpacing(GAP_M - 2)
        lines = (self.mended, self.expected, self._remark, self.message)
        for widget in (self.field, self.filters, *lines):
            head.addWidget(widget)
        self._body = QStackedWidget()
        # What stands in it makes do with the room there is: it scrolls, or shows one column.
        self._body.setMinimumSize(1, 1)
        for page in (self.answer, self.start, self.vault):
            self._body.addWidget(page)
        self._drawer_line = hairline(vertical=True)
        self._drawer_line.hide()
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self._body, 1)
        body.addWidget(self._drawer_line)
        body.addWidget(self.drawer)
        body.addWidget(self.why_not)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(hairline())
        column.addLayout(body, 1)
        self.completion = Completion(self.field, self)

    def _connect(self) -> None:
        self.field.edited.connect(self._edited)
        self.field.submitted.connect(self._submitted)
        self.field.submittedDeep.connect(self._submitted_deep)
        self.field.navigated.connect(self._navigated)
        self.field.escaped.connect(self._escaped)
        self.field.overflowed.connect(self._say_below)
        self.mended.asTypedWanted.connect(self._search_as_typed)
        self.filters.changed.connect(self._restricted)
        self.filters.profileClicked.connect(self._toggle_drawer)
        self.drawer.closed.connect(self._toggle_drawer)
        self._asking.due.connect(self._ask)
        self._asking.slow.connect(lambda: self.answer.setRemark(self.tr("Searching…")))
        self._ranking.weightsChanged.connect(self.weightsChanged)
        self._ranking.profileChanged.connect(self.profileChanged)
        for changed in (self._ranking.weightsChanged, self._ranking.profileChanged):
            changed.connect(lambda _: self._has_question() and self._asking.dragged())
        self.expecting.changed.connect(lambda: self._has_question() and self._ask("paused"))
        self.expecting.shownChanged.connect(self._show_why_not)
        self.expecting.lookupRequested.connect(self.lookupRequested)
        self.why_not.opened.connect(self._read_expected)
        self.answer.expected.connect(lambda result: self.expect(of_result(result)))
        self.answer.missed.connect(self.askWhyNot)
        self.answer.selected.connect(self.selected)
        self.answer.opened.connect(self._open)
        self.answer.openConversation.connect(self.openConversation)
        self.answer.copied.connect(self.copyRequested)
        self.answer.exportWanted.connect(self.exportWanted)
        self.answer.chosen.connect(self._keep_current)
        self.answer.endReached.connect(self._more)
        self.answer.loosened.connect(self._loosen)
        self.answer.nothing.anywayWanted.connect(self._show_anyway)
        self.start.recentChosen.connect(self.field.setText)
        self.start.operatorChosen.connect(self.completion.insert)
        self.vault.importRequested.connect(self.importRequested)
        self.vault.demoRequested.connect(self.demoRequested)

    def _edited(self) -> None:
        self._mend = True
        self._anyway = False
        self._limit = _LIMITS[0]
        self._kept = None
        if self._has_question():
            self._asking.typed()
        else:
            self._forget_question()

    def _restricted(self) -> None:
        self._limit = _LIMITS[0]
        if self._has_question():
            self._asking.changed()
        else:
            self._forget_question()

    def _ask(self, mode: Mode) -> None:
        self._asking.asked(typing=mode == "typing")
        if mode == "asked":
            self._asked = self.field.text()
        if self._has_question():
            self.requested.emit(self.request(mode))

    def _search_as_typed(self) -> None:
        """Search just what was typed, slips and all, until the text is changed."""
        self._mend = False
        self._kept = None
        self.field.setFocus()
        self._ask("asked")

    def _show_anyway(self) -> None:
        """List what comes nearest until the text is changed."""
        self._anyway = True
        self.field.setFocus()
        self._ask("asked")

    def _has_question(self) -> bool:
        return bool(self.field.text().strip()) or self.filters.filters() != Filters()

    def _forget_question(self) -> None:
        self._asking.drop()
        self._asked = ""
        self._show_start()
        self.expecting.forget_place()
        self.cleared.emit()

    def _submitted(self) -> None:
        if self.completion.takeChosen():
            return
        self.completion.close()
        # Enter asks a question that was only typed so far; after that, or once the user has
        # gone to a card, it opens the card.
        if self._kept is None and self.field.text() != self._asked:
            self._ask("asked")
        else:
            self._open(self._shown())

    def _submitted_deep(self) -> None:
        result = self._shown()
        if result is not None:
            self.openConversation.emit(result)

    def _navigated(self, key: int) -> None:
        if not self.completion.navigate(key) and self._shown() is not None:
            self.answer.results.moveSelection(key)
            self._keep_current()

    def _escaped(self) -> None:
        if self.completion.close():
            return
        if self.answer.reading():
            self.answer.read(False)
        else:
            self.field.clear()

    def _say_below(self, remark: str) -> None:
        """Say in lines of its own what has no room in the field; the chips stay where they are."""
        self._remark.setText(remark)
        self._remark.setVisible(bool(remark))

    def remark(self) -> str:
        """What is said below the chips."""
        return self._remark.text()

    def _keep_current(self) -> None:
        """The user went to a card: further answers to the same question keep it current."""
        result = self._shown()
        self._kept = result.id if result is not None else None

    def _more(self) -> None:
        larger = [limit for limit in _LIMITS if limit > self._limit]
        if larger and self._matching > len(self.answer.results.results()) >= self._limit:
            self._limit = larger[0]
            self._keep_current()
            self._asking.changed()

    def _loosen(self, way: Loosening) -> None:
        self.filters.setFilters(way.filters)
        self.field.setText(way.text)
        self.field.setFocus()

    def _open(self, result: SearchResult | None) -> None:
        if result is not None:
            self._keep_current()
            self.answer.read(True)
            self.opened.emit(result)

    def _toggle_drawer(self) -> None:
        shown = self.drawer.isHidden()
        if shown:
            self.expecting.show_(False)
        self.drawer.setVisible(shown)
        self._share_room()
        self.filters.profile.setChecked(shown)
        if not shown:
            self.field.setFocus()

    def _show_why_not(self, shown: bool) -> None:
        if shown and not self.drawer.isHidden():
            self._toggle_drawer()
        focused = self.why_not.isAncestorOf(self.focusWidget() or self)
        self.why_not.setVisible(shown)
        self._share_room()
        if not shown and focused:
            self.field.setFocus()

    def _share_room(self) -> None:
        """Place the line between the answer and what is open beside it.

        Where the account leaves no room for the answer, it takes its place.
        """
        accounting = not self.why_not.isHidden()
        look = theme.current()
        wide = self.width() >= look.px(WHY_NOT_WIDTH) + _NARROWEST
        self._body.setVisible(wide or not accounting)
        self.why_not.setSizePolicy(
            QSizePolicy.Policy.Fixed if wide else QSizePolicy.Policy.Expanding,
            QSizePolicy.Policy.Expanding,
        )
        self._drawer_line.setVisible(not self.drawer.isHidden() or (accounting and wide))

    def _read_expected(self, result: SearchResult) -> None:
        """Open the expected memory at the right, which takes the account away in a small window."""
        if self._body.isHidden():
            self.expecting.show_(False)
        self._body.setCurrentWidget(self.answer)
        self.answer.read(True)
        self.opened.emit(result)

    def _show_start(self) -> None:
        self._matching = 0
        self._kept = None
        self.field.setUnderstood("")
        self.mended.setMended(())
        self.completion.close()
        self._body.setCurrentWidget(self.vault if self._vault_empty else self.start)
        self.answer.clear()
        self._set_facets(self._vault_facets)

    def _show_former(self) -> None:
        """Keep the results there are; without any, the start page stays."""
        self.answer.setRemark("")
        if self._body.currentWidget() is not self.answer or not self.answer.results.results():
            self._body.setCurrentWidget(self.start)
            self._set_facets(self._vault_facets)

    def _set_facets(self, facets: Facets) -> None:
        self.filters.setFacets(facets)
        self.completion.setFacets(facets)

    def _set_vault_empty(self, empty: bool) -> None:
        self._vault_empty = empty
        # Without memories there is nothing to filter or rank.
        self.filters.setVisible(not empty)

    def _understood(self, understood: Understood) -> str:
        read = " · ".join(understood.summary)
        parts = [self.tr("understood: {words}").format(words=read)] if read else []
        return " · ".join((*parts, *understood.problems))

    def _shown(self) -> SearchResult | None:
        """The current find or near miss, if an answer is shown at all."""
        return self.answer.current() if self._body.currentWidget() is self.answer else None


def _asks_nothing(response: SearchResponse) -> bool:
    """Whether the text holds only what could not be read yet, such as ``role:``."""
    read = response.understood
    unread = Understood(read.text, summary=read.summary, problems=read.problems)
    empty = not read.text.strip() and not response.results
    return empty and bool(read.problems) and read == unread
