"""``python -m tests.measure NAME [ARGS...]``: figures that a test cannot promise, as JSON.

idle     what the open window does when nobody does anything
startup  from the start of the process to the first window on the screen
ticks    how long the window is held up while a large export is imported and embedded
import   a large export: rate, memory, searches meanwhile, killing and importing again
formats  how fast each format is read, beside a bare parse of its JSON
export   a vault in every format: how long, how much memory
broken   exports broken in thousands of ways: what crashes, hangs or says nothing

All of them want a machine with nothing else to do; ``--help`` after a name tells more.
"""

from __future__ import annotations

import importlib
import json
import os
import sys

NAMES = ("idle", "startup", "ticks", "import", "formats", "export", "broken")


def main(arguments: list[str]) -> int:
    """Run one measurement and print its figures."""
    if not arguments or arguments[0] not in NAMES:
        print(__doc__, file=sys.stderr)
        return 2
    name, *rest = arguments
    load = os.getloadavg()[0]
    module = importlib.import_module(f"tests.measure.{name}_figures")
    figures = {"measured": name, "load_before": round(load, 2), **module.measure(rest)}
    print(json.dumps(figures, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
