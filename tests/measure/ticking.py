"""The program with a ticking timer in it, importing an export; started by ``ticks_figures``."""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import itertools
import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from memdesk.desktop import app
from memdesk.desktop.app import Application

TICK_MS = 10
_HOLDING_THE_LOCK = ctypes.PyDLL(None)
_SCHEDSTAT = os.open("/proc/self/schedstat", os.O_RDONLY)
_BUFFER = ctypes.create_string_buffer(128)
QUESTIONS = ("how do I write the list", "please explain time", "best file", "work data find")


class Ticks(QObject):
    """Notes the gaps between the ticks of a timer, by phase."""

    def __init__(self, trace: TextIO | None, trace_seconds: float) -> None:
        super().__init__()
        self.gaps: dict[str, list[float]] = {}
        self.held: dict[str, list[float]] = {}
        """The gaps without the time in which other programs had the processors."""
        self.phase = "starting"
        self._trace, self._trace_seconds = trace, trace_seconds
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._last = time.perf_counter()

    def start(self) -> None:
        self._last, self._delay = time.perf_counter(), run_delay()
        self._timer.start()

    def _tick(self) -> None:
        now, delay = time.perf_counter(), run_delay()
        gap, self._last = now - self._last, now
        waited, self._delay = delay - self._delay, delay
        self.gaps.setdefault(self.phase, []).append(gap)
        self.held.setdefault(self.phase, []).append(gap - waited)
        if self._trace is not None:
            if gap > self._trace_seconds:
                lengths = f"{gap * 1000:.0f} ms, {waited * 1000:.0f} without processor"
                self._trace.write(f"=== {self.phase}: a gap of {lengths}\n")
                self._trace.flush()
            # A thread without Python in it writes the stacks, even while the lock is held.
            faulthandler.dump_traceback_later(self._trace_seconds, file=self._trace)


class Collections:
    """Notes how long each collection of garbage holds everything up."""

    def __init__(self) -> None:
        self._seconds: list[float] = []
        self._began = 0.0
        gc.callbacks.append(self._note)

    def longest(self) -> list[float]:
        """The five longest, in milliseconds."""
        return [round(seconds * 1000, 1) for seconds in sorted(self._seconds)[:-6:-1]]

    def _note(self, phase: str, _: object) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self._seconds.append(time.perf_counter() - self._began)


def run_delay() -> float:
    """Seconds that the main thread was ready to run and had no processor."""
    # Python's own reading gives the lock away, and would have to wait for it again.
    length = _HOLDING_THE_LOCK.pread(_SCHEDSTAT, _BUFFER, len(_BUFFER), 0)
    return int(_BUFFER.raw[:length].split()[1]) / 1e9


class Script(QObject):
    """What happens in the window: idle, import, embedding, end."""

    def __init__(self, started: Application, options: argparse.Namespace, ticks: Ticks) -> None:
        super().__init__()
        self._window = started.window
        self._options = options
        self._ticks = ticks
        self._figures: dict[str, Any] = {}
        self._times: list[float] = []
        self._asked = 0.0
        self._poll = QTimer(self)
        self._poll.timeout.connect(self._wait_for_vault)
        self._poll.start(50)
        self._questions = itertools.cycle(QUESTIONS)

    def _wait_for_vault(self) -> None:
        session = self._window.session
        if session is not None and session.is_open:
            self._poll.stop()
            self._after(3.0, self._idle)

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        QTimer.singleShot(round(seconds * 1000), self, then)

    def _idle(self) -> None:
        self._ticks.phase = "idle"
        self._ticks.start()
        self._after(3.0, self._import)

    def _import(self) -> None:
        session = self._window.session
        assert session is not None
        self._ticks.phase = "importing"
        self._began = time.perf_counter()
        self._window.go_to("import")
        session.imported.connect(self._imported)
        session.importFailed.connect(lambda text, _: self._end())
        session.answered.connect(self._answered)
        session.start_import([self._options.export])
        if self._options.searching:
            self._window.go_to("search")
            self._ask()

    def _ask(self) -> None:
        self._asked = time.perf_counter()
        self._window.search.setQuery(next(self._questions))
        self._after(1.0, self._ask)

    def _answered(self, _: object) -> None:
        if self._asked:
            self._times.append(time.perf_counter() - self._asked)
            self._asked = 0.0

    def _imported(self, reports: Sequence[Any], _: object) -> None:
        seconds = time.perf_counter() - self._began
        messages = sum(report.counts.messages for report in reports)
        self._figures = {"messages": messages, "import_s": round(seconds, 1)}
        self._ticks.phase = "embedding"
        self._after(self._options.embed_seconds, self._end)

    def _end(self) -> None:
        self._ticks.phase = "closing"
        self._window.close()

    def figures(self) -> dict[str, Any]:
        answers = sorted(self._times)
        if answers:
            self._figures["answers"] = len(answers)
            self._figures["answer_ms_median"] = round(answers[len(answers) // 2] * 1000)
            self._figures["answer_ms_longest"] = round(answers[-1] * 1000)
        return self._figures


def summary(gaps: Sequence[float]) -> dict[str, Any]:
    """Longest gap, percentiles and how many are too long, in milliseconds."""
    ordered = sorted(gap * 1000 for gap in gaps)
    return {
        "ticks": len(ordered),
        "p50_ms": round(ordered[len(ordered) // 2], 1),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 1),
        "longest_ms": round(ordered[-1], 1),
        "next_longest_ms": [round(gap, 1) for gap in ordered[-6:-1][::-1]],
        "over_50_ms": sum(gap > 50 for gap in ordered),
    }


def main() -> None:
    # Kept until the end, or Qt would be taken down in no particular order.
    assert QApplication.instance() is None
    parser = argparse.ArgumentParser()
    parser.add_argument("vault", type=Path)
    parser.add_argument("export", type=Path)
    parser.add_argument("--embed-seconds", type=float, default=60.0)
    parser.add_argument("--searching", action="store_true")
    parser.add_argument("--trace", type=Path)
    parser.add_argument("--trace-ms", type=float, default=50.0)
    options = parser.parse_args()
    trace = options.trace.open("w") if options.trace else None
    ticks: list[Ticks] = []
    scripts: list[Script] = []
    start = Application.start

    def start_with_script(started: Application) -> None:
        start(started)
        ticks.append(Ticks(trace, options.trace_ms / 1000))
        scripts.append(Script(started, options, ticks[0]))

    collections = Collections()
    Application.start = start_with_script  # type: ignore[method-assign]
    status = app.run(options.vault)
    faulthandler.cancel_dump_traceback_later()
    measured = {
        phase: {**summary(gaps), "held_by_the_program": summary(ticks[0].held[phase])}
        for phase, gaps in ticks[0].gaps.items()
        if len(gaps) > 10
    }
    collected = {"collections_ms": collections.longest(), **scripts[0].figures()}
    print(json.dumps({**collected, **measured}))
    raise SystemExit(status)
