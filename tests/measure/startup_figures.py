"""From the start of the process to the first window on an X screen."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.screen import virtual_screen

_PATIENCE = 60.0


def measure(arguments: list[str]) -> dict[str, Any]:
    """Start the program again and again; the first time is told apart."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure startup", description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--vault", type=Path, help="the vault to open; a new one by default")
    parser.add_argument("--program", nargs="+", default=[sys.executable, "-m", "memdesk"])
    options = parser.parse_args(arguments)
    with virtual_screen() as display, tempfile.TemporaryDirectory() as home:
        vault = options.vault or Path(home) / "new.memdesk"
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        environment["MEMDESK_HOME"] = home
        command = [*options.program, "--vault", str(vault)]
        # The first start compiles modules and fills the disk cache.
        seconds = [_start(command, environment) for _ in range(options.times + 1)]
    return {
        "first_s": round(seconds[0], 3),
        "median_s": round(median(seconds[1:]), 3),
        "all_s": [round(value, 3) for value in seconds[1:]],
    }


def _start(command: list[str], environment: dict[str, str]) -> float:
    started = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
    look = ["xdotool", "search", "--onlyvisible", "--class", "memdesk"]
    try:
        while subprocess.run(look, env=environment, capture_output=True).returncode:
            if time.perf_counter() - started > _PATIENCE or process.poll() is not None:
                raise RuntimeError("no window came up")
            time.sleep(0.01)
        return time.perf_counter() - started
    finally:
        time.sleep(1.5)
        process.send_signal(signal.SIGTERM)
        process.wait()
