"""LongMemEval's figures: what file it was, a table of the profiles, and one of the abilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from memdesk.bench import report
from memdesk.bench.longmemeval import KNOWN, Split
from memdesk.bench.longmemeval_run import LongMemEvalRun
from memdesk.bench.report import Report
from memdesk.embedding.model_card import ModelCard

_LABELS = ("protocol", "profile", "records")
_COLUMNS = (
    "session_any@5",
    "session_all@5",
    "session_any@10",
    "session_mrr",
    "fact_hit@1",
    "fact_any@5",
    "fact_any@10",
    "fact_mrr",
    "answered",
)


def published(sha256: str) -> str:
    """Return the name of the published file with this hash, ``unknown`` for any other file."""
    return KNOWN.get(sha256, "unknown")


def of(
    path: Path, sha256: str, split: Split, card: ModelCard, runs: Sequence[LongMemEvalRun]
) -> Report:
    """Return the report of runs over one file."""
    return Report(
        bench="longmemeval",
        data={"file": path.name, "sha256": sha256, "published": published(sha256), "split": split},
        model=card.identity,
        runs=[asdict(run) for run in runs],
        label="profile",
        profiles=tuple(dict.fromkeys(run.profile for run in runs)),
    )


def markdown(made: Report) -> str:
    """Return one row a run, then one a protocol and ability with the profiles side by side.

    The second table's figure is session_any@5.
    """
    data = made.data
    names = list(dict.fromkeys(run["profile"] for run in made.runs))
    lines = [
        f"{data['file']} (SHA-256 {data['sha256']}, published as: {data['published']}), "
        f"split: {data['split']}\n",
        f"| {' | '.join([*_LABELS, 'questions', *_COLUMNS, 'abstentions', 'emptied'])} |",
        f"|{'---|' * len(_LABELS)}{'---:|' * (len(_COLUMNS) + 3)}",
    ]
    for run in made.runs:
        cells = [*(run[label] for label in _LABELS), str(run["questions"])]
        cells += [report.figure(run["metrics"].get(name)) for name in _COLUMNS]
        cells += [str(run["abstentions"]), report.figure(run["emptied"])]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "\nsession_any@5 by ability:\n",
        f"| protocol | ability | questions | {' | '.join(names)} |",
        f"|---|---|{'---:|' * (len(names) + 1)}",
    ]
    by_protocol: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    for run in made.runs:
        by_protocol.setdefault(run["protocol"], {})[run["profile"]] = run["by_ability"]
    for protocol, by_profile in by_protocol.items():
        for ability, first in by_profile[names[0]].items():
            rows = [by_profile[name][ability] for name in names]
            cells = [protocol, ability, f"{first['questions']:.0f}"]
            cells += [report.figure(row["session_any@5"]) for row in rows]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
