"""The figures of a measurement as JSON and as a Markdown table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from memdesk import __version__
from memdesk.bench.retrieval_run import Run
from memdesk.bench.short import ShortRun
from memdesk.bench.speed import SpeedRun
from memdesk.embedding.model_card import ModelCard
from memdesk.retrieval import profiles

_DECIDING = ("numpy", "onnxruntime", "tokenizers", "apsw-sqlite3mc")


@dataclass(frozen=True, slots=True)
class Report:
    """One measurement. ``label`` names the field that tells the runs apart.

    ``profiles`` are the names of the profiles whose weights the figures rest on.
    """

    bench: str
    data: dict[str, str]
    model: str
    runs: list[dict[str, Any]]
    label: str
    profiles: tuple[str, ...] = (profiles.DEFAULT,)
    seed: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the JSON shape that the command line promises."""
        return {
            "bench": self.bench,
            "memdesk": __version__,
            "versions": {name: metadata.version(name) for name in _DECIDING},
            "data": self.data,
            "model": self.model,
            "profiles": {name: _figures(name) for name in self.profiles},
            "seed": self.seed,
            "runs": self.runs,
        }


def _figures(name: str) -> dict[str, Any]:
    """Return the hash of a profile's weights and parameters, and the data they were learnt on."""
    profile = profiles.load(name)
    figures = {"weights": dict(profile.weights), "parameters": dict(profile.parameters)}
    text = json.dumps(figures, sort_keys=True)
    return {
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "fitted_on": profile.provenance.get("data"),
        "split": profile.provenance.get("split"),
    }


def of_retrieval(
    bench: str, file: str, sha256: str, card: ModelCard, runs: Sequence[Run]
) -> Report:
    """Return the report of retrieval runs."""
    return Report(
        bench=bench,
        data={"file": file, "sha256": sha256},
        model=card.identity,
        runs=[asdict(run) for run in runs],
        label="profile",
        profiles=tuple(dict.fromkeys(run.profile for run in runs)),
    )


def of_rows(
    bench: str, file: str, sha256: str, card: ModelCard, runs: list[dict[str, Any]]
) -> Report:
    """Return the report of re-scored candidates."""
    return Report(
        bench=bench,
        data={"file": file, "sha256": sha256},
        model=card.identity,
        runs=runs,
        label="row",
    )


def of_speed(card: ModelCard, runs: Sequence[SpeedRun]) -> Report:
    """Return the report of speed runs."""
    return Report(
        bench="speed",
        data={},
        model=card.identity,
        runs=[asdict(run) for run in runs],
        label="size",
    )


def of_short(
    hashes: dict[str, str], card: ModelCard, runs: Sequence[ShortRun], seed: int
) -> Report:
    """Return the report of short typed queries; ``hashes`` are the SHA-256 of their files."""
    return Report(
        bench="short",
        data=hashes,
        model=card.identity,
        runs=[asdict(run) for run in runs],
        label="profile",
        profiles=tuple(dict.fromkeys(run.profile for run in runs)),
        seed=seed,
    )


def publish(
    report: Report,
    json_path: Path | None,
    markdown_path: Path | None,
    *,
    table: str | None = None,
) -> int:
    """Write the report where asked, print its table (or the one given), return 0."""
    table = markdown(report) if table is None else table
    if json_path is not None:
        text = json.dumps(report.as_json(), ensure_ascii=False, indent=1)
        json_path.write_text(text + "\n", "utf-8")
    if markdown_path is not None:
        markdown_path.write_text(table, "utf-8")
    print(table, end="")
    return 0


def markdown(report: Report) -> str:
    """Return one row a run; a second table over every question where there is one."""
    tables = [_table(report, "metrics")]
    if any("change" in run for run in report.runs):
        tables.append("\nChange against the first row of the protocol:\n")
        tables.append(_table(report, "change"))
    if any("all_evidence" in run for run in report.runs):
        tables.append("\nEvery question with evidence:\n\n" + _table(report, "all_evidence"))
    return "\n".join(tables)


def _table(report: Report, key: str) -> str:
    first = report.runs[0]
    names = list(first[key])
    labels = [name for name in ("protocol", "mode", report.label) if name in first]
    lines = [
        f"| {' | '.join([*labels, *names])} |",
        f"|{'---|' * len(labels)}{'---:|' * len(names)}",
    ]
    for run in report.runs:
        cells = [str(run[label]) for label in labels]
        cells += [figure(run[key].get(name)) for name in names]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def figure(value: float | None) -> str:
    """Return a figure as a table shows it."""
    if value is None:
        return "–"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:,.0f}"
