from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from memdesk.desktop.jobs import GuiCalls, Jobs, described
from memdesk.vault.errors import DamagedVaultError


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    made = Jobs(GuiCalls())
    yield made
    made.close()


def test_the_result_arrives_on_the_gui_thread(qtbot: QtBot, jobs: Jobs) -> None:
    arrived: list[tuple[int, bool]] = []
    here = threading.get_ident()

    def done(value: int) -> None:
        arrived.append((value, threading.get_ident() == here))

    jobs.run(lambda: 6 * 7, done, lambda *_: None)
    qtbot.waitUntil(lambda: bool(arrived))
    assert arrived == [(42, True)]


def test_the_work_runs_on_another_thread(qtbot: QtBot, jobs: Jobs) -> None:
    idents: list[int] = []
    jobs.run(threading.get_ident, idents.append, lambda *_: None)
    qtbot.waitUntil(lambda: bool(idents))
    assert idents != [threading.get_ident()]


def test_an_error_of_the_world_arrives_in_its_own_words(qtbot: QtBot, jobs: Jobs) -> None:
    told: list[tuple[str, str]] = []

    def work() -> None:
        raise DamagedVaultError("a.memdesk is damaged. Restore a backup.") from OSError("cut")

    jobs.run(work, lambda _: None, lambda *texts: told.append(texts))
    qtbot.waitUntil(lambda: bool(told))
    text, details = told[0]
    assert text == "a.memdesk is damaged. Restore a backup."
    assert "DamagedVaultError" in details
    assert "Cause: cut" in details


def test_a_mistake_of_ours_is_told_without_its_own_words_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    text, details = described(KeyError("secret"))
    assert "Something went wrong inside memdesk" in text
    assert "secret" not in text
    assert "KeyError" in details
    assert "a job failed" in caplog.text


def test_what_arrives_after_closing_is_dropped(qtbot: QtBot) -> None:
    calls = GuiCalls()
    ran: list[int] = []
    early = threading.Thread(target=calls.post, args=(lambda: ran.append(1),))
    early.start()
    early.join()
    calls.close()
    late = threading.Thread(target=calls.post, args=(lambda: ran.append(2),))
    late.start()
    late.join()
    qtbot.wait(20)
    assert ran == []


def test_finishing_waits_for_everything_and_closing_only_for_what_runs() -> None:
    for finish, expected in ((Jobs.finish, ["first", "second"]), (Jobs.close, ["first"])):
        jobs = Jobs(GuiCalls(), threads=1)
        ran: list[str] = []
        begun, go_on = threading.Event(), threading.Event()

        def first(ran: list[str], begun: threading.Event, go_on: threading.Event) -> None:
            begun.set()
            go_on.wait(10)
            ran.append("first")

        jobs.run(partial(first, ran, begun, go_on), lambda _: None, lambda *_: None)
        jobs.run(lambda ran=ran: ran.append("second"), lambda _: None, lambda *_: None)
        begun.wait(10)
        ending = threading.Thread(target=finish, args=(jobs,))
        ending.start()
        ending.join(0.05)
        go_on.set()
        ending.join(10)
        assert ran == expected
