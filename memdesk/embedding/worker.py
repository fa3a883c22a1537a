"""The embedding thread: gives every passage its vector, the most useful ones first.

The queue is the vault itself (passages without a vector), so nothing is lost when the program
ends or is killed: what was committed stays, the rest is still waiting. Of several workers on one
vault, in this process or another, one embeds and the others wait for their turn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from memdesk.embedding.background import lower_priority
from memdesk.embedding.holder import ModelHolder
from memdesk.embedding.slices import Run
from memdesk.vault import vectors
from memdesk.vault.errors import DiskFullError, VaultBusyError
from memdesk.vault.store import Vault
from memdesk.vault.turn import Turn
from memdesk.vault.writer import Urgency

_PLANNED = 2_048
_SLICE = 256
_LOOK_SECONDS = 0.5
_RETRY_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """How far the vault is embedded: passages done of all, and tokens a second of late.

    ``elsewhere`` tells that another worker is at it and this one only watches.
    """

    done: int
    total: int
    tokens_per_second: float
    seconds_left: float | None
    paused: bool
    elsewhere: bool = False

    @property
    def finished(self) -> bool:
        """Whether every passage has its vector."""
        return self.done >= self.total


class EmbeddingWorker:
    """Runs until stopped; sleeps while there is nothing to do, or while another worker does it.

    ``on_error`` is told once of a vault that is busy or whose disk is full, and the thread tries
    again; after any other error it has ended.
    """

    def __init__(
        self,
        vault: Vault,
        holder: ModelHolder,
        *,
        threads: int = 2,
        on_progress: Callable[[EmbeddingProgress], None] = lambda progress: None,
        on_error: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self._vault = vault
        self._holder = holder
        self._threads = threads
        self._on_progress = on_progress
        self._on_error = on_error
        self._turn = Turn(vault.path, "embedding")
        self._complaint = ""
        self._wake = threading.Event()
        self._told = threading.Event()
        self._running = threading.Event()
        self._running.set()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="embedding", daemon=True)
        self._unsubscribe = vault.writer.subscribe(self._wake.set)

    def start(self) -> None:
        """Begin; the model is loaded on the embedding thread."""
        self._thread.start()

    def pause(self) -> None:
        """Stop after the batches under way; what they gave is kept."""
        self._running.clear()
        self._tell()

    def resume(self) -> None:
        """Go on after a pause."""
        self._running.set()
        self._tell()

    @property
    def paused(self) -> bool:
        """Whether :meth:`pause` is in force."""
        return not self._running.is_set()

    def stop(self) -> None:
        """End the thread; what is finished is committed first. Stopping twice is no mistake."""
        if not self._stopping:
            self._unsubscribe()
        self._stopping = True
        self._running.set()
        self._tell()
        if self._thread.is_alive():
            self._thread.join()

    def embed_all(self) -> None:
        """Embed what is waiting on the calling thread, instead of :meth:`start`.

        Returns when nothing is left, or after :meth:`pause` or :meth:`stop` from elsewhere.
        Errors are raised.
        """
        self._work(until_done=True)

    def _tell(self) -> None:
        """Let the thread look at what it is to do."""
        self._told.set()
        self._wake.set()

    def _run(self) -> None:
        try:
            lower_priority()
            while not self._stopping:
                try:
                    self._work(until_done=False)
                except (VaultBusyError, DiskFullError) as error:
                    if str(error) != self._complaint:
                        self._complaint = str(error)
                        self._on_error(error)
                    self._told.clear()
                    if not self._stopping:
                        self._told.wait(_RETRY_SECONDS)
        except BaseException as error:
            self._on_error(error)

    def _work(self, *, until_done: bool) -> None:
        model = self._holder.get()
        card = model.card
        number = self._vault.write(
            lambda db: vectors.model_id(db, card.name, card.identity, card.dimensions),
            Urgency.BULK,
        )
        with ThreadPoolExecutor(
            self._threads,
            thread_name_prefix="embedding",
            initializer=(lambda: None) if until_done else lower_priority,
        ) as pool:
            try:
                self._loop(Run(self._vault, model, number, pool, self._threads), until_done)
            finally:
                self._turn.give_back()

    def _loop(self, run: Run, until_done: bool) -> None:
        while True:
            self._wake.clear()
            self._told.clear()
            if self._stopping or (until_done and self.paused):
                return
            if self.paused:
                self._turn.give_back()
                self._report(run)
                self._running.wait()
                continue
            planned = self._pending(run, _PLANNED if self._turn.held else 1)
            if not planned:
                self._turn.give_back()
                self._report(run)
                if until_done:
                    return
                self._wake.wait()
                continue
            if not self._turn.held:
                if not self._turn.take():
                    self._report(run, elsewhere=True)
                    self._told.wait(_LOOK_SECONDS)
                # What the former holder has done up to now is in the queue no more.
                continue
            for first in range(0, len(planned), _SLICE):
                if self._interrupted():
                    break
                run.embed(planned[first : first + _SLICE], self._interrupted, self._report)

    def _interrupted(self) -> bool:
        return self._stopping or self.paused

    def _pending(self, run: Run, limit: int) -> list[vectors.Pending]:
        return self._vault.read(lambda db: vectors.pending(db, run.number, limit))

    def _report(self, run: Run, *, elsewhere: bool = False) -> None:
        self._complaint = ""
        done, total = self._vault.read(lambda db: vectors.counts(db, run.number))
        if elsewhere:
            run.watch(done)
        left = total - done
        seconds = left / run.passages_per_second if run.passages_per_second > 0 else None
        tokens = 0.0 if elsewhere else run.tokens_per_second
        self._on_progress(EmbeddingProgress(done, total, tokens, seconds, self.paused, elsewhere))
