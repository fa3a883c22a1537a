"""What an import found and did, in figures and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal

from memdesk.importers.choice import ItemKey
from memdesk.importers.parsed import Input, ParseIssue
from memdesk.vault.records import ImportConversation, ImportIssue, ImportRun

Outcome = Literal["done", "cancelled", "failed"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Messages and notes by what became of them; ``conversations`` counts what was read.

    ``left_out`` counts the conversations and notes that were not wanted. Nothing of them is
    among the others.
    """

    conversations: int = 0
    messages: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: int = 0
    left_out: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.conversations + other.conversations,
            self.messages + other.messages,
            self.added + other.added,
            self.updated + other.updated,
            self.unchanged + other.unchanged,
            self.skipped + other.skipped,
            self.left_out + other.left_out,
        )


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import is, or a preview, whose counts say what would become of the messages.

    ``seconds_left`` is None until it can be told.
    """

    path: str
    bytes_read: int
    total_bytes: int
    counts: Counts
    messages_per_second: float
    seconds_left: float | None

    @classmethod
    def of(cls, source: Input, counts: Counts, elapsed: float) -> ImportProgress:
        """Return how far an input is after some seconds."""
        read, total = source.bytes_read, source.total_bytes
        return cls(
            path=source.path,
            bytes_read=read,
            total_bytes=total,
            counts=counts,
            messages_per_second=counts.messages / max(elapsed, 1e-6),
            seconds_left=elapsed * (total - read) / read if read and elapsed > 1 else None,
        )


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
    removed: bool = False
    """Whether what it added was moved to the trash later."""

    @property
    def complete(self) -> bool:
        """Whether everything that was found is in the vault."""
        return self.outcome == "done" and not any(issue.lost for issue in self.issues)


@dataclass(frozen=True, slots=True)
class PreviewItem:
    """One conversation or note; ``at`` is when it was last written to, in UTC milliseconds.

    ``group`` is the project, folder or file it belongs to, empty where there is none.
    """

    key: ItemKey
    title: str
    at: int | None
    messages: int
    new: int
    changed: int = 0
    archived: bool = False
    temporary: bool = False
    group: str = ""

    def __reduce__(self) -> tuple[type[PreviewItem], tuple[object, ...]]:
        # A preview sends thousands from its process to the window, which waits while they are
        # made anew: the usual way asks for the names of the fields with each of them.
        return PreviewItem, _values(self)

    @property
    def brings_something(self) -> bool:
        """Whether an import of it would change the vault."""
        return self.new + self.changed > 0


_values = attrgetter(*PreviewItem.__slots__)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an input holds, before anything is written. Times are UTC milliseconds.

    ``new`` messages and notes would be added, ``changed`` ones say something else than in the
    vault and would be updated, ``known`` ones would stay as they are.
    """

    path: str
    format: str
    source: str
    total_bytes: int
    conversations: int = 0
    messages: int = 0
    notes: int = 0
    new: int = 0
    known: int = 0
    changed: int = 0
    left_out: int = 0
    first_at: int | None = None
    last_at: int | None = None
    items: tuple[PreviewItem, ...] = ()
    """Conversations and notes one by one, in the order of the input."""
    issues: tuple[ParseIssue, ...] = field(default_factory=tuple)


def from_run(
    run: ImportRun,
    issues: Sequence[ImportIssue],
    conversations: Sequence[ImportConversation] = (),
) -> ImportReport:
    """Return the report of a former import, as the vault keeps it."""
    return ImportReport(
        run_id=run.id,
        path=run.path,
        format=run.format,
        source=run.source,
        outcome=_outcome(run),
        counts=Counts(
            run.conversations,
            run.messages,
            run.added,
            run.updated,
            run.unchanged,
            run.skipped,
            run.left_out,
        ),
        issues=tuple(
            ParseIssue(i.file, i.reason, i.conversation, i.message, i.lost) for i in issues
        ),
        conversations=tuple(
            ConversationReport(
                each.title,
                Counts(
                    conversations=1,
                    messages=each.added + each.updated + each.unchanged + each.skipped,
                    added=each.added,
                    updated=each.updated,
                    unchanged=each.unchanged,
                    skipped=each.skipped,
                ),
            )
            for each in conversations
        ),
        removed=run.outcome == "removed",
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
                "left_out": report.counts.left_out,
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
