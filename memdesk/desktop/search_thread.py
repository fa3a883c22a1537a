"""The search thread: always works on the latest question, and drops the answers to older ones."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from memdesk.desktop.jobs import GuiCalls, described
from memdesk.retrieval.engine import SearchEngine, SearchInterruptedError
from memdesk.retrieval.results import SearchRequest, SearchResponse


class SearchThread:
    """Runs one search at a time; a newer request interrupts the one under way."""

    def __init__(
        self,
        engine: SearchEngine,
        calls: GuiCalls,
        answered: Callable[[SearchResponse], None],
        failed: Callable[[str, str], None],
    ) -> None:
        self._engine = engine
        self._calls = calls
        self._answered = answered
        self._failed = failed
        self._condition = threading.Condition()
        self._waiting: SearchRequest | None = None
        self._aside: tuple[SearchRequest, Callable[[SearchResponse], None]] | None = None
        self._generation = 0
        self._stopping = False
        self._cold = True
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    def ask(self, request: SearchRequest) -> None:
        """Search for this now, and no longer for anything older."""
        with self._condition:
            self._generation += 1
            self._waiting = request
            self._condition.notify()
        self._engine.interrupt()

    def look_up(self, request: SearchRequest, answered: Callable[[SearchResponse], None]) -> None:
        """Answer this beside the question, as soon as that is answered; the latest counts."""
        with self._condition:
            self._aside = (request, answered)
            self._condition.notify()

    def warm(self) -> None:
        """Use the time between questions to take over what is new in the vault."""
        with self._condition:
            self._cold = True
            self._condition.notify()

    def drop(self) -> None:
        """Forget the question under way, if there is one."""
        with self._condition:
            self._generation += 1
            self._waiting = None
        self._engine.interrupt()

    def stop(self) -> None:
        """End the thread."""
        with self._condition:
            self._stopping = True
            self._condition.notify()
        self._engine.interrupt()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not (self._waiting or self._aside or self._stopping or self._cold):
                    self._condition.wait()
                if self._stopping:
                    return
                request, generation = self._waiting, self._generation
                self._waiting = None
                aside = self._aside if request is None else None
                if aside is not None:
                    self._aside = None
            if aside is not None:
                self._answer_aside(*aside)
                continue
            if request is None:
                self._warm_a_little(generation)
                continue
            try:
                response = self._engine.search(request)
            except SearchInterruptedError:
                self._take_up_again(request, generation)
            except Exception as error:
                self._tell(generation, error)
            else:
                self._calls.post(partial(self._deliver, response, generation))

    def _answer_aside(
        self, request: SearchRequest, answered: Callable[[SearchResponse], None]
    ) -> None:
        try:
            response = self._engine.search(request)
        except SearchInterruptedError:
            with self._condition:
                self._aside = self._aside or (request, answered)
        except Exception as error:
            text, details = described(error)
            self._calls.post(partial(self._failed, text, details))
        else:
            self._calls.post(partial(answered, response))

    def _warm_a_little(self, generation: int) -> None:
        with self._condition:
            self._cold = False
        try:
            complete = self._engine.warm_a_little()
        except Exception as error:
            self._tell(generation, error)
            return
        if not complete:
            self.warm()

    def _take_up_again(self, request: SearchRequest, generation: int) -> None:
        """Ask once more what was begun so quickly that its own asking interrupted it."""
        with self._condition:
            if generation == self._generation and self._waiting is None:
                self._waiting = request

    def _deliver(self, response: SearchResponse, generation: int) -> None:
        if generation == self._generation:
            self._answered(response)

    def _tell(self, generation: int, error: Exception) -> None:
        text, details = described(error)

        def deliver() -> None:
            if generation == self._generation:
                self._failed(text, details)

        self._calls.post(deliver)
