"""How fast each format is read: messages a second, beside a bare streaming parse of its JSON.

Each sample under ``tests/data/exports`` is repeated until it is large. Storing is not counted
(``import`` measures that).
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ijson

from memdesk.importers.detection import open_inputs
from memdesk.importers.parsed import ParsedConversation, ParsedNote
from memdesk.vault.portable.records import PortableMemory
from tests.importers.breaking import files_of, samples

_MEGABYTES = 12


def measure(arguments: list[str]) -> dict[str, Any]:
    """Read each sample repeated to ``--mb`` megabytes."""
    parser = argparse.ArgumentParser(prog="python -m tests.measure formats", description=__doc__)
    parser.add_argument("--mb", type=float, default=_MEGABYTES)
    options = parser.parse_args(arguments)
    return {sample.name: _measure(sample, options.mb * 1e6) for sample in samples()}


def _measure(sample: Path, size: float) -> dict[str, Any]:
    files = files_of(sample)
    times = max(1, int(size / max(1, sum(map(len, files.values())))))
    with tempfile.TemporaryDirectory(prefix="memdesk-formats-") as folder:
        target = Path(folder) / f"export{sample.suffix if sample.is_file() else ''}"
        grown = dict(_grown(files, times))
        for name, data in grown.items():
            path = target / name if name else target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        started = time.perf_counter()
        messages = _read(target)
        seconds = time.perf_counter() - started
    figures: dict[str, Any] = {
        "mb": round(sum(map(len, grown.values())) / 1e6, 1),
        "messages": messages,
        "messages_per_s": round(messages / seconds),
    }
    bare = sum(filter(None, (_bare(data) for data in grown.values())))
    if bare:
        figures["ratio_to_bare_parse"] = round(bare / seconds, 3)
    return figures


def _grown(files: dict[str, bytes], times: int) -> Iterator[tuple[str, bytes]]:
    """Yield a sample's files, each with its entries repeated; else copies of the file."""
    for name, data in files.items():
        larger = _repeated(data, times)
        if larger is not None:
            yield name, larger
            continue
        path = Path(name)
        yield name, data
        if name:
            for copy in range(1, min(times, 5_000)):
                yield str(path.with_name(f"{path.stem}-{copy}{path.suffix}")), data


def _repeated(data: bytes, times: int) -> bytes | None:
    try:
        value = json.loads(data)
    except ValueError:
        lines = data.splitlines(keepends=True)
        try:
            for line in lines:
                json.loads(line)
        except ValueError:
            return None
        return b"".join(lines) * times
    if isinstance(value, list) and value:
        return json.dumps(value * times).encode()
    if isinstance(value, dict):
        longest = max(value, key=lambda key: len(json.dumps(value[key])), default=None)
        if longest is not None and isinstance(value[longest], list):
            return json.dumps({**value, longest: value[longest] * times}).encode()
    return None


def _read(path: Path) -> int:
    with open_inputs([path]) as detected:
        messages = 0
        for parser in detected.parsers:
            for item in parser:
                if isinstance(item, ParsedConversation):
                    messages += len(item.messages)
                elif isinstance(item, ParsedNote | PortableMemory):
                    messages += 1
        return messages


def _bare(data: bytes) -> float | None:
    """Return how long ijson takes to build a file's values one after the other."""
    started = time.perf_counter()
    path = "item" if data.lstrip()[:1] == b"[" else ""
    try:
        for _ in ijson.items(data, path, multiple_values=True, use_float=True):
            pass
    except ijson.JSONError:
        return None
    return time.perf_counter() - started
