"""What an import found and did, in figures and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from memdesk.importers.parsed import ParseIssue
from memdesk.vault.records import ImportIssue, ImportRun

Outcome = Literal["done", "cancelled", "failed"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Messages and notes by what became of them; ``conversations`` counts what was read."""

    conversations: int = 0
    messages: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.conversations + other.conversations,
            self.messages + other.messages,
            self.added + other.added,
            self.updated + other.updated,
            self.unchanged + other.unchanged,
            self.skipped + other.skipped,
        )


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import is; ``seconds_left`` is None until it can be told."""

    path: str
    bytes_read: int
    total_bytes: int
    counts: Counts
    messages_per_second: float
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class ConversationReport:
    """What happened to one conversation."""

    title: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of importing one input. ``error`` is set if the import ended early."""

    run_id: int
    path: str
    format: str
    source: str
    outcome: Outcome
    counts: Counts
    issues: tuple[ParseIssue, ...] = ()
    conversations: tuple[ConversationReport, ...] = ()
    error: str | None = None

    @property
    def complete(self) -> bool:
        """Whether everything that was found is in the vault."""
        return self.outcome == "done" and not any(issue.lost for issue in self.issues)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an input holds, before anything is written. Times are UTC milliseconds."""

    path: str
    format: str
    source: str
    total_bytes: int
    conversations: int = 0
    messages: int = 0
    notes: int = 0
    new: int = 0
    known: int = 0
    first_at: int | None = None
    last_at: int | None = None
    titles: tuple[str, ...] = ()
    issues: tuple[ParseIssue, ...] = field(default_factory=tuple)


def from_run(run: ImportRun, issues: Sequence[ImportIssue]) -> ImportReport:
    """Return the report of a former import, as the vault keeps it (without conversations)."""
    return ImportReport(
        run_id=run.id,
        path=run.path,
        format=run.format,
        source=run.source,
        outcome=_outcome(run),
        counts=Counts(
            run.conversations, run.messages, run.added, run.updated, run.unchanged, run.skipped
        ),
        issues=tuple(
            ParseIssue(i.file, i.reason, i.conversation, i.message, i.lost) for i in issues
        ),
    )


def _outcome(run: ImportRun) -> Outcome:
    if run.outcome in ("running", "cancelled"):
        return "cancelled"
    return "failed" if run.outcome == "failed" else "done"


def to_json(
    reports: Sequence[ImportReport], issues: Sequence[ParseIssue] = ()
) -> dict[str, object]:
    """Return the reports in the command line's JSON shape; ``issues`` belong to no run."""
    return {
        "issues": [_issue_json(issue) for issue in issues],
        "runs": [
            {
                "path": report.path,
                "format": report.format,
                "outcome": report.outcome,
                "conversations": report.counts.conversations,
                "messages": report.counts.messages,
                "added": report.counts.added,
                "updated": report.counts.updated,
                "unchanged": report.counts.unchanged,
                "skipped": report.counts.skipped,
                "error": report.error,
                "issues": [_issue_json(issue) for issue in report.issues],
            }
            for report in reports
        ],
    }


def _issue_json(issue: ParseIssue) -> dict[str, object]:
    return {
        "file": issue.file,
        "conversation": issue.conversation,
        "message": issue.message,
        "reason": issue.reason,
    }
