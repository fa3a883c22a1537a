"""The main window: the rail, the panes, the menus, and what goes between views and session."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDesktopServices,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk import __version__, paths
from memdesk.desktop.conversation.view import ConversationView
from memdesk.desktop.exporting.exports import Exports
from memdesk.desktop.exporting.strip import ExportStrip
from memdesk.desktop.importing.drop import DropOverlay
from memdesk.desktop.importing.pane import ImportPane
from memdesk.desktop.reading import Reading
from memdesk.desktop.search.pane import SearchPane
from memdesk.desktop.search.place_words import of_memory
from memdesk.desktop.theme import theme
from memdesk.desktop.watching import Watching
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.rail import NavigationRail, RailEntry
from memdesk.desktop.widgets.toast import Toast
from memdesk.importers.choice import Choice
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportReport
from memdesk.retrieval import profiles
from memdesk.retrieval.results import Facets, Filters, SearchRequest, SearchResponse
from memdesk.settings import Settings, Theme
from memdesk.vault.records import ImportRun, Memory, VaultStats

if TYPE_CHECKING:
    # Loaded after the window has appeared.
    from memdesk.desktop.session import Session
    from memdesk.embedding.worker import EmbeddingProgress
    from memdesk.importers.arrivals import Arrival

_LABELLED_FROM = 1440
_SMALLEST = (900, 600)
_FIRST_SIZE = (1280, 800)
_TEXT_SCALES = (0.9, 1.0, 1.15, 1.3, 1.5, 2.0)


class MainWindow(QMainWindow):
    """Shows one vault at a time."""

    demoWanted = Signal()
    retryWanted = Signal(Path)
    """The vault at this path could not be opened and is to be tried again."""

    def __init__(self, chosen: Settings, save: Callable[[Settings], None]) -> None:
        super().__init__()
        self._settings = chosen
        self._save = save
        self._session: Session | None = None
        self._vault_is_empty: bool | None = None
        self._waiting: list[Path] = []
        self._unasked: SearchRequest | None = None
        self._fault: tuple[str, str] | None = None
        self._importing: tuple[Path, ...] = ()
        self.setMinimumSize(*_SMALLEST)
        self.resize(*_FIRST_SIZE)
        self._build()
        self._build_menus()
        self._connect_panes()
        self._connect_watching()
        self.go_to("search")
        if chosen.window_geometry:
            # What is no geometry of this window system leaves the window as it is.
            geometry = chosen.window_geometry.encode("ascii", "replace")
            self.restoreGeometry(QByteArray.fromBase64(geometry))
        self._name()

    def _build(self) -> None:
        self.search = SearchPane()
        self.conversation = ConversationView()
        self._reading = Reading(self.conversation, self)
        self.search.setReader(self.conversation)
        self.search.setProfiles([profiles.load(name) for name in profiles.names()])
        self.search.setRanking(self._settings.profile, self._settings.weights)
        self.importing = ImportPane()
        self.rail = NavigationRail(
            [
                RailEntry("search", self.tr("Search"), "search", "Ctrl+1"),
                RailEntry("import", self.tr("Import"), "arrow-down-to-line", "Ctrl+2"),
            ]
        )
        self._panes = QStackedWidget()
        self._panes.addWidget(self.search)
        self._panes.addWidget(self.importing)
        central = QWidget()
        layout = QHBoxLayout(central)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.rail)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._panes, 1)
        strip = ExportStrip()
        column.addWidget(strip)
        layout.addLayout(column, 1)
        self.setCentralWidget(central)
        self.watching = Watching(lambda: self._settings, self._change, self)
        self.toast = Toast(self)
        self.exports = Exports(self.search, self.conversation, strip, self.toast, self)
        self.drop = DropOverlay(self)

    def _build_menus(self) -> None:
        file = self.menuBar().addMenu(self.tr("&File"))
        self._action(file, self.tr("&Import…"), self._choose_files, "Ctrl+I")
        self._action(file, self.tr("&Export…"), self.exports.ask, "Ctrl+Shift+E")
        self._action(file, self.tr("Open the &demo vault"), self.demoWanted.emit)
        file.addSeparator()
        self._action(file, self.tr("&Quit"), self.close, QKeySequence.StandardKey.Quit)
        view = self.menuBar().addMenu(self.tr("&View"))
        search = self._action(view, self.tr("&Search"), self._focus_search)
        search.setShortcuts([QKeySequence("Ctrl+F"), QKeySequence("Ctrl+1")])
        self._action(view, self.tr("Why &not …"), self._ask_why_not, "Ctrl+Shift+M")
        self._action(view, self.tr("&Imports"), lambda: self.go_to("import"), "Ctrl+2")
        view.addSeparator()
        themes = QActionGroup(self)
        choices: tuple[tuple[Theme, str], ...] = (
            ("system", self.tr("Colours of the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        )
        for name, words in choices:
            action = self._action(view, words, partial(self._choose_theme, name))
            action.setCheckable(True)
            action.setActionGroup(themes)
            action.setChecked(name == self._settings.theme)
        view.addSeparator()
        self._action(view, self.tr("Larger text"), lambda: self._scale_text(1), "Ctrl++")
        self._action(view, self.tr("Smaller text"), lambda: self._scale_text(-1), "Ctrl+-")
        self._action(view, self.tr("Normal text"), lambda: self._scale_text(0), "Ctrl+0")
        help_menu = self.menuBar().addMenu(self.tr("&Help"))
        self._action(help_menu, self.tr("Open the &log folder"), self._open_log)
        self._action(help_menu, self.tr("&About memdesk"), self._about)

    def _action(
        self,
        menu: QMenu,
        text: str,
        run: Callable[[], object],
        shortcut: str | QKeySequence.StandardKey = "",
    ) -> QAction:
        action = menu.addAction(text)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
        action.triggered.connect(lambda: run())
        return action

    def _connect_panes(self) -> None:
        self.rail.chosen.connect(self.go_to)
        search = self.search
        search.requested.connect(self._ask)
        search.selected.connect(lambda result: self._reading.show_(result, count=False))
        search.opened.connect(lambda result: self._reading.show_(result, count=True))
        search.openConversation.connect(lambda result: self._reading.show_(result, count=True))
        search.copyRequested.connect(self._copy)
        search.weightsChanged.connect(self._choose_weights)
        # Weights belong to the profile they were set for.
        search.profileChanged.connect(self._choose_profile)
        search.importRequested.connect(self._choose_files)
        search.demoRequested.connect(self.demoWanted)
        search.cleared.connect(self._cleared)
        search.lookupRequested.connect(lambda r: self._session and self._session.look_up(r))
        conversation = self.conversation
        conversation.whyToggled.connect(search.answer.breakdown.setWanted)
        conversation.copied.connect(self.toast.say)
        conversation.expected.connect(self._expect)
        pane = self.importing
        pane.previewWanted.connect(self.preview)
        pane.importWanted.connect(self._start_import)
        pane.cancelWanted.connect(self._cancel_import)
        pane.demoWanted.connect(self.demoWanted)
        pane.reportWanted.connect(lambda run: self._session and self._session.load_report(run))
        pane.removeWanted.connect(lambda run: self._session and self._session.remove_import(run))
        pane.pauseEmbedding.connect(
            lambda paused: self._session and self._session.pause_embedding(paused)
        )
        pane.linksWanted.connect(lambda: self._session and self._session.links.load())
        pane.linkAnswered.connect(
            lambda link, state: self._session and self._session.links.answer(link, state)
        )
        pane.searchWanted.connect(self._focus_search)
        pane.idleWanted.connect(lambda: self._session and self._session.load_history())
        self.drop.dropped.connect(self.preview)

    def _connect_watching(self) -> None:
        row, found = self.importing.idle.watch, self.importing.idle.arrivals
        row.wanted.connect(self.watching.set_wanted)
        row.folderWanted.connect(self.watching.set_folder)
        found.previewWanted.connect(lambda path: self.preview([path]))
        found.dismissed.connect(self.watching.dismiss)
        self.watching.arrived.connect(self._arrived)
        self.watching.troubled.connect(row.setTrouble)
        self._show_watched()

    def use(self, session: Session) -> None:
        """Show a session's vault; its signals are connected before it is opened."""
        if self._session is not None:
            self._forget()
        self._session = session
        session.opened.connect(self._opened)
        session.failed.connect(self.tellFault)
        session.answered.connect(self._answered)
        session.lookedUp.connect(self.search.showFound)
        session.searchFailed.connect(self.search.showError)
        self._reading.use(session)
        self.exports.use(session)
        session.previewed.connect(self.importing.showPreviews)
        session.readingProgressed.connect(self.importing.showReading)
        session.importProgressed.connect(self.importing.showProgress)
        session.imported.connect(self._imported)
        session.importFailed.connect(self._import_failed)
        session.historyLoaded.connect(self._history_loaded)
        session.importRemoved.connect(self._import_removed)
        session.embeddingProgressed.connect(self._embedding_progressed)
        session.links.counted.connect(self.importing.setSuggestedLinks)
        session.links.loaded.connect(self.importing.links.setWaiting)
        session.links.answered.connect(self.importing.links.setAnswered)
        session.links.failed.connect(self.importing.showError)
        session.vaultChanged.connect(self._vault_changed)
        session.facetsLoaded.connect(self.search.setVaultFacets)
        self._name()

    @property
    def session(self) -> Session | None:
        """The session whose vault is shown."""
        return self._session

    def go_to(self, key: str) -> None:
        """Show a pane by its key in the rail."""
        self.rail.setCurrent(key)
        self._panes.setCurrentWidget(self.importing if key == "import" else self.search)
        if key == "search":
            self.search.focusSearch()
        elif self._session is not None and not self.importing.idle.isHidden():
            # A preview or report stays until it is left.
            self._session.load_history()

    def preview(self, inputs: Sequence[Path]) -> None:
        """Read what files hold and offer to import them."""
        self.go_to("import")
        if self._fault is not None:
            self.importing.showError(*self._fault)
        elif self._session is None or not self._session.is_open:
            self._waiting = list(inputs)
            self.importing.showPreparing(inputs)
        elif self._session.preview(inputs):
            self.importing.showPreparing(inputs)
        else:
            self.toast.say(self.tr("An import is under way. Drop the files again when it is done."))

    def tellFault(self, text: str, details: str) -> None:
        """Say that the vault cannot be used, and what can be done instead."""
        self._fault = (text, details)
        self._waiting = []
        bar = self.search.message
        bar.say("danger", text, details)
        if self._session is not None:
            path = self._session.path
            bar.addButton(self.tr("Try again")).clicked.connect(lambda: self.retryWanted.emit(path))
        bar.addButton(self.tr("Open the demo vault")).clicked.connect(self.demoWanted)
        self.importing.showError(text, details)

    def _forget(self) -> None:
        """Show nothing of the vault before."""
        self._vault_is_empty = None
        self._fault = None
        self._unasked = None
        self.search.expect(None)
        self.search.setQuery("", Filters())
        self.search.setVaultFacets(Facets())
        self.search.message.clear()
        self._reading.show_(None, count=False)
        self.importing.showIdle(())
        self.importing.setEmbedding(0, 0, 0.0, None, False)
        self.importing.setSuggestedLinks(0)

    def _opened(self) -> None:
        assert self._session is not None
        if self._unasked is not None:
            self._session.ask(self._unasked)
            self._unasked = None
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self.preview(waiting)
        else:
            self._session.load_history()
        self.watching.start()

    def _ask(self, request: SearchRequest) -> None:
        self.search.showSearching()
        if self._session is not None and self._session.is_open:
            self._session.ask(request)
        elif self._fault is None:
            # Typed while the vault is still being opened.
            self._unasked = request

    def _cleared(self) -> None:
        self._unasked = None
        self._reading.show_(None, count=False)
        if self._session is not None:
            self._session.drop_question()

    def _answered(self, response: SearchResponse) -> None:
        self.search.showResponse(response)

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.toast.say(self.tr("Copied"))

    def _choose_files(self) -> None:
        self.go_to("import")
        self.importing.chooseFiles()

    def _start_import(self, inputs: Sequence[Path], choice: Choice) -> None:
        if self._session is None:
            return
        if self._session.start_import(inputs, choice):
            self._importing = tuple(inputs)
        else:
            self.toast.say(self.tr("An import is under way already."))

    def _cancel_import(self) -> None:
        if self._session is not None:
            self._session.cancel_import()

    def _imported(self, reports: Sequence[ImportReport], issues: Sequence[ParseIssue]) -> None:
        self.importing.showReports(reports)
        if all(report.outcome == "done" for report in reports):
            self.watching.note_imported(self._importing)
        self._importing = ()

    def _import_failed(self, text: str, details: str) -> None:
        self._importing = ()
        self.importing.showError(text, details)

    def _history_loaded(self, history: Sequence[ImportRun]) -> None:
        if self._session is not None and not self._session.importing:
            self.importing.showIdle(history)

    def _import_removed(self, run_id: int, count: int) -> None:
        session = self._session
        if session is None:
            return
        session.load_history()
        self.toast.say(
            self.tr("{count} memories moved to the trash").format(count=number(count)),
            self.tr("Undo"),
            partial(session.bring_back_import, run_id),
        )

    def _embedding_progressed(self, progress: EmbeddingProgress) -> None:
        self.importing.setEmbedding(
            progress.done,
            progress.total,
            progress.tokens_per_second,
            progress.seconds_left,
            progress.paused,
        )

    def _vault_changed(self, found: VaultStats) -> None:
        empty = found.memories == 0
        if empty and self._vault_is_empty is not True:
            self.search.showEmptyVault()
        elif not empty and self._vault_is_empty is not False:
            self.search.showFilledVault()
        self._vault_is_empty = empty

    def _focus_search(self) -> None:
        self.go_to("search")
        self.search.focusSearch()

    def _ask_why_not(self) -> None:
        self.go_to("search")
        self.search.askWhyNot()

    def _expect(self, memory: Memory, title: str) -> None:
        self.search.expect(of_memory(memory, title))

    def _change(self, chosen: Settings) -> None:
        self._settings = chosen
        self._save(chosen)
        self._show_watched()

    def _show_watched(self) -> None:
        chosen = self._settings
        self.importing.idle.watch.setWatched(chosen.watched_path, chosen.watch_downloads)

    def _arrived(self, arrivals: Sequence[Arrival], news: bool) -> None:
        folder = self._settings.watched_path.name
        self.importing.idle.setArrivals(folder, arrivals)
        waiting = self.tr("An export waits") if arrivals else ""
        self.rail.setNews("import", waiting)
        busy = self._session is not None and self._session.importing
        if news and not busy and not self.importing.idle.arrivals.isVisible():
            newest = arrivals[0]
            self.toast.say(
                self.tr("{what} in {folder}").format(what=newest.format_name, folder=folder),
                self.tr("Look at it"),
                lambda: self.preview([newest.path]),
            )

    def _choose_theme(self, name: Theme) -> None:
        theme.current().choose(name)
        self._change(replace(self._settings, theme=name))

    def _choose_weights(self, weights: Mapping[str, float]) -> None:
        self._change(replace(self._settings, weights=dict(weights)))

    def _choose_profile(self, name: str) -> None:
        self._change(replace(self._settings, profile=name, weights={}))

    def _scale_text(self, step: int) -> None:
        scales = _TEXT_SCALES
        if step == 0:
            scale = 1.0
        else:
            nearest = min(scales, key=lambda s: abs(s - self._settings.text_scale))
            scale = scales[min(max(scales.index(nearest) + step, 0), len(scales) - 1)]
        theme.current().setTextScale(scale)
        self._change(replace(self._settings, text_scale=scale))

    def _open_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(paths.log_dir())))

    def _about(self) -> None:
        self.toast.say(self.tr("memdesk {version}").format(version=__version__))

    def _name(self) -> None:
        # The window system's title gets the program's name added to it.
        self.setWindowTitle(self._session.path.stem if self._session is not None else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the rail's labels where there is room for them."""
        super().resizeEvent(event)
        self.rail.setLabelled(self.width() >= _LABELLED_FROM)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep size and place for the next start."""
        geometry = base64.b64encode(self.saveGeometry().data()).decode("ascii")
        self._change(replace(self._settings, window_geometry=geometry))
        self.watching.stop()
        super().closeEvent(event)
