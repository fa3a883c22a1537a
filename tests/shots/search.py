"""The search pane in every state."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget

from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.widgets.rail import NavigationRail
from memdesk.retrieval import profiles
from memdesk.retrieval.explanation import Explanation
from memdesk.retrieval.results import Facets, Filters, Mended, SearchResponse, Understood
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


@shot("search-markdown", size=(1280, 900))
def markdown() -> QWidget:
    return framed(pane("flour", samples.response(samples.written_in_markdown(), matching=5)))


@shot("search-markdown-900x600", size=(900, 600))
def markdown_small() -> QWidget:
    return markdown()


@shot("search-remark-900x600", size=(900, 600))
def remark_small() -> QWidget:
    understood = Understood(
        text=QUESTION,
        summary=("12 to 18 February 2024", "said by you"),
        problems=("No memory holds “Yeastwoodian”.",),
    )
    answer = samples.response(samples.few(), understood=understood)
    return framed(pane(QUESTION + ", Yeastwoodian or not", answer))


@shot("search-mended")
def mended() -> QWidget:
    understood = Understood(text="sourdough starter", mended=(Mended("sourdouh", "sourdough"),))
    answer = samples.response(samples.few(), understood=understood)
    return framed(pane("sourdouh starter", answer))


@shot("search-mended-900x600", size=(900, 600))
def mended_small() -> QWidget:
    return mended()


@shot("search-counted")
def counted() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.setVaultFacets(
        Facets(
            sources={"chatgpt": 181_204, "claude": 36_950, "note": 248},
            roles={"user": 98_021, "assistant": 120_381},
        )
    )
    return framed(made)


@shot("search-filter-menus", size=(920, 224))
def filter_menus() -> QWidget:
    return _menus()


@shot("search-filter-menus-200", size=(1680, 400), text_scale=2.0)
def filter_menus_large_text() -> QWidget:
    return _menus()


def _menus() -> QWidget:
    """What the chips open, and a menu as the window's bar has them, side by side."""
    made = pane(QUESTION, samples.response(samples.few()))
    made.setVaultFacets(Facets(sources={"chatgpt": 90, "claude": 40, "note": 7}, years={2023: 20}))
    made.filters.setFilters(
        Filters(sources=frozenset({"chatgpt"}), after=samples.local(2024, 1, 1, 0, 0))
    )
    menus = []
    for name in ("source", "role", "date", "sort"):
        chip = made.filters.menuChip(name)
        chip.opening.emit()
        menus.append(chip.menu())
    plain = QMenu(made)
    group = QActionGroup(plain)
    for text, on in (("As the system", False), ("Light", True), ("Dark", False)):
        action = group.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
    plain.addActions(group.actions())
    plain.addSeparator()
    plain.addAction("Larger text\tCtrl++")
    shown = plain.addAction("Show the rail")
    shown.setCheckable(True)
    shown.setChecked(True)
    menus.append(plain)
    page = QWidget()
    page.setProperty("surface", "window")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    row = QHBoxLayout(page)
    row.setSpacing(20)
    for menu in menus:
        menu.setActiveAction(menu.actions()[0])
        menu.adjustSize()
        picture = QLabel()
        picture.setPixmap(menu.grab())
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
    row.addStretch(1)
    made.setParent(page)
    made.hide()
    return page


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


@shot("search-nothing-900x600", size=(900, 600))
def nothing_small() -> QWidget:
    return framed(pane("passport renewal", samples.rejection()))


@shot("search-unsure")
def unsure() -> QWidget:
    return framed(pane("how old is my starter", samples.unsure()))


@shot("search-unsure-900x600", size=(900, 600))
def unsure_small() -> QWidget:
    return framed(pane("how old is my starter", samples.unsure()))


@shot("search-unsure-200", text_scale=2.0)
def unsure_large_text() -> QWidget:
    return framed(pane("how old is my starter", samples.unsure()))


@shot("search-anyway")
def anyway() -> QWidget:
    return framed(pane("passport renewal", samples.anyway()))


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


@shot("search-completion", settle_ms=500)
def completion() -> QWidget:
    made = pane("starter ta", samples.response(samples.few()))

    def type_on() -> None:
        # Completions are only offered where the caret is, and a new window has to become active.
        made.activateWindow()
        made.field.setFocus()
        if made.field.line.hasFocus():
            made.field.setText("starter tag:")
        else:
            QTimer.singleShot(20, type_on)

    QTimer.singleShot(0, type_on)
    return framed(made)


@shot("search-breakdown-unfolded", settle_ms=120)
def breakdown_unfolded() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()[2:3] + samples.few()[:2]))
    made.answer.results.setCurrentIndex(made.answer.results.model().index(1, 0))
    # The account of a result follows the cards.
    QTimer.singleShot(20, made.answer.breakdown.unfold)
    return framed(made)


@shot("search-breakdown-penalty")
def breakdown_penalty() -> QWidget:
    made = pane(QUESTION, samples.response(samples.few()))
    made.answer.results.setCurrentIndex(made.answer.results.model().index(2, 0))
    return framed(made)
