"""How an import is judged in a sentence: success is only said of what is in the vault."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from memdesk.desktop.importing.figures import found, problems
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.message_bar import Kind
from memdesk.importers.report import ImportReport


@dataclass(frozen=True, slots=True)
class Verdict:
    """``present`` tells whether anything of the input is in the vault now."""

    kind: Kind
    text: str
    present: bool


def _tr(text: str) -> str:
    return QCoreApplication.translate("Outcome", text)


def verdict(report: ImportReport) -> Verdict:
    """Judge a report."""
    counts = report.counts
    came = counts.added + counts.updated
    present = came + counts.unchanged > 0 and not report.removed

    def messages(count: int) -> str:
        return found(counts.conversations, count)

    if report.removed:
        text = _tr("What it added was moved to the trash later.")
        return Verdict("information", f"{_came_in(report)} {text}", present)
    if report.outcome == "failed":
        reason = report.error or _tr("The import ended early.")
        if came:
            kept = _tr("{messages} came in before that and stay. Import the file again to go on.")
        else:
            kept = _tr("Nothing came in, and nothing in the vault was changed.")
        text = f"{reason} {kept.format(messages=messages(came))}"
        return Verdict("danger", text, present)
    if report.outcome == "cancelled":
        if not came:
            return Verdict("warning", _tr("Stopped before anything came in."), present)
        text = _tr("Stopped. {messages} came in and stay; import the file again to go on.")
        return Verdict("warning", text.format(messages=messages(came)), present)
    lost = sum(issue.lost for issue in report.issues)
    if not present and counts.left_out and not lost:
        text = _tr("Nothing came in: all of it was left out by choice.")
        return Verdict("information", text, False)
    if not present:
        text = _tr("Nothing came in: no message of this file could be read.")
        if not counts.messages and not lost:
            text = _tr("Nothing came in: there are no messages in this file.")
        return Verdict("warning", text, False)
    text = _came_in(report)
    if lost or counts.skipped:
        missing = _tr("Something is missing: {problems}.").format(problems=problems(lost))
        if not lost:
            missing = _tr("Missing: {messages}.").format(messages=messages(counts.skipped))
        return Verdict("warning", f"{text} {missing}", True)
    return Verdict("success" if came else "information", text, True)


def _came_in(report: ImportReport) -> str:
    counts = report.counts
    if counts.added and counts.updated:
        text = _tr("{added} added, {updated} updated.")
    elif counts.added:
        text = _tr("{added} added.")
    elif counts.updated:
        text = _tr("Nothing new; {updated} updated.")
    else:
        text = _tr("Nothing new: all of it was in your vault already.")
    text = text.format(
        added=found(counts.conversations, counts.added),
        updated=found(counts.conversations, counts.updated),
    )
    if counts.left_out:
        left = _tr("{count} left out by choice.").format(count=number(counts.left_out))
        return f"{text} {left}"
    return text
