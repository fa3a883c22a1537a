"""One process at a time, awaited on a thread; what it tells is told on the GUI thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from memdesk.desktop.jobs import Failed, GuiCalls, described

News = TypeVar("News")
Outcome = TypeVar("Outcome")
Told = TypeVar("Told", covariant=True)
Came = TypeVar("Came", covariant=True)


class Process(Protocol[Told, Came]):
    """Work that is made to be run once, and may be told to stop from any thread."""

    def run(self, progress: Callable[[Told], None]) -> Came: ...

    def cancel(self) -> None: ...


class ProcessThread:
    """Starting another process while one runs is refused."""

    def __init__(
        self, name: str, calls: GuiCalls, noticed: Callable[[], object] = lambda: None
    ) -> None:
        """``noticed`` is called on the thread at every word of a process, and after its end."""
        self._name = name
        self._calls = calls
        self._noticed = noticed
        self._cancel: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a process is under way; until its outcome is told."""
        return self._cancel is not None

    def begin(
        self,
        make: Callable[[], Process[News, Outcome]],
        progress: Callable[[News], None],
        done: Callable[[Outcome], None],
        failed: Failed,
    ) -> bool:
        """Make a process and run it; returns False if one is under way."""
        if self.busy:
            return False
        process = make()
        self._cancel = process.cancel

        def tell(news: News) -> None:
            self._noticed()
            self._calls.post(lambda: progress(news))

        def job() -> None:
            try:
                outcome = process.run(tell)
            except Exception as error:
                text, details = described(error)
                self._calls.post(lambda: self._settle(lambda: failed(text, details)))
            else:
                self._calls.post(lambda: self._settle(lambda: done(outcome)))
            self._noticed()

        self._thread = threading.Thread(target=job, name=self._name, daemon=True)
        self._thread.start()
        return True

    def cancel(self) -> None:
        """Stop what is under way."""
        if self._cancel is not None:
            self._cancel()

    def stop(self) -> None:
        """Cancel and wait for the end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    def _settle(self, tell: Callable[[], None]) -> None:
        self._cancel = None
        tell()
