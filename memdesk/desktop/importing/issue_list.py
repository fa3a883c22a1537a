"""What could not be read or kept, each with its place and the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.desktop.importing.figures import problems
from memdesk.desktop.theme.metrics import GAP_S
from memdesk.desktop.widgets.buttons import LinkButton
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import hairline, label
from memdesk.desktop.widgets.row_list import Row, RowList
from memdesk.importers.parsed import ParseIssue

SHOWN = 100
"""Issues that are listed; all of them can be copied."""


class IssueList(QWidget):
    """A title with a button that copies all, and the first hundred."""

    def __init__(self, issues: Sequence[ParseIssue], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._issues = tuple(issues)
        self.copyButton = LinkButton(self.tr("Copy list"))
        self.copyButton.clicked.connect(self._copy)
        title = label(problems(len(issues)))
        title.setProperty("strong", True)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.copyButton)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP_S)
        column.addLayout(head)
        self._rows = RowList(GAP_S)
        column.addWidget(self._rows)
        self._rows.fill(self._show())

    def _show(self) -> Iterator[None]:
        for issue in self._issues[:SHOWN]:
            self._rows.add(_row(issue, self._rows))
            yield
        left = len(self._issues) - SHOWN
        if left > 0:
            text = self.tr("{count} more; “Copy list” has them all.").format(count=number(left))
            self._rows.add(label(text, "meta", "secondary", parent=self._rows))

    def text(self) -> str:
        """All issues, one a line."""
        return "\n".join(f"{place(issue)}: {issue.reason}" for issue in self._issues)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


def place(issue: ParseIssue) -> str:
    """File, conversation and message, as far as they are known."""
    conversation = f"“{issue.conversation}”" if issue.conversation else ""
    return " · ".join(part for part in (issue.file, conversation, issue.message) if part)


def _row(issue: ParseIssue, parent: QWidget) -> QWidget:
    holder = Row(parent)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    column.addWidget(hairline())
    column.addSpacing(GAP_S - 2)
    reason = label(_said(issue), "body", wrap=True, selectable=True)
    column.addWidget(reason)
    # Names of files and conversations may be endless; a break is allowed anywhere in them.
    where = label(_breakable(place(issue)), "meta", "secondary", wrap=True)
    where.setAccessibleName(place(issue))
    column.addWidget(where)
    for text in (reason, where):
        text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return holder


def _said(issue: ParseIssue) -> str:
    """What became of it, and why."""
    if issue.lost:
        return QCoreApplication.translate("Issues", "Not imported: {reason}").format(
            reason=issue.reason
        )
    if issue.conversation or issue.message:
        return QCoreApplication.translate("Issues", "Imported with a change: {reason}").format(
            reason=issue.reason
        )
    # About a file as a whole, which was not to be imported anyway.
    return issue.reason[:1].upper() + issue.reason[1:]


def _breakable(text: str) -> str:
    """Allow line breaks after the signs that join long names."""
    for sign in "/\\_-.":
        text = text.replace(sign, f"{sign}\u200b")
    return text
