"""A large export: rate, memory, searches meanwhile, importing again, and being killed.

Embedding takes no part in it: the figures are those of reading and storing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from memdesk.vault.connection import Connection
from memdesk.vault.store import Vault
from tests.importers.large_export import write_export
from tests.measure.content import digest


def measure(arguments: list[str]) -> dict[str, Any]:
    """Import a generated export in processes of their own."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure import", description=__doc__)
    parser.add_argument("--megabytes", type=float, default=300.0)
    parser.add_argument("--killed-megabytes", type=float, default=40.0)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="memdesk-import-") as name:
        folder = Path(name)
        export = folder / "conversations.json"
        write_export(export, options.megabytes, options.seed)
        figures: dict[str, Any] = {"megabytes": options.megabytes}
        figures["alone"] = _run(folder / "alone.memdesk", export)
        figures["again"] = _run(folder / "alone.memdesk", export)
        figures["searching_meanwhile"] = _run(folder / "searched.memdesk", export, "--searching")
        small = folder / "small.json"
        write_export(small, options.killed_megabytes, options.seed + 1)
        chance = random.Random(options.seed)
        figures["killed"] = _killed(folder, small, options.kills, chance)
    return figures


def _command(vault: Path, export: Path, *more: str) -> list[str]:
    start = "from tests.measure.importing import main; main()"
    return [sys.executable, "-c", start, str(vault), str(export), *more]


def _run(vault: Path, export: Path, *more: str) -> dict[str, Any]:
    done = subprocess.run(_command(vault, export, *more), stdout=subprocess.PIPE, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def _killed(folder: Path, export: Path, kills: int, chance: random.Random) -> dict[str, Any]:
    """Kill an import at random moments, one after the other, and let the last one finish."""
    whole = folder / "whole.memdesk"
    undisturbed = _run(whole, export)
    seconds = undisturbed["seconds"]
    vault = folder / "killed.memdesk"
    held: list[int] = []
    for _ in range(kills):
        process = subprocess.Popen(_command(vault, export), stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not vault.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.uniform(0.05, 0.8) * seconds)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        held.append(_memories(vault))
    last = _run(vault, export)
    return {
        "kills": kills,
        "memories_after_each": held,
        "last": last,
        "same_content_as_undisturbed": digest(vault) == digest(whole),
    }


def _memories(vault: Path) -> int:
    def count(connection: Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM memory").get)

    with Vault(vault) as opened:
        return opened.read(count)
