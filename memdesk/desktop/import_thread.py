"""Importing on a thread of its own: preview, import, cancel."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from memdesk.desktop.jobs import GuiCalls, described
from memdesk.importers.detection import Detected, open_inputs
from memdesk.importers.ingest import ingest
from memdesk.importers.parsed import ParseIssue
from memdesk.importers.preview import preview
from memdesk.importers.report import ImportPreview, ImportProgress, ImportReport
from memdesk.vault.store import Vault

_GIVE_WAY_SECONDS = 1.0
_STEP_BACK_SECONDS = 0.02

Previewed = Callable[[Sequence[ImportPreview], Sequence[ParseIssue]], None]
Reported = Callable[[Sequence[ImportReport], Sequence[ParseIssue]], None]


class ImportThread:
    """Runs one preview or import at a time; starting another while one runs is refused."""

    def __init__(self, vault: Vault, calls: GuiCalls) -> None:
        self._vault = vault
        self._calls = calls
        self._cancelled = threading.Event()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._gives_way_until = 0.0

    @property
    def busy(self) -> bool:
        """Whether a preview or an import is under way; until its outcome is told."""
        return self._busy

    def preview(
        self,
        paths: Sequence[Path],
        done: Previewed,
        cancelled: Callable[[], None],
        failed: Callable[[str, str], None],
    ) -> bool:
        """Read what the inputs hold; returns False if something is under way already."""

        def work(detected: Detected) -> Callable[[], None]:
            previews = [
                preview(parser, self._vault, cancelled=self._stopped) for parser in detected.parsers
            ]
            if self._cancelled.is_set():
                return cancelled
            return lambda: done(previews, detected.issues)

        return self._start(paths, work, failed)

    def run(
        self,
        paths: Sequence[Path],
        progress: Callable[[ImportProgress], None],
        done: Reported,
        failed: Callable[[str, str], None],
    ) -> bool:
        """Import the inputs one after the other; returns False if something is under way."""

        def tell(state: ImportProgress) -> None:
            self._calls.post(lambda: progress(state))

        def work(detected: Detected) -> Callable[[], None]:
            reports = []
            for parser in detected.parsers:
                if self._cancelled.is_set():
                    break
                reports.append(ingest(parser, self._vault, progress=tell, cancelled=self._stopped))
            return lambda: done(reports, detected.issues)

        return self._start(paths, work, failed)

    def give_way(self) -> None:
        """Step back for a moment: somebody is searching or reading."""
        self._gives_way_until = time.monotonic() + _GIVE_WAY_SECONDS

    def cancel(self) -> None:
        """Stop what is under way; what was committed stays."""
        self._cancelled.set()

    def stop(self) -> None:
        """Cancel and wait for the thread to end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    def _start(
        self,
        paths: Sequence[Path],
        work: Callable[[Detected], Callable[[], None]],
        failed: Callable[[str, str], None],
    ) -> bool:
        if self._busy:
            return False
        self._busy = True
        self._cancelled.clear()

        def job() -> None:
            try:
                with open_inputs(paths) as detected:
                    outcome = work(detected)
            except Exception as error:
                text, details = described(error)
                self._calls.post(lambda: self._settle(lambda: failed(text, details)))
            else:
                self._calls.post(lambda: self._settle(outcome))

        self._thread = threading.Thread(target=job, name="import", daemon=True)
        self._thread.start()
        return True

    def _stopped(self) -> bool:
        # Asked between conversations. Parsing is work in Python, of which the window's thread
        # and the search can have none at the same time.
        if time.monotonic() < self._gives_way_until:
            self._cancelled.wait(_STEP_BACK_SECONDS)
        return self._cancelled.is_set()

    def _settle(self, tell: Callable[[], None]) -> None:
        self._busy = False
        tell()
