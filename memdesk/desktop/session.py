"""An open vault in the window: what the views may ask for, and the threads that do it.

Views connect to the signals and call the methods; none of them waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.desktop.conversation_part import WINDOW_TURNS, ConversationPart
from memdesk.desktop.export_thread import ExportThread
from memdesk.desktop.import_thread import ImportThread
from memdesk.desktop.jobs import GuiCalls, Jobs, described
from memdesk.desktop.linking.links import SuggestedLinks
from memdesk.desktop.search_thread import SearchThread
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingProgress, EmbeddingWorker
from memdesk.exporters.order import How, What
from memdesk.importers.choice import EVERYTHING, Choice
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.report import ImportReport, from_run
from memdesk.index.array_keeper import ArrayKeeper
from memdesk.retrieval.engine import SearchEngine, SearchInterruptedError
from memdesk.retrieval.results import Facets, SearchRequest
from memdesk.vault import conversations, counters, imports, memories, stats, transcript
from memdesk.vault.connection import Connection
from memdesk.vault.records import ImportRun, VaultStats
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

_NEWS_MILLISECONDS = 400
_NEWS_SHARE = 8
"""Reading the news may take one part in so many of the time."""
_AT_ONCE = 200


class Session(QObject):
    """One vault. Create, connect, then :meth:`open`; :meth:`leave` and :meth:`end` when done."""

    opened = Signal()
    failed = Signal(str, str)
    answered = Signal(object)
    lookedUp = Signal(object)
    searchFailed = Signal(str, str)
    conversationLoaded = Signal(object)
    partLoaded = Signal(object)
    previewed = Signal(object, object)
    readingProgressed = Signal(object)
    importProgressed = Signal(object)
    imported = Signal(object, object)
    importFailed = Signal(str, str)
    historyLoaded = Signal(object)
    importRemoved = Signal(int, int)
    wholeLoaded = Signal(object)
    exportProgressed = Signal(object)
    exported = Signal(object)
    exportCancelled = Signal()
    exportFailed = Signal(str, str)
    embeddingProgressed = Signal(object)
    vaultChanged = Signal(object)
    facetsLoaded = Signal(object)

    def __init__(self, path: Path, holder: ModelHolder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._holder = holder
        self._calls = GuiCalls(self)
        self._jobs = Jobs(self._calls)
        self.links = SuggestedLinks(self._calls, self._jobs, self)
        self._vault: Vault | None = None
        self._engine: SearchEngine | None = None
        self._search: SearchThread | None = None
        self._importing: ImportThread | None = None
        self._exporting: ExportThread | None = None
        self._embedding: EmbeddingWorker | None = None
        self._arrays: ArrayKeeper | None = None
        self._stale = False
        self._news = QTimer(self)
        self._news.setSingleShot(True)
        self._news.setInterval(_NEWS_MILLISECONDS)
        self._news.timeout.connect(self._read_news)
        self._reading_news = False
        self._left = False
        self._known: tuple[object, ...] = ()

    @property
    def importing(self) -> bool:
        """Whether a preview or an import is under way."""
        return self._importing is not None and self._importing.busy

    @property
    def is_open(self) -> bool:
        """Whether the vault is open and can be asked."""
        return self._search is not None and not self._left

    def open(self) -> None:
        """Open the vault on a worker; :attr:`opened` or :attr:`failed` follows."""

        def work() -> Vault:
            # Kept here too: if the window leaves before it hears of it, the vault is closed still.
            self._vault = Vault(self.path)
            return self._vault

        self._jobs.run(work, self._opened, self.failed.emit)

    def _opened(self, vault: Vault) -> None:
        self._engine = SearchEngine(vault, self._holder, wait_for_model=False)
        self._search = SearchThread(
            self._engine, self._calls, self.answered.emit, self.searchFailed.emit
        )
        self._importing = ImportThread(vault, self._calls)
        self._exporting = ExportThread(vault.path, self._calls)
        self._embedding = EmbeddingWorker(
            vault,
            self._holder,
            on_progress=self._embedded_more,
            on_error=self._thread_failed,
        )
        self._arrays = ArrayKeeper(vault, on_error=self._thread_failed)
        vault.writer.subscribe(self._note_change)
        self._embedding.start()
        self._arrays.start()
        self._read_news()
        self.links.open(vault, self._holder)
        self.opened.emit()

    def ask(self, request: SearchRequest) -> None:
        """Search; :attr:`answered` follows unless a newer question comes first."""
        if self._search is not None and not self._left:
            self._search.ask(request)

    def look_up(self, request: SearchRequest) -> None:
        """Search beside the question; :attr:`lookedUp` follows for the latest of these."""
        if self._search is not None and not self._left:
            self._search.look_up(request, self.lookedUp.emit)

    def drop_question(self) -> None:
        """Forget the question under way."""
        if self._search is not None and not self._left:
            self._search.drop()

    def load_conversation(self, memory_id: int, *, count: bool) -> None:
        """Load the turns around a memory; ``count`` notes that somebody looked at it."""
        vault = self._open_vault()
        if vault is None:
            return
        if count:
            vault.writer.submit(lambda db: counters.looked_at(db, memory_id), Urgency.EDIT)
        self._jobs.run(
            lambda: vault.read(lambda db: _around(db, memory_id)),
            self.conversationLoaded.emit,
            self.searchFailed.emit,
        )

    def load_part(
        self, conversation_id: int, first: int, branch: int = 0, limit: int = WINDOW_TURNS
    ) -> None:
        """Load more turns of a conversation; :attr:`partLoaded` follows."""
        vault = self._open_vault()
        if vault is None:
            return
        self._jobs.run(
            lambda: vault.read(lambda db: _part(db, conversation_id, first, limit, branch)),
            self.partLoaded.emit,
            self.searchFailed.emit,
        )

    def load_whole(self, conversation_id: int, branch: int = 0) -> None:
        """Load all turns of a conversation; :attr:`wholeLoaded` follows."""
        vault = self._open_vault()
        if vault is None:
            return
        self._jobs.run(
            lambda: vault.read(lambda db: _part(db, conversation_id, 0, -1, branch)),
            self.wholeLoaded.emit,
            self.searchFailed.emit,
        )

    def preview(self, paths: Sequence[Path]) -> bool:
        """Read what the inputs hold, writing nothing; False if an import is under way.

        :attr:`previewed` follows, or :attr:`historyLoaded` if it is cancelled.
        """
        if self._importing is None or self._left:
            return False
        return self._importing.preview(
            paths,
            lambda p, i: self.previewed.emit(p, i),
            self.load_history,
            self.importFailed.emit,
            self.readingProgressed.emit,
        )

    def start_import(self, paths: Sequence[Path], choice: Choice = EVERYTHING) -> bool:
        """Import what is wanted of the inputs; False if an import is under way."""
        if self._importing is None or self._left:
            return False
        return self._importing.run(
            paths,
            self.importProgressed.emit,
            self._import_ended,
            self.importFailed.emit,
            choice,
        )

    def import_once(self, paths: Sequence[Path]) -> None:
        """Import the inputs unless as many imports have been finished in this vault."""
        vault = self._open_vault()
        if vault is None:
            return

        def begin(runs: list[ImportRun]) -> None:
            if sum(run.outcome == "done" for run in runs) < len(paths):
                self.start_import(paths)

        self._jobs.run(lambda: vault.read(imports.runs), begin, self.importFailed.emit)

    def cancel_import(self) -> None:
        """Stop the preview or import under way; what was committed stays."""
        if self._importing is not None:
            self._importing.cancel()

    def export(self, what: What, how: How) -> bool:
        """Export; False if an export is under way. Signals tell of it and of its end."""
        if self._exporting is None or self._left:
            return False
        return self._exporting.run(
            what,
            how,
            progress=self.exportProgressed.emit,
            done=self.exported.emit,
            cancelled=self.exportCancelled.emit,
            failed=self.exportFailed.emit,
        )

    def cancel_export(self) -> None:
        """Stop the export under way; nothing of it stays."""
        if self._exporting is not None:
            self._exporting.cancel()

    def load_history(self) -> None:
        """Load the list of former imports; :attr:`historyLoaded` follows."""
        vault = self._open_vault()
        if vault is not None:
            self._jobs.run(
                lambda: vault.read(imports.runs), self.historyLoaded.emit, self.importFailed.emit
            )

    def load_report(self, run_id: int) -> None:
        """Load the report of a former import; :attr:`imported` follows."""
        vault = self._open_vault()
        if vault is None:
            return
        self._jobs.run(
            lambda: vault.read(lambda db: _report(db, run_id)),
            lambda report: self.imported.emit([report], []),
            self.importFailed.emit,
        )

    def remove_import(self, run_id: int) -> None:
        """Move to the trash what an import added; :attr:`importRemoved` follows."""
        vault = self._open_vault()
        if vault is None:
            return
        self._jobs.run(
            lambda: _in_batches(vault, lambda db, n: imports.remove_added(db, run_id, n)),
            lambda count: self.importRemoved.emit(run_id, count),
            self.importFailed.emit,
        )

    def bring_back_import(self, run_id: int) -> None:
        """Undo :meth:`remove_import`."""
        vault = self._open_vault()
        if vault is None:
            return
        self._jobs.run(
            lambda: _in_batches(vault, lambda db, n: imports.bring_back(db, run_id, n)),
            lambda _: self.load_history(),
            self.importFailed.emit,
        )

    def pause_embedding(self, paused: bool) -> None:
        """Hold the embedding thread, or let it go on."""
        if self._embedding is not None:
            if paused:
                self._embedding.pause()
            else:
                self._embedding.resume()

    def leave(self) -> None:
        """Tell nothing any more, on the GUI thread; :meth:`end` has to follow."""
        self._left = True
        self.links.leave()
        self._news.stop()
        self._calls.close()

    def end(self) -> None:
        """End all threads and close the vault, on any thread.

        Waits for the batch under way, which takes well under a second.
        """
        if self._exporting is not None:
            self._exporting.cancel()
        if self._importing is not None:
            self._importing.stop()
        if self._exporting is not None:
            self._exporting.stop()
        self.links.stop()
        if self._search is not None:
            self._search.stop()
        if self._arrays is not None:
            self._arrays.stop()
        if self._embedding is not None:
            self._embedding.stop()
        self._jobs.close()
        if self._vault is not None:
            self._vault.close()

    def _open_vault(self) -> Vault | None:
        return None if self._left else self._vault

    def _note_change(self) -> None:
        # On the writer thread, at every commit: the timer tells the views a few times a second.
        if not self._stale:
            self._stale = True
            self._calls.post(self._await_news)

    def _await_news(self) -> None:
        if not self._reading_news:
            self._news.start()

    def _read_news(self) -> None:
        self._reading_news = True
        self._jobs.run(self._news_to_tell, self._tell_news, self._news_failed)

    def _news_to_tell(self) -> tuple[VaultStats, Facets | None, float]:
        assert self._vault is not None and self._engine is not None
        started = time.perf_counter()
        self._stale = False
        found = self._vault.read(stats.stats)
        counted: Facets | None = None
        # Most commits bring vectors, which no count depends on.
        known = (found.memories, found.trashed, found.tags, found.sources)
        if known != self._known:
            try:
                counted = self._engine.search(SearchRequest("", limit=0, mode="typing")).facets
                self._known = known
            except SearchInterruptedError:
                # A question of the person's came in between; the next news brings the counts.
                self._stale = True
        return found, counted, time.perf_counter() - started

    def _tell_news(self, news: tuple[VaultStats, Facets | None, float]) -> None:
        found, facets, seconds = news
        self._news.setInterval(max(_NEWS_MILLISECONDS, round(seconds * 1000 * _NEWS_SHARE)))
        self.vaultChanged.emit(found)
        if facets is not None:
            self.facetsLoaded.emit(facets)
        self._reading_news = False
        if self._stale:
            self._news.start()

    def _news_failed(self, text: str, details: str) -> None:
        self._reading_news = False
        self.searchFailed.emit(text, details)

    def _import_ended(self, reports: Sequence[ImportReport], issues: Sequence[ParseIssue]) -> None:
        self.imported.emit(reports, issues)
        self.links.look(came_in=True)

    def _embedded_more(self, progress: EmbeddingProgress) -> None:
        # On the embedding thread. The first one also tells that the model is loaded.
        if self._search is not None:
            self._search.warm()
        self._calls.post(lambda: self._tell_embedded(progress))

    def _tell_embedded(self, progress: EmbeddingProgress) -> None:
        self.embeddingProgressed.emit(progress)
        if progress.finished and not self.importing:
            self.links.look()

    def _thread_failed(self, error: BaseException) -> None:
        text, details = described(error)
        self._calls.post(lambda: self.searchFailed.emit(text, details))


def _in_batches(vault: Vault, work: Callable[[Connection, int], int]) -> int:
    """Run work in short transactions until it has nothing left, so that nothing else waits."""
    total = 0
    while done := vault.write(lambda db: work(db, _AT_ONCE), Urgency.BULK):
        total += done
    return total


def _around(db: Connection, memory_id: int) -> ConversationPart | None:
    memory = memories.get(db, memory_id)
    if memory is None:
        return None
    if memory.conversation_id is None:
        return ConversationPart(None, (memory,), 0, 1, memory_id)
    place = transcript.place(db, memory)
    first = max(place - WINDOW_TURNS // 2, 0)
    part = _part(db, memory.conversation_id, first, WINDOW_TURNS, memory.branch)
    return replace(part, focus=memory_id)


def _part(
    db: Connection, conversation_id: int, first: int, limit: int, branch: int = 0
) -> ConversationPart:
    return ConversationPart(
        conversations.get(db, conversation_id),
        tuple(transcript.turns(db, conversation_id, first, limit, branch)),
        first,
        transcript.count(db, conversation_id, branch),
        None,
        branch,
    )


def _report(db: Connection, run_id: int) -> ImportReport:
    run = next(run for run in imports.runs(db) if run.id == run_id)
    return from_run(run, imports.issues(db, run_id), imports.conversations(db, run_id))
