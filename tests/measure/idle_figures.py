"""What the open window does when nobody does anything: processor time and awakenings."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from memdesk import paths
from tests.screen import virtual_screen

_LOOK_SECONDS = 0.5
_CALM_SECONDS = 5.0


def measure(arguments: list[str]) -> dict[str, Any]:
    """Open the demo's memories, wait until all is embedded, then only watch."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure idle", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args(arguments)
    with virtual_screen() as display, tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        environment["MEMDESK_HOME"] = home
        vault = ["--vault", str(Path(home) / "demo.memdesk")]
        program = [sys.executable, "-m", "memdesk"]
        exports = [str(paths.demo_dir() / name) for name in ("chatgpt", "claude")]
        subprocess.run(
            [*program, *vault, "import", *exports],
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        process = subprocess.Popen([*program, *vault], env=environment, stdin=subprocess.DEVNULL)
        try:
            _wait_until_calm(process.pid)
            processor, awakenings = _used(process.pid)
            time.sleep(options.seconds)
            processor_after, awakenings_after = _used(process.pid)
            megabytes = _resident(process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
    return {
        "seconds": options.seconds,
        "processor_ms_per_s": round(1000 * (processor_after - processor) / options.seconds, 2),
        "awakenings_per_s": round((awakenings_after - awakenings) / options.seconds, 2),
        "resident_mb": round(megabytes),
        "exit_status_after_sigterm": process.returncode,
    }


def _wait_until_calm(process: int) -> None:
    """Until hardly any processor time has been used for some seconds."""
    calm_since = time.monotonic()
    before, _ = _used(process)
    while time.monotonic() - calm_since < _CALM_SECONDS:
        time.sleep(_LOOK_SECONDS)
        now, _ = _used(process)
        if now - before > 0.02:
            calm_since = time.monotonic()
        before = now


def _used(process: int) -> tuple[float, int]:
    """Processor seconds, and how often a thread woke up, since the start."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    awakenings = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                awakenings += int(line.split()[1])
    return ticks / os.sysconf("SC_CLK_TCK"), awakenings


def _resident(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the program ended early")
