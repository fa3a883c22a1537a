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

_BY_HALF = ("hit@1", "any@5", "any@10", "mrr", "recall@10")


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
    """Return one row a run, one a half of it, and one a suite and kind, profiles side by side.

    The last table's figure is hit@1, for misses the share that was answered with nothing.
    """
    names = list(dict.fromkeys(run["profile"] for run in made.runs))
    by_suite: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    for run in made.runs:
        by_suite.setdefault(run["protocol"], {})[run["profile"]] = run["by_category"]
    lines = [
        report.markdown(made),
        "The halves that weights are learnt on, and that are held out:\n",
        f"| suite | half | profile | questions | {' | '.join(_BY_HALF)} |",
        f"|---|---|---|---:|{'---:|' * len(_BY_HALF)}",
        *_halves(made),
        "",
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


def _halves(made: Report) -> list[str]:
    return [
        f"| {run['protocol']} | {half} | {run['profile']} | {row['questions']:.0f} |"
        + "".join(f" {report.figure(row[key])} |" for key in _BY_HALF)
        for run in made.runs
        for half, row in run["by_half"].items()
        if row["questions"]
    ]
