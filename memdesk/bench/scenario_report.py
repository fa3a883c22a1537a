"""The figures of the suites: a table of the profiles, and one of the kinds of question."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict

from memdesk.bench import report
from memdesk.bench.report import Report
from memdesk.bench.scenarios import ScenarioRun
from memdesk.bench.suites import SEED, Suite
from memdesk.bench.suites.material import KINDS, MISSES
from memdesk.embedding.model_card import ModelCard


def of(suites: Sequence[Suite], card: ModelCard, runs: Sequence[ScenarioRun]) -> Report:
    """Return the report of the runs; ``data`` holds the hash of each suite and of all."""
    hashes = {suite.name: suite.sha256 for suite in suites}
    together = hashlib.sha256(" ".join(hashes.values()).encode()).hexdigest()
    return Report(
        bench="scenarios",
        data={"file": " ".join(hashes), "sha256": together, **hashes},
        model=card.identity,
        runs=[asdict(run) for run in runs],
        label="profile",
        profiles=tuple(dict.fromkeys(run.profile for run in runs)),
        seed=SEED,
    )


def markdown(made: Report) -> str:
    """Return one row a run, then one row a suite and kind with the profiles side by side.

    The second table's figure is hit@1, for misses the share that was answered with nothing.
    """
    names = list(dict.fromkeys(run["profile"] for run in made.runs))
    by_suite: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    for run in made.runs:
        by_suite.setdefault(run["protocol"], {})[run["profile"]] = run["by_category"]
    lines = [
        report.markdown(made),
        "hit@1 by kind of question; for misses, the share answered with nothing:\n",
        f"| suite | kind | questions | {' | '.join(names)} |",
        f"|---|---|{'---:|' * (len(names) + 1)}",
    ]
    for suite, by_profile in by_suite.items():
        for kind in KINDS:
            rows = [by_profile[name].get(kind, {}) for name in names]
            if not rows[0]:
                continue
            key = "misses_emptied" if kind in MISSES else "hit@1"
            cells = [f"{rows[0]['questions']:.0f}", *(report.figure(row[key]) for row in rows)]
            lines.append(f"| {suite} | {kind} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
