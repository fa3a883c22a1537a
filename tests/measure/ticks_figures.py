"""How long the window is held up while a large export is imported and embedded.

A timer of 10 ms runs on the GUI thread of the whole program; a gap is the time between two of
its ticks. With ``--trace FILE`` the stacks of all threads are written whenever a gap passes
``--trace-ms``; they are read while the threads run, which may crash the program now and then.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.importers.large_export import write_export
from tests.screen import virtual_screen

MESSAGES_PER_MEGABYTE = 610
"""Of the generated export, on average."""


def measure(arguments: list[str]) -> dict[str, Any]:
    """Import a generated export in the window on an X screen, watching the ticks."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure ticks", description=__doc__)
    parser.add_argument("--messages", type=int, default=50_000)
    parser.add_argument("--embed-seconds", type=float, default=60.0, help="to go on after it")
    parser.add_argument("--searching", action="store_true", help="type a question every second")
    parser.add_argument("--trace", type=Path)
    parser.add_argument("--trace-ms", type=float, default=50.0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, virtual_screen() as display:
        export = Path(folder) / "conversations.json"
        write_export(export, options.messages / MESSAGES_PER_MEGABYTE)
        command = [
            # Not with -m: the process that imports would load this module, and Qt, as well.
            *(sys.executable, "-c", "from tests.measure.ticking import main; main()"),
            *(str(Path(folder) / "new.memdesk"), str(export)),
            *("--embed-seconds", str(options.embed_seconds)),
            *(["--searching"] if options.searching else []),
            *(["--trace", str(options.trace)] if options.trace else []),
            *("--trace-ms", str(options.trace_ms)),
        ]
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        environment["MEMDESK_HOME"] = folder
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
