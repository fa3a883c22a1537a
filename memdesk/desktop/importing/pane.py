"""The import pane: from files to a report, one state at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from memdesk.desktop.importing.choice_page import ChoicePage
from memdesk.desktop.importing.drop import local_paths
from memdesk.desktop.importing.embedding_row import EmbeddingRow
from memdesk.desktop.importing.idle import IdlePage
from memdesk.desktop.importing.preview_page import PreviewPage
from memdesk.desktop.importing.progress_page import ProgressPage
from memdesk.desktop.importing.report_page import ReportPage
from memdesk.desktop.linking.notice import LinksNotice
from memdesk.desktop.linking.page import LinksPage
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_L, GAP_M, GAP_XL
from memdesk.desktop.widgets.labels import label
from memdesk.desktop.widgets.message_bar import MessageBar
from memdesk.desktop.widgets.page import WIDTH
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.vault.records import ImportRun


class ImportPane(QWidget):
    """Says what is wanted and shows what it is told; the work is done elsewhere."""

    previewWanted = Signal(list)
    """Paths that were chosen or dropped."""
    importWanted = Signal(list, object)
    """Paths that were previewed, and the :class:`Choice` among what they hold."""
    cancelWanted = Signal()
    demoWanted = Signal()
    reportWanted = Signal(int)
    removeWanted = Signal(int)
    pauseEmbedding = Signal(bool)
    searchWanted = Signal()
    linksWanted = Signal()
    """The suggested links are looked at; ``links.setWaiting`` answers."""
    linkAnswered = Signal(int, str)
    """A suggested link, and the state that is wanted for it."""
    idleWanted = Signal()
    """The preview or report was left; ``showIdle`` answers with the imports so far."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths: list[Path] = []
        self.message = MessageBar()
        self.idle = IdlePage()
        self.preview = PreviewPage()
        self.choosing = ChoicePage()
        self.progress = ProgressPage()
        self.report = ReportPage()
        self.links = LinksPage()
        self.notice = LinksNotice()
        self._left_for_links: QWidget = self.idle
        self.embedding = EmbeddingRow()
        self._pages = QStackedWidget()
        for page in (
            self.idle,
            self.preview,
            self.choosing,
            self.progress,
            self.report,
            self.links,
        ):
            self._pages.addWidget(page)
        self._title = label(self.tr("Import"), "head")
        head = QVBoxLayout()
        head.setContentsMargins(GAP_XL, GAP_L, GAP_XL, 0)
        head.setSpacing(GAP_M)
        head.addWidget(self._title)
        head.addWidget(self.message)
        head.addWidget(self.notice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._pages, 1)
        column.addWidget(self.embedding)
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        self._fit()
        self._connect()
        self.showIdle(())

    # What the window calls.

    def showIdle(self, history: Sequence[ImportRun]) -> None:
        """Offer to choose files; list the imports so far, newest first."""
        came_back = self._pages.currentWidget() is not self.idle and self._keyboard_is_free()
        self.message.clear()
        self.idle.setRuns(history)
        self._pages.setCurrentWidget(self.idle)
        if came_back:
            self.idle.target.files.setFocus()

    def showPreparing(self, paths: Sequence[Path]) -> None:
        """Say that files are being read for the preview."""
        self.message.clear()
        self._remember(list(paths))
        self.progress.prepare(self._paths)
        self._pages.setCurrentWidget(self.progress)

    def showPreviews(
        self, previews: Sequence[ImportPreview], issues: Sequence[ParseIssue] = ()
    ) -> None:
        """Show what the files hold; ``issues`` name what among them is no export."""
        free = self._keyboard_is_free()
        self.message.clear()
        self.preview.setPreviews(previews, issues)
        items = [item for preview in previews for item in preview.items]
        found = sum(preview.conversations + preview.notes for preview in previews)
        self.choosing.setItems(items, found - len(items))
        self._end_tabs(self.preview)
        self._pages.setCurrentWidget(self.preview)
        if free:
            self.preview.firstButton.setFocus()

    def showReading(self, progress: ImportProgress) -> None:
        """Show how far the reading for the preview is."""
        if self._pages.currentWidget() is self.progress:
            self.progress.setReading(progress)

    def showProgress(self, progress: ImportProgress) -> None:
        """Show how far an import is."""
        if self._pages.currentWidget() is not self.progress:
            self.message.clear()
            self.progress.begin()
            self._pages.setCurrentWidget(self.progress)
        self.progress.setProgress(progress)

    def showReports(self, reports: Sequence[ImportReport]) -> None:
        """Show what imports did, just now or earlier."""
        free = self._keyboard_is_free()
        self.message.clear()
        self.report.setReports(reports)
        self._end_tabs(self.report)
        self._pages.setCurrentWidget(self.report)
        if free:
            self.report.firstButton.setFocus()

    def showError(self, text: str, details: str = "") -> None:
        """Say what went wrong. What was running has ended, so the start page is shown."""
        if self._pages.currentWidget() is self.progress:
            self._pages.setCurrentWidget(self.idle)
        self.links.release()
        self.message.say("danger", text, details)

    def setEmbedding(
        self,
        done: int,
        total: int,
        tokens_per_second: float,
        seconds_left: float | None,
        paused: bool,
    ) -> None:
        """Show how far the search by meaning is; nothing once it has read everything."""
        self.embedding.set(done, total, tokens_per_second, seconds_left, paused)

    def setSuggestedLinks(self, count: int) -> None:
        """Say how many links between memories wait for an answer."""
        self.notice.setCount(count)
        self.links.setCount(count)
        self._dress()

    def chooseFiles(self) -> None:
        """Let the user choose exports."""
        names, _ = QFileDialog.getOpenFileNames(
            self,
            self.tr("Choose exports"),
            "",
            self.tr(
                "Exports, notes, tables (*.zip *.json *.jsonl *.html *.md *.canvas *.txt *.csv "
                "*.tsv *.db);;All files (*)"
            ),
        )
        if names:
            self.previewWanted.emit([Path(name) for name in names])

    def chooseFolder(self) -> None:
        """Let the user choose the folder of an unpacked export."""
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose the folder of an export"))
        if name:
            self.previewWanted.emit([Path(name)])

    # Drops.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_paths(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = local_paths(event.mimeData())
        if paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.previewWanted.emit(paths)

    # Reacting.

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.restyles(event) and hasattr(self, "message"):
            self._fit()

    def _fit(self) -> None:
        # As wide as the cards below it.
        for widget in (self.message, self.notice):
            widget.setMaximumWidth(theme.current().px(WIDTH))

    def _dress(self) -> None:
        """Have above the page what belongs there."""
        page = self._pages.currentWidget()
        self.notice.setVisible(self.notice.count > 0 and page in (self.idle, self.report))
        # Lists need the room, and have titles of their own.
        self._title.setVisible(page not in (self.choosing, self.links))

    def _look_at_links(self) -> None:
        self._left_for_links = self.report if self.report.isVisible() else self.idle
        self.links.showLoading()
        self._pages.setCurrentWidget(self.links)
        self.links.backButton.setFocus()
        self.linksWanted.emit()

    def _more_links(self) -> None:
        self.links.showLoading()
        self.links.backButton.setFocus()
        self.linksWanted.emit()

    def _leave_links(self) -> None:
        self._pages.setCurrentWidget(self._left_for_links)
        if self.notice.isVisible():
            self.notice.button.setFocus()
        elif self._left_for_links is self.report:
            self.report.firstButton.setFocus()
        else:
            self.idle.target.files.setFocus()

    def _connect(self) -> None:
        self.previewWanted.connect(self._remember)
        self.idle.target.filesWanted.connect(self.chooseFiles)
        self.idle.target.folderWanted.connect(self.chooseFolder)
        self.idle.target.demoWanted.connect(self.demoWanted)
        self.idle.history.reportWanted.connect(self.reportWanted)
        self.idle.history.removeWanted.connect(self.removeWanted)
        self.idle.history.filled.connect(
            lambda last: QWidget.setTabOrder(last, self.embedding.button)
        )
        self.preview.importClicked.connect(self._import)
        self.preview.chooseClicked.connect(self._choose)
        self.choosing.importClicked.connect(self._import)
        self.choosing.backClicked.connect(self._chosen)
        self.preview.cancelClicked.connect(self.idleWanted)
        self.progress.cancelClicked.connect(self.cancelWanted)
        self.report.searchClicked.connect(self.searchWanted)
        self.report.backClicked.connect(self.idleWanted)
        self.report.removeClicked.connect(self.removeWanted)
        self.embedding.pauseToggled.connect(self.pauseEmbedding)
        self._pages.currentChanged.connect(self._dress)
        self.notice.clicked.connect(self._look_at_links)
        self.links.backClicked.connect(self._leave_links)
        self.links.moreWanted.connect(self._more_links)
        self.links.answered.connect(self.linkAnswered)

    def _keyboard_is_free(self) -> bool:
        """Whether a page that comes by itself may take the keyboard: only from this pane."""
        focused = self.window().focusWidget()
        nowhere = focused is None or not focused.isVisible()
        return self.isVisible() and (nowhere or self.isAncestorOf(focused))

    def _end_tabs(self, page: QWidget) -> None:
        """Have the Tab key reach the row at the bottom after a page's new buttons."""
        buttons = page.findChildren(QAbstractButton)
        if buttons:
            QWidget.setTabOrder(buttons[-1], self.embedding.button)

    def _remember(self, paths: list[Path]) -> None:
        self._paths = list(paths)

    def _choose(self) -> None:
        self._pages.setCurrentWidget(self.choosing)
        self.choosing.filter.setFocus()

    def _chosen(self) -> None:
        chosen = self.choosing.model.chosen().items
        self.preview.setChosen(chosen, len(self.choosing.model.items()))
        self._pages.setCurrentWidget(self.preview)
        self.preview.chooseButton.setFocus()

    def _import(self) -> None:
        self.progress.begin()
        self._pages.setCurrentWidget(self.progress)
        self.importWanted.emit(list(self._paths), self.choosing.model.choice())
