"""Imports one export as the window does and prints figures; started by ``import_figures``.

Memory is that of this process, which searches, and of the one that imports.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import threading
import time
from pathlib import Path
from typing import Any

from memdesk.importers.import_process import Imported, ImportProcess, Task
from memdesk.retrieval.engine import SearchEngine
from memdesk.retrieval.results import SearchRequest
from memdesk.vault.store import Vault

PAUSE_SECONDS = 0.3
QUESTIONS = ("how do I write the list", "please explain time", "best file", "work data find")


class Searcher:
    """Asks a question every now and then, as typing does, and notes the times."""

    def __init__(self, vault: Vault) -> None:
        self.seconds: list[float] = []
        self.found: list[int] = []
        self._engine = SearchEngine(vault, None)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        for question in itertools.cycle(QUESTIONS):
            if self._stop.wait(PAUSE_SECONDS):
                return
            started = time.perf_counter()
            answer = self._engine.search(SearchRequest(question, mode="typing"))
            self.seconds.append(time.perf_counter() - started)
            self.found.append(len(answer.results))


def resident() -> tuple[float, float]:
    """Megabytes in memory now, and the most there ever were."""
    lines = Path("/proc/self/status").read_text().splitlines()
    values = dict(line.split(":", 1) for line in lines)
    now, most = (int(values[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    return now, most


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("vault", type=Path)
    parser.add_argument("export", type=Path)
    parser.add_argument("--searching", action="store_true")
    options = parser.parse_args()
    with Vault(options.vault) as vault:
        searcher = Searcher(vault) if options.searching else None
        before, _ = resident()
        started = time.perf_counter()
        if searcher is not None:
            searcher.start()
        process = ImportProcess(Task("import", options.vault, (options.export,)))
        outcome = process.run(lambda progress: vault.writer.look())
        seconds = time.perf_counter() - started
        if searcher is not None:
            searcher.stop()
        _, most = resident()
        most += resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    assert isinstance(outcome, Imported)
    (report,) = outcome.reports
    counts = report.counts
    figures: dict[str, Any] = {
        "outcome": report.outcome,
        "messages": counts.messages,
        "added": counts.added,
        "updated": counts.updated,
        "unchanged": counts.unchanged,
        "seconds": round(seconds, 1),
        "messages_per_s": round(counts.messages / seconds),
        "mb_above_idle": round(most - before),
    }
    if searcher is not None:
        times = sorted(searcher.seconds)
        figures["searches"] = len(times)
        figures["searches_with_results"] = sum(found > 0 for found in searcher.found)
        figures["search_ms_median"] = round(times[len(times) // 2] * 1000)
        figures["search_ms_p95"] = round(times[int(len(times) * 0.95)] * 1000)
        figures["search_ms_longest"] = round(times[-1] * 1000)
    print(json.dumps(figures))
