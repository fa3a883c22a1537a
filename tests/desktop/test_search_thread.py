from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from memdesk.desktop.jobs import GuiCalls
from memdesk.desktop.search_thread import SearchThread
from memdesk.retrieval.engine import SearchEngine, SearchInterruptedError
from memdesk.retrieval.results import SearchRequest, SearchResponse, Understood


class ScriptedEngine:
    """Stands for the engine: each search waits until it is let go, or is interrupted."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.let_go = threading.Event()
        self.interrupted = threading.Event()
        self.failure: Exception | None = None
        self.warmed = 0

    def warm_a_little(self) -> bool:
        self.warmed += 1
        return self.warmed >= 3

    def interrupt(self) -> None:
        self.interrupted.set()

    def search(self, request: SearchRequest) -> SearchResponse:
        self.interrupted.clear()
        self.begun.append(request.text)
        while not self.let_go.wait(0.005):
            if self.interrupted.is_set():
                raise SearchInterruptedError
        if self.failure is not None:
            raise self.failure
        return SearchResponse(Understood(request.text), "memdesk", ())


class Told:
    def __init__(self, make: Callable[[Told], SearchThread]) -> None:
        self.answers: list[str] = []
        self.failures: list[str] = []
        self.thread = make(self)

    def answered(self, response: SearchResponse) -> None:
        self.answers.append(response.understood.text)

    def failed(self, text: str, _: str) -> None:
        self.failures.append(text)


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def told(qtbot: QtBot, engine: ScriptedEngine) -> Iterator[Told]:
    calls = GuiCalls()
    made = Told(
        lambda told: SearchThread(cast(SearchEngine, engine), calls, told.answered, told.failed)
    )
    yield made
    engine.let_go.set()
    made.thread.stop()


def test_the_engine_is_warmed_before_anybody_asks_and_when_told_to(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    qtbot.waitUntil(lambda: engine.warmed == 3)
    qtbot.wait(20)
    assert engine.warmed == 3
    told.thread.warm()
    qtbot.waitUntil(lambda: engine.warmed == 4)
    assert told.failures == []


def test_an_answer_is_delivered(qtbot: QtBot, engine: ScriptedEngine, told: Told) -> None:
    engine.let_go.set()
    told.thread.ask(SearchRequest("tea"))
    qtbot.waitUntil(lambda: told.answers == ["tea"])


def test_a_newer_question_interrupts_the_older_one(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    told.thread.ask(SearchRequest("t"))
    qtbot.waitUntil(lambda: engine.begun == ["t"])
    told.thread.ask(SearchRequest("te"))
    qtbot.waitUntil(lambda: engine.begun == ["t", "te"])
    engine.let_go.set()
    qtbot.waitUntil(lambda: told.answers == ["te"])
    qtbot.wait(20)
    assert told.answers == ["te"]


def test_questions_that_were_overtaken_before_they_began_are_never_asked(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    told.thread.ask(SearchRequest("t"))
    qtbot.waitUntil(lambda: engine.begun == ["t"])
    # Interrupting is held back, so that all of these come while the first is under way.
    engine.interrupt = lambda: None  # type: ignore[method-assign]
    for text in ("te", "tea", "teas"):
        told.thread.ask(SearchRequest(text))
    engine.let_go.set()
    qtbot.waitUntil(lambda: told.answers == ["teas"])
    assert engine.begun == ["t", "teas"]


def test_an_answer_that_comes_too_late_is_dropped(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    engine.interrupt = lambda: None  # type: ignore[method-assign]
    told.thread.ask(SearchRequest("tea"))
    qtbot.waitUntil(lambda: engine.begun == ["tea"])
    told.thread.drop()
    engine.let_go.set()
    qtbot.wait(50)
    assert told.answers == []


def test_a_question_interrupted_by_its_own_asking_is_asked_again(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    told.thread.ask(SearchRequest("tea"))
    qtbot.waitUntil(lambda: engine.begun == ["tea"])
    engine.interrupted.set()
    qtbot.waitUntil(lambda: engine.begun == ["tea", "tea"])
    engine.let_go.set()
    qtbot.waitUntil(lambda: told.answers == ["tea"])


def test_a_dropped_question_is_not_asked_again(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    told.thread.ask(SearchRequest("tea"))
    qtbot.waitUntil(lambda: engine.begun == ["tea"])
    told.thread.drop()
    qtbot.wait(50)
    assert engine.begun == ["tea"]


def test_a_failure_is_told_and_the_next_question_is_answered(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    engine.let_go.set()
    engine.failure = ZeroDivisionError()
    told.thread.ask(SearchRequest("tea"))
    qtbot.waitUntil(lambda: len(told.failures) == 1)
    engine.failure = None
    told.thread.ask(SearchRequest("milk"))
    qtbot.waitUntil(lambda: told.answers == ["milk"])


def test_stopping_ends_a_search_under_way(engine: ScriptedEngine, qtbot: QtBot) -> None:
    thread = SearchThread(cast(SearchEngine, engine), GuiCalls(), lambda _: None, lambda *_: None)
    thread.ask(SearchRequest("tea"))
    qtbot.waitUntil(lambda: engine.begun == ["tea"])
    thread.stop()


def test_a_lookup_waits_for_the_question_and_does_not_drop_it(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    found: list[str] = []
    told.thread.ask(SearchRequest("question"))
    qtbot.waitUntil(lambda: engine.begun == ["question"])
    told.thread.look_up(SearchRequest("first"), lambda r: found.append(r.understood.text))
    told.thread.look_up(SearchRequest("second"), lambda r: found.append(r.understood.text))
    engine.let_go.set()
    qtbot.waitUntil(lambda: found == ["second"])
    assert told.answers == ["question"]
    assert engine.begun == ["question", "second"]


def test_a_lookup_that_a_question_interrupts_is_done_again_after_it(
    qtbot: QtBot, engine: ScriptedEngine, told: Told
) -> None:
    found: list[str] = []
    told.thread.look_up(SearchRequest("words"), lambda r: found.append(r.understood.text))
    qtbot.waitUntil(lambda: engine.begun == ["words"])
    told.thread.ask(SearchRequest("question"))
    qtbot.waitUntil(lambda: engine.begun == ["words", "question"])
    engine.let_go.set()
    qtbot.waitUntil(lambda: found == ["words"])
    assert told.answers == ["question"]
    assert engine.begun == ["words", "question", "words"]


def test_a_lookup_that_fails_is_told(qtbot: QtBot, engine: ScriptedEngine, told: Told) -> None:
    engine.failure = RuntimeError("lost")
    engine.let_go.set()
    told.thread.look_up(SearchRequest("words"), lambda _: None)
    qtbot.waitUntil(lambda: bool(told.failures))
