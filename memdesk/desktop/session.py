"""An open vault in the window: what the views may ask for, and the threads that do it.

Views connect to the signals and call the methods; none of them waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.desktop.import_thread import ImportThread
from memdesk.desktop.jobs import GuiCalls, Jobs, described
from memdesk.desktop.search_thread import SearchThread
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.worker import EmbeddingWorker
from memdesk.importers.report import ImportReport, from_run
from memdesk.retrieval.engine import SearchEngine, SearchInterruptedError
from memdesk.retrieval.results import Facets, SearchRequest
from memdesk.vault import conversations, counters, imports, memories, stats, transcript
from memdesk.vault.connection import Connection
from memdesk.vault.records import Conversation, Memory, VaultStats
from memdesk.vault.store import Vault
from memdesk.vault.writer import Urgency

WINDOW_TURNS = 60
_NEWS_MILLISECONDS = 400
_REMOVED_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class ConversationPart:
    """Some turns of a conversation: number ``first`` and following, of ``total``."""

    conversation: Conversation | None
    memories: tuple[Memory, ...]
    first: int
    total: int
    focus: int | None
    branch: int = 0


class Session(QObject):
    """One open vault. Create, connect, then :meth:`open`."""

    opened = Signal()
    failed = Signal(str, str)
    answered = Signal(object)
    searchFailed = Signal(str, str)
    conversationLoaded = Signal(object)
    partLoaded = Signal(object)
    previewed = Signal(object, object)
    importProgressed = Signal(object)
    imported = Signal(object, object)
    importFailed = Signal(str, str)
    historyLoaded = Signal(object)
    embeddingProgressed = Signal(object)
    vaultChanged = Signal(object)
    facetsLoaded = Signal(object)

    def __init__(self, path: Path, holder: ModelHolder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._holder = holder
        self._calls = GuiCalls(self)
        self._jobs = Jobs(self._calls)
        self._vault: Vault | None = None
        self._engine: SearchEngine | None = None
        self._search: SearchThread | None = None
        self._importing: ImportThread | None = None
        self._embedding: EmbeddingWorker | None = None
        self._stale = False
        self._news = QTimer(self)
        self._news.setInterval(_NEWS_MILLISECONDS)
        self._news.timeout.connect(self._tell_news)
        self._reading_stats = False

    @property
    def importing(self) -> bool:
        """Whether a preview or an import is under way."""
        return self._importing is not None and self._importing.busy

    @property
    def is_open(self) -> bool:
        """Whether the vault is open and can be asked."""
        return self._vault is not None

    def open(self) -> None:
        """Open the vault on a worker; :attr:`opened` or :attr:`failed` follows."""
        self._jobs.run(lambda: Vault(self.path), self._opened, self.failed.emit)

    def _opened(self, vault: Vault) -> None:
        self._vault = vault
        self._engine = SearchEngine(vault, self._holder, wait_for_model=False)
        self._search = SearchThread(
            self._engine, self._calls, self.answered.emit, self.searchFailed.emit
        )
        self._importing = ImportThread(vault, self._calls)
        self._embedding = EmbeddingWorker(
            vault,
            self._holder,
            on_progress=lambda p: self._calls.post(lambda: self.embeddingProgressed.emit(p)),
            on_error=self._embedding_failed,
        )
        vault.writer.subscribe(self._note_change)
        self._embedding.start()
        self._stale = True
        self._news.start()
        self.opened.emit()

    def ask(self, request: SearchRequest) -> None:
        """Search; :attr:`answered` follows unless a newer question comes first."""
        if self._search is not None:
            self._search.ask(request)

    def drop_question(self) -> None:
        """Forget the question under way."""
        if self._search is not None:
            self._search.drop()

    def load_conversation(self, memory_id: int, *, count: bool) -> None:
        """Load the turns around a memory; ``count`` notes that somebody looked at it."""
        vault = self._vault
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
        vault = self._vault
        if vault is None:
            return
        self._jobs.run(
            lambda: vault.read(lambda db: _part(db, conversation_id, first, limit, branch)),
            self.partLoaded.emit,
            self.searchFailed.emit,
        )

    def preview(self, paths: Sequence[Path]) -> bool:
        """Read what the inputs hold, writing nothing; False if an import is under way."""
        if self._importing is None:
            return False
        return self._importing.preview(
            paths, lambda p, i: self.previewed.emit(p, i), self.importFailed.emit
        )

    def start_import(self, paths: Sequence[Path]) -> bool:
        """Import the inputs; False if an import is under way."""
        if self._importing is None:
            return False
        return self._importing.run(
            paths,
            self.importProgressed.emit,
            lambda r, i: self.imported.emit(r, i),
            self.importFailed.emit,
        )

    def cancel_import(self) -> None:
        """Stop the preview or import under way; what was committed stays."""
        if self._importing is not None:
            self._importing.cancel()

    def load_history(self) -> None:
        """Load the list of former imports; :attr:`historyLoaded` follows."""
        vault = self._vault
        if vault is not None:
            self._jobs.run(
                lambda: vault.read(imports.runs), self.historyLoaded.emit, self.importFailed.emit
            )

    def load_report(self, run_id: int) -> None:
        """Load the report of a former import; :attr:`imported` follows."""
        vault = self._vault
        if vault is None:
            return
        self._jobs.run(
            lambda: vault.read(lambda db: _report(db, run_id)),
            lambda report: self.imported.emit([report], []),
            self.importFailed.emit,
        )

    def remove_import(self, run_id: int) -> None:
        """Move to the trash what an import added; the history is loaded again."""
        vault = self._vault
        if vault is None:
            return
        self._jobs.run(
            lambda: _remove_added(vault, run_id),
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

    def close(self) -> None:
        """End all threads and close the vault. Waits for the batch under way (well under 1 s)."""
        self._news.stop()
        self._calls.close()
        if self._importing is not None:
            self._importing.stop()
        if self._search is not None:
            self._search.stop()
        if self._embedding is not None:
            self._embedding.stop()
        self._jobs.close()
        if self._vault is not None:
            self._vault.close()
            self._vault = None

    def _note_change(self) -> None:
        # On the writer thread, at every commit: the timer tells the views a few times a second.
        self._stale = True

    def _tell_news(self) -> None:
        vault = self._vault
        if vault is None or not self._stale or self._reading_stats:
            return
        self._stale, self._reading_stats = False, True
        self._jobs.run(self._read_news, self._news_read, self._news_failed)

    def _read_news(self) -> tuple[VaultStats, Facets | None]:
        assert self._vault is not None and self._engine is not None
        found = self._vault.read(stats.stats)
        try:
            counted = self._engine.search(SearchRequest("", limit=0, mode="typing")).facets
        except SearchInterruptedError:
            # A question of the person's came in between; the next news will bring the counts.
            self._stale = True
            return found, None
        return found, counted

    def _news_read(self, news: tuple[VaultStats, Facets | None]) -> None:
        self._reading_stats = False
        found, facets = news
        self.vaultChanged.emit(found)
        if facets is not None:
            self.facetsLoaded.emit(facets)

    def _news_failed(self, text: str, details: str) -> None:
        self._reading_stats = False
        self.searchFailed.emit(text, details)

    def _embedding_failed(self, error: BaseException) -> None:
        text, details = described(error)
        self._calls.post(lambda: self.searchFailed.emit(text, details))


def _remove_added(vault: Vault, run_id: int) -> None:
    """Take an import back in short transactions, so that nothing else waits for it."""
    while vault.write(lambda db: imports.remove_added(db, run_id, _REMOVED_AT_ONCE), Urgency.BULK):
        pass


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
    return from_run(run, imports.issues(db, run_id))
