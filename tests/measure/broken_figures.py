"""Broken exports by the thousand: what crashes, what hangs, what says nothing."""

from __future__ import annotations

import argparse
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParseIssue
from tests.importers.breaking import broken, files_of, samples, write_files

_PATIENCE_SECONDS = 10


class TooSlowError(Exception):
    """An input took longer than anybody should wait for a small file."""


def measure(arguments: list[str]) -> dict[str, Any]:
    """Break every sample in ``--count`` ways altogether and read what comes of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure broken", description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGALRM, _too_slow)
    chance = random.Random(options.seed)
    everything = [(sample, files_of(sample)) for sample in samples()]
    ways, failures, nothing = Counter[str](), [], 0
    items = issues = 0
    slowest = (0.0, "")
    for number in range(options.count):
        sample, files = everything[number % len(everything)]
        name = chance.choice(sorted(files))
        way, data = broken(files[name], chance)
        ways[way] += 1
        what = f"{sample.name}/{name} {way}, number {number}"
        started = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="memdesk-broken-") as folder:
            path = write_files({**files, name: data}, Path(folder) / f"export{sample.suffix}")
            signal.alarm(_PATIENCE_SECONDS)
            try:
                found, complaints = _read(path)
            except Exception as error:
                failures.append(f"{what}: {type(error).__name__}: {error}")
                continue
            finally:
                signal.alarm(0)
        if any(not one.file or len(one.reason) <= 10 for one in complaints):
            failures.append(f"{what}: an issue without file or reason")
        nothing += not found and not complaints
        items += found
        issues += len(complaints)
        slowest = max(slowest, (time.perf_counter() - started, what))
    return {
        "inputs": options.count,
        "samples": [sample.name for sample, _ in everything],
        "ways": dict(ways.most_common()),
        "read": items,
        "issues": issues,
        "neither_read_nor_named": nothing,
        "failures": failures,
        "slowest_s": round(slowest[0], 3),
        "slowest": slowest[1],
    }


def _read(path: Path) -> tuple[int, list[ParseIssue]]:
    """Return how many conversations and notes an input yields, and its issues."""
    with open_inputs([path]) as detected:
        found, issues = 0, list(detected.issues)
        for parser in detected.parsers:
            for item in parser:
                if isinstance(item, ParseIssue):
                    issues.append(item)
                else:
                    found += 1
        return found, issues


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlowError
