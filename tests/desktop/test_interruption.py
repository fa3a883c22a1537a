from __future__ import annotations

import os
import signal
import sys

import pytest
from pytestqt.qtbot import QtBot

from memdesk.desktop.interruption import Interruption

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot send itself these signals there"
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_an_idle_window(qtbot: QtBot, number: signal.Signals) -> None:
    stopped: list[bool] = []
    interruption = Interruption(lambda: stopped.append(True))
    try:
        os.kill(os.getpid(), number)
        qtbot.waitUntil(lambda: stopped == [True])
    finally:
        interruption.end()


def test_afterwards_signals_are_pythons_again(qtbot: QtBot) -> None:
    before = signal.getsignal(signal.SIGINT)
    Interruption(lambda: None).end()
    assert signal.getsignal(signal.SIGINT) is before
