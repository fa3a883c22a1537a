"""How long a whole vault takes to export, and the most memory it needs, a process a format."""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from memdesk.exporters import csv_table, jsonl, markdown
from memdesk.exporters.watching import Watch
from memdesk.vault.connection import Connection
from memdesk.vault.portable.choice import Choice
from memdesk.vault.store import Vault

_FORMATS = ("jsonl", "csv", "markdown", "markdown again")


def measure(arguments: list[str]) -> dict[str, Any]:
    """Export the vault that is named: ``python -m tests.measure export VAULT``."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure export")
    parser.add_argument("vault", type=Path, help="copied first if another memdesk has it open")
    vault = parser.parse_args(arguments).vault
    figures: dict[str, Any] = {"vault_mb": vault.stat().st_size >> 20}
    with tempfile.TemporaryDirectory(prefix="memdesk-export-") as folder:
        for name in _FORMATS:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                figures[name] = pool.apply(_export, (vault, Path(folder), name))
    return figures


def _export(path: Path, folder: Path, name: str) -> dict[str, float]:
    with Vault(path) as vault:
        vault.read(lambda db: db.execute("SELECT 1").fetchall())
        before = _peak_mb()
        started = time.perf_counter()
        memories = vault.read(lambda db: _write(db, folder, name))
        return {
            "memories": memories,
            "seconds": round(time.perf_counter() - started, 1),
            "peak_mb": _peak_mb(),
            "peak_mb_before": before,
        }


def _write(connection: Connection, folder: Path, name: str) -> int:
    if name == "jsonl":
        return jsonl.write(connection, Choice(trash=True), folder / "all.jsonl", Watch())
    if name == "csv":
        return csv_table.write(connection, Choice(trash=True), folder / "all.csv", Watch())
    return markdown.write(connection, Choice(), folder / "notes", Watch()).memories


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
