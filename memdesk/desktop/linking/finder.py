"""Looks for links after an import, once what came in can be found by meaning."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from memdesk.embedding.holder import ModelHolder
from memdesk.process import OwnProcess, ProcessDiedError, ProcessFailedError
from memdesk.retrieval import link_process
from memdesk.vault import vectors
from memdesk.vault.store import Vault

_PATIENCE_SECONDS = 2.0
_logger = logging.getLogger(__name__)


class LinkFinder:
    """One search for links at a time, awaited on a thread; all of it may be called from any."""

    def __init__(
        self,
        vault: Vault,
        holder: ModelHolder,
        found: Callable[[], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """``found`` is told of an end, ``failed`` of a mistake of ours, both on the thread."""
        self._vault = vault
        self._holder = holder
        self._found = found
        self._failed = failed
        self._lock = threading.Lock()
        self._wanted = True
        self._process: OwnProcess[None, int] | None = None
        self._thread: threading.Thread | None = None
        self._stopping = False

    def want(self) -> None:
        """Note that something came in; :meth:`look` does nothing without."""
        self._wanted = True

    def look(self) -> None:
        """Look for links of what has come since the last time, unless it still lacks vectors."""
        with self._lock:
            busy = self._thread is not None and self._thread.is_alive()
            if not self._wanted or self._stopping or busy:
                return
            self._thread = threading.Thread(target=self._run, name="links", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End it; what was not looked through is looked through the next time."""
        with self._lock:
            self._stopping = True
            if self._process is not None:
                self._process.cancel(_PATIENCE_SECONDS)
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        try:
            if not self._is_embedded():
                return
            self._wanted = False
            if link_process.is_due(self._vault):
                with self._lock:
                    if self._stopping:
                        return
                    process = self._process = link_process.finding(
                        self._vault.path.absolute(), self._holder.folder
                    )
                process.run()
            self._found()
        except (ProcessDiedError, ProcessFailedError) as error:
            # The world was in the way of something nobody asked for: the next time makes up for it.
            _logger.warning("links were not looked for: %s", error)
        except Exception as error:
            self._failed(error)
        finally:
            with self._lock:
                self._process = None

    def _is_embedded(self) -> bool:
        model = self._holder.if_loaded()
        if model is None:
            return False
        return not self._vault.read(lambda db: vectors.waiting(db, model.card.identity))
