"""The search pane in every state."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.widgets.rail import NavigationRail
from memdesk.retrieval import profiles
from memdesk.retrieval.explanation import Explanation
from memdesk.retrieval.results import Filters, SearchResponse
from tests.shots import samples
from tests.shots.registry import shot
from tests.shots.widgets import RAIL

QUESTION = "what did I name my starter last year"


def pane(question: str = "", answer: SearchResponse | None = None) -> SearchPane:
    """A search pane with a question typed and its answer shown."""
    made = SearchPane()
    made.setProfiles([profiles.load(name) for name in profiles.names()])
    if question:
        made.field.setText(question)
    if answer is not None:
        made.showResponse(answer)
    QTimer.singleShot(0, made.field.setFocus)
    return made


def framed(made: SearchPane) -> QWidget:
    """The pane beside the rail, as in the window."""
    host = QWidget()
    row = QHBoxLayout(host)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    rail = NavigationRail(RAIL)
    rail.setCurrent("search")
    row.addWidget(rail)
    row.addWidget(made, 1)
    return host


@shot("search-results")
def results() -> QWidget:
    return framed(pane(QUESTION, samples.response(samples.few())))


@shot("search-results-900x600", size=(900, 600))
def results_small() -> QWidget:
    return framed(pane(QUESTION, samples.response(samples.few())))


@shot("search-results-200", text_scale=2.0)
def results_large_text() -> QWidget:
    return framed(pane(QUESTION, samples.response(samples.few())))


@shot("search-one-column-reading", size=(700, 600))
def one_column_reading() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    QTimer.singleShot(0, lambda: made.answer.read(True))
    return framed(made)


@shot("search-one-column-200", size=(900, 600), text_scale=2.0)
def one_column_large_text() -> QWidget:
    return framed(pane(QUESTION, samples.response(samples.few())))


@shot("search-difficult")
def difficult() -> QWidget:
    made = pane("starter", samples.response(samples.difficult(), matching=4210))
    made.filters.setFilters(
        Filters(
            sources=frozenset({"chatgpt"}),
            tags=frozenset({"baking"}),
            after=samples.local(2024, 1, 1, 0, 0),
            before=samples.local(2025, 1, 1, 0, 0),
        )
    )
    return framed(made)


@shot("search-difficult-900x600", size=(900, 600))
def difficult_small() -> QWidget:
    return difficult()


@shot("search-filters-only")
def filters_only() -> QWidget:
    made = pane()
    made.filters.setFilters(Filters(sources=frozenset({"chatgpt"}), roles=frozenset({"user"})))
    found = tuple(replace(one, explanation=Explanation(())) for one in samples.few())
    made.showResponse(samples.response(found))
    return framed(made)


@shot("search-many")
def many() -> QWidget:
    return framed(pane("starter", samples.response(samples.many(), matching=500)))


@shot("search-start")
def start() -> QWidget:
    made = pane()
    made.setRecent(
        [
            "what did I name my starter",
            "berth_count off by one",
            "去厦门的路线",
            "tag:baking after:2024",
        ]
    )
    return framed(made)


@shot("search-start-200", size=(1280, 800), text_scale=2.0)
def start_large_text() -> QWidget:
    return start()


@shot("search-empty-vault")
def empty_vault() -> QWidget:
    made = pane()
    made.showEmptyVault()
    return framed(made)


@shot("search-empty-vault-900x600", size=(900, 600))
def empty_vault_small() -> QWidget:
    return empty_vault()


@shot("search-nothing")
def nothing() -> QWidget:
    made = pane('"passport renewal" -visa', samples.rejection())
    made.filters.setFilters(Filters(sources=frozenset({"clipboard"}), roles=frozenset({"user"})))
    made.showResponse(samples.rejection())
    return framed(made)


@shot("search-error")
def error() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.showError(
        "The vault memories.memdesk is locked by another program. Nothing was lost; close the "
        "other program and search again.",
        "apsw.BusyError: database is locked",
    )
    return framed(made)


@shot("search-searching", settle_ms=420)
def searching() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.showSearching()
    return framed(made)


@shot("search-drawer")
def drawer() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.setRanking("memdesk", {"meaning": 1.5, "author": 0.0})
    made.filters.profile.click()
    return framed(made)


@shot("search-drawer-900x600", size=(900, 600))
def drawer_small() -> QWidget:
    return drawer()


@shot("search-completion", settle_ms=200)
def completion() -> QWidget:
    made = pane("starter ta", samples.response(samples.few()))

    def type_on() -> None:
        made.field.setFocus()
        made.field.setText("starter tag:")

    QTimer.singleShot(60, type_on)
    return framed(made)


@shot("search-breakdown-unfolded")
def breakdown_unfolded() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()[2:3] + samples.few()[:2]))
    made.answer.results.setCurrentIndex(made.answer.results.model().index(1, 0))
    made.answer.breakdown.unfold()
    return framed(made)


@shot("search-breakdown-penalty")
def breakdown_penalty() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.answer.results.setCurrentIndex(made.answer.results.model().index(2, 0))
    return framed(made)
