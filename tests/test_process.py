"""Work in a process of its own, whatever the work is; imports test the rest."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest

from memdesk.errors import MemdeskError
from memdesk.process import OwnProcess, ProcessDiedError, ProcessFailedError


def counting(tell: Callable[[int], None], _: Callable[[], bool]) -> str:
    for number in range(3):
        tell(number)
    return f"done by {os.getpid()}"


def mistaken(*_: object) -> int:
    return [1, 2][3]


def unlucky(*_: object) -> int:
    raise MemdeskError("the disk is full: free some space")


def crashing(*_: object) -> int:
    os._exit(3)


def patient(tell: Callable[[str], None], cancelled: Callable[[], bool]) -> str:
    tell("waiting")
    while not cancelled():
        pass
    return "stopped"


def test_news_come_in_order_and_the_result_from_another_process() -> None:
    heard: list[int] = []
    result = OwnProcess("counting", counting).run(heard.append)
    assert heard == [0, 1, 2]
    assert result.startswith("done by ")
    assert result != f"done by {os.getpid()}"


def test_an_error_of_the_world_is_told_in_its_own_words() -> None:
    with pytest.raises(ProcessFailedError, match="^the disk is full: free some space$"):
        OwnProcess("unlucky", unlucky).run()


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    with pytest.raises(RuntimeError, match="IndexError") as caught:
        OwnProcess("mistaken", mistaken).run()
    assert "return [1, 2][3]" in caught.value.__notes__[0]


def test_a_crash_is_told_with_its_status() -> None:
    with pytest.raises(ProcessDiedError, match=r"^counting sheep: .*with status 3"):
        OwnProcess("counting sheep", crashing).run()


def test_work_that_heeds_the_word_to_stop_ends_with_its_result() -> None:
    process: OwnProcess[str, str] = OwnProcess("patient", patient)
    assert process.run(lambda news: process.cancel()) == "stopped"


def stubborn(tell: Callable[[str], None], _: Callable[[], bool]) -> str:
    tell("working")
    threading.Event().wait(60)
    return "done"


def test_work_that_does_not_heed_it_is_ended_after_as_long_as_is_granted() -> None:
    process: OwnProcess[str, str] = OwnProcess("stubborn", stubborn)
    with pytest.raises(ProcessDiedError, match="stubborn: it did not stop in time"):
        process.run(lambda news: process.cancel(0.1))
